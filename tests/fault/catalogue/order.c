/* Races that depend on fences, atomics and their scopes. */
#include <lanewise/kernel.h>

#include "catalogue.h"
#include "lanes.h"

/* The last block to arrive adds what the others have written: the first thread of each does all the work. */
LW_KERNEL(fault_no_release, FAULT_PARAMETERS)
{
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    if (fixed)
        __threadfence();
    if (atomicAdd(&g[0], 1) != blocks() - 1)
        return;
    __threadfence();
    for (int i = 0; i < blocks(); i++)
        g[1] += h[i]; /* fault */
}

/* The first block looks whether the last one is done: if blocks run by number it never is. */
LW_KERNEL(fault_polled, FAULT_PARAMETERS)
{
    (void)n;
    if (lane() != 0)
        return;
    if (block() == blocks() - 1) {
        h[0] = 42; /* fault */
        if (fixed)
            __threadfence();
        atomicExch(&g[0], 1);
    } else if (block() == 0 && atomicAdd(&g[0], 0) == 1) {
        __threadfence();
        g[1] = h[0]; /* fault */
    }
}

/* Right by PTX, where a volatile access is a relaxed atomic. */
LW_KERNEL(fault_volatile_flag, FAULT_PARAMETERS)
{
    volatile int *flag = &g[block()];
    (void)n;
    if (lane() == 32) {
        h[position()] = 42; /* fault */
        __threadfence();
        if (fixed)
            atomicExch(&g[block()], 1);
        else
            *flag = 1; /* fault */
    }
    if (lane() != 0)
        return;
    if (fixed) {
        while (atomicAdd(&g[block()], 0) == 0)
            ;
    } else {
        while (*flag == 0) /* fault */
            ;
    }
    __threadfence();
    h[position()] = h[position() + 32]; /* fault */
}

LW_KERNEL(fault_block_fence, FAULT_PARAMETERS)
{
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    if (fixed)
        __threadfence();
    else
        __threadfence_block();
    if (atomicAdd(&g[0], 1) != blocks() - 1)
        return;
    __threadfence();
    for (int i = 0; i < blocks(); i++)
        g[1] += h[i]; /* fault */
}

LW_KERNEL(fault_no_acquire, FAULT_PARAMETERS)
{
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    __threadfence();
    if (atomicAdd(&g[0], 1) != blocks() - 1)
        return;
    if (fixed)
        __threadfence();
    for (int i = 0; i < blocks(); i++)
        g[1] += h[i]; /* fault */
}

/* NVIDIA's threadFenceReduction: a thread of each block takes a ticket, and all threads of the last block read. */
LW_KERNEL(fault_no_fence_of_reader, FAULT_PARAMETERS)
{
    LW_SHARED(int, last);
    int sum = 0;
    (void)n;
    if (lane() == 0) {
        h[block()] = block(); /* fault */
        __threadfence();
        *last = atomicAdd(&g[0], 1) == blocks() - 1;
        if (fixed)
            __threadfence();
    }
    __syncthreads();
    if (!*last)
        return;
    for (int i = lane(); i < blocks(); i += lanes())
        sum += h[i]; /* fault */
    atomicAdd(&g[1], sum);
    if (lane() == 0)
        g[0] = 0;
}

/* The atomic's own order publishes, in place of a fence. CUDA takes only literals for it. */
LW_KERNEL(fault_acquires_alone, FAULT_PARAMETERS)
{
    int before;
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    if (fixed)
        before = __nv_atomic_fetch_add(&g[0], 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    else
        before = __nv_atomic_fetch_add(&g[0], 1, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    if (before != blocks() - 1)
        return;
    for (int i = 0; i < blocks(); i++)
        g[1] += h[i]; /* fault */
}

/* A flag each, and a count that tells the last block to read them all. */
LW_KERNEL(fault_relaxed_flag, FAULT_PARAMETERS)
{
    int sum = 0;
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    if (fixed)
        __nv_atomic_store_n(&g[1 + block()], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    else
        __nv_atomic_store_n(&g[1 + block()], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    if (__nv_atomic_fetch_add(&g[0], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) != blocks() - 1)
        return;
    for (int i = 0; i < blocks(); i++)
        if (__nv_atomic_load_n(&g[1 + i], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE))
            sum += h[i]; /* fault */
    h[block()] = sum;
}

/* The compare-and-swap fails, so its second order counts. */
LW_KERNEL(fault_failed_swap, FAULT_PARAMETERS)
{
    int expected = -1;
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    if (__nv_atomic_fetch_add(&g[0], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE) != blocks() - 1)
        return;
    if (fixed)
        __nv_atomic_compare_exchange_n(&g[0], &expected, 0, 0, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_ACQUIRE,
                                       __NV_THREAD_SCOPE_DEVICE);
    else
        __nv_atomic_compare_exchange_n(&g[0], &expected, 0, 0, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED,
                                       __NV_THREAD_SCOPE_DEVICE);
    for (int i = 0; i < blocks(); i++)
        g[1] += h[i]; /* fault */
}

/* Of unsigned numbers, so that no compiler makes one call of the two. */
LW_KERNEL(fault_block_release, FAULT_PARAMETERS)
{
    int before;
    (void)n;
    if (lane() != 0)
        return;
    h[block()] = block(); /* fault */
    if (fixed)
        before = __nv_atomic_fetch_add(&g[0], 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    else
        before =
            (int)__nv_atomic_fetch_add((unsigned *)&g[0], 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK); /* fault */
    if (before != blocks() - 1)
        return;
    for (int i = 0; i < blocks(); i++)
        g[1] += h[i]; /* fault */
}

LW_KERNEL(fault_block_exchange, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (lane() != 0)
        return;
    if (fixed)
        atomicExch(&g[0], block());
    else
        atomicExch_block(&g[0], block()); /* fault */
}

/* g[0] is the lock of g[1]. */
LW_KERNEL(fault_lock, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (lane() != 0)
        return;
    while (atomicCAS(&g[0], 0, 1) != 0)
        ;
    if (fixed)
        __threadfence();
    g[1] += 1; /* fault */
    if (fixed)
        __threadfence();
    atomicExch(&g[0], 0);
}

LW_KERNEL(fault_block_lock, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (lane() != 0)
        return;
    if (fixed) {
        while (atomicCAS(&g[0], 0, 1) != 0)
            ;
    } else {
        while (atomicCAS_block(&g[0], 0, 1) != 0) /* fault */
            ;
    }
    __threadfence();
    g[1] += 1; /* fault */
    __threadfence();
    if (fixed)
        atomicExch(&g[0], 0);
    else
        atomicExch_block(&g[0], 0); /* fault */
}
