#!/bin/sh
# Makes, compiles and runs the programs of seeds FIRST .. FIRST + COUNT - 1 by each way, and compares them with fibers.
# usage: sweep.sh BUILD FIRST COUNT WAY...     (ways: run.c; such as fused-v3 fused-v4)
#
# BUILD holds lanewise-cc, lanewise-fuse and liblanewise; what is made lies in WORK (BUILD/differential). JOBS says how many
# files are compiled at once, PER_FILE how many programs are in one, FLAGS goes to lanewise-cc (else each file has other
# options). Programs are compiled and run batch after batch of 500: the disk holds one batch.
set -eu
[ $# -ge 4 ] || { sed -n 's/^# \(usage: .*\)/\1/p' "$0" >&2; exit 2; }
build=$(readlink -f "$1") first=$2 count=$3
shift 3
source=$(readlink -f "$(dirname "$0")/../../..")
here=$source/tests/random/differential
work=${WORK:-$build/differential} per_file=${PER_FILE:-25} batch=500
levels=$(echo "$@" | tr ' ' '\n' | sed -n 's/^fused-//p' | sort -u | paste -sd, -)
copies="--fused=on --fuse=$build/emu/fuse/lanewise-fuse ${levels:+--fused-levels=$levels}"
[ -n "$levels" ] || copies=--fused=off
case " $* " in *' checked '*) ;; *) copies="$copies --no-checked" ;; esac

mkdir -p "$work"
cc=${CC:-cc}
sources=
for name in address block condition integer kernel loop make node parameters real scope statement text warp; do
    sources="$sources $here/$name.c"
done
$cc -O2 -w -D_GNU_SOURCE -o "$work/programs" "$here/main.c" $sources
for name in run launches arena parameters one_thread; do
    $cc -O2 -D_GNU_SOURCE -I"$source" -I"$source/api" -c "$here/$name.c" -o "$work/$name.o"
done

compile="case \$(({} / $per_file % 4)) in
    1) set -- --fused-shapes=none ;;
    2) set -- --fused-shapes=96x1,64x1,33x3,4x4x4 ;;
    3) set -- --fused-shapes=none -g ;;
    esac
    [ -z '${FLAGS:-}' ] || set -- ${FLAGS:-}
    '$work/programs' {} $per_file '$work/p{}.c' &&
    '$build/api/cc/lanewise-cc' --include-dir='$source/api' -I'$source' $copies --no-cuda -O2 -w \"\$@\" -c '$work/p{}.c' \
        -o '$work/p{}.o' >'$work/p{}.log' 2>&1 || { echo 'cannot compile $work/p{}.c'; exit 1; }"
status=0 end=$((first + count))
rm -f "$work/features"
while [ $first -lt $end ]; do
    some=$((end - first < batch ? end - first : batch))
    rm -f "$work"/p[0-9]*
    seq $first $per_file $((first + some - 1)) | xargs -P "${JOBS:-$(nproc)}" -I{} sh -c "$compile" || status=1
    "$work/programs" files $first $some $per_file "$work/files.c"
    $cc -D_GNU_SOURCE -I"$source" -I"$source/api" -o "$work/sweep" "$work/files.c" "$work/run.o" "$work/launches.o" "$work/one_thread.o" \
        "$work/arena.o" "$work/parameters.o" "$work"/p[0-9]*.o -L"$build/api" -llanewise -lm -Wl,-rpath,"$build/api"
    "$work/sweep" --features "$work/features.one" "$@" || status=1
    cat "$work/features.one" >>"$work/features"
    first=$((first + some))
done
# How often each feature occurred, and each pair: the batches' tables added up.
awk -F'\t' '{
        if (!($1 in row)) { row[$1] = ++rows; name[rows] = $1 }
        for (i = 2; i <= NF; i++) sum[row[$1], i - 1] += $i
    } END {
        printf "feature\tprograms"
        for (j = 1; j <= rows; j++) printf "\t%s", name[j]
        print ""
        for (i = 1; i <= rows; i++) {
            printf "%s\t%d", name[i], sum[i, i]
            for (j = 1; j <= rows; j++) printf "\t%d", sum[i, j]
            print ""
        }
    }' "$work/features" >"$work/features.tsv"
exit $status
