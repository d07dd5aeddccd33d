#include <lanewise/kernel.h>

#include <lanewise/device_launch.h>

#include "kernels.h"

LW_KERNEL(fill, (int *, to), (int, n), (int, value))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = value + i;
}

LW_KERNEL(add, (const int *, from), (int *, to), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] += from[i];
}

LW_KERNEL(same_place, (int *, to))
{
    *to = (int)threadIdx.x;
}

LW_CONSTANT(int, scale, [2]);
LW_GLOBAL(int, offset);

LW_KERNEL(from_table, (int *, to), (int, n))
{
    static const int table[4] = {3, 1, 4, 1};
    const int *from = table;
    __asm__ volatile("" : "+r"(from)); /* else a compiler knows that it cannot be written */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i % 4] * scale[i % 2] + offset;
}

LW_KERNEL(to_constant, (int *, to))
{
    int *constant = (int *)scale;
    __asm__ volatile("" : "+r"(constant)); /* else a compiler knows better */
    constant[threadIdx.x % 2] = *to;
}

/* Of the device's heap; one lane. */
LW_KERNEL(heap, (int *, out), (int, what))
{
    int *mine = (int *)malloc(10 * sizeof *mine), *other = (int *)malloc(10 * sizeof *other);
    if (!mine || !other)
        return;
    for (int i = 0; i < 10; i++)
        mine[i] = i;
    if (what == 1)
        mine[10] = 1; /* past its end */
    if (what == 2)
        *out = other[3]; /* never written */
    if (what != 6)
        free(mine);
    if (what == 3)
        *out = mine[2]; /* freed */
    if (what == 4)
        free(mine);  /* twice */
    if (what == 7) { /* which would have the same place */
        int *next = (int *)malloc(10 * sizeof *next);
        *out = mine[0];
        free(next);
    }
    if (what == 5)
        free(other + 1); /* not its start */
    free(other);
}

/* Lane 0 frees what lane 1 still reads; or, with a barrier between, no more. */
LW_KERNEL(heap_free, (int **, kept))
{
    if (threadIdx.x == 0) {
        kept[0] = (int *)malloc(64);
        *kept[0] = 5;
    }
    __syncthreads();
    int value = *kept[0];
    if (kept[1])
        __syncthreads();
    if (threadIdx.x == 0)
        free(kept[0]);
    kept[2 + threadIdx.x] = (int *)0 + value;
}

/* Launches from a kernel: a child reads what its parent wrote; two children that nobody orders; the same in one stream;
 * the tail after all others. */
