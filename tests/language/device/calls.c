#include <lanewise/kernel.h>

#include "calls.h"

/* Again, and behind the language: the C library defines assert() anew at each. */
#include <assert.h>
#include <stdio.h>

__device__ static void check(unsigned x, unsigned limit)
{
    assert(x < limit);
}

LW_KERNEL(language_asserts, (unsigned, limit))
{
    check(threadIdx.x, limit);
}

int language_host_assert(int x, int limit)
{
    assert(x < limit);
    return x;
}

LW_KERNEL(language_prints, (float, value))
{
    printf("lane %u of %u: %.2f %s\n", threadIdx.x, blockDim.x, (double)value, "text");
}

LW_KERNEL(language_copies, (int *, to), (const int *, from), (int, n))
{
    if (threadIdx.x == 0) {
        memcpy(to, from, (size_t)n * sizeof(int));
        memset(to + n, 0x11, (size_t)n * sizeof(int));
    }
}

LW_KERNEL(language_clocks, (int *, out))
{
    long long start = clock64();
    clock_t before = clock();
    __nanosleep(1000);
    out[0] = clock64() > start;
    out[1] = clock() >= before;
    out[2] = 0;
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    out[2] = 1;
}

LW_KERNEL(language_unrolls, (int *, out))
{
    for (int i = threadIdx.x; i < 16; i += blockDim.x) {
        int sum = 0;
#pragma unroll
        for (int j = 0; j < 16; j++)
            sum += j <= i ? j : 0;
#pragma unroll 4
        for (int j = 0; j < 1; j++)
            out[i] = sum;
    }
}
