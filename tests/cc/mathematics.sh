#!/bin/sh
# Mathematics in a loop over threads leaves it a vector: each function of emu/device/device_math_list.h, but those that read arrays or
# take an order, and the exact ones of CUDA's, in a kernel of its own, at each level. Prints TAP.
# usage: mathematics.sh SOURCE_ROOT LANEWISE_CC CLANG LANEWISE_FUSE
suite=mathematics
driver=$(realpath "$2") clang=$3 fuse=$(realpath "$4")
. "$(dirname "$0")/../language/tap.sh"
case $(uname -m) in
x86_64) levels='v2 v3 v4' ;;
*) levels=v8 ;;
esac

of() { printf '#include <emu/device/device_math_list.h>\n#define X(name) name\nEMU_MATH_OF_%s(X)\n' "$1" | $cc -I"$root" -E -P -; }
kernel() # name, type, statement
{
    printf 'LW_KERNEL(%s_%s, (unsigned, count), (%s *, x), (int *, n))\n{\n' "$1" "$2" "$2"
    printf '    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < count) {\n        %s;\n    }\n}\n' "$3"
}
kernels() # what the names end in, type
{
    for name in $(of 1) sqrt fabs floor ceil trunc round rint nearbyint logb; do
        kernel $name "$2" "x[i] = $name$1(x[i])"
    done
    for name in ilogb lrint llrint lround llround; do kernel $name "$2" "n[i] = (int)$name$1(x[i])"; done
    for name in $(of 2) fdim nextafter copysign fmin fmax; do kernel $name "$2" "x[i] = $name$1(x[i], x[i + count])"; done
    for name in $(of 3); do kernel $name "$2" "x[i] = $name$1(x[i], x[i + count], x[i + 2 * count])"; done
    for name in $(of 4); do
        kernel $name "$2" "x[i] = $name$1(x[i], x[i + count], x[i + 2 * count], x[i + 3 * count])"
    done
    for name in ldexp scalbn scalbln; do kernel $name "$2" "x[i] = $name$1(x[i], n[i])"; done
    kernel frexp "$2" "x[i] = frexp$1(x[i], &n[i])"
    kernel modf "$2" "$2 whole; x[i] = modf$1(x[i], &whole) + whole"
    kernel remquo "$2" "x[i] = remquo$1(x[i], x[i + count], &n[i])"
    kernel sincos "$2" "$2 sine, cosine; sincos$1(x[i], &sine, &cosine); x[i] = sine + cosine"
    kernel sincospi "$2" "$2 sine, cosine; sincospi$1(x[i], &sine, &cosine); x[i] = sine + cosine"
}
{ echo '#include <lanewise/kernel.h>' && kernels f float && kernels '' double; } >"$work/all.c"
wanted=$(grep -c '^LW_KERNEL' "$work/all.c")

"$driver" --no-cuda "--include-dir=$root/api" "--clang=$clang" "--fuse=$fuse" --fused=on --fused-report \
    "--fused-levels=$(echo "$levels" | tr ' ' ,)" -O2 -c "$work/all.c" -o "$work/all.o" >"$work/report" 2>"$work/said"
for level in $levels; do
    cat "$work/said" >>"$work/log"
    awk -v wanted="$wanted" -v level="$level" '
        /^[^ ]*, [^ ]*:$/ { here = $2 ~ level ":$"; next }
        !here { next }
        /^[a-z0-9_]*: / { name = $1 }
        /: vectorised, [0-9]* threads at once$/ && !done[name]++ { vectors++ }
        /not vectorised/ && !done[name] { print level, name, $0 }
        END { print vectors, "of", wanted; exit vectors != wanted || wanted < 150 }' "$work/report" >>"$work/log"
    report $? "$level"
done
finish
