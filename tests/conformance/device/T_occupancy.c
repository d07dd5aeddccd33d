#include <lanewise/kernel.h>

#include "T_occupancy.h"

LW_KERNEL(t_dynamic, (int *, out))
{
    LW_DYNAMIC_SHARED(int, board);
    board[threadIdx.x] = 1;
    __syncthreads();
    atomicExch(&out[0], board[0]);
}

LW_KERNEL(t_static, (int *, out))
{
    LW_SHARED(int, board, [4096]);
    board[threadIdx.x] = 1;
    __syncthreads();
    out[0] = board[0];
}

LW_KERNEL(t_bounded, LW_LAUNCH_BOUNDS(256, 4), (int *, out))
{
    out[threadIdx.x] = 1;
}

/* 48 sums at once: 96 registers, and those for the rest. */
#define SUMS(in, out)                                                                                                  \
    double sum[48];                                                                                                    \
    for (int i = 0; i < 48; i++)                                                                                       \
        sum[i] = in[i];                                                                                                \
    for (int step = 1; step < 100; step++)                                                                             \
        for (int i = 0; i < 48; i++)                                                                                   \
            sum[i] = sum[i] * sum[(i + 1) % 48] + step;                                                                \
    for (int i = 0; i < 48; i++)                                                                                       \
        out[i] = sum[i];
LW_KERNEL(t_registers, (const double *, in),
          (double *, out)){SUMS(in, out)} LW_KERNEL(t_few_registers, LW_MAX_REGISTERS(32), (const double *, in),
                                                    (double *, out)){SUMS(in, out)}

__device__ __noinline__ static int t_descend(int depth, volatile char *above)
{
    volatile char frame[512];
    frame[0] = above[0];
    return depth ? t_descend(depth - 1, frame) + frame[0] : above[0];
}

LW_KERNEL(t_deep, (int, depth), (int *, out))
{
    volatile char one = 1;
    atomicExch(&out[0], t_descend(depth, &one));
}
