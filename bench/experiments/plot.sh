#!/bin/sh
# Draws FOLDER/EXPERIMENT.svg for each experiment in a file that lanewise-experiments printed. Needs gnuplot.
# usage: plot.sh FILE FOLDER
set -eu
file=$1 folder=$2
tab=$(printf '\t')
mkdir -p "$folder"
sed -n 's/^# //p' "$file" | while IFS="$tab" read -r name title x y; do
    curves=$(awk -F '\t' -v name="$name" '$1 == name && !seen[$2]++ {
        printf "%s\"< awk -F \\\"\\\\t\\\" '\''$1 == \\\"%s\\\" && $2 == \\\"%s\\\" { print $3, $4 }'\'' %s\" with linespoints title \"%s\"",
            comma, name, $2, FILENAME, $2; comma = ", " }' "$file")
    case $name in
    zero_copy) scale='set logscale xy' ;;
    divergence | threads) scale='set logscale x 2' ;;
    *) scale='set yrange [0:*]' ;;
    esac
    gnuplot <<END
set terminal svg size 640,400 font "sans,12"
set output "$folder/$name.svg"
set title "$title"
set xlabel "$x"
set ylabel "$y"
set key outside below
$scale
plot $curves
END
done