LW_KERNEL(family, (int *, to), (int, what))
{
    if (what == 0 || what == 3)
        to[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    cudaStream_t first = what == 1 || what == 3 ? cudaStreamFireAndForget : NULL;
    lw_launch_device(fill, lw_device_linear(first, 32, 32), to, 32, 5);
    lw_launch_device(fill, lw_device_linear(what == 3 ? cudaStreamTailLaunch : first, 32, 32), to, 32, 6);
}

/* Launches a graph: after its own run, or beside the later nodes. */
LW_KERNEL(start, (unsigned long long, graph), (int, tail))
{
    cudaGraphLaunch((cudaGraphExec_t)graph, tail ? cudaStreamGraphTailLaunch : cudaStreamGraphFireAndForget);
}

/* Two grids that run at the same time, and hand on data as two blocks would. */
LW_KERNEL(publish, (int *, data), (int *, flag))
{
    *data = 7;
    __threadfence();
    atomicExch(flag, 1);
}

LW_KERNEL(consume, (int *, data), (int *, flag), (int, fenced))
{
    if (atomicAdd(flag, 0) == 1) {
        if (fenced)
            __threadfence();
        *data += 1;
    }
}

/* Two lanes: __ldg() of what the kernel writes, before or after; or of what it does not. */
LW_KERNEL(load, (int *, data), (int, what))
{
    if (what == 2)
        data[threadIdx.x] = 1;
    __syncthreads();
    int value = __ldg(data + (what ? 1 - threadIdx.x : 2 + threadIdx.x));
    __syncthreads();
    data[what == 2 ? 4 + threadIdx.x : threadIdx.x] = value;
}

/* cp.async. 1: read before its wait; 2: the source written before it; 3: a wait that leaves the latest batch; 4: another
 * lane's without a barrier; 5: overwritten before it; 0 and 6: right, the latter with two stages under way. */
LW_KERNEL(batch, (int *, in), (int *, out), (int, what))
{
    LW_SHARED(int, words, [2][32]);
    unsigned rank = threadIdx.x, next = (rank + 1) % 32;
    __pipeline_memcpy_async(&words[0][rank], &in[rank], sizeof(int));
    __pipeline_commit();
    if (what == 1)
        out[rank] = words[0][rank];
    if (what == 2)
        in[rank] = 0;
    if (what == 5)
        words[0][rank] = 1;
    if (what == 6) {
        __pipeline_memcpy_async(&words[1][rank], &in[32 + rank], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        out[rank] = words[0][rank];
    }
    __pipeline_wait_prior(what == 3);
    if (what != 4)
        __syncthreads();
    out[rank] = words[what == 6][next];
    __syncthreads();
    in[rank] = out[rank];
}

/* Bulk copies. 1: read before the barrier; 2: the source in shared memory written before the wait for it; 3: the result
 * read before the wait for all; 0 and 4: right, the latter with a wait for the source alone. */
LW_KERNEL(bulk, (int *, in), (int *, out), (int, what))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [16]);
    int *words = (int *)place;
    unsigned rank = threadIdx.x;
    if (rank == 0) {
        __mbarrier_init(barrier, 1);
        lw_fence_mbarrier_init();
    }
    __syncthreads();
    if (rank == 0) {
        (void)lw_mbarrier_arrive_expect_tx(barrier, 256);
        lw_bulk_copy_to_shared(place, in, 256, barrier);
    }
    if (what == 1)
        out[64 + rank] = words[rank];
    lw_mbarrier_wait_parity(barrier, 0);
    int value = words[rank];
    __syncthreads();
    if (rank == 0) {
        lw_bulk_copy_to_global(out, place, 256);
        lw_bulk_commit_group();
        if (what == 4)
            lw_bulk_wait_group_read(0);
        if (what == 2 || what == 4)
            words[1] = value;
        if (what == 3)
            value += out[1];
        lw_bulk_wait_group(0);
    }
    __syncthreads();
    out[rank] += value;
}

/* Words with the host: what a kernel has done before it sets a flag, and what one may do once the host has set it. */
LW_KERNEL(tell, (int *, data), (volatile int *, flag))
{
    *data = 5;
    __threadfence_system();
    *flag = 1;
}

LW_KERNEL(listen, (const int *, data), (volatile int *, flag), (int *, out))
{
    while (!*flag)
        ;
    __threadfence_system();
    *out = *data;
}

/* For a host that means to touch the data meanwhile. */
LW_KERNEL(tell_and_wait, (int *, data), (volatile int *, flag), (volatile int *, reply))
{
    *data = 5;
    __threadfence_system();
    *flag = 1;
    while (!*reply)
        ;
    *data += 1;
}

/* `wait`: which threads do so before they read; WAIT_FIRST: one, and the others wait for it at a barrier. */
LW_KERNEL(depend, (const int *, from), (int *, to), (int, n), (int, wait))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (wait == WAIT_ALL || (wait == WAIT_FIRST && threadIdx.x == 0))
        cudaGridDependencySynchronize();
    if (wait == WAIT_FIRST)
        __syncthreads();
    if (i < n)
        to[i] += from[i];
    if (wait == WAIT_TOO_LATE)
        cudaGridDependencySynchronize();
}
