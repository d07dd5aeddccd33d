#!/bin/sh
# Reduces the program of a seed that differs by a way (run.c) to a few lines, and prints these and where it differs.
# usage: reduce.sh BUILD SEED WAY [FLAG OF LANEWISE-CC...]
#
# The flags are those of the file in which it was found to differ: sweep.sh gives each file other ones.
set -eu
build=$(readlink -f "$1") seed=$2 way=$3
shift 3
source=$(readlink -f "$(dirname "$0")/../../..")
here=$source/tests/random/differential
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
cc=${CC:-cc}
level=$(echo "$way" | sed -n 's/^fused-//p')
copies="--fused=on --fuse=$build/emu/fuse/lanewise-fuse ${level:+--fused-levels=$level}"
case $way in fused*) ;; *) copies=--fused=off ;; esac
[ "$way" = checked ] || copies="$copies --no-checked"
sources=
for name in address block condition integer kernel loop make node parameters real scope statement text warp; do
    sources="$sources $here/$name.c"
done
$cc -O2 -w -D_GNU_SOURCE -o "$work/reduce" "$here/reduce.c" $sources
for name in run launches arena parameters one_thread; do
    $cc -O2 -D_GNU_SOURCE -I"$source" -I"$source/api" -c "$here/$name.c" -o "$work/$name.o"
done
"$work/reduce" "'$build/api/cc/lanewise-cc' --include-dir='$source/api' -I'$source' $copies --no-cuda -O2 -w $* -c '$work/r.c' \
        -o '$work/r.o' >'$work/log' 2>&1" \
    "$cc -D_GNU_SOURCE -I'$source' -I'$source/api' -o '$work/r' '$work/files.c' '$work/run.o' '$work/launches.o' '$work/one_thread.o' \
        '$work/arena.o' '$work/parameters.o' '$work/r.o' -L'$build/api' -llanewise -lm -Wl,-rpath,'$build/api' 2>>'$work/log'" \
    "$work" "$seed" "$way"
sed "s/^/# /" "$work/report"
