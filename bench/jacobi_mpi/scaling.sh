#!/bin/sh
# Weak scaling: each rank has a tile of the same size, so that the plate grows with the ranks. Prints a table of tabs: time a step,
# efficiency (the time of the fewest ranks over this one's), the share of the time in which ranks exchange halos; beside it the plain
# loop with OpenMP on plates of the same sizes.
# usage: scaling.sh LANEWISE_JACOBI [--device NAME] [--tile WxH] [--ranks "1 2 4"] [--rounds N] [--plain yes|no] [OPTION...]
# Other options are lanewise-jacobi's.
set -eu
jacobi=$(realpath "$1") device=cpu tile=1024x1024 ranks='1 2 4' rounds=3 plain=yes name=
shift
for word; do # what is not named here goes to lanewise-jacobi
    shift
    if [ -n "$name" ]; then
        eval "$name=\$word"
        name=
        continue
    fi
    case $word in
    --device | --tile | --ranks | --rounds | --plain) name=${word#--} ;;
    *) set -- "$@" "$word" ;;
    esac
done
[ -z "$name" ] || { echo "scaling.sh: --$name needs a value" >&2; exit 2; }
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-jacobi-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
flags=
case $(mpirun --version 2>/dev/null) in *'Open MPI'*) flags=--oversubscribe ;; esac
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# A rank has one processor, and so has the plain loop for each rank.
[ "$device" != cpu ] || export LANEWISE_WORKERS=1
# keep VARIANT RANKS: the line below the heads, of what the program printed
keep() { awk -F '\t' -v OFS='\t' -v variant="$1" -v n="$2" 'found { print variant, n, $0; exit } $1 == "device" { found = 1 }' "$work/out" >>"$work/all"; }
# Rounds take turns, so that a change of the machine's speed meets all.
for round in $(seq "$rounds"); do
    for n in $ranks; do
        mpirun $flags -np "$n" "$jacobi" --device "$device" --tile "$tile" --samples 5 "$@" >"$work/out" || exit
        keep ours "$n"
        [ "$plain" = no ] && continue
        size=$(tail -n 1 "$work/all" | cut -f 7)
        OMP_PROC_BIND=true "$jacobi" --plain "$n" --size "$size" --samples 5 "$@" >"$work/out" || exit
        keep plain "$n"
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
