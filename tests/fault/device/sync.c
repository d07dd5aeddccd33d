#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "sync.h"

LW_KERNEL(fault_divergent, (int *, out))
{
    if (threadIdx.x < 10)
        __syncthreads();
    else
        __syncthreads();
    *out = 1;
}
LINE_ABOVE(fault_divergent_line, 5)
LINE_ABOVE(fault_divergent_other_line, 4)

LW_KERNEL(fault_deadlock, (int *, out))
{
    if (threadIdx.x < 40)
        __syncthreads();
    else if (threadIdx.x < 64)
        out[threadIdx.x] = __any_sync(LW_FULL_MASK, 1);
}
LINE_ABOVE(fault_deadlock_line, 4)
LINE_ABOVE(fault_deadlock_other_line, 3)

LW_KERNEL(fault_masks_differ, (unsigned *, out))
{
    unsigned mask = threadIdx.x < 16 ? 0xffffffffu : 0xfffffffeu;
    out[threadIdx.x] = __ballot_sync(mask, 1);
}

LW_KERNEL(fault_operations_differ, (unsigned *, out))
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = __ballot_sync(LW_FULL_MASK, 1);
    else
        out[threadIdx.x] = (unsigned)__any_sync(LW_FULL_MASK, 1);
}

LW_KERNEL(fault_mask, (unsigned, mask), (unsigned *, out))
{
    if (threadIdx.x == 5)
        *out = __ballot_sync(mask, 1);
}
LINE_ABOVE(fault_mask_line, 2)

LW_KERNEL(fault_endless, (volatile int *, zero))
{
    if (threadIdx.x == 5)
        while (*zero == 0)
            ;
    __syncthreads();
}
LINE_ABOVE(fault_endless_line, 4)
LINE_ABOVE(fault_endless_other_line, 3)

/* Using `here` after the call keeps it from being a tail call. */
__device__ __noinline__ int endless_at(int depth, volatile int *zero, volatile int *above)
{
    volatile int here = *above;
    if (depth)
        return endless_at(depth - 1, zero, &here) + here;
    while (*zero == 0)
        ;
    return here;
}

LW_KERNEL(fault_endless_deep, (int, depth), (volatile int *, zero))
{
    volatile int here = 0;
    *zero = endless_at(depth, zero, &here);
}

LW_KERNEL(fault_print, (const char *, text))
{
    printf("%s\n", text);
}
LINE_ABOVE(fault_print_line, 2)

LW_KERNEL(fault_divergent_later, (int *, out))
{
    __syncthreads();
    if (threadIdx.x % 2)
        *out = __syncthreads_count(1);
    else
        __syncthreads();
}

/* C lets a compiler assume that such a loop ends. */
LW_KERNEL(fault_endless_count, (unsigned, odd), (int *, out))
{
    unsigned number = odd + 2 * threadIdx.x;
    int turns = 0;
    while (number & 1) {
        number += 2;
        turns++;
    }
    *out = turns;
}

LW_KERNEL(fault_endless_wait, (int, kind), (volatile int *, zero), (int *, word))
{
    while (*zero == 0) {
        switch (kind) {
        case 0: __syncthreads(); break;
        case 1: atomicAdd(word, 1); break;
        case 2: __syncwarp(1u << threadIdx.x % 32); break;
        case 3: __nanosleep(100); break;
        default: __threadfence();
        }
    }
}

LW_KERNEL(fault_one_of_two, (volatile int *, zero))
{
    if (blockIdx.x == gridDim.x - 1)
        __trap();
    while (*zero == 0)
        ;
}

LW_KERNEL(fault_trap, (int *, out))
{
    if (threadIdx.x == 7)
        __trap();
    *out = 1;
}
LINE_ABOVE(fault_trap_line, 3)

LW_KERNEL(fault_assert, (int, lanes))
{
    assert((int)threadIdx.x < lanes);
}
LINE_ABOVE(fault_assert_line, 2)

LW_KERNEL(fault_division, (int, divisor), (int *, out))
{
    if (threadIdx.x == 7)
        *out = 100 / divisor;
}
LINE_ABOVE(fault_division_line, 2)
