#!/bin/sh
# CUDA C++ for the CPU: each .cu file here is compiled, and prints the same with fibers, fused and checked: the lines that
# begin with "// > ". What cannot be compiled is refused with its place. With nvcc, it compiles the same files.
# usage: cu.sh SOURCE_ROOT LANEWISE_CC LANEWISE LOWER FUSE CLANG LIBRARY_FOLDER [quick]
suite=cu
part=${8:-all}
cc_path=$(realpath "$2") && cli=$(realpath "$3") && libraries=$(realpath "$7") && LANEWISE_LOWER=$(realpath "$4") &&
    LANEWISE_FUSE=$(realpath "$5") && LANEWISE_CLANG=$6 && LANEWISE_INCLUDE_DIR=$(realpath "$1")/api || exit 1
export LANEWISE_LOWER LANEWISE_FUSE LANEWISE_CLANG LANEWISE_INCLUDE_DIR
. "$(dirname "$0")/../language/tap.sh" "$1"
level=$(grep -qw avx2 /proc/cpuinfo && echo v3 || echo v2)
compile() { "$cc_path" --no-cuda "--fused-levels=$level" --fused-shapes=none "$@"; }
link="-L$libraries -Wl,-rpath,$libraries -lcurand -lcurand_static"
tests=$root/tests/cu

