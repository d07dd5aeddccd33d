/* Races that depend on barriers. */
#include <lanewise/kernel.h>

#include "catalogue.h"
#include "lanes.h"

LW_KERNEL(fault_warp, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    (void)g, (void)n;
    s[lane()] = lane(); /* fault */
    if (fixed)
        __syncwarp();
    h[position()] = s[lane() ^ 1]; /* fault */
}

LW_KERNEL(fault_block, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    (void)g, (void)n;
    s[lane()] = lane(); /* fault */
    if (fixed)
        __syncthreads();
    h[position()] = s[lanes() - 1 - lane()]; /* fault */
}

LW_KERNEL(fault_tile, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    int sum = 0;
    (void)n;
    for (int k = 0; k < 3; k++) {
        s[lane()] = g[position()] + k; /* fault */
        __syncthreads();
        sum += s[(lane() + 32) % lanes()]; /* fault */
        if (fixed)
            __syncthreads();
    }
    h[position()] = sum;
}

LW_KERNEL(fault_all_write, FAULT_PARAMETERS)
{
    LW_SHARED(int, s);
    (void)g, (void)n;
    if (!fixed || lane() == 0)
        s[0] = lane(); /* fault */
    __syncthreads();
    h[position()] = s[0];
}

LW_KERNEL(fault_same_value, FAULT_PARAMETERS)
{
    LW_SHARED(int, s);
    (void)g, (void)n;
    if (!fixed || lane() == 0)
        s[0] = 7; /* fault */
    __syncthreads();
    h[position()] = s[0];
}

LW_KERNEL(fault_seventh_value, FAULT_PARAMETERS)
{
    LW_SHARED(int, s);
    (void)g, (void)n;
    if (!fixed || lane() == 7)
        s[0] = lane() == 7; /* fault */
    __syncthreads();
    h[position()] = s[0];
}

/* Hillis and Steele's scan in place. */
LW_KERNEL(fault_scan, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    int t = lane();
    (void)n;
    s[t] = g[position()] + 1;
    __syncthreads();
    for (int d = 1; d < lanes(); d *= 2) {
        int before = 0;
        if (t >= d)
            before = s[t - d]; /* fault */
        if (fixed)
            __syncthreads();
        s[t] += before; /* fault */
        __syncthreads();
    }
    h[position()] = s[t];
}

/* The last steps of a sum, by one warp that is assumed to run in lockstep. */
LW_KERNEL(fault_warp_tail, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    volatile int *v = s;
    int t = lane();
    (void)n;
    s[t] = g[position()] + 1;
    __syncthreads();
    for (int d = 32; t < 32 && d > 0; d /= 2) {
        int other = v[t + d]; /* fault */
        if (fixed)
            __syncwarp();
        v[t] += other; /* fault */
        if (fixed)
            __syncwarp();
    }
    if (t == 0)
        h[block()] = s[0];
}

LW_KERNEL(fault_warp_tail_global, FAULT_PARAMETERS)
{
    volatile int *v = g + block() * lanes();
    int t = lane();
    (void)n;
    v[t] = t;
    __syncthreads();
    for (int d = 32; t < 32 && d > 0; d /= 2) {
        int other = v[t + d]; /* fault */
        if (fixed)
            __syncwarp();
        v[t] += other; /* fault */
        if (fixed)
            __syncwarp();
    }
    if (t == 0)
        h[block()] = v[0];
}

LW_KERNEL(fault_grid_sum, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (lane() != 0)
        return;
    if (fixed)
        atomicAdd(&g[0], 1);
    else
        g[0] += 1; /* fault */
}

LW_KERNEL(fault_test_maximum, FAULT_PARAMETERS)
{
    int value = position(), now;
    (void)h, (void)n;
    if (fixed)
        now = *(volatile int *)&g[0];
    else
        now = g[0]; /* fault */
    if (now < value)
        atomicMax(&g[0], value); /* fault */
}

/* How CUDA's guide builds atomics that CUDA lacks. */
LW_KERNEL(fault_read_before_swap, FAULT_PARAMETERS)
{
    int old, assumed;
    (void)h, (void)n;
    if (fixed)
        old = *(volatile int *)&g[0];
    else
        old = g[0]; /* fault */
    do {
        assumed = old;
        old = atomicCAS(&g[0], assumed, assumed + position()); /* fault */
    } while (assumed != old);
}

/* The same, but some threads use the value for something else. */
LW_KERNEL(fault_read_and_swap, FAULT_PARAMETERS)
{
    int old;
    (void)n;
    if (fixed)
        old = *(volatile int *)&g[0];
    else
        old = g[0]; /* fault */
    if (position() % 2)
        atomicCAS(&g[0], old, old + 1); /* fault */
    else
        h[position()] = old;
}

LW_KERNEL(fault_plain_beside_atomic, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (position() != 0)
        atomicAdd(&g[0], 1); /* fault */
    else if (fixed)
        atomicExch(&g[0], 1);
    else
        g[0] = 1; /* fault */
}

/* The first thread's own atomic comes after its store; those of the others may come before it. */
LW_KERNEL(fault_count_from_zero, FAULT_PARAMETERS)
{
    LW_SHARED(int, count);
    (void)g, (void)n;
    if (lane() == 0)
        *count = 0; /* fault */
    if (fixed)
        __syncthreads();
    atomicAdd(count, 1); /* fault */
    __syncthreads();
    h[position()] = *count;
}

/* Right either way: neighbouring bytes are separate memory. */
LW_KERNEL(fault_bytes, FAULT_PARAMETERS)
{
    LW_SHARED(char, s, [MOST_LANES * 4]);
    int step = fixed ? 4 : 1;
    char *bytes = (char *)g;
    (void)n;
    s[lane() * step] = (char)lane();
    bytes[position() * step] = s[lane() * step];
    bytes[position() * step] += 1;
    h[position()] = s[lane() * step];
}

LW_KERNEL(fault_shuffle_fence, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    int t = lane();
    (void)g, (void)n;
    s[t] = t; /* fault */
    int first = __shfl_sync(LW_FULL_MASK, t, 0);
    if (fixed)
        __syncwarp();
    h[position()] = first + s[t ^ 1]; /* fault */
}
