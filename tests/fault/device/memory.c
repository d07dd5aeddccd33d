#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "memory.h"

LW_KERNEL(fault_write, (unsigned, block), (unsigned, lane), (int *, where), (long long, offset))
{
    if (blockIdx.x == block && threadIdx.x == lane)
        *(volatile int *)((char *)where + offset) = 1;
}
LINE_ABOVE(fault_write_line, 2)

LW_KERNEL(fault_read, (unsigned, block), (unsigned, lane), (const int *, where), (long long, offset), (int *, out))
{
    if (blockIdx.x == block && threadIdx.x == lane)
        *out = *(const volatile int *)((const char *)where + offset);
}
LINE_ABOVE(fault_read_line, 2)

LW_KERNEL(fault_one_of_many, (unsigned, bad), (const int *, wild), (const int *, in), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (i == bad ? wild : in)[i];
}
LINE_ABOVE(fault_one_of_many_line, 2)

LW_KERNEL(fault_null_chosen, (int, none), (int *, where))
{
    const int *chosen = none == 1 ? NULL : where;
    where[1 + threadIdx.x] = *chosen;
}

__device__ __noinline__ void store(volatile int *where, int value)
{
    *where = value;
}
LINE_ABOVE(fault_in_function_line, 2)

LW_KERNEL(fault_in_function, (int *, where))
{
    if (threadIdx.x == 7)
        store(where, 1);
    __syncthreads();
}

LW_KERNEL(fault_memset, (void *, where), (size_t, size))
{
    if (threadIdx.x == 7)
        memset(where, 1, size);
    __syncthreads();
}
LINE_ABOVE(fault_memset_line, 3)

LW_KERNEL(fault_atomic, (int *, where), (int *, out))
{
    if (threadIdx.x == 7)
        *out = atomicAdd(where, 1) + 1;
}
LINE_ABOVE(fault_atomic_line, 2)

LW_KERNEL(fault_count, (int *, where), (const int *, in))
{
    atomicAdd(&where[in[threadIdx.x]], 1);
}

LW_KERNEL(fault_shared, (int, index), (int *, out))
{
    LW_DYNAMIC_SHARED(int, board);
    if (threadIdx.x == 7)
        ((volatile int *)board)[index] = 1;
    __syncthreads();
    *out = board[0];
}
LINE_ABOVE(fault_shared_line, 4)

__device__ __noinline__ int descend(int depth, const volatile char *above)
{
    volatile char frame[1000];
    frame[0] = above[0];
    if (depth == 0)
        return above[0];
    return descend(depth - 1, frame) + 1 + frame[0];
}

LW_KERNEL(fault_recursion, (int, depth), (int *, out))
{
    volatile char zero = 0;
    if (threadIdx.x == 7)
        *out = descend(depth, &zero);
}

/* A call takes more bytes than the handler of a signal, so that the signal's frame is what does not fit. */
__device__ __noinline__ int descend_slowly(const volatile char *bottom, int bytes)
{
    volatile char frame[2500];
    frame[0] = bottom[0];
    if (bottom - frame > 1 << 30)
        return 0;
    if (bottom - frame > bytes)
        for (volatile int i = 0; i < 20000000; i++)
            ;
    return descend_slowly(bottom, bytes) + 1 + frame[0];
}

LW_KERNEL(fault_slow_recursion, (int, bytes), (int *, out))
{
    volatile char zero = 0;
    if (threadIdx.x == 7)
        *out = descend_slowly(&zero, bytes);
}
