#!/bin/bash
# How long kernel files take to compile: clang -O3 of their bitcode as it is, and for each level lanewise-fuse and clang
# -O3 of the loops over lanes that it makes, as lanewise-cc runs them. Processor seconds, the least of three; code in bytes.
# `times` is of plain; `from C` too, with what making the bitcode takes on both sides.
# usage: compile_time.sh LANEWISE_CC [FILE...]; the library's kernels without files. LEVELS chooses (v2 v3 v4), FLAGS goes
# to lanewise-cc.
set -u
driver=$(realpath "$1") root=$(realpath "$(dirname "$0")/../..")
shift
[ $# -gt 0 ] || set -- "$root"/kernels/*.c
case $(uname -m) in
x86_64) levels=${LEVELS:-v2 v3 v4} ;;
*) levels=v8 ;;
esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

# Of three runs of the command, the least.
seconds() # COMMAND...
{
    for _ in 1 2 3; do
        { time "$@" >/dev/null 2>&1; } 2>&1
    done | awk '{ sum = $1 + $2; if (NR == 1 || sum < least) least = sum } END { printf "%.3f", least }'
}
code() { size -A "$1" | awk '$1 == ".text" || $1 == "lw_kernel_text" { sum += $2 } END { print sum + 0 }'; }

# The commands of lanewise-cc for the file, by what they have in them.
command_with() { grep -e "$1" "$work/commands" | head -n 1; }

printf '%-16s %-5s %8s %8s %8s %6s %7s %9s %9s\n' file level plain fuse clang times 'from C' bytes 'of plain'
for file; do
    for level in $levels; do
        "$driver" --no-cuda "--include-dir=$root/api" "-I$root" ${FLAGS:-} -w -O2 --fused=on "--fused-levels=$level" -### \
            -c "$file" -o "$work/out.o" >"$work/commands" 2>&1
        [ -n "$(command_with " --level=")" ] || { tail -n 1 "$work/commands" >&2; exit 1; }
        scratch=$(sed -n 's/.* -c \([^ ]*\)\/[^ /]*fused\.bc .*/\1/p' "$work/commands" | head -n 1)
        sed -i "s|$scratch|$work|g" "$work/commands"
        front=$(command_with ' -emit-llvm ') fuse=$(command_with ' --level=') back=$(command_with ' -x ir ')
        made=$(echo "$back" | sed 's/.* -c \([^ ]*\) .*/\1/') bitcode=$(echo "$fuse" | sed 's/.* //')
        first=$(seconds bash -c "$front")
        [ -s "$bitcode" ] || exit 1
        usual=$(echo "${back/$made/$bitcode}" | sed 's/-fno-slp-vectorize//; s/-mllvm -disable-[a-z0-9-]*//g')
        plain=$(seconds bash -c "$usual") plain_code=$(code "${back##* }")
        fusing=$(seconds bash -c "$fuse") compiling=$(seconds bash -c "$back")
        awk -v file="$(basename "$file" .c)" -v level="$level" -v plain="$plain" -v fuse="$fusing" -v clang="$compiling" \
            -v c="$first" -v bytes="$(code "${back##* }")" -v less="$plain_code" 'BEGIN {
            printf "%-16s %-5s %8.3f %8.3f %8.3f %6.1f %7.1f %9d %9d\n", file, level, plain, fuse, clang,
                (fuse + clang) / (plain ? plain : 0.001), (c + fuse + clang) / (c + plain), bytes, less }'
    done
done
