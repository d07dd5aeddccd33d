#!/bin/sh
# Every public name has a docstring: Doxygen has no warning, and knows each name of the headers and of both targets.
#
# Doxygen reports declarations, parameters and results without a docstring, but not enumerators, nor a header that lacks
# @file, nor names that only the targets' headers define. For these the names in the headers are compared with its list.
# usage: docs.sh SOURCE_ROOT
suite=docs
. "$(dirname "$0")/../language/tap.sh"

if ! have doxygen; then
    skip documented "no doxygen"
    finish
fi

# Prints Doxygen's warnings for the sources in folder $1, with the output in folder $2.
document()
{
    mkdir -p "$2"
    sed "s|@ROOT@|$1|g; s|@OUTPUT@|$2|g; s|@VERSION@|test|g" api/Doxyfile.in >"$2/Doxyfile"
    # The status is not 0 for warnings, too.
    doxygen "$2/Doxyfile" 2>&1
    sed -n 's|.*<name>\(.*\)</name>.*|\1|p' "$2/names.tag" | sort -u >"$2/names"
}

# Names that the project's headers define for each other: those that Doxyfile.in excludes, what the targets are made of, and
# types whose names are a compiler's message.
excluded=$(sed -n '/^EXCLUDE_SYMBOLS/,/[^\\]$/p' api/Doxyfile.in | tr -s ' \\=' '\n' | grep -E '^(\*|LW|lw)' | sed 's/\*/.*/g')
is_public() { grep -Ev '^(LW_CPU_|LW_CUDA_|LW_16|lw_cpu_|lw_cuda_|lw_fused_)|^lw_.*_(has|takes?|to_all)_|_$' | grep -Evx "$excluded"; }
code() { $cc -w -fpreprocessed -dD -E -P "$@"; }
names() { grep -oE '\b(LW|lw|lwk)_[A-Za-z0-9_]+' | sort -u | is_public; }

# Prints the public names in the headers in folder $1, their docstrings included, that the list in file $2 lacks.
undocumented()
{
    for header in "$1"/api/lanewise/*.h "$1"/api/lanewise/reference/*.h "$1"/kernels/*.h; do
        grep -q '@file' "$header" || echo "${header#"$1"/}: no @file"
        names <"$header" | comm -23 - "$2" | sed "s|^|${header#"$1"/}: |"
    done
}

document "$root" "$work/reference" >"$work/log"
[ ! -s "$work/log" ] && [ -s "$work/reference/html/index.html" ]
report $? warnings
undocumented "$root" "$work/reference/names" >"$work/log"
[ ! -s "$work/log" ]
report $? documented

# ---- what the targets' headers define beside these ----
printf '#include <lanewise/%s.h>\n' kernel groups device_launch half bfloat16 fp8 matrix multimem >"$work/kernel.c"
# An attribute of LW_KERNEL is part of another name there; strings are names of sections.
plain() { sed 's/"[^"]*"//g; s/LW_C[A-Z]*_ATTRIBUTE_//g'; }
on_target() # target, the preprocessor's output: is what a target defines documented?
{
    plain <"$2" | names >"$work/$1.names"
    comm -23 "$work/$1.names" "$work/reference/names" >>"$work/log"
    [ -s "$work/$1.names" ] && [ ! -s "$work/log" ]
    report $? "documented_$1"
}
$cc -std=gnu11 -Iapi -dD -E -P "$work/kernel.c" >"$work/cpu.c" 2>>"$work/log"
on_target cpu "$work/cpu.c"
# The target has what the folder "reference" declares.
cat api/lanewise/reference/*.h >"$work/declared.h"
code "$work/declared.h" | names | comm -23 - "$work/cpu.names" >"$work/log"
[ ! -s "$work/log" ]
report $? reference_cpu
if [ -n "$nvcc" ]; then
    cp "$work/kernel.c" "$work/kernel.cu"
    "$nvcc" $cuda_flags -rdc=true -E -Xcompiler=-dD "$work/kernel.cu" >"$work/cuda.c" 2>>"$work/log"
    on_target cuda "$work/cuda.c"
    code "$work/declared.h" | names | comm -23 - "$work/cuda.names" >"$work/log"
    [ ! -s "$work/log" ]
    report $? reference_cuda
else
    skip documented_cuda "no nvcc"
    skip reference_cuda "no nvcc"
fi

# ---- that each kind of gap is seen ----
cp -r kernels "$work" && mkdir "$work/api" && cp -r api/lanewise api/docs.sed "$work/api" || exit 1
remove() { sed -i "$2" "$work/$1"; } # header, command of sed
{
    remove api/lanewise/status.h '/^\/\*\* The version of the library/,/\*\/$/d'         # a function's docstring
    remove api/lanewise/status.h 's| */\*\*< done, or queued.*||'                        # an enumerator's
    remove api/lanewise/device.h '/^ \* @param\[out\] available/d'                       # a parameter
    remove api/lanewise/reference/mbarrier.h '/^ \* @return the token/d'               # a result
    remove api/lanewise/version.h '/LW_VERSION_PATCH/s| */\*\*<.*||'                   # a macro's docstring
    remove api/lanewise/types.h 's/ @file//'                                           # a file's
    remove kernels/saxpy.h '/^ \* @param a the factor/d'                               # a kernel's parameter
    remove kernels/warp_affine.h '/float m\[6\]/s| */\*\*<.*||'                        # a field's docstring
    remove kernels/scan.h 's/or as lw_launch_kernel()/or as lw_launch_it()/'           # what a docstring mentions
    document "$work" "$work/gaps"
    undocumented "$work" "$work/gaps/names"
} >"$work/found" 2>&1
seen() # name, what is reported
{
    grep -q -e "$2" "$work/found" || cp "$work/found" "$work/log"
    [ ! -s "$work/log" ]
    report $? "seen_$1"
}
seen function 'status.h:.*lw_version(void)'
seen enumerator '^api/lanewise/status.h: LW_SUCCESS$'
seen parameter "parameter 'available'"
seen result 'return type of member lw_mbarrier_arrive_count is not documented'
seen macro 'version.h:.*LW_VERSION_PATCH'
seen file '^api/lanewise/types.h: no @file$'
seen kernel "parameter of lwk_saxpy(.* is not documented"
seen field 'warp_affine.h:.*Member m'
seen mention '^kernels/scan.h: lw_launch_it$'
finish
