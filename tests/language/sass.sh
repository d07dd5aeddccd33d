#!/bin/sh
# On a GPU the language costs nothing: kernels through the macros compile to the very bytes of hand-written ones.
. "$(dirname "$0")/tap.sh"

if [ -z "$nvcc" ] || ! have readelf; then
    skip sass_equal "needs nvcc and readelf"
    finish
fi
compare() # name of a kernel in sass_ours.h and sass_hand.h, or in those of sass_groups and sass_matrix
{
    case $1 in
    launch) linked=-rdc=true ;;
    *) linked= ;;
    esac
    case $1 in
    group_*) file=sass_groups ;;
    matrix) file=sass_matrix ;;
    *) file=sass ;;
    esac
    for side in ours hand; do
        printf '#define SASS_%s\n#include "%s/tests/language/%s_%s.h"\n' "$1" "$root" $file $side >"$work/$side.cu"
        "$nvcc" $cuda_flags $linked -cubin "$work/$side.cu" -o "$work/$side.cubin" >>"$work/log" 2>&1
        readelf -x .text.kernel "$work/$side.cubin" >"$work/$side.code" 2>>"$work/log"
    done
    # At least 16 instructions of 16 bytes, or nothing was compared.
    [ "$(grep -c 0x "$work/hand.code")" -ge 16 ] && cmp "$work/ours.code" "$work/hand.code" >>"$work/log" 2>&1
}
for kernel in saxpy reduce transpose dynamic bounds constants launch mbarrier bulk multimem remote stages registers named \
    group_tile group_lanes group_large group_block group_grid group_cluster matrix; do
    compare $kernel
    report $? "sass_equal_$kernel"
done
# That a difference is seen.
sed 's/y\[i\]))*;/y[i] + 1);/' "$root/tests/language/sass_hand.h" >"$work/other.h"
printf '#define SASS_saxpy\n#include "other.h"\n' >"$work/other.cu"
compare saxpy
"$nvcc" $cuda_flags -cubin "$work/other.cu" -o "$work/other.cubin" >>"$work/log" 2>&1
readelf -x .text.kernel "$work/other.cubin" >"$work/other.code" 2>>"$work/log"
[ -s "$work/other.code" ] && ! cmp -s "$work/ours.code" "$work/other.code"
report $? sass_difference_is_seen
finish
