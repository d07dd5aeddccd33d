#!/bin/sh
# Compares the SASS instruction counts of Lanewise's kernels with those of their hand-written twins.
#
#   bench/sass_compare.sh [-a sm_90] OBJECT...      e.g. build/kernels/*.o build/bench/twin_*.o
#
# Ours are objects of lanewise-cc, which carry a fat binary as data (the symbol lw_module_cuda_image); twins are objects
# of nvcc. Kernel lwk_NAME is compared with twin_NAME. NOPs, which only pad, do not count. Fails when a kernel that has a
# twin differs from it by more than 1 %, or when none has. Needs cuobjdump (CUOBJDUMP names another), od and readelf.
set -eu

architecture=sm_90
if [ "${1-}" = -a ] && [ $# -ge 2 ]; then
    architecture=$2
    shift 2
fi
if [ $# -eq 0 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
cuobjdump=${CUOBJDUMP-cuobjdump}
if ! command -v "$cuobjdump" > /dev/null; then
    echo "$0: no $cuobjdump: it comes with the CUDA toolkit (name it in CUOBJDUMP)" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT PIPE TERM

# The fat binary of a lanewise-cc object into a file; fails where there is none.
extract_image() {
    # Of the symbol: its section's number and its offset there; of that section: its offset in the file.
    symbol=$(readelf -sW "$1" | awk '$8 == "lw_module_cuda_image" && $7 ~ /^[0-9]+$/ { print $7, $2; exit }')
    [ -n "$symbol" ] || return 1
    section=$(readelf -SW "$1" | sed 's/\[ */[/' | awk -v n="[${symbol% *}]" '$1 == n { print $5; exit }')
    offset=$((0x$section + 0x${symbol#* }))
    # A fat binary begins with magic (4), version (2), bytes of this header (2), bytes after it (8).
    header=$(od -An -tu2 -j $((offset + 6)) -N 2 "$1" | tr -d ' ')
    body=$(od -An -tu8 -j $((offset + 8)) -N 8 "$1" | tr -d ' ')
    tail -c +$((offset + 1)) "$1" | head -c $((header + body)) > "$2"
}

# "KERNEL COUNT" for each function of the architecture.
count_instructions() {
    "$cuobjdump" -sass "$1" 2> /dev/null | awk -v wanted="$architecture" '
        /^code for sm_|^[ \t]*code for sm_/ { architecture = $3 }
        /Function : / { name = $3; if (architecture == wanted) count[name] += 0 }
        /^[ \t]*\/\*[0-9a-f]+\*\/ / && architecture == wanted && $2 != "NOP;" && $2 != "NOP" { count[name]++ }
        END { for (name in count) print name, count[name] }'
}

number=0
for object; do
    number=$((number + 1))
    if extract_image "$object" "$scratch/$number.fatbin"; then
        count_instructions "$scratch/$number.fatbin"
    else
        count_instructions "$object"
    fi
done | sort -u > "$scratch/counts"

awk -v architecture="$architecture" '
    { count[$1] = $2; name[++names] = $1 }
    END {
        printf "%-36s %8s %8s %8s  (%s)\n", "kernel", "ours", "twin", "ours/twin", architecture
        for (i = 1; i <= names; i++) {
            if (name[i] !~ /^lwk_/)
                continue
            twin = "twin_" substr(name[i], 5)
            if (!(twin in count)) {
                printf "%-36s %8d %8s\n", name[i], count[name[i]], "-"
                continue
            }
            ratio = count[name[i]] / count[twin]
            differs = ratio > 1.01 || ratio < 0.99
            printf "%-36s %8d %8d %8.3f%s\n", name[i], count[name[i]], count[twin], ratio, differs ? "  differs" : ""
            compared++
            failed += differs
        }
        for (i = 1; i <= names; i++)
            if (name[i] ~ /^twin_/ && !(("lwk_" substr(name[i], 6)) in count))
                printf "%-36s %8s %8d\n", name[i], "-", count[name[i]]
        printf "%d compared, %d differ by more than 1 %%\n", compared, failed
        exit failed > 0 || compared == 0
    }' "$scratch/counts"