# ---- each file, on each engine ----
begin() # FILE: compiles it; the status is written to a file
{
    name=$(basename "$1" .cu)
    compile --fused=on -O2 "$1" $link -o "$work/$name" >"$work/$name.log" 2>&1
    echo $? >"$work/$name.status"
}
same() # NAME ENGINE: whether it prints what its file says
{
    grep '^// > ' "$tests/$1.cu" | sed 's,^// > ,,' >"$work/want"
    LANEWISE_ENGINE=$2 timeout 60 "$work/$1" >"$work/got" 2>"$work/errors"
    status=$?
    { diff "$work/want" "$work/got"; grep -v '^========= ERROR SUMMARY: 0 errors' "$work/errors"; } >>"$work/log"
    [ $status = 0 ] && [ ! -s "$work/log" ] && [ -s "$work/want" ]
}
files=$(ls "$tests"/*.cu)
[ $part = all ] || files="$tests/launch.cu $tests/template.cu"
set -- $files
while [ $# -gt 0 ]; do # two at a time
    begin "$1" &
    first=$1
    shift
    if [ $# -gt 0 ]; then
        begin "$1"
        shift
    fi
    wait $!
done
for file in $files; do
    name=$(basename "$file" .cu)
    if [ "$(cat "$work/$name.status")" != 0 ]; then
        cat "$work/$name.log" >>"$work/log"
        report 1 "$name"
        continue
    fi
    for engine in fiber fused checked; do
        same "$name" $engine
        report $? "$name ($engine)"
    done
done
LANEWISE_ENGINE=fused LANEWISE_LOG_FILE="$work/said" "$work/template" >"$work/log" 2>&1
! grep 'runs on fibers' "$work/said" >"$work/log"
report $? "shared variables of one name on one line are fused"
compile --fused=on --fused-report -O2 -c "$tests/launch.cu" -o "$work/launch.o" >"$work/report" 2>"$work/log" &&
    grep -q 'region 0, launch.cu:[0-9].*: vectorised' "$work/report" || cat "$work/report" >>"$work/log"
[ ! -s "$work/log" ]
report $? "the report of loops has the file's lines"
if [ $part = all ]; then
    "$work/curand" wrong >"$work/log" 2>&1 && "$cli" check "$work/curand" wrong >"$work/log" 2>&1
    grep -q 'curandGenerateUniform: to is 0x[0-9a-f]*, and the 20 bytes from there end 4 past the 16-byte allocation' "$work/log"
    report $? "cuRAND's functions check memory"
fi

# ---- what is refused: the file's first line has the message ----
refused() # NAME, TEXT OF THE FILE, EXPECTED MESSAGE (a pattern), FLAG...
{
    name=$1 pattern=$3
    printf '%s\n' "$2" >"$work/wrong.cu"
    shift 3
    (cd "$work" && compile "$@" -c wrong.cu -o wrong.o) >"$work/log" 2>&1
    status=$?
    [ $status != 0 ] && [ ! -e "$work/wrong.o" ] && grep -q -e "$pattern" "$work/log"
    report $? "refused: $name"
}
kernel='__global__ void k(int *p)'
refused PTX "

$kernel { asm(\"wgmma.fence.sync.aligned;\"); }" '^wrong.cu:3: error: inline PTX "wgmma.fence.sync.aligned;" is not supported'
if [ $part = all ]; then
    refused intrinsic "
$kernel { *p = __nvvm_mulhi_i(*p, 3); }" '^wrong.cu:2: error: the NVPTX intrinsic mulhi_i is not supported'
    refused builtin "__global__ void k(float *p) { *p = __builtin_sinf(*p); }" \
        "^wrong.cu:1: error: LLVM's intrinsic llvm.sin.f32 is not supported"
    refused assembly_type "$kernel { asm volatile(\"add.u64 %0, %0, 1;\" : \"+r\"(*p)); }" '^wrong.cu:1: error: inline PTX "add.u64 $0, $0, 1;"'
    refused assembly_predicate "$kernel { asm volatile(\"{.reg .pred q; setp.ne.u32 q, %0, 0; @q wgmma.fence.sync;}\" :: \"r\"(*p)); }" \
        'instruction wgmma.fence.sync with a predicate'
    refused assembly_order "$kernel { asm volatile(\"ld.release.gpu.u32 %0, [%1];\" : \"=r\"(*p) : \"l\"(p)); }" 'inline PTX'
    refused assembly_label "$kernel { asm volatile(\"again: bra again;\"); }" 'inline PTX'
    refused declared_function "__device__ int f(int); $kernel { *p = f(1); }" '^wrong.cu:1: error: .*calls f(), which this file only declares'
    refused declared_variable "extern __device__ int e; $kernel { *p = e; }" '^wrong.cu:1: error: the device variable e is only declared'
    refused long_double "__global__ void k(long double d, int *p) { *p = d; }" '^wrong.cu:1: error: kernel k has a parameter with a long double'
    refused long_double_member "struct S { int a; long double b[2]; }; __global__ void k(S s, int *p) { *p = s.b[1]; }" 'parameter with a long double'
    refused dynamic_alignment "__global__ void k(int *p) { extern __shared__ __attribute__((aligned(8192))) int s[]; *p = s[0]; }" \
        '^wrong.cu:1: error: __shared__ s asks for an alignment of 8192 bytes'
    refused shared_alignment "$kernel { __shared__ __attribute__((aligned(8192))) int s[3]; s[1] = *p; *p = s[1]; }" \
        '^wrong.cu:1: error: __shared__ .* asks for an alignment of 8192 bytes'
    refused header '#include <cusparse.h>' "^wrong.cu:1:10: fatal error: 'cusparse.h' file not found"
    refused texture_reference 'texture<float, 2> t;' "^wrong.cu:1:1: error: .*'texture'"
    refused texture_type "__global__ void k(cudaTextureObject_t t, double *p) { *p = tex1D<double>(t, 0); }" 'error: .*a texture is read as a type of at most 32 bits'
    refused surface_type "__global__ void k(cudaSurfaceObject_t s) { surf1Dwrite(float3{1, 2, 3}, s, 0); }" 'error: .*a surface is accessed as a type of 8 to 64 bits'
    refused sparse "__global__ void k(cudaTextureObject_t t, float *p) { bool is; *p = tex2D<float>(t, 0, 0, &is); }" "error: no matching function for call to 'tex2D'"
    refused host_call 'void f() { cudaGraphicsMapResources(0, 0, 0); }' "^wrong.cu:1:12: error: .*cudaGraphicsMapResources"
    refused driver_call "#include <cuda.h>
void f() { cuArrayDestroy(0); }" '^wrong.cu:2:[0-9]*: error: .*cuArrayDestroy'
    refused host_function "int f(int); $kernel { *p = f(1); }" '^wrong.cu:1:[0-9]*: error: '
    refused not_CUDA '<html>' '^wrong.cu:1:1: error: '
    refused launched_pointer "$kernel { void (*f)(int *) = *p ? k : k; f<<<1, 1>>>(p); }" '^wrong.cu:1: error: a kernel launches a kernel through a pointer'
    refused launched_declaration "__global__ void d(int *p); $kernel { d<<<1, 1>>>(p); }" '^wrong.cu:1: error: .*calls d(), which this file only declares'
    refused called_kernel "$kernel { k(p); }" '^wrong.cu:1:[0-9]*: error: '
    refused launched_arguments "$kernel { k<<<1, 1>>>(p, 2); }" '^wrong.cu:1:[0-9]*: error: too many arguments'
    refused device_synchronize "$kernel { k<<<1, 1>>>(p); cudaDeviceSynchronize(); }" "^wrong.cu:1:[0-9]*: error: .*'cudaDeviceSynchronize'"
    (cd "$work" && printf '#include <lanewise/kernel.h>\nLW_KERNEL(k, int, n) {}\n' >kernel.c && compile -arch=sm_60 -c kernel.c -o wrong.o) >"$work/log" 2>&1
    [ $? != 0 ] && grep -q "kernel.c is a kernel file: nvcc's flags" "$work/log"
    report $? "refused: nvcc's flags with a kernel file in C"
    refused default_stream "$kernel {}" '--default-stream=own: it is legacy, null or per-thread' --default-stream own
    refused unknown_flag "$kernel {}" 'unknown flag --frobnicate' --frobnicate
    refused no_clang "$kernel {}" 'clang' --clang=/nonexistent
fi

# ---- reports speak of the source ----
if compile -g "$tests/wrong/race.cu" $link -o "$work/race" >"$work/log" 2>&1; then
    "$cli" check "$work/race" >"$work/log" 2>&1
    cp "$work/log" "$work/said"
    grep -q 'Race reported between .* at race<float>()+0x[0-9a-f]* in .*race.cu:8$' "$work/log" && grep -q "in kernel race<float> (.*race.cu:3)" "$work/log" &&
        grep -q "__shared__ 'tile' (256 bytes, .*race.cu:5)" "$work/log" && grep -q 'Invalid __global__ write of size 4 bytes' "$work/log" &&
        grep -A 1 'Invalid __global__ read of size 4 bytes' "$work/log" | grep -q 'at race<float>()+0x[0-9a-f]* in .*race.cu:7$'
    report $? "check names lines and template arguments"
    # Not those of liblanewise-cudart, nor of a template that calls it.
    grep -Eq "made at main\(\)\+0x[0-9a-f]* in .*race.cu:$(grep -n cudaMalloc "$tests/wrong/race.cu" | head -n 1 | cut -d: -f1)$" "$work/said" ||
        { cp "$work/said" "$work/log" && false; }
    report $? "check names the line of a call of CUDA's runtime"
else
    report 1 "check names lines and template arguments"
fi
# A group's copy is each thread's own accesses of it, too.
if compile -g "$tests/wrong/copies.cu" $link -o "$work/copies" >"$work/log" 2>&1; then
    "$cli" check --runs 1 "$work/copies" >"$work/log" 2>&1
    for kernel in of_block 'of_tile<32>' 'of_tile<2>'; do
        grep -A 8 'Error: Race reported between ' "$work/log" | grep -q "in kernel $kernel (" || echo "no race in $kernel" >>"$work/log"
    done
    grep -q "copies.cu:$(grep -n '// the copy' "$tests/wrong/copies.cu" | cut -d: -f1)" "$work/log" && ! grep -q '^no race' "$work/log"
    report $? "check finds accesses of what a group copies"
    "$cli" check "$work/copies" right >"$work/log" 2>&1 && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/log"
    report $? "check does not report such accesses after the wait"
else
    report 1 "check finds accesses of what a group copies"
fi
# Indices of arrays: of each kind of memory, in a function, a template and linked code; the twin, and the other copies, say nothing.
place() { echo "bounds.cu:$(grep -n "// $1" "$tests/wrong/bounds.cu" | cut -d: -f1)$"; }
for flag in -O2 -rdc=true; do
    if compile -g $flag "$tests/wrong/bounds.cu" $link -o "$work/bounds" >"$work/log" 2>&1; then
        "$cli" check --runs 1 "$work/bounds" 8 >"$work/log" 2>&1
        grep -A 5 'Invalid __global__ write' "$work/log" | grep -A 4 -e "$(place "a variable's")" | grep -q "64 bytes into __device__ 'table'" &&
            grep -A 5 'Invalid __global__ write' "$work/log" | grep -A 4 -e "at put<int>.*$(place "a reference's")" | grep -q "96 bytes into __device__ 'table'" &&
            grep -A 5 'Invalid __shared__ write' "$work/log" | grep -A 4 -e "$(place "a shared variable's")" | grep -q "64 bytes into __shared__ 'tile'" &&
            grep -A 5 'Invalid __local__ access' "$work/log" | grep -q -e "$(place "a thread's")" &&
            grep -A 5 'Invalid access$' "$work/log" | grep -q -e "$(place "a member's")" &&
            grep -A 5 'Invalid __local__ access' "$work/log" | grep -q 'in kernel of_thread (.*, and it ended the launch' &&
            grep -q '^========= ERROR SUMMARY: 5 errors' "$work/log" &&
            [ "$(grep -c "index 8 of an array of type 'int\[8\]'" "$work/log")" = 5 ]
        report $? "check finds indices beyond an array ($flag)"
        "$cli" check --runs 1 "$work/bounds" 7 >"$work/log" 2>&1 && grep -q '^========= ERROR SUMMARY: 0 errors' "$work/log" &&
            LANEWISE_ENGINE=fused "$work/bounds" 7 >"$work/log" 2>&1 && [ ! -s "$work/log" ]
        report $? "check does not report indices within an array ($flag)"
    else
        report 1 "check finds indices beyond an array ($flag)"
    fi
done
compile -g "$tests/wrong/fault.cu" $link -o "$work/fault" >"$work/log" 2>&1
for engine in fiber fused; do
    LANEWISE_ENGINE=$engine "$work/fault" >"$work/log" 2>&1
    grep -q '^cudaErrorAssert: device-side assert triggered' "$work/log" && grep -q 'fault.cu:6: check: ' "$work/log"
    report $? "an assertion ($engine)"
    LANEWISE_ENGINE=$engine "$work/fault" wild >"$work/log" 2>&1
    grep -q '^cudaErrorIllegalAddress: an illegal memory access was encountered' "$work/log"
    report $? "an illegal address ($engine)"
    LANEWISE_ENGINE=$engine LANEWISE_LOG_FILE=stderr "$work/fault" surface >"$work/log" 2>&1
    grep -q '^cudaErrorIllegalAddress' "$work/log" && grep -q "surf2Dwrite: (16, 0, 0) is outside a surface of 16 bytes, 2 rows" "$work/log"
    report $? "outside a surface ($engine)"
done
for engine in fiber fused; do
    LANEWISE_ENGINE=$engine LANEWISE_LOG_FILE=/dev/stderr "$work/fault" wild >"$work/log" 2>&1
    place=$([ $engine = fiber ] && echo :10) # fused, the store is moved out of a loop and has no line
    grep -q "fault.cu$place (wild) .*in kernel wild (.*fault.cu:8)" "$work/log"
    report $? "the place of a fault ($engine)"
done
"$cli" check "$work/fault" fetch >"$work/log" 2>&1
grep -q '^========= ERROR SUMMARY: 1 error' "$work/log" && grep -q 'at fetch()+0x.*fault.cu:18$' "$work/log" && grep -q '2 times in kernel fetch' "$work/log"
report $? "check knows what was copied to an array"
# ---- gdb, by the names of the source; -rdc=true has the same ----
place() { echo "watched.cu:$(grep -n "// $1" "$tests/debugger/watched.cu" | cut -d: -f1)"; }
cat >"$work/commands" <<END
break $(place 'in the kernel') if threadIdx.x == 2 && blockIdx.x == 1
run
print threadIdx
print outside
print dynamic[1]
lanewise thread (0,0,0)
print threadIdx.x + 100 * blockDim.x + 1000 * gridDim.x
up
print outside
delete
break $(place 'in sum') if threadIdx.x == 3
continue
print part
print threadIdx
up
print outside.first
print blockIdx
delete
continue
END
gdb_runs() { gdb -nx -batch -ex run -ex 'python print(6 * 7)' --args true 2>&1 | grep -q '^42$'; }
for flag in -g -rdc=true; do
    if ! have gdb || ! gdb_runs; then
        skip "gdb prints coordinates and shared variables ($flag)" "no gdb that has Python and can run a program"
        continue
    fi
    compile -g -O0 $flag --no-checked --fused=off "$tests/debugger/watched.cu" $link -o "$work/watched" >"$work/log" 2>&1 &&
        LANEWISE_ENGINE=fiber LANEWISE_WORKERS=1 timeout 100 gdb -nx -q -batch -iex 'set width 0' -iex "source $(dirname "$cli")/lanewise-gdb.py" \
            -x "$work/commands" "$work/watched" >"$work/log" 2>&1 </dev/null
    [ "$(sed -n 's/^[$][0-9]* = //p' "$work/log" | tr '\n' ';')" = '{x = 2, y = 0, z = 0};{first = 8, second = 0.5};0.5;2400;{first = 8, second = 0.5};{16843009, 16843009, 16843009, 16843009};{x = 3, y = 0, z = 0};8;{x = 1, y = 0, z = 0};' ] &&
        grep -q '^67372044$' "$work/log"
    report $? "gdb prints coordinates and shared variables ($flag)"
done
LANEWISE_SCHEDULE=lockstep "$work/fault" rotate >"$work/log" 2>&1 && grep -q '^0 lanes' "$work/log"
report $? "lanes in lockstep read structures before one writes"
[ $part = all ] || finish

# ---- several files: names of one file are not another's; C++ beside; objects; nvcc's flags; dependencies ----
cd "$work" || exit 1
cat >one.cu <<'END'
#include "both.h"
__device__ int value = 1;
static __device__ int add(int n) { return n + value; }
static __managed__ int calls = 1000;
__global__ void kernel_one(int *p)
{
    __shared__ int sum;
    sum = add(*p);
    *p = sum + ++calls - 1001;
}
void one(int *p) { kernel_one<<<1, 1>>>(p); }
END
sed 's/one/two/g; s/value = 1/value = 20/' one.cu >two.cu
printf '#include <cuda_runtime.h>\nvoid one(int *);\nvoid two(int *);\n' >both.h
cat >main.cpp <<'END'
#include <cuda_fp8.h>
#include <iostream>
#include <mma.h>
#include "both.h"
#include <curand_kernel.h>
#include <memory> // says __attribute__((__noinline__))
int main()
{
    int *p, n = 300;
    cudaMalloc(&p, sizeof n);
    cudaMemcpy(p, &n, sizeof n, cudaMemcpyHostToDevice);
    one(p);
    two(p);
    cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
    std::cout << n << std::endl;
    return cudaFree(p) || sizeof(curandState) != 48;
}
END
flags="-arch=sm_70 -gencode arch=compute_80,code=sm_80 -std=c++17 -Xcompiler -Wall,-Wextra --expt-relaxed-constexpr -lineinfo
    -use_fast_math -O3 -DUNUSED=1 -I. -w -Xfatbin -compress-all -res-usage -split-compile=0 -allow-unsupported-compiler"
compile $flags one.cu two.cu main.cpp $link -lcudart -o program >log 2>&1 && [ "$(./program)" = 321 ] && [ ! -s log ]
report $? "several files, C++ beside, nvcc's flags"
compile $flags -MD -c one.cu -o one.o >log 2>&1 && compile $flags -rdc=true --no-checked --fused=off -dc two.cu main.cpp >>log 2>&1 &&
    compile $flags one.o two.o main.o $link -o linked >>log 2>&1 &&
    [ "$(./linked)" = 321 ] && grep -q 'one.o:.*one.cu' one.d && grep -q 'both.h' one.d
report $? "objects, linked by another command; dependencies"
# The host's object comes from another compiler; only the library has CUDA C++.
host() { "${CXX:-g++}" -Wall -Wextra -Werror -std=c++17 "-I$LANEWISE_INCLUDE_DIR/cuda" -c "$1" -o "$2"; }
printf '#include "both.h"\n#include <iostream>\nint main() { int *p, n = 300; cudaMallocManaged(&p, 4); *p = n; one(p); cudaDeviceSynchronize(); two(p);
cudaDeviceSynchronize(); std::cout << *p << std::endl; return cudaFree(p); }\n' >other.cc
mkdir -p folder && compile $flags -lib one.o two.cu -o folder/libboth.a --no-checked --fused=off >log 2>&1 && host other.cc other.o >>log 2>&1 &&
    compile other.o -Lfolder -lboth $link -o other >>log 2>&1 && [ "$(./other)" = 321 ] &&
    compile other.o folder/libboth.a $link -o other >>log 2>&1 && [ "$(./other)" = 321 ] && [ ! -s log ]
report $? "a library, linked with another compiler's host code"
compile -arch=sm_80 -dlink one.o two.o -o device.o >log 2>&1 && compile one.o device.o two.o main.o $link -o linked >>log 2>&1 && [ "$(./linked)" = 321 ]
report $? "-dlink makes an object with nothing in it"
printf -- '--define-macro NUMBER=4 "-DTEXT=\\"a b\\""\n--undefine-macro=GONE' >words
printf 'static_assert(NUMBER == 4 && sizeof TEXT == 4, "");\n#ifdef GONE\n#error\n#endif\nint main() { return 0; }\n' >names.cu
compile -DGONE --options-file words --include-path folder --optimize=2 --machine 64 -t0 --keep -Werror all-warnings --std c++17 names.cu -lcuda \
    --library m --library-path=folder --output-file names $link --no-checked --fused=off >log 2>&1 && ./names && [ ! -s log ]
report $? "nvcc's long names of flags, and a file of options"
compile -E one.cu >log 2>&1 && grep -q 'void one(int \*p)' log
report $? "preprocessed"
cat >spaced.cuh <<'END'
template <class T, int N> __global__ void add(T *p) { *p += N; }
template <class T> void run(T *p) { add<T, 4> << <1, dim3(1) >> >(p); }
END
cat >spaced.cu <<'END'
#include <cstring>
#include <iostream>
#include <vector>
#include "spaced.cuh"
template <class T> struct A { T a; };
template <class T> std::ostream &operator<< (std::ostream &o, const A<T> &a) { return o << a.a; }
__global__ void set(int *p, int v) { *p = v << 1 << 1; }
int main()
{
    int *p;
    char quote = '"'; /* << <1, 1>> >( */
    std::vector<std::vector<std::vector<int>> > lists(1'0 >> 1 > (quote << 1 < (1)));
    cudaMallocManaged(&p, sizeof *p);
    set << <dim3(1), dim3(1, (1 + 0) >> 0) >> > (p, 3), run(p), set << <
        1, /* a block: */ {1, (1 + 0) * 1, 1}, 0, 0 >>>(p, 4);
    run<int>(p);
    cudaDeviceSynchronize();
    std::cout << A<int>{*p} << " << <1>> >(" << strlen(R"x( << <1, 1>> >()x") << std::endl;
    return wrong;
}
END
compile -g --no-checked --fused=off spaced.cu -o spaced $link >log 2>&1
grep -q '^spaced.cu:19:12: error: .*wrong' log && [ "$(grep -c error: log)" = 1 ] && sed -i 's/wrong/0/' spaced.cu &&
    compile -MD -c -g --no-checked --fused=off spaced.cu >log 2>&1 && grep -q 'spaced.o:.*spaced.cu' spaced.d && grep -q 'spaced.cuh' spaced.d &&
    compile spaced.o $link -o spaced && [ "$(./spaced)" = '20 << <1>> >(14' ]
report $? "launches with blanks in their brackets, and braces"
# A launch in a header that -I finds, whose path has a link; static kernels have a hash in their names with -rdc=true.
mkdir -p headers && ln -sfn headers linked
cat >headers/child.cuh <<'END'
template <class T> __global__ void leaf(T *p, T n) { *p += n; }
template <class T> __device__ void go(T *p)
{
    leaf << <1, 1 >> >(p, T(2));
}
END
cat >child_other.cu <<'END'
__global__ void other(int *p, double d) { *p += d; }
END
cat >child_main.cu <<'END'
#include <child.cuh>
__global__ void other(int *p, double d);
static __global__ void root(int *p) { go(p); other<<<1, 1>>>(p, 4); }
namespace { __global__ void hidden(int *p) { root<<<1, 1>>>(p); } }
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p), *p = 0;
    hidden<<<1, 1>>>(p), other<<<1, 1>>>(p, 1);
    return cudaDeviceSynchronize() || *p != 7;
}
END
compile -rdc=true --no-checked --fused=on --fused-levels=$level -Ilinked child_main.cu child_other.cu $link -o child_files >log 2>&1 &&
    LANEWISE_ENGINE=fused ./child_files 2>>log && LANEWISE_ENGINE=fiber ./child_files 2>>log
