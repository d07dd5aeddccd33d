/* Barriers and warp collectives that cannot complete, and endless waits. */
#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "catalogue.h"
#include "lanes.h"

LW_KERNEL(fault_some_wait, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    (void)g, (void)n;
    s[lane()] = lane();
    if (fixed || lane() < 16)
        __syncthreads(); /* fault */
    h[position()] = s[lane()];
    __syncthreads(); /* fault */
}

/* Others end, and so let the barrier complete. */
LW_KERNEL(fault_some_end, FAULT_PARAMETERS)
{
    (void)n;
    h[position()] = g[position()];
    if (fixed || lane() % 2)
        __syncthreads(); /* fault */
}

LW_KERNEL(fault_two_sites, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    (void)g, (void)n;
    s[lane()] = lane();
    if (fixed || lane() % 2)
        __syncthreads(); /* fault */
    else
        __syncthreads(); /* fault */
    h[position()] = s[lanes() - 1 - lane()];
}

LW_KERNEL(fault_loop, FAULT_PARAMETERS)
{
    int sum = 0;
    (void)n;
    for (int k = 0; k <= (fixed ? 3 : lane() % 4); k++) {
        sum += g[position()];
        __syncthreads(); /* fault */
    }
    h[position()] = sum;
    __syncthreads(); /* fault */
}

LW_KERNEL(fault_mask_without_self, FAULT_PARAMETERS)
{
    unsigned self = 1u << lane() % 32;
    (void)n;
    __syncwarp(fixed ? LW_FULL_MASK : LW_FULL_MASK & ~self); /* fault */
    h[position()] = g[position()];
}

LW_KERNEL(fault_mask_of_absent, FAULT_PARAMETERS)
{
    (void)g, (void)n;
    if (lane() % 32 < 16)
        h[position()] = (int)__ballot_sync(fixed ? 0xffffu : LW_FULL_MASK, 1); /* fault */
    __syncthreads();                                                           /* fault */
}

LW_KERNEL(fault_shuffle_source, FAULT_PARAMETERS)
{
    (void)g, (void)n;
    if (lane() % 32 < 16)
        h[position()] = __shfl_sync(0xffffu, lane(), fixed ? 10 : 20); /* fault */
}

/* The first block to arrive waits for the last one. The twin is a cooperative launch of it. */
LW_KERNEL(fault_spin_block, FAULT_PARAMETERS)
{
    (void)fixed, (void)h, (void)n;
    if (lane() != 0)
        return;
    int turn = atomicAdd(&g[1], 1);
    if (turn == blocks() - 1)
        atomicExch(&g[0], 1);
    if (turn == 0)
        while (atomicAdd(&g[0], 0) == 0) /* fault */
            ;
}

/* All blocks wait for all others, which have no room while these wait; or, fixed, each for those that came before it. */
LW_KERNEL(fault_spin_grid, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (lane() != 0)
        return;
    int turn = atomicAdd(&g[1], 1), wanted = fixed ? turn : blocks();
    atomicAdd(&g[0], 1);
    while (atomicAdd(&g[0], 0) < wanted) /* fault */
        ;
}

/* The thread with the lock waits for those that want it. */
LW_KERNEL(fault_spin_warp, FAULT_PARAMETERS)
{
    int *lock = &g[position() / 32];
    (void)n;
    while (atomicCAS(lock, 0, 1) != 0) /* fault */
        ;
    __threadfence();
    h[position() / 32] += 1;
    if (!fixed)
        __syncwarp(); /* fault */
    __threadfence();
    atomicExch(lock, 0);
}

/* The host launches it cooperatively only if it is fixed. */
LW_KERNEL(fault_grid_sync, FAULT_PARAMETERS)
{
    (void)fixed;
    g[position()] = position();
    lw_group_sync(lw_this_grid()); /* fault */
    h[position()] = g[n - 1 - position()];
}
