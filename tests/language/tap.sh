# Shared by the scripts of this folder: counts and prints TAP. A check writes what it has to say to $work/log. Names begin
# with the suite's, which a script of another folder sets first.
# usage of each script: NAME.sh SOURCE_ROOT [LIBRARY]; CC and NVCC in the environment choose compilers.
set -u
root=$(realpath "$1") || exit 1
library=${2:-}
suite=${suite:-language}
cc=${CC:-cc}
nvcc=${NVCC-}
[ -n "$nvcc" ] || nvcc=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc || :)
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-language-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
cd "$root" || exit 1

count=0 failed=0
report() # status, name
{
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $suite/$2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $suite/$2"
        sed 's/^/# /' "$work/log"
    fi
    : >"$work/log"
}
skip() # name, reason
{
    count=$((count + 1))
    echo "ok $count - $suite/$1 # SKIP $2"
}
finish()
{
    echo "1..$count"
    [ $failed = 0 ]
    exit
}
have() { command -v "$1" >/dev/null; }
: >"$work/log"

# How a kernel file is read: as C by each compiler here, as C++ (which finds what nvcc would), by nvcc.
include="-isystem $root/api -I$root"
strict='-Wall -Wextra -Wshadow -Werror'
semantics='-fwrapv -fno-strict-aliasing -ffp-contract=off'
c_flags="$include $strict -Werror=vla -Werror=implicit-function-declaration $semantics"
cxx_flags="-x c++ -std=gnu++17 -fsyntax-only $include $strict -Wno-unknown-pragmas -Wno-attributes"
cuda_flags="-x cu -arch=sm_90 -I$root/api -I$root"
compilers=$(for name in gcc clang; do have $name && printf '%s ' $name; done)
[ -n "$compilers" ] || compilers=$cc

# Most of a small file's time goes into <lanewise/kernel.h>. Where a file begins with it, clang and g++ can have it from here,
# parsed once with the same flags. gcc's C would forget which warnings the header turns off.
parse_once() # COMPILER...
{
    for compiler; do
        case $compiler in
        g++) flags=$(echo "$cxx_flags" | sed 's/-x c++ /-x c++-header /; s/ -fsyntax-only//') ;;
        *) flags="-std=gnu11 -x c-header $c_flags" ;;
        esac
        mkdir -p "$work/parsed/$compiler" && echo '#include <lanewise/kernel.h>' >"$work/parsed/$compiler/first.h"
        ! have $compiler || $compiler $flags "$work/parsed/$compiler/first.h" -o "$work/parsed/$compiler/first.h.gch" \
            >>"$work/log" 2>&1
    done
}
# The flag for that, if the compiler has parsed the header and the file begins with it.
parsed() # COMPILER FILE
{
    [ -e "$work/parsed/$1/first.h.gch" ] || return
    case $(grep -m 1 '^ *#' "$2") in
    # The latter begins with the former.
    '#include <lanewise/kernel.h>' | '#include <lanewise/groups.h>') echo "-include $work/parsed/$1/first.h" ;;
    esac
}