report $? "a kernel launches another file's (-rdc=true)"
# ---- modules ----
cat >module_part.cu <<'END'
__device__ int factor = 2, all[100];
__shared__ int shared;
extern "C" __global__ void times(int *p, char add, double by)
{
    p[threadIdx.x] = p[threadIdx.x] * factor * (int)by + add;
}
template <class T> __global__ void add(T *p) { *p += 1; }
template __global__ void add<int>(int *);
END
cat >module_main.cu <<'END'
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#define TRY(call) do { CUresult r = (call); if (r) { printf("%d: %d\n", __LINE__, r); return 1; } } while (0)
int main()
{
    CUmodule module, twin;
    CUfunction times, of_twin, add;
    CUdeviceptr memory, factor;
    size_t size, bytes = 24;
    int start[2] = {5, 6}, end[2], three = 3, grid, block;
    char one = 1;
    double by = 1;
    TRY(cuMemAlloc(&memory, 64));
    TRY(cuModuleLoad(&module, "module_part.fatbin"));
    TRY(cuModuleGetFunction(&times, module, "times"));
    TRY(cuModuleGetFunction(&add, module, "_Z3addIiEvPT_"));
    TRY(cuMemcpyHtoD(memory, start, sizeof start));
    void *arguments[] = {&memory, &one, &by};
    TRY(cuLaunchKernel(times, 1, 1, 1, 2, 1, 1, 0, 0, arguments, 0));
    // The same file as data: variables of its own.
    FILE *file = fopen("module_part.fatbin", "rb");
    static char image[1 << 20];
    if (!file || fread(image, 1, sizeof image, file) == 0 || fclose(file))
        return 2;
    TRY(cuModuleLoadDataEx(&twin, image, 0, 0, 0));
    TRY(cuModuleGetGlobal(&factor, &size, twin, "factor"));
    TRY(cuMemcpyHtoD(factor, &three, size));
    TRY(cuModuleGetGlobal(0, &size, twin, "all"));
    TRY(cuModuleGetFunction(&of_twin, twin, "times"));
    TRY(cuFuncSetBlockShape(of_twin, 2, 1, 1));
    TRY(cuParamSetSize(of_twin, bytes));
    TRY(cuParamSetv(of_twin, 0, &memory, sizeof memory));
    TRY(cuParamSetv(of_twin, 8, &one, 1));
    TRY(cuParamSetv(of_twin, 16, &by, sizeof by));
    TRY(cuLaunchGrid(of_twin, 1, 1));
    void *pointer[] = {&memory};
    TRY(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, 0, pointer, 0));
    TRY(cuCtxSynchronize());
    TRY(cuMemcpyDtoH(end, memory, sizeof end));
    TRY(cuOccupancyMaxPotentialBlockSize(&grid, &block, times, 0, 0, 64));
    printf("%d %d, %zu bytes, blocks of %d\n", end[0], end[1], size, block);
    TRY(cuMemsetD32(memory, 0x01020304, 2));
    TRY(cuMemsetD16Async(memory, 0x0506, 1, 0));
    TRY(cuMemcpyDtoH(end, memory, sizeof end));
    int none = cuModuleGetFunction(&add, module, "none"), no_file = cuModuleLoad(&module, "none.fatbin");
    int other = cuModuleLoad(&module, "module_main.cu"), text = cuModuleLoadData(&twin, "text"), odd = cuMemsetD32(memory + 2, 1, 1);
    printf("%x %x, refused %d %d %d %d %d\n", end[0], end[1], none, no_file, other, text, odd);
    TRY(cuModuleUnload(twin));
    TRY(cuModuleUnload(module));
    return 0;
}
END
compile -O2 -g -arch=sm_50 -fatbin module_part.cu >log 2>&1 && compile -O2 -g --fused=off module_main.cu $link -lcuda -o module_main >>log 2>&1
report $? "a module: -fatbin"
for engine in fiber fused checked; do
    LANEWISE_ENGINE=$engine ./module_main >got 2>log
    status=$?
    grep -v '^========= ERROR SUMMARY: 0 errors' log >errors
    printf '35 40, 400 bytes, blocks of 64\n1020506 1020304, refused 500 301 200 200 1\n' | diff - got >log && [ $status = 0 ] && [ ! -s errors ]
    report $? "a module: its kernels and variables ($engine)"
