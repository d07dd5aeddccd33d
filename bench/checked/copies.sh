#!/bin/sh
# What the checked copies of kernels cost, by compiler and by what they watch: lanewise-bench-checked with the same kernels, compiled in each
# way. A line each: the way, the kernel, all checks' processor time over fibers'.
# usage: copies.sh SOURCE_ROOT LANEWISE_CC LIBRARY_FOLDER
set -eu
root=$(realpath "$1") driver=$(realpath "$2") folder=$(realpath "$3") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

measure() # way, flags...
{
    way=$1 objects=
    shift
    for kernel in saxpy sgemm reduce_sum histogram; do
        "$driver" --no-cuda --fused=off "--include-dir=$root/api" -g -O3 "$@" -c "$root/kernels/$kernel.c" -o "$work/$kernel.o"
        objects="$objects $work/$kernel.o"
    done
    ${CC:-cc} -g -O2 -D_GNU_SOURCE "-I$root/api" "-I$root" "$root/bench/checked/main.c" $objects "-L$folder" -llanewise "-Wl,-rpath,$folder" -lm -o "$work/program"
    "$work/program" --brief | sed "s/^/$way: /"
}
measure 'the C compiler'
measure 'the C compiler, without unused loads' --checked-without=loads
measure 'clang, with locals' --checked-locals
measure 'clang, with locals, without unused loads' --checked-locals --checked-without=loads
