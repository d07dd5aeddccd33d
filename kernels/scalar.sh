#!/bin/sh
# Which kernels of the library are not loops over threads, or have such loops that are not vectorised, and why: the table of
# README.md, of what lanewise-cc --fused-report says.
# usage: scalar.sh LANEWISE_CC [FLAGS]; of the flags, --clang=, --fuse= and --fused-levels= (v4 by default)
set -u
driver=$(command -v "$1") && driver=$(realpath "$driver") || { echo "scalar.sh: no $1" >&2; exit 1; }
folder=$(dirname "$(realpath "$0")")
shift
object=$(mktemp) || exit 1
trap 'rm -f "$object"' EXIT
trap 'exit 1' HUP INT PIPE TERM
echo '| kernel | where | threads | not vectorised because |'
echo '|---|---|---|---|'
for file in "$folder"/*.c; do
    "$driver" --no-cuda --no-checked --fused=on --fused-levels=v4 "$@" --fused-report -O2 -c "$file" -o "$object" || exit 1
done | awk '
    / fibers: / { split($0, part, ": fibers: "); print "| " part[1] " | - | all | stays on fibers: " part[2] " |" }
    /: fused: / { kernel = $0; sub(/:.*/, "", kernel) }
    /^  region/ { where = $0; sub(/^  regions? [0-9-]*(, )?/, "", where); sub(/: .*/, "", where); some = !/: not vectorised$/ }
    /^    not vectorised: / {
        text = $0; sub(/^    not vectorised: /, "", text)
        reason = text; lanes = some ? "some" : "all"
        if (match(text, /: .*\(clang: /)) { # which lanes, before the reason
            head = substr(text, 1, RSTART - 1)
            if (head !~ /^each thread/ && head !~ /\(clang$/) { lanes = head; reason = substr(text, RSTART + 2) }
        }
        key = kernel "|" where "|" lanes "|" reason
        if (!(key in seen)) print "| " kernel " | " where " | " lanes " | " reason " |"
        seen[key] = 1
    }'