done
compile -ptx module_part.cu module_main.cu >log 2>&1
[ $? != 0 ] && grep -q 'take one .cu file at a time' log
report $? "a module of two files is refused"
# No toolkit is sure to have these two headers for nvcc.
cat >managed_by.cu <<'END'
#include <cstdio>
#include <cstring>
#include <nvml.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <sm_61_intrinsics.h>
int main()
{
    nvmlDevice_t device, wild = (nvmlDevice_t)1000;
    nvmlMemory_t memory;
    char name[NVML_DEVICE_NAME_BUFFER_SIZE], cut[2], id[20];
    unsigned clock = 0, count = 0, index = 9;
    int early = nvmlDeviceGetCount(&count);
    nvtxEventAttributes_t range = {NVTX_VERSION, NVTX_EVENT_ATTRIB_STRUCT_SIZE};
    nvtxRangePushEx(&range), nvtxRangePush("a range");
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    cudaDeviceGetPCIBusId(id, sizeof id, 0);
    bool right = early == NVML_ERROR_UNINITIALIZED && !nvmlInit() && !nvmlDeviceGetCount(&count) && count >= 1 &&
                 !nvmlDeviceGetHandleByPciBusId(id, &device) && !nvmlDeviceGetIndex(device, &index) && index == 0 &&
                 !nvmlDeviceGetHandleByIndex(0, &device) && nvmlDeviceGetHandleByIndex(count, &wild) == NVML_ERROR_INVALID_ARGUMENT &&
                 !nvmlDeviceGetName(device, name, sizeof name) && !strcmp(name, properties.name) &&
                 nvmlDeviceGetName(device, cut, sizeof cut) == NVML_ERROR_INSUFFICIENT_SIZE &&
                 !nvmlDeviceGetClockInfo(device, NVML_CLOCK_MEM, &clock) && (int)clock == properties.memoryClockRate / 1000 &&
                 !nvmlDeviceGetMemoryInfo(device, &memory) && memory.total == memory.free + memory.used && memory.total > 1 << 20 &&
                 nvmlDeviceGetIndex(wild, &index) == NVML_ERROR_INVALID_ARGUMENT && !nvmlShutdown() && nvmlShutdown() == NVML_ERROR_UNINITIALIZED;
    return nvtxRangePop() >= 0 || !right;
}
END
compile --no-checked --fused=off managed_by.cu $link -lnvidia-ml -lnvToolsExt -o managed_by >log 2>&1 && ./managed_by 2>>log
report $? "NVML and NVTX"
cat >renamed.c <<'END'
template <class T> __global__ void k(T *p) { register T r = 3; *p = r; }
int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); return cudaDeviceSynchronize() || *p != 3; }
END
cat >plain.c <<'END'
#include <cuda_runtime.h>
struct class { int new; };
int count(void) { struct class n = {0}; return cudaGetDeviceCount(&n.new) == cudaSuccess ? n.new : -1; }
END
printf 'extern "C" int count();\nint main() { return count() != 1; }\n' >counts.cu
compile -std=c++17 -arch=sm_60 -Xcompiler -Wall -c plain.c -o plain.o >log 2>&1 &&
    compile -std=c++17 -arch=sm_60 --no-checked --fused=off counts.cu plain.o $link -o counts >>log 2>&1 && ./counts && [ ! -s log ]
