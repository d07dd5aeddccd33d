#!/bin/bash
# Times the fused copy of a kernel file: for each level the front end, and lanewise-fuse, from bitcode to machine code, as
# lanewise-cc runs them; for comparison clang -O3 -march=LEVEL of the same file. Processor seconds, the minimum of RUNS (3);
# code in bytes.
#   general   how many times as long as plain, without copies for known shapes of blocks
#   special   as many times more with them, for all shapes of --fused-shapes together
#   shapes    the number of shapes for which some kernel has a copy; 1: only the general one
#   each      general and special, by the number of shapes
#   bitcode   as general, but both without the front end, of the same bitcode
# and in a last line (all) for all levels together, the front end counted once: lanewise-cc runs it once for them.
# usage: compile_time.sh LANEWISE_CC [FILE...]; the library's kernels and the bench's without files. LEVELS chooses (v2 v3
# v4), FLAGS goes to lanewise-cc.
set -u
driver=$(realpath "$1") root=$(realpath "$(dirname "$0")/../..")
shift
[ $# -gt 0 ] || set -- "$root"/kernels/*.c "$root"/bench/fused/kernels/*.c
case $(uname -m) in
x86_64) levels=${LEVELS:-v2 v3 v4} ;;
*) levels=v8 ;;
esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
TIMEFORMAT='%U %S'

# The minimum of RUNS runs of the command.
seconds() # COMMAND
{
    for ((i = 0; i < ${RUNS:-3}; i++)); do
        { time bash -c "exec $1" >/dev/null 2>&1; } 2>&1
    done | awk '{ sum = $1 + $2; if (NR == 1 || sum < least) least = sum } END { printf "%.3f", least }'
}
code() { size -A "$1" | awk '$1 == ".text" || $1 == "lw_kernel_text" { sum += $2 } END { print sum + 0 }'; }

# The first command of lanewise-cc for the file that matches.
command_with() { grep -e "$1" "$work/commands" | head -n 1; }

printf '%-16s %-5s %8s %8s %8s %7s %7s %6s %5s %7s %9s %9s\n' \
    file level plain front fuse general special shapes each bitcode bytes 'of plain'
for file; do
    : >"$work/times"
    for level in $levels; do
        "$driver" --no-cuda "--include-dir=$root/api" "-I$root" ${FLAGS:-} -w -O2 --fused=on "--fused-levels=$level" -### \
            -c "$file" -o "$work/out.o" >"$work/commands" 2>&1
        [ -n "$(command_with " --level=")" ] || { tail -n 1 "$work/commands" >&2; exit 1; }
        scratch=$(sed -n 's/.* -o \([^ ]*\)\/[^ /]*fused\.o .*/\1/p' "$work/commands" | head -n 1)
        sed -i "s|$scratch|$work|g" "$work/commands"
        front=$(command_with ' -emit-llvm ') fuse=$(command_with ' --level=')
        bitcode=${fuse##* } object=$(echo "$fuse" | sed 's/.* -o \([^ ]*\) .*/\1/')
        case $level in v8) march=-march=armv8-a ;; *) march=-march=x86-64-$level ;; esac
        first=$(seconds "$front")
        [ -s "$bitcode" ] || exit 1
        plain=$(seconds "${front%% *} -std=gnu11 -O3 $march -w -I$root -I$root/api -c $file -o $object")
        plain_code=$(code "$object")
        from_bitcode=$(seconds "${front%% *} -w -O3 -ffp-contract=off $march -x ir -c $bitcode -o $object")
        all=$(seconds "$fuse")
        shapes=$(nm "$object" | sed -n 's/.*\.\([0-9x]*\)__fused_[0-9]*$/\1/p' | sort -u | wc -l)
        all_code=$(code "$object")
        fusing=$all
        [ "$shapes" = 0 ] || fusing=$(seconds "$(echo "$fuse" | sed 's/ --shape=[^ ]*//g')")
        echo "$plain $first $fusing" >>"$work/times"
        awk -v file="$(basename "$file" .c)" -v level="$level" -v plain="$plain" -v front="$first" -v fuse="$fusing" \
            -v all="$all" -v shapes="$((shapes + 1))" -v usual="$from_bitcode" -v bytes="$all_code" \
            -v less="$plain_code" 'BEGIN {
            general = (front + fuse) / plain
            special = (all - fuse) / plain
            printf "%-16s %-5s %8.3f %8.3f %8.3f %7.1f %7.1f %6d %5.1f %7.1f %9d %9d\n", file, level, plain, front, fuse,
                general, special, shapes, (general + special) / shapes, fuse / usual, bytes, less }'
    done
    awk -v file="$(basename "$file" .c)" '{ plain += $1; front += $2; fuse += $3 } END {
        printf "%-16s %-5s %8.3f %8.3f %8.3f %7.1f\n", file, "all", plain, front / NR, fuse, (front / NR + fuse) / plain
    }' "$work/times"
done
