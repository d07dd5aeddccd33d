#include <lanewise/kernel.h>

#include "lone_thread.h"

/* The thread stores its value if the condition holds; then the warp exchanges. */
#define RESULT(which, condition)                                                                                       \
    do {                                                                                                               \
        if (condition)                                                                                                 \
            out[(which) * MACHINE_LONE_THREAD_MOST + i] = value;                                                       \
        value = __shfl_xor_sync(~0u, value, 1) + 1;                                                                    \
    } while (0)

LW_KERNEL(machine_lone_thread, (unsigned, k), (const int *, in), (int *, out))
{
    unsigned x = threadIdx.x, i = threadIdx.y * blockDim.x + x;
    int value = __shfl_xor_sync(~0u, in[i], 1);
    RESULT(0, (i & 63) == 0);
    RESULT(1, i % 64 == 37);
    RESULT(2, (i & 127) == k);
    RESULT(3, (i & 63) != 3);
    RESULT(4, x == 5);
    RESULT(5, x == k);
    RESULT(6, (x & 63) == 33);
    RESULT(7, ((x + k) & 63) == 0);
    RESULT(8, (x & 31) == 7);
    RESULT(9, x != k);
}

LW_KERNEL(machine_wrapped, (unsigned, start), (const int *, in), (long long *, out))
{
    unsigned x = threadIdx.x;
    int own = in[x], other = __shfl_xor_sync(~0u, own, 1);
    long long index = (int)(blockIdx.x * 0x40000000u + start + x);
    out[blockIdx.x * blockDim.x + x] = index + other;
}