report $? "a C file with nvcc's flags is the host's"
compile --x cu --no-checked --fused=off renamed.c $link -o renamed >log 2>&1 && ./renamed
report $? "-x cu"
"$cli" check --runs 1 ./renamed >log 2>&1
grep -q 'Build renamed.c with lanewise-cc' log
report $? "the source is named where a copy is missing"
printf 'int main() { return 0; }\n' >plain.cpp
compile plain.cpp $link -o plain >log 2>&1 && ./plain
report $? "C++ without kernels"
[ "$(LANEWISE_ENGINE=fibre "$work/launch" 2>&1 >/dev/null | grep -c '^lanewise-cudart: lw_device_open: LANEWISE_ENGINE is "fibre"')" = 1 ]
report $? "a wrong setting is told, once"
# ---- a thread's default stream in one file, the legacy stream in the other ----
compile --default-stream legacy -default-stream=per-thread -O2 -c "$tests/streams/thread.cu" -o thread.o >log 2>&1 &&
    compile --default-stream null -O2 "$tests/streams/legacy.cu" thread.o $link -o streams >>log 2>&1
report $? "--default-stream per-thread"
grep '^// > ' "$tests/streams/thread.cu" | sed 's,^// > ,,' >want
for engine in fiber fused checked; do
    LANEWISE_ENGINE=$engine timeout 60 ./streams 2>&1 >got | grep -v '^========= ERROR SUMMARY: 0 errors' >log
    diff want got >>log && [ -s want ]
    report $? "--default-stream per-thread ($engine)"
