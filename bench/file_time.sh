#!/bin/bash
# Times lanewise-cc for each kernel file, in seconds of the clock. Its C compiler's and nvcc's commands, which -### prints,
# are also timed by themselves. The minimum of RUNS (3). The last columns are lanewise-cc's time as a multiple of the C
# compiler's, and of the slower of the two, since both could run at once.
# usage: file_time.sh LANEWISE_CC [FILE...]; the library's kernels without files. FLAGS (-O3) goes to every compiler.
set -u
driver=$(realpath "$1") root=$(realpath "$(dirname "$0")/..")
shift
[ $# -gt 0 ] || set -- "$root"/kernels/*.c
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
TIMEFORMAT=%R

least() # COMMAND
{
    for ((i = 0; i < ${RUNS:-3}; i++)); do
        { time bash -c "$1" >"$work/log" 2>&1 || { cat "$work/log" >&2; kill $$; }; } 2>&1
    done | sort -n | head -n 1
}

printf '%-20s %8s %8s %12s %8s %10s\n' file cc nvcc lanewise-cc 'of cc' 'of slower'
for file; do
    command="$driver --include-dir=$root/api -I$root ${FLAGS:--O3} -c $file -o $work/object.o"
    bash -c "$command -###" 2>"$work/commands"
    mkdir -p "$work/scratch"
    sed -i "s#[^ ']*/lanewise-cc-[A-Za-z0-9]*/#$work/scratch/#g" "$work/commands"
    cc=$(head -n 1 "$work/commands") nvcc=$(grep -m 1 -e ' -fatbin ' "$work/commands")
    cc_time=$(least "$cc") nvcc_time=0
    [ -z "$nvcc" ] || nvcc_time=$(least "$nvcc")
    all=$(least "$command")
    awk -v name="$(basename "$file")" -v cc="$cc_time" -v nvcc="$nvcc_time" -v all="$all" 'BEGIN {
        printf "%-20s %8.2f %8s %12.2f %8.1f %10.2f\n", name, cc, nvcc ? sprintf("%.2f", nvcc) : "-", all, all / cc, all / (cc > nvcc ? cc : nvcc) }'
done
