#!/bin/sh
# Fault by fault: what checked mode finds on the CPU, what a GPU does by itself, and what compute-sanitizer's four tools
# find there. Each run is a process of its own, with a limit of 20 seconds. Prints a table in Markdown.
# usage: sanitizer.sh PROGRAM
#   PROGRAM            fault-catalogue-gcc of a build with CUDA; the folder it was built in may be carried elsewhere
#   COMPUTE_SANITIZER  the tool, where it is not in PATH or /usr/local/cuda/bin
#   JOBS               how many runs at once (4)
#   SHAPE              line (the default), plane or large
# A cell says found, missed, or timeout (the limit came first); "(twin)" is added where the fixed program is reported, too.
set -u
folder=$(cd "$(dirname "$0")" && pwd)
tab=$(printf '\t')
limit=20

# Whether the tool's output tells of an error, and not only of a call of ours that failed for what the tool does.
tool_found()
{
    grep -Eq '(ERROR SUMMARY: [1-9]|RACECHECK SUMMARY: [1-9]|LEAK SUMMARY: [1-9])' "$1"
}

# One run; its outcome goes into a file of its own.
one() # name, column, kind, setting, headline
{
    name=$1 column=$2 kind=$3 out=$work/$1.$2.$3
    case $column in
    ours)
        env ${4#any} LANEWISE_ENGINE=checked LANEWISE_TIMEOUT=5 LANEWISE_PROFILE=sm_90:132 \
            timeout -k 2 $limit "$program" "$name" "$kind" "$SHAPE" cpu >"$out.txt" 2>&1
        status=$?
        if [ "$kind" = fixed ] || [ "$5" = - ]; then
            [ $status = 0 ] && ! grep -Eq '^========= ([^E ]|E[^R])' "$out.txt" && echo missed >"$out" || echo found >"$out"
        elif grep -Eq -e "$5" "$out.txt"; then
            echo found >"$out"
        else
            echo missed >"$out"
        fi
        return
        ;;
    alone)
        timeout -k 2 $limit "$program" "$name" "$kind" "$SHAPE" cuda:0 >"$out.txt" 2>&1
        status=$?
        case $status in
        0) echo nothing ;;
        124 | 137) echo hangs ;;
        1) sed -n 's/^[a-z]*: LW_\(ERROR_[A-Z_]*\):.*/\1/p' "$out.txt" | head -n 1 ;;
        *) echo "signal $((status - 128))" ;;
        esac >"$out"
        return
        ;;
    memcheck) set -- --leak-check full ;;
    racecheck) set -- --racecheck-report all ;;
    initcheck) set -- $initcheck ;;
    *) set -- ;;
    esac
    timeout -k 2 $limit "$sanitizer" --tool "$column" "$@" "$program" "$name" "$kind" "$SHAPE" cuda:0 >"$out.txt" 2>&1
    status=$?
    if tool_found "$out.txt"; then
        echo found
    elif [ $status = 124 ] || [ $status = 137 ]; then
        echo timeout
    elif ! grep -q ' SUMMARY: ' "$out.txt"; then
        echo "status $status"
    else
        echo missed
    fi >"$out"
}

if [ "${1-}" = --one ]; then
    shift
    one "$@"
    exit 0
fi
[ $# = 1 ] && [ -x "$1" ] || { sed -n '4,8s/^# //p' "$0" >&2 && exit 2; }
program=$(realpath "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-catalogue-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
sanitizer=${COMPUTE_SANITIZER-}
[ -n "$sanitizer" ] || sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer) ||
    { echo "no compute-sanitizer" >&2 && exit 1; }
# Shared memory, too, where this version can.
initcheck=
if "$sanitizer" --help 2>&1 | grep -q -e --initcheck-address-space; then
    "$sanitizer" --tool initcheck --initcheck-address-space all true >"$work/probe" 2>&1 &&
        initcheck='--initcheck-address-space all'
fi
export program work sanitizer initcheck SHAPE="${SHAPE:-line}"

columns='ours alone memcheck racecheck initcheck synccheck'
while IFS=$tab read -r number name severity with headline rest; do
    case $number in '#'*) continue ;; esac
    for column in $columns; do
        for kind in faulty fixed; do
            printf '%s\0' "$name" "$column" "$kind" "$with" "$headline"
        done
    done
done <"$folder/table.tsv" | xargs -0 -n 5 -P "${JOBS:-4}" sh "$0" --one

said() # name, column, kind
{
    text=$(cat "$work/$1.$2.$3" 2>/dev/null)
    printf '%s' "${text:-?}"
}

echo "compute-sanitizer: $("$sanitizer" --version | sed -n 's/.*[Vv]ersion //p' | head -n 1)," \
    "memcheck --leak-check full, racecheck --racecheck-report all, initcheck ${initcheck:-of global memory}; shape $SHAPE"
echo
echo "| | fault | checked mode | with | the GPU alone | memcheck | racecheck | initcheck | synccheck |"
echo "|---|---|---|---|---|---|---|---|---|"
while IFS=$tab read -r number name severity with headline says beside missing what; do
    case $number in '#'*) continue ;; esac
    row="| $number | \`$name\`: $what"
    [ "$severity" != none ] || row="$row (right: nothing is to be found)"
    theirs=no
    for column in $columns; do
        cell=$(said "$name" $column faulty) twin=$(said "$name" $column fixed)
        case $column in
        ours) ours=$cell ;;
        alone) [ "$twin" = nothing ] || cell="$cell (twin: $twin)" twin= ;;
        *) [ "$cell" != found ] || theirs=yes ;;
        esac
        [ "$severity" != none ] || [ "$cell" != missed ] || cell=silent
        case $twin in found | timeout) cell="$cell (twin)" ;; esac
        row="$row | $cell"
        [ $column != ours ] || row="$row | ${with#LANEWISE_SCHEDULE=}"
    done
    echo "$row |"
    [ "$severity" = none ] || echo "$ours $theirs" >>"$work/counts"
done <"$folder/table.tsv" | tr -s ' '
echo
awk '{ all++; ours += $1 == "found"; theirs += $2 == "yes" }
    END { printf "Found: %d of %d by checked mode, %d by one of the four tools at least.\n", ours, all, theirs }' "$work/counts"
