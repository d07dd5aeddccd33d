#!/bin/sh
# Draws the efficiency of a table of scaling.sh. Needs gnuplot.
# usage: plot.sh FILE PICTURE
set -eu
file=$1 picture=$2
curves=$(awk -F '\t' 'NR > 1 && !seen[$1]++ {
    printf "%s\"< awk -F \\\"\\\\t\\\" '\''$1 == \\\"%s\\\" { print $2, $8 }'\'' %s\" with linespoints title \"%s\"", comma, $1, FILENAME, $1; comma = ", " }' "$file")
gnuplot <<END
set terminal svg size 640,400 font "sans,12"
set output "$picture"
set title "Weak scaling of a Jacobi iteration"
set xlabel "ranks (openmp: threads)"
set ylabel "efficiency"
set key outside below
set yrange [0:1.1]
set xtics 1
plot $curves
END