done
printf '#include <cuda_runtime_api.h>\nint main() { return cudaFree(0) || cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed); }\n' >capture.cpp
compile --default-stream=per-thread capture.cpp $link -o capture >log 2>&1 && ./capture &&
    "${CXX:-g++}" -DCUDA_API_PER_THREAD_DEFAULT_STREAM "-I$LANEWISE_INCLUDE_DIR/cuda" -c capture.cpp -o capture.o >>log 2>&1 &&
    compile capture.o $link -o capture >>log 2>&1 && ./capture && compile capture.cpp $link -o capture >>log 2>&1 && ! ./capture
report $? "a thread's default stream in C++, also another compiler's"
# Of those that NVIDIA's header renames, all that exist here.
toolkit=$(dirname "$(dirname "${nvcc:-/}")")/include
if [ -e "$toolkit/cuda_runtime_api.h" ]; then
    for name in $(grep -o '__CUDART_API_PT[A-Z]*(cuda[A-Za-z0-9]*)' "$toolkit/cuda_runtime_api.h" | sed 's/.*(//; s/)//' | sort -u); do
        ! grep -q "[^A-Za-z0-9_]$name(" "$LANEWISE_INCLUDE_DIR/cuda/cuda_runtime_api.h" "$LANEWISE_INCLUDE_DIR"/cuda/runtime/*.h ||
            grep -q "#define $name " "$LANEWISE_INCLUDE_DIR/cuda/runtime/per_thread_stream.h" || echo "$name" >>log
    done
    [ ! -s log ]
    report $? "each function that takes stream 0 can take a thread's"
else
    skip "each function that takes stream 0 can take a thread's" "no toolkit"
fi
cat >freed.cu <<'END'
#include <time.h>
static void hold(void *)
{
    timespec time = {0, 30000000};
    nanosleep(&time, nullptr);
}
int main()
{
    int *to, *freed;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&to, sizeof *to);
    cudaMalloc(&freed, 1 << 20);
    cudaFree(freed);
    cudaLaunchHostFunc(stream, hold, nullptr);
    return cudaMemcpyAsync(to, freed, sizeof *to, cudaMemcpyDefault, stream) != cudaErrorInvalidValue;
}
END
compile --fused=off --no-checked freed.cu $link -o freed >log 2>&1 && ./freed 2>log
report $? "freed memory is no source, also of a busy stream"

# ---- nvcc compiles the same files ----
if [ -n "$nvcc" ]; then
    for file in $files; do
        relocatable=$([ "$(basename "$file")" = child.cu ] && echo -rdc=true) # launches in kernels need it
        "$nvcc" -std=c++17 -arch=sm_90 --extended-lambda --expt-relaxed-constexpr -w $relocatable -ptx "$file" -o nvcc.ptx >log 2>&1
        report $? "nvcc: $(basename "$file")"
    done
else
    skip nvcc "no nvcc"
fi

# ---- cuRAND's own header, on the host, gives the numbers that a kernel draws here ----
if [ $part = all ] && [ -e "$toolkit/curand_kernel.h" ]; then
    g++ -x c++ -DREFERENCE -O1 -w "-I$toolkit" "$tests/random.cu" -o reference >log 2>&1 && ./reference numbers >want && "$work/random" numbers >got &&
        [ -s want ] && diff want got >log
    report $? "random numbers are cuRAND's"
elif [ $part = all ]; then
    skip "random numbers are cuRAND's" "no curand_kernel.h of a toolkit"
fi
finish
