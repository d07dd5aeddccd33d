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
