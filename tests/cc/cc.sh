#!/bin/sh
# Tests of lanewise-cc. usage: cc.sh LANEWISE_CC SOURCE_ROOT LIBRARY_FOLDER [NVCC]
set -u
driver=$(realpath "$1") root=$(realpath "$2") library=$(realpath "$3") nvcc=${4:-}
[ -n "$nvcc" ] || nvcc=$(command -v nvcc || :)
[ -n "$nvcc" ] || { [ ! -x /usr/local/cuda/bin/nvcc ] || nvcc=/usr/local/cuda/bin/nvcc; }
unset LANEWISE_NVCC LANEWISE_HOST_CC LANEWISE_INCLUDE_DIR LANEWISE_CLANG LANEWISE_FUSE LANEWISE_ENGINE LANEWISE_CPU
work=$(mktemp -d "${TMPDIR:-/tmp}/lanewise-cc-test-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT PIPE TERM
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
        sed 's/^/# /' log 2>/dev/null
    fi
}
skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }

# What the driver says goes to log; the answer is its exit status.
cc() { "$driver" "--include-dir=$root/api" "$@" >log 2>&1; }
cuda() { cc "--nvcc=$nvcc" --cuda-arch=sm_90 "$@"; }
says() { grep -q -e "$1" log; }
# The line of the C compiler, of nvcc.
host_has() { grep -e ' -fwrapv ' log | grep -q -e "$1"; }
device_has() { grep -e ' -fatbin ' log | grep -q -e "$1"; }
# A refusal: status 1, one line that names the flag, nothing written.
refuses() # name, words in the message, flags...
{
    name=$1 words=$2
    shift 2
    rm -f out.o
    cc --no-cuda "$@" -c plain.c -o out.o
    [ $? = 1 ] && says "$words" && [ "$(wc -l <log)" = 1 ] && [ ! -e out.o ]
    report $? "$name"
}

# One file with code for both, without the kernel language: it works before the headers do.
cat >plain.c <<'END'
#include "plain.h"
#ifdef __CUDACC__
static __device__ int twice(int x) { return 2 * x; }
extern "C" __global__ void plain_kernel(int n, int *out) { out[threadIdx.x] = twice(n) + PLAIN; }
#endif
#ifdef LW_MODULE_HAS_CUDA
extern const char lw_module_cuda_image[] __attribute__((visibility("hidden")));
const char *plain_image(void);
const char *plain_image(void) { return lw_module_cuda_image; }
#else
int plain_cpu;
#endif
END
echo '#define PLAIN 1' >plain.h
echo 'int broken(' >broken.c
printf '#ifdef __CUDACC__\n#error device only\n#endif\n#warning host speaks\nint half;\n' >half.c

# ---- one target ----
cc --no-cuda -c plain.c && [ -f plain.o ] && nm plain.o | grep -q plain_cpu
report $? "--no-cuda: the CPU copy alone, under the default name"
# A fresh shell looks the tools up: in this one, cc is a function.
mkdir -p bin && for tool in cc as ld objcopy; do ln -sf "$(sh -c "command -v $tool")" bin/; done
if [ -x /usr/local/cuda/bin/nvcc ]; then
    skip "without nvcc the CPU copy alone" "one lies in /usr/local/cuda"
else
    (PATH=$work/bin cc -c plain.c -o without.o) && nm without.o | grep -q plain_cpu
    report $? "without nvcc the CPU copy alone"
fi
cc --no-cuda -c plain.c -o "sp ace.o" && mkdir -p "a folder" && cp plain.c plain.h "a folder/" &&
    cc --no-cuda -MD -c "a folder/plain.c" -o "a folder/an object.o" &&
    grep -q 'a\\ folder/an\\ object.o:' "a folder/an object.d"
report $? "spaces in paths"
cc --no-cuda -c plain.c half.c && [ -f plain.o ] && [ -f half.o ]
report $? "several files"
cc --no-cuda -E plain.c && says 'plain_cpu'
report $? "-E shows the CPU copy"
cc --no-cuda -fsyntax-only broken.c; [ $? = 1 ] && says 'broken.c:1'
report $? "-fsyntax-only"

