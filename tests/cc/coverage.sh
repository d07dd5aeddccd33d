# Part of cc.sh: --coverage counts a kernel's lines and branches by thread. It comes after link.sh, which defines link().
mkdir -p coverage/source coverage/objects
cat >coverage/halve.h <<'END'
#include <lanewise/launch.h>
LW_DECLARE_KERNEL(halve, (int, n), (int *, data));
END
cat >coverage/source/halve.c <<'END'
#include <lanewise/kernel.h>
#include "../halve.h"
__device__ static int half_of(int value)
{
    if (value < 0)
        return -1; /* never */
    return value / 2;
}
LW_KERNEL(halve, (int, n), (int *, data))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)                        /* all threads */
        data[i] = half_of(data[i]);   /* threads with a number */
    if (threadIdx.x % 32 == 5)        /* a branch of one lane */
        __syncwarp(1u << 5);          /* one lane */
}
END
cat >coverage/main.c <<'END'
#include "halve.h"
int main(void)
{
    enum { N = 200001 };
    lw_device *device;
    int *data;
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&data, N * sizeof *data))
        return 1;
    lw_memset(device, data, 0, N * sizeof *data);
    for (int i = 0; i < 2; i++)
        lw_launch(halve, lw_linear(lw_default_stream(device), N, 96), N, data);
    lw_status status = lw_device_synchronize(device);
    lw_device_close(device);
    return (int)status;
}
END
# 2 launches of 2084 blocks of 96 threads.
covered() # COUNT TEXT: how often gcov says that the line ran
{
    grep -F "$2" halve.c.gcov | grep -Eq "^ *$1:" || { echo "expected $1 of: $2" && cat halve.c.gcov; } >>log
}
counts_are_right() # COMMAND...
{
    "$@" -b -c >log 2>&1
    covered 400002 'threads with a number'
    covered 400128 'all threads'
    covered 12504 '/* one lane */'
    covered 400128 'LW_KERNEL(halve'
    ! grep halve__fiber halve.c.gcov >>log || echo 'expected no count of what calls the kernel' >>log
    covered '#####' 'never'
    grep -F -A 2 'a branch of one lane' halve.c.gcov >branches
    grep -q 'taken 12504' branches && grep -q 'taken 387624' branches || cat branches >>log
    ! grep -Eq 'expected|^branch' log
}

name="--coverage: counts by thread, on several OS threads"
if [ -n "$sanitize" ]; then
    skip "$name" "a sanitizer's build"
elif ! command -v gcov >/dev/null || "$driver" -### -c plain.c 2>&1 | grep -q clang; then
    skip "$name" "no gcov, or the C compiler is clang"
else
    (cd coverage && cc --no-cuda --coverage -O0 -c source/halve.c -o objects/halve.o && cc --no-cuda -I. -c main.c -o main.o &&
        [ -f objects/halve.gcno ] && LANEWISE_WORKERS=1 && cc --coverage objects/halve.o main.o "-L$library" "-Wl,-rpath,$library" -o program &&
        LANEWISE_WORKERS=4 ./program && counts_are_right gcov -o objects source/halve.c)
    status=$?
    cp coverage/log log
    report $status "$name"

    # Neither a run of the checked copy counts, nor is there a fused one.
    (cd coverage && LANEWISE_ENGINE=checked ./program >log 2>&1 && counts_are_right gcov -o objects source/halve.c &&
        rm objects/halve.gcda && LANEWISE_ENGINE=fused ./program && counts_are_right gcov -o objects source/halve.c)
    status=$?
    cp coverage/log log
    report $status "--coverage: the checked copy counts nothing, and there is no fused one"

    (cd coverage && cc --no-cuda --coverage -I. source/halve.c main.c "-L$library" "-Wl,-rpath,$library" -o objects/whole && cd / &&
        "$OLDPWD/objects/whole" && cd "$OLDPWD" && [ -f objects/whole-main.gcda ] && counts_are_right gcov objects/whole-halve.gcda)
    status=$?
    cp coverage/log log
    report $status "--coverage: a program out of sources, run elsewhere; host code is counted, too"
fi

name="--coverage: clang's counts have their names, and llvm-cov reads them"
if [ -z "$clang19" ] || ! command -v llvm-cov-19 >/dev/null; then
    skip "$name" "no clang-19 or no llvm-cov-19"
else
    (cd coverage && cc "--host-cc=$clang19" --no-cuda --coverage -O0 -c source/halve.c -o objects/clang.o && [ -f objects/clang.gcno ] &&
        ${STRINGS:-grep -a -o "$PWD/objects/clang.gcda"} objects/clang.o >/dev/null &&
        : >log && llvm-cov-19 gcov -o objects objects/clang.gcda >log 2>&1 && covered '#####' 'threads with a number' &&
        ! grep -q expected log)
    status=$?
    cp coverage/log log
    report $status "$name"
fi

name="--coverage: clang counts the same by thread"
if [ -n "$sanitize" ]; then
    skip "$name" "a sanitizer's build"
elif [ -z "$clang19" ] || ! command -v llvm-cov-19 >/dev/null || ! echo 'int main(void) { return 0; }' | "$clang19" --coverage -xc - -o coverage/empty 2>log; then
    skip "$name" "no clang-19 with its profile library (libclang-rt-19-dev), or no llvm-cov-19"
else
    (cd coverage && rm -f objects/halve.* && by="--host-cc=$clang19" && cc "$by" --no-cuda --coverage -O0 -c source/halve.c -o objects/halve.o &&
        cc "$by" --no-cuda -I. -c main.c -o main.o && cc "$by" --coverage objects/halve.o main.o "-L$library" "-Wl,-rpath,$library" -o program &&
        LANEWISE_WORKERS=4 ./program && counts_are_right llvm-cov-19 gcov -o objects objects/halve.gcda)
    status=$?
    cp coverage/log log
    report $status "$name"
fi

refuses "--coverage with --fused=on is refused" "--coverage counts threads" --coverage --fused=on
refuses "-fprofile-arcs is refused" "write --coverage" -fprofile-arcs
refuses "-ftest-coverage is refused" "write --coverage" -ftest-coverage
