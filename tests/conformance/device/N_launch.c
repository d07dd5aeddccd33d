#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "N_launch.h"

#define NOW(clock) atomicAdd(clock, 1)

LW_GLOBAL(int, n_global) = 5;
LW_CONSTANT(int, n_constant) = 6;

LW_KERNEL(n_add, (int *, sum), (int, value))
{
    atomicAdd(sum, value);
}

LW_KERNEL(n_write, (int *, to), (int, value))
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *to = value;
}

LW_KERNEL(n_read, (const int *, from), (int *, to))
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *to = *from;
}

LW_KERNEL(n_copy, (const int *, from), (int *, to))
{
    to[threadIdx.x] = from[threadIdx.x];
}

LW_KERNEL(n_stamp, (int *, clock), (int *, when), (int, spin))
{
    for (int i = 0; i < spin; i++)
        __nanosleep(1000);
    *when = NOW(clock);
}

LW_KERNEL(n_bounded, LW_LAUNCH_BOUNDS(64), (int *, out))
{
    *out = 1;
}

LW_KERNEL(n_exact, LW_BLOCK_SIZE(8, 4, 2), (int *, out))
{
    atomicExch(out, (int)blockDim.y);
}

LW_KERNEL(n_dynamic, (int *, out), (int, count))
{
    LW_DYNAMIC_SHARED(int, numbers);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        numbers[i] = i;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < count && threadIdx.x == 0; i++)
        sum += numbers[i];
    if (threadIdx.x == 0)
        *out = sum;
}

LW_KERNEL(n_fault, (int *, to))
{
    *(volatile int *)to = 1;
}

/* ---- N1: a launch, by any thread ---- */
LW_KERNEL(n1_launch, (int *, out))
{
    lw_launch_device(n_add, lw_device_grid(NULL, lw_device_dim3(2, 3, 1), lw_device_dim3(8, 2, 2), 0), out, 1);
    if (threadIdx.x == 0)
        lw_launch_device(n_dynamic, lw_device_grid(NULL, 1, 32, 400), out + 1, 100);
    out[2 + threadIdx.x] = cudaGetLastError();
}

/* ---- N2: a grid is done when its children are ---- */
LW_KERNEL(n2_tree, (int *, leaves), (int, depth))
{
    if (depth == 0)
        atomicAdd(leaves, 1);
    else
        lw_launch_device(n2_tree, lw_device_linear(NULL, 3, 1), leaves, depth - 1);
}

LW_KERNEL(n2_return, (int *, sum))
{
    lw_launch_device(n_add, lw_device_linear(NULL, 1, 1), sum, 1);
    return;
}

