#!/bin/sh
# The public headers, each alone; who includes whom; what the library exports; vector types beside CUDA's own.
. "$(dirname "$0")/tap.sh"

# ---- every public header compiles alone, twice in one file, as C11 and as C++ ----
# What a kernel file reaches, and what lies beside it.
printf '#include <lanewise/kernel.h>\n#include <lanewise/groups.h>\n' >"$work/reach.c"
public=$({ ls api/lanewise/*.h
    $cc -MM -I"$root/api" "$work/reach.c" | tr -s ' \\' '\n' | grep '\.h$' | xargs realpath --relative-to=.
} | sort -u)
for header in $public; do
    printf '#include "%s"\n#include "%s"\nint lw_test_header;\n' "$root/$header" "$root/$header" >"$work/alone.c"
    bad=0
    case $header in
    # Parts of a target assume the extensions that kernel files are compiled with.
    backends/* | api/lanewise/kernel.h | api/lanewise/groups.h | api/lanewise/matrix.h | api/lanewise/multimem.h) standard=gnu11 ;;
    *) standard=c11 ;;
    esac
    for compiler in $compilers; do
        $compiler -std=$standard $strict -Iapi -c "$work/alone.c" -o "$work/alone.o" >>"$work/log" 2>&1 || bad=1
    done
    if have g++; then
        g++ $cxx_flags "$work/alone.c" >>"$work/log" 2>&1 || bad=1
    fi
    report $bad "header_alone_$header"
done

if have gcc && [ -n "$nvcc" ]; then
    for header in api/lanewise/*.h; do
        printf '#include "%s"\n' "$root/$header" >"$work/alone.cu"
        "$nvcc" $cuda_flags -fatbin "$work/alone.cu" -o "$work/alone.fatbin" >>"$work/log" 2>&1
        report $? "header_alone_cuda_$header"
    done
else
    skip header_alone_cuda "no nvcc"
fi

# ---- what kernels and the bench include; for other folders see "May include" in their READMEs (tests/readme) ----
# The folders of the project that a folder's quoted and angled includes name.
reaches() # folder, pattern of allowed targets
{
    find "$1" -name '*.[chS]' | sort | while read -r file; do
        sed -n 's/^ *# *include *[<"]\([^">]*\)[">].*/\1/p' "$file" | while read -r name; do
            case $name in
            lanewise/*) target=api/$name ;;
            *) target=
                for base in "$(dirname "$file")" . api; do
                    [ -z "$target" ] && [ -e "$base/$name" ] && target=$(realpath --relative-to=. "$base/$name")
                done ;;
            esac
            case $target in
            '' | "$1"/*) ;;
            *) echo "$target" | grep -Eq "$2" || echo "$file includes $target" ;;
            esac
        done
    done
}
arrow() # folder, pattern of allowed targets
{
    [ -d "$1" ] || return
    reaches "$1" "$2" >"$work/log"
    [ ! -s "$work/log" ]
    report $? "includes_of_$1"
}
public_api='^api/lanewise/'
arrow kernels "$public_api"
arrow bench "$public_api|^kernels/|^tests/|^emu/"
# That the search sees a wrong arrow.
mkdir -p "$work/kernels" && printf '#include "../emu/machine/emu.h"\n' >"$work/kernels/wrong.c" && mkdir -p "$work/emu/machine" &&
    : >"$work/emu/machine/emu.h" && (cd "$work" && reaches kernels "$public_api") | grep -q 'wrong.c includes emu/machine/emu.h'
report $? includes_are_seen

# ---- what the library exports ----
if [ -n "$library" ]; then
    nm -D --defined-only "$library" | awk '{ print $3 }' | sed 's/@.*//' >"$work/exported"
    grep -Ev '^(lw|lwk|emu)_' "$work/exported" >"$work/log"
    [ ! -s "$work/log" ] && grep -qx lw_device_open "$work/exported" && grep -qx emu_here "$work/exported"
    report $? exported_prefixes
    # Every function that a public header declares is there.
    sed -n 's/^[a-z].*[ *]\(\(lw\|emu\)_[a-z0-9_]*\)(.*/\1/p' $(sed -n 's|^#include <\(lanewise/.*\)>|api/\1|p' api/lanewise/host.h) emu/device/device.h emu/device/device_math.h emu/device/rounding.h | sort -u |
        grep -Ev '_$' >"$work/declared"
    sort -u "$work/exported" | comm -23 "$work/declared" - >"$work/log"
    [ ! -s "$work/log" ] && [ -s "$work/declared" ]
    report $? exported_declarations
else
    skip exported_prefixes "no library named"
fi

# ---- vector types: sizes and alignments, against CUDA's own where it is ----
vectors=$(for base in char uchar short ushort int uint long ulong longlong ulonglong float double; do
    for n in 1 2 3 4; do echo $base$n; done
done; for base in long ulong longlong ulonglong double; do echo ${base}4_16a ${base}4_32a; done; echo dim3)
{
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    for v in $vectors; do
        printf 'printf("%s %%zu %%zu\\n", sizeof(%s), __alignof__(%s));\n' $v $v $v
    done
    echo 'return 0; }'
} >"$work/main.c"
cuda_include=
if [ -n "$nvcc" ]; then
    cuda_include=$(dirname "$(dirname "$(realpath "$nvcc")")")/include
    [ -e "$cuda_include/cuda_runtime.h" ] || cuda_include=
fi
sizes() # name, flags, includes...
{
    name=$1 flags=$2
    shift 2
    { for file; do echo "#include <$file>"; done; cat "$work/main.c"; } >"$work/$name.c"
    $cc -std=gnu11 -Wall -Werror -Wno-deprecated-declarations -Iapi $flags "$work/$name.c" -o "$work/$name" \
        >>"$work/log" 2>&1 && "$work/$name" >"$work/$name.sizes"
}
if [ -n "$cuda_include" ]; then
    sizes ours '' lanewise/types.h && sizes cuda "-isystem $cuda_include" vector_types.h &&
        diff "$work/cuda.sizes" "$work/ours.sizes" >>"$work/log"
    report $? vector_types_as_cuda
    sizes before "-isystem $cuda_include" lanewise/types.h cuda_runtime.h &&
        cmp "$work/before.sizes" "$work/cuda.sizes" >>"$work/log" 2>&1
    report $? vector_types_before_cuda_runtime
    sizes after "-isystem $cuda_include" cuda_runtime.h lanewise/types.h &&
        cmp "$work/after.sizes" "$work/cuda.sizes" >>"$work/log" 2>&1
    report $? vector_types_after_cuda_runtime
else
    skip vector_types_as_cuda "no CUDA headers"
fi
# And against what CUDA's are, for machines without them.
cat >"$work/expected" <<'END'
char1 1 1
char3 3 1
uchar4 4 4
short2 4 4
short3 6 2
ushort4 8 8
int2 8 8
int3 12 4
uint4 16 16
long3 24 8
longlong4 32 16
float2 8 8
float3 12 4
float4 16 16
double2 16 16
double3 24 8
double4 32 16
double4_32a 32 32
dim3 12 4
END
sizes ours '' lanewise/types.h && grep -Fxf "$work/expected" "$work/ours.sizes" | diff - "$work/expected" >>"$work/log"
report $? vector_types

finish
