#!/bin/sh
# example.sh ROOT LANEWISE CC LIBRARIES: does what api/CHECKING.md does, with the files that it shows: the race is found, a
# replayed run is the same again, and the mended program is clean.
set -u
root=$1 lanewise=$(readlink -f "$2") cc=$(readlink -f "$3") libraries=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# Each block of C whose first line names a file; the last block is what line 14 becomes.
awk '/^```c$/ { getline; name = /^\/\* [a-z]+\.[ch] \*\/$/ ? $2 : "mended"; if (name != "mended") next }
     /^```$/ { name = "" }
     name { print > name }' "$root/api/CHECKING.md"

number=0
check() # NAME COMMAND...
{
    name=$1
    shift
    number=$((number + 1))
    if "$@" >log 2>&1; then
        echo "ok $number - check/example_$name"
    else
        echo "not ok $number - check/example_$name"
        sed 's/^/# /' log
    fi
}
build()
{
    "$cc" "--include-dir=$root/api" --no-cuda -g -O2 -c smooth.c -o smooth.o &&
        cc -g "-I$root/api" -c main.c -o main.o &&
        cc main.o smooth.o "-L$libraries" -llanewise -lm "-Wl,-rpath,$libraries" -o smooth
}
finds() # the race of lines 14 and 12, and the program's own status
{
    "$lanewise" check ./smooth >found 2>&1
    [ $? = 1 ] && cat found && grep -q 'Read access at smooth().*smooth.c:14' found &&
        grep -q 'Write access at smooth().*smooth.c:12' found
}
repeats()
{
    "$lanewise" check --replay random:1 ./smooth >one 2>&1
    "$lanewise" check --replay random:1 ./smooth >two 2>&1
    cat one
    cmp one two && grep -q 'replay: random:1' one
}
mends()
{
    awk '/out\[start/ { while ((getline line < "mended") > 0) print line; next } { print }' smooth.c >whole.c &&
        mv whole.c smooth.c && build && "$lanewise" check --runs 20 ./smooth
}

export LANEWISE_DEVICE=cpu
unset LANEWISE_ENGINE LANEWISE_CPU
check builds build
check finds_the_race finds
check repeats_a_run repeats
check is_clean_when_mended mends
echo "1..$number"