/* ---- N3: the memory that a child sees ---- */
LW_KERNEL(n3_memory, (int *, data), (int *, out))
{
    data[threadIdx.x] = 100 + (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        lw_launch_device(n_copy, lw_device_linear(NULL, blockDim.x, blockDim.x), data, out);
}

/* ---- N4: the pointers that a child may get ---- */
LW_KERNEL(n4_heap, (int *, out))
{
    int *heap = (int *)malloc(sizeof *heap);
    if (!heap)
        return;
    *heap = 7;
    lw_launch_device(n_read, lw_device_linear(NULL, 1, 1), heap, out);
    lw_launch_device(n_read, lw_device_linear(NULL, 1, 1), &n_global, out + 1);
}

LW_KERNEL(n4_shared, (int *, out))
{
    LW_SHARED(int, shared);
    *shared = 1;
    lw_launch_device(n_read, lw_device_linear(NULL, 1, 1), shared, out);
}

LW_KERNEL(n4_local, (int *, out))
{
    int local = 1;
    int *volatile hidden = &local; /* nvcc would warn of it */
    lw_launch_device(n_read, lw_device_linear(NULL, 1, 1), hidden, out);
}

/* ---- N5, N17 ---- */
LW_KERNEL(n_show_constant, (int *, out))
{
    *out = n_constant;
}

LW_KERNEL(n5_constant, (int *, out))
{
    out[0] = n_constant;
    lw_launch_device(n_show_constant, lw_device_linear(NULL, 1, 1), out + 1);
}

LW_KERNEL(n17_symbols, (int *, out))
{
    n_global = 50;
    lw_launch_device(n_read, lw_device_linear(NULL, 1, 1), &n_constant, out);
    lw_launch_device(n_read, lw_device_linear(NULL, 1, 1), &n_global, out + 1);
}

/* ---- N6: null streams are one a block, in order; named streams ---- */
LW_KERNEL(n6_null, (int *, clock), (int *, when))
{
    for (unsigned i = 0; i < blockDim.x; i++) { /* earlier launches take longer */
        if (threadIdx.x == i)
            lw_launch_device(n_stamp, lw_device_linear(NULL, 1, 1), clock, when + i, (int)(blockDim.x - i));
        __syncthreads();
    }
}

LW_KERNEL(n6_streams, (int *, clock), (int *, when), (int *, error))
{
    cudaStream_t stream, other;
    error[0] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    error[1] = cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    lw_launch_device(n_stamp, lw_device_linear(stream, 1, 1), clock, when, 300);
    lw_launch_device(n_stamp, lw_device_linear(other, 1, 1), clock, when + 2, 0);
    lw_launch_device(n_stamp, lw_device_linear(stream, 1, 1), clock, when + 1, 0);
    error[2] = cudaStreamDestroy(stream);
    error[3] = cudaStreamDestroy(other);
    error[4] = cudaGetLastError();
    error[5] = cudaStreamDestroy(NULL);
    cudaGetLastError();
    lw_launch_device(n_write, lw_device_linear((cudaStream_t)(size_t)0x12345, 1, 1), error, 1);
    error[6] = cudaGetLastError();
}

/* *when is one more than the int before it, or 1. */
LW_KERNEL(n_follow, (const int *, before), (int *, when))
{
    *when = (before ? *before : 0) + 1;
}

LW_KERNEL(n6_blocks, (int *, when))
{
    int *mine = when + 4 * blockIdx.x;
    lw_launch_device(n_follow, lw_device_linear(NULL, 1, 1), NULL, mine);
    for (int i = 1; i < 4; i++)
        lw_launch_device(n_follow, lw_device_linear(NULL, 1, 1), mine + i - 1, mine + i);
}

/* ---- N7: events order streams ---- */
LW_KERNEL(n7_events, (int *, clock), (int *, when), (int *, error))
{
    cudaStream_t first, second;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    error[0] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    lw_launch_device(n_stamp, lw_device_linear(first, 1, 1), clock, when, 300);
    error[1] = cudaEventRecord(event, first);
    error[2] = cudaStreamWaitEvent(second, event, 0);
    lw_launch_device(n_stamp, lw_device_linear(second, 1, 1), clock, when + 1, 0);
    error[3] = cudaEventDestroy(event);
    error[4] = cudaGetLastError();
    error[5] = cudaEventCreateWithFlags(&event, cudaEventDefault);
}

/* ---- N9: tail launches follow everything else, in order; fire and forget waits for nothing ---- */
LW_KERNEL(n9_tail, (int *, clock), (int *, when))
{
    lw_launch_device(n_stamp, lw_device_linear(cudaStreamTailLaunch, 1, 1), clock, when + 3, 20);
    lw_launch_device(n_stamp, lw_device_linear(cudaStreamTailLaunch, 1, 1), clock, when + 4, 0);
    lw_launch_device(n_stamp, lw_device_linear(cudaStreamFireAndForget, 1, 1), clock, when + 2, 100);
    lw_launch_device(n_stamp, lw_device_linear(NULL, 1, 1), clock, when + 1, 100);
    when[0] = NOW(clock);
}

LW_KERNEL(n9_again, (int *, clock), (int *, when), (int, left))
{
    *when = NOW(clock);
    if (left)
        lw_launch_device(n9_again, lw_device_linear(cudaStreamTailLaunch, 1, 1), clock, when + 1, left - 1);
}

/* The tails of a tail run before the next tail of its parent: 0, its first tail 1, that one's tail 2, its second 3. */
LW_KERNEL(n9_nested_tails, (int *, clock), (int *, when), (int, level))
{
    *when = NOW(clock);
    if (level == 0) {
        lw_launch_device(n9_nested_tails, lw_device_linear(cudaStreamTailLaunch, 1, 1), clock, when + 1, 1);
        lw_launch_device(n9_nested_tails, lw_device_linear(cudaStreamTailLaunch, 1, 1), clock, when + 3, 2);
    } else if (level == 1) {
        lw_launch_device(n9_nested_tails, lw_device_linear(cudaStreamTailLaunch, 1, 1), clock, when + 1, 2);
    }
}

/* ---- N13: errors ---- */
LW_KERNEL(n13_errors, (int *, out))
{
    lw_launch_device(n_write, lw_device_linear(NULL, 1, 1025), out + 10, 1);
    out[0] = cudaPeekAtLastError();
    out[1] = cudaPeekAtLastError();
    lw_launch_device(n_write, lw_device_linear(NULL, 1, 1), out + 11, 1);
    out[2] = cudaGetLastError(); /* a successful launch clears nothing */
    out[3] = cudaGetLastError();
}

LW_KERNEL(n13_lanes, (int *, out))
{
    if (threadIdx.x == 1)
        lw_launch_device(n_write, lw_device_linear(NULL, 1, 0), out, 1);
    __syncthreads();
    out[threadIdx.x] = cudaGetLastError();
}

LW_KERNEL(n13_shapes, (int *, out))
{
    int *unused = out + 20;
    lw_dim3 one = lw_device_dim3(1, 1, 1);
    lw_launch_device(n_write, lw_device_grid(NULL, lw_device_dim3(0, 1, 1), one, 0), unused, 1);
    out[0] = cudaGetLastError();
    lw_launch_device(n_write, lw_device_grid(NULL, 1ull, lw_device_dim3(1, 1, 65), 0), unused, 1);
    out[1] = cudaGetLastError();
    lw_launch_device(n_write, lw_device_grid(NULL, lw_device_dim3(1, 65536, 1), one, 0), unused, 1);
    out[2] = cudaGetLastError();
    lw_launch_device(n_write, lw_device_grid(NULL, 0x80000000u, one, 0), unused, 1);
    out[3] = cudaGetLastError();
    lw_launch_device(n_bounded, lw_device_linear(NULL, 65, 65), unused);
    out[4] = cudaGetLastError();
    lw_launch_device(n_dynamic, lw_device_grid(NULL, one, one, 300000), unused, 1);
    out[5] = cudaGetLastError();
    lw_launch_device(n_write, lw_device_grid(NULL, one, lw_device_dim3(32, 32, 2), 0), unused, 1);
    out[6] = cudaGetLastError();
    lw_launch_device(n_exact, lw_device_grid(NULL, one, lw_device_dim3(8, 4, 2), 0), out + 7);
}

LW_KERNEL(n13_fault, (int *, out))
{
    lw_launch_device(n_fault, lw_device_linear(NULL, 1, 1), (int *)(size_t)8);
    out[0] = cudaGetLastError();
}

/* Each of three kinds of streams: out[0] counts those that ran, out[1] those refused because memory ran out. */
LW_KERNEL(n_thrice, (int *, out))
{
    for (int i = 0; i < 3; i++) {
        cudaStream_t stream = i == 0 ? NULL : i == 1 ? cudaStreamFireAndForget : cudaStreamTailLaunch;
        lw_launch_device(n_add, lw_device_linear(stream, 1, 1), out, 1);
        if (cudaGetLastError() == cudaErrorMemoryAllocation)
            atomicAdd(out + 1, 1);
    }
}

/* Some children take long, one faults, some have not begun. */
LW_KERNEL(n_doomed, (int *, clock), (int *, out))
{
    lw_launch_device(n_stamp, lw_device_linear(cudaStreamFireAndForget, 1, 1), clock, out, 300);
    lw_launch_device(n_fault, lw_device_linear(cudaStreamFireAndForget, 1, 1), (int *)(size_t)8);
    lw_launch_device(n_stamp, lw_device_linear(NULL, 1, 1), clock, out, 300);
    lw_launch_device(n_write, lw_device_linear(NULL, 1, 1), out, 1);
    lw_launch_device(n_write, lw_device_linear(cudaStreamTailLaunch, 1, 1), out + 1, 1);
}

/* ---- N14: limits ---- */
LW_KERNEL(n14_deep, (int *, out), (int, depth))
{
    atomicAdd(&out[0], 1);
    if (depth > 0)
        lw_launch_device(n14_deep, lw_device_linear(NULL, 1, 1), out, depth - 1);
    cudaError_t error = cudaGetLastError();
    if (error)
        out[1] = error;
}

/* Ends when `open` is set, which its parent does. */
LW_KERNEL(n_gate, (int *, open))
{
    while (atomicAdd(open, 0) == 0)
        __nanosleep(1000);
}

LW_KERNEL(n14_pending, (int *, out), (int, count))
{
    lw_launch_device(n_gate, lw_device_linear(NULL, 1, 1), out + 4); /* the others follow it in the stream */
    for (int i = 0; i < count; i++) {
        lw_launch_device(n_add, lw_device_linear(NULL, 1, 1), out, 1);
        cudaError_t error = cudaGetLastError();
        if (error && !out[1]) {
            out[1] = error;
            out[2] = i;
        }
    }
    atomicExch(out + 4, 1);
}
