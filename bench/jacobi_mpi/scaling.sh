#!/bin/sh
# Weak scaling: each rank has a tile of the same size, so that the plate grows with the ranks. Prints a table of tabs: time a step,
# efficiency (the time of the fewest ranks over this one's), the share of the time in which ranks exchange halos; beside it the plain
# loop with OpenMP on plates of the same sizes.
# usage: scaling.sh LANEWISE_JACOBI [--device NAME] [--tile WxH] [--ranks "1 2 4"] [--rounds N] [--plain yes|no] [OPTION...]
# Other options are lanewise-jacobi's.
set -eu
jacobi=$(realpath "$1") device=cpu tile=1024x1024 ranks='1 2 4' rounds=3 plain=yes
shift
while [ $# -ge 2 ]; do
    case $1 in
    --device) device=$2 ;;
    --tile) tile=$2 ;;
    --ranks) ranks=$2 ;;
    --rounds) rounds=$2 ;;
    --plain) plain=$2 ;;
    *) break ;;
    esac
    shift 2
done
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-jacobi-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
flags=
case $(mpirun --version 2>/dev/null) in *'Open MPI'*) flags=--oversubscribe ;; esac
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# A rank has one processor, and so has the plain loop for each rank.
[ "$device" != cpu ] || export LANEWISE_WORKERS=1
# Rounds take turns, so that a change of the machine's speed meets all.
for round in $(seq "$rounds"); do
    for n in $ranks; do
        mpirun $flags -np "$n" "$jacobi" --device "$device" --tile "$tile" --samples 5 "$@" >"$work/out" || exit
        sed -n "s/^[^#]/ours	$n	&/; /^ours	.*	device	/d; /^ours/p" "$work/out" >>"$work/all"
        [ "$plain" = no ] && continue
        size=$(awk -F '\t' -v last=0 '{ if ($1 == "device") last = 1; else if (last) print $5 }' "$work/out")
        OMP_PROC_BIND=true "$jacobi" --plain "$n" --size "$size" --samples 5 "$@" >"$work/out" || exit
        sed -n "s/^[^#]/plain	$n	&/; /^plain	.*	device	/d; /^plain/p" "$work/out" >>"$work/all"
    done
done
printf 'variant\tranks\tgrid\tsize\thalo\treduce\tus_a_step\tefficiency\texchange_share\n'
for variant in ours plain; do
    for n in $ranks; do
        # The round with the median time.
        awk -F '\t' -v OFS='\t' -v v=$variant -v n="$n" '$1 == v && $2 == n { print $11, $3, $6, $7, $8, $9, $12 }' "$work/all" | sort -g |
            awk -F '\t' -v OFS='\t' -v n="$n" '{ line[NR] = $0 } END { if (NR) { split(line[int((NR + 1) / 2)], f, "\t")
                print f[2], n, f[3], f[4], f[5], f[6], f[1], f[7] } }'
    done | awk -F '\t' -v OFS='\t' 'NR == 1 { first = $7 } { print $1, $2, $3, $4, $5, $6, $7, sprintf("%.3f", first / $7), $8 }'
done