# ---- flags of the C compiler ----
cc --no-cuda -### -O2 -g -Wall -DX=1 -U Y -I inc -isystem sys -include plain.h -std=c11 -fPIC -mtune=native \
    -c plain.c -o o.o
host_has '-std=gnu11 -O2 -g -Wall -DX=1 -UY -I inc -isystem sys -include plain.h -std=c11 -fPIC -mtune=native'
report $? "the user's flags reach the C compiler, in order"
host_has '-fwrapv -fno-strict-aliasing -ffp-contract=off -fno-math-errno -fno-finite-loops -fno-delete-null-pointer-checks'
report $? "the flags that fix the meaning come last"
[ ! -e o.o ]
report $? "-### runs nothing"
cc --no-cuda -flto -ffat-lto-objects -O2 -c plain.c -o lto.o && [ ! -s log ] && ! readelf -SW lto.o | grep -q gnu.lto
report $? "-flto has no effect and makes no noise"
refuses "-ffast-math is refused" "-ffast-math is refused: floating-point" -ffast-math
refuses "-use_fast_math is refused" "-use_fast_math is refused: floating-point" -use_fast_math
refuses "-Ofast is refused" "-Ofast is refused" -Ofast
refuses "-funsafe-math-optimizations is refused" "-funsafe-math-optimizations is refused" -funsafe-math-optimizations
refuses "-std=c++17 is refused" "a kernel file is C" -std=c++17
refuses "an unknown flag is named" "unknown flag -Quux" -Quux
refuses "-gencode points to --cuda-arch" "cuda-arch=LIST" -gencode
refuses "other languages are refused" "kernel.hip: a kernel file is C or CUDA C++" kernel.hip
refuses "-x c++ is refused" "-x c++" -x c++
refuses "a flag without its value" "needs a value" --cuda-arch=
cc --no-cuda -c; [ $? = 1 ] && says 'no kernel file'
report $? "no input is an error"
cc --no-cuda -c -o; [ $? = 1 ] && says '-o needs a value'
report $? "-o at the end"
cc --no-cuda -c plain.c half.c -o one.o; [ $? = 1 ] && says 'several kernel files'
report $? "-o with several files"
cc -c plain.c --nvcc=/nowhere/nvcc; [ $? = 1 ] && says '/nowhere/nvcc'
report $? "an nvcc that is not there"
"$driver" --include-dir=/nowhere -c plain.c >log 2>&1; [ $? = 1 ] && says 'lanewise/kernel.h'
report $? "headers that are not there"
cc --no-cuda --host-cc=/nowhere/cc -c plain.c; [ $? = 1 ] && says 'cannot start /nowhere/cc'
report $? "a C compiler that is not there"
"$driver" --help >log 2>&1 && says 'cuda-arch'
report $? "--help"
"$driver" --version >log 2>&1 && says '^lanewise-cc [0-9]*\.[0-9]*\.[0-9]*$'
report $? "--version"

# ---- failures leave nothing ----
cc --no-cuda -MD -c broken.c -o broken.o; [ $? = 1 ] && [ ! -e broken.o ] && [ ! -e broken.d ] && says 'broken.c:1'
report $? "a compile error: status 1, no object, no dependency file"
cc --no-cuda -c missing.c -o out.o; [ $? = 1 ] && says 'missing.c'
report $? "a missing file"
echo 'int call(void); int call(void) { return __no_such_operation(3); }' >unknown.c
cc --no-cuda -c unknown.c; [ $? = 1 ] && says '__no_such_operation'
report $? "an unknown operation is an error at compile time"
# What C and C++ both accept and understand differently. gcc and clang take errors made of warnings back with -w.
meanings() # flags...
{
    good=0
    for flags in '' -w '-w -Wall -Wno-implicit-int -Wno-sequence-point' '-Wno-error'; do
        cc --no-cuda "$@" $flags -c implicit.c -o meant.o; [ $? = 1 ] && says '-Wimplicit-int\|-Werror=implicit-int' || good=1
        cc --no-cuda "$@" $flags -c order.c -o meant.o; [ $? = 1 ] && says 'undefined\|unsequenced' || good=1
        cc --no-cuda "$@" $flags -c unknown.c -o meant.o; [ $? = 1 ] && says '__no_such_operation' || good=1
    done
    return $good
}
echo 'float half(float); float half(float x) { auto y = 0.5f; return x * y; }' >implicit.c
echo 'void put(int *, int); void put(int *a, int i) { a[i] = i++; }' >order.c
meanings
report $? "what C and C++ understand differently is an error, with -w as well"
echo 'int right(int); int right(int x) { return x; }' >right.c
{ cat right.c; echo '#warning speaks'; } >speaks.c
cc --no-cuda -w -c speaks.c -o meant.o && [ ! -s log ] && cc --no-cuda -c speaks.c -o meant.o && says 'speaks'
report $? "-w: no warnings"

