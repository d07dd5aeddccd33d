#!/bin/sh
# What lanewise-cc says of mistakes that people make when they come from CUDA: that the first line of the error says what to
# write instead, and that few lines follow. With each C compiler here.
# usage: messages.sh LANEWISE_CC SOURCE_ROOT
set -u
driver=$(realpath "$1") root=$(realpath "$2")
unset LANEWISE_NVCC LANEWISE_HOST_CC LANEWISE_INCLUDE_DIR LANEWISE_CLANG LANEWISE_FUSE GCC_COLORS
export LC_ALL=C.UTF-8
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-cc-messages-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/tmp" && cd "$work" || exit 1
export TMPDIR="$work/tmp"

count=0 failed=0
report() # status, name
{
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
        sed 's/^/# /' log
    fi
}
skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }
compilers=$(for name in gcc clang clang-19; do ! command -v $name >/dev/null || printf '%s ' $name; done)
with() { "$driver" "--include-dir=$root/api" --no-cuda --no-checked --fused=off -Wall "$@" >log 2>&1; } # flags...

# What the source has where the first error points to.
pointed() # source
{
    place=$(sed -n "s/^$1:\([0-9]*:[0-9]*\): error: .*/\1/p" log | head -n 1)
    sed -n "${place%:*}p" "$1" | cut -c "${place#*:}-"
}

# The source on standard input is refused; the first line with "error: " has the words, an extended regular expression, and
# points to the text; there are at most so many lines.
mistake() # name, words, lines, text or nothing where compilers differ
{
    cat >"$1.c"
    for compiler in $compilers; do
        with --host-cc=$compiler -c "$1.c" -o out.o
        [ $? = 1 ] && grep -m 1 'error: ' log | grep -Eq -e "$2" && [ "$(wc -l <log)" -le "$3" ]
        report $? "$1, $compiler"
        case ${4:-} in
        ?*)
            case $(pointed "$1.c") in
            "$4"*) report 0 "$1 points to $4, $compiler" ;;
            *) report 1 "$1 points to $4, $compiler" ;;
            esac
            ;;
        esac
    done
}

kernel='#include <lanewise/kernel.h>'
for part in declaration launch variable function warning unchanged host; do
    . "$root/tests/cc/messages/$part.sh"
done
echo "1..$count"
[ $failed = 0 ]