(TMPDIR=/nowhere cc --no-cuda -c plain.c -o out.o); [ $? = 1 ] && says '/nowhere' && [ ! -e out.o ]
report $? "a folder for temporary files that is not there"
printf '#!/bin/sh\nexec sleep 60\n' >slow && chmod +x slow
for signal in TERM:143 HUP:129 PIPE:141 XCPU:152; do
    "$driver" "--include-dir=$root/api" --no-cuda --host-cc="$work/slow" -c plain.c -o out.o >log 2>&1 &
    slow=$!
    for try in 1 2 3 4 5 6 7 8 9 10; do [ -n "$(ls tmp)" ] && break; sleep 0.1; done
    sleep 0.1; kill -"${signal%:*}" $slow; wait $slow 2>/dev/null
    [ $? = "${signal#*:}" ] && [ -z "$(ls tmp)" ] && [ ! -e out.o ]
    report $? "SIG${signal%:*} ends the compilers and removes the temporary files"
done

cc --no-cuda --host-cc=/bin/false -c plain.c -o out.o; [ $? = 1 ] && says 'compiling plain.c for the CPU: /bin/false ended with status 1'
report $? "a C compiler that fails without a word is named"
cc --nvcc=/bin/false -c plain.c -o out.o; [ $? = 1 ] && says 'compiling plain.c for CUDA: /bin/false ended with status 1'
report $? "so is an nvcc"
cc --no-cuda --host-cc=/none/cc -c plain.c -o out.o; [ $? = 1 ] && [ "$(grep -c . log)" = 1 ] && says 'cannot start /none/cc'
report $? "a compiler that cannot be started is named once"
if [ -c /dev/full ]; then
    for option in --help --version; do
        "$driver" $option >/dev/full 2>log; [ $? = 1 ] && says 'cannot write to standard output: No space left on device'
        report $? "$option to a full device"
    done
fi

# ---- dependencies ----
cc --no-cuda -MD -MF dep.d -c plain.c -o dep.o && grep -q '^dep.o: plain.c' dep.d && grep -q 'plain.h' dep.d
report $? "-MD -MF"
cc --no-cuda -MMD -MP -MT 'a target' -c plain.c -o dep.o && grep -q '^a target: plain.c' dep.d &&
    grep -q '^plain.h:' dep.d
report $? "-MMD -MP -MT, in the default file"
rm -f dep.o
cc --no-cuda -MD -MF no/such/folder.d -c plain.c -o dep.o; [ $? = 1 ] && says 'no/such/folder.d' && [ ! -e dep.o ]
report $? "a dependency file that cannot be written"

# ---- clang ----
if clang=$(command -v clang); then
    cc --no-cuda "--host-cc=$clang" -O2 -g -c plain.c -o clang.o && [ ! -s log ] && nm clang.o | grep -q plain_cpu
    report $? "clang as the C compiler"
    meanings "--host-cc=$clang"
    report $? "what C and C++ understand differently is an error with clang, too"
else
    skip "clang as the C compiler" "no clang"
fi

. "$(dirname "$(realpath "$0" 2>/dev/null || echo "$root/tests/cc/cc.sh")")/cuda.sh"
. "$root/tests/cc/outputs.sh"
. "$root/tests/cc/portable.sh"
. "$root/tests/cc/link.sh"
. "$root/tests/cc/host_file.sh"
. "$root/tests/cc/fused.sh"
. "$root/tests/cc/profile.sh"
. "$root/tests/cc/coverage.sh"

[ -z "$(ls tmp)" ]
report $? "nothing is left in the folder for temporary files"
echo "1..$count"
[ "$failed" = 0 ]
