/** @file
 * Launches from kernels (CUDA's dynamic parallelism). A kernel file includes it after <lanewise/kernel.h>.
 *
 *     if (threadIdx.x == 0)
 *         lw_launch_device(refine, lw_device_linear(NULL, count, 128), count, cells);
 *
 * It also has names of CUDA's device runtime, with CUDA's meanings: cudaGetLastError, cudaPeekAtLastError,
 * cudaGetErrorName, cudaGetErrorString, cudaStreamCreateWithFlags, cudaStreamDestroy, cudaStreamWaitEvent,
 * cudaEventCreateWithFlags, cudaEventRecord, cudaEventDestroy, cudaMemcpyAsync, cudaMemsetAsync, cudaMalloc, cudaFree,
 * cudaGetDevice, cudaGetDeviceCount, cudaDeviceGetAttribute, cudaDeviceGetLimit, cudaGraphSetConditional, cudaGraphLaunch,
 * cudaGetCurrentGraphExec.
 *
 * What is promised:
 * - A child grid may begin at any time after its launch, perhaps only after its parent's end: a thread must not wait for
 *   one. A grid is done when all grids that its threads launched are done; only then does its stream go on.
 * - A child sees what its launching thread wrote to global memory before, and what others wrote that reached that thread
 *   through a barrier. It does not see shared memory or local variables.
 * - A block has one null stream, whose grids run in order. Streams and events belong to the grid whose thread made them.
 * - A kernel launches kernels of its own file. (On the CPU any; a GPU's code is linked file by file.)
 * - A kernel of a graph launches executable graphs: cudaGraphLaunch((cudaGraphExec_t)handle, stream), with the handle of
 *   lw_graph_exec_get_device_handle() and the stream cudaStreamGraphFireAndForget: now; cudaStreamGraphTailLaunch: after the run of
 *   the calling graph and all else it launched, one after another, also cudaGetCurrentGraphExec(), the calling graph itself; or
 *   cudaStreamGraphFireAndForgetAsSibling: now, and the calling graph's tail launches do not wait for it. A run launches at most 120
 *   graphs of the first kind and 255 of the second. cudaErrorInvalidValue: more, a graph that runs or is to run by such a launch,
 *   one that was not uploaded since its latest change, or another stream.
 */
#ifndef LANEWISE_DEVICE_LAUNCH_H
#define LANEWISE_DEVICE_LAUNCH_H

#include <lanewise/kernel.h>

#if defined(__CUDACC__)
#include "../../backends/cuda/device_launch.h"
#define LW_DEVICE_HELPER static __forceinline__ __device__
#else
#include "../../backends/cpu/language/device_launch.h"
#include "../../backends/cpu/language/device_runtime.h"
#define LW_DEVICE_HELPER LW_CPU_INLINE
#endif

/** Queues a grid, once for each thread that calls.
 *
 * A launch that is refused only sets the thread's error, which cudaGetLastError() returns and clears:
 * cudaErrorInvalidConfiguration: a shape, or more shared memory, than the device or the kernel allows;
 * cudaErrorLaunchPendingCountExceeded: more grids than may be pending; cudaErrorInvalidValue: not a stream.
 * @param kernel declared by LW_DECLARE_KERNEL
 * @param ... a lw_device_config, then the kernel's arguments, which convert as in any C call; a wrong count, or a pointer of
 *     another type, does not compile
 *
 * CUDA: `kernel<<<grid, block, dynamic_shared, stream>>>(arguments...)`. */
#if defined(__CUDACC__)
#define lw_launch_device(kernel, ...) LW_CUDA_LAUNCH_DEVICE(kernel, __VA_ARGS__)
#else
#define lw_launch_device(kernel, ...) LW_CPU_LAUNCH_DEVICE(kernel, __VA_ARGS__)
#endif

/** Three dimensions as a value.
 * @param x,y,z blocks, or threads
 * @return them
 *
 * CUDA: `dim3(x, y, z)`. */
LW_DEVICE_HELPER lw_dim3 lw_device_dim3(unsigned x, unsigned y, unsigned z)
{
    lw_dim3 shape = {x, y, z};
    return shape;
}

/* What lw_device_grid() makes of a grid or block: of an lw_dim3 itself, of a number that many in x. */
LW_DEVICE_HELPER lw_dim3 lw_device_dim3_itself(lw_dim3 dim)
{
    return dim;
}
LW_DEVICE_HELPER lw_dim3 lw_device_dim3_of_number(uint64_t count)
{
    return lw_device_dim3(count > UINT32_MAX ? UINT32_MAX : (unsigned)count, 1, 1);
}
LW_DEVICE_HELPER lw_dim3 lw_device_dim3_of_signed(long long count)
{
    return lw_device_dim3_of_number((uint64_t)count);
}

/** A launch of any shape.
 * @param stream NULL: the block's; cudaStreamFireAndForget: a stream by itself; cudaStreamTailLaunch: after the calling grid
 *     and all else it launched, one after another; or a stream made by
 *     cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)
 * @param grid blocks of the grid: an lw_dim3, or a number, so many in x
 * @param block threads of a block: an lw_dim3, or a number, so many in x
 * @param dynamic_shared bytes a block, for LW_DYNAMIC_SHARED
 * @return for lw_launch_device() */
LW_DEVICE_HELPER lw_device_config lw_device_grid(cudaStream_t stream, lw_dim3 grid, lw_dim3 block,
                                                 size_t dynamic_shared)
{
    lw_device_config config = {stream, grid, block, dynamic_shared};
    return config;
}

/** A launch of as many blocks as give each of some elements a thread.
 * @param stream as lw_device_grid()'s
 * @param count elements; 0, and a count that needs too many blocks, give a launch that is refused
 * @param threads threads of a block
 * @return for lw_launch_device() */
LW_DEVICE_HELPER lw_device_config lw_device_linear(cudaStream_t stream, uint64_t count, unsigned threads)
{
    uint64_t blocks = threads ? count / threads + (count % threads != 0) : 0;
    return lw_device_grid(stream, lw_device_dim3(blocks > UINT32_MAX ? UINT32_MAX : (unsigned)blocks, 1, 1),
                          lw_device_dim3(threads, 1, 1), 0);
}

/** @cond the function has the docstring */
#ifdef __cplusplus
LW_DEVICE_HELPER lw_device_config lw_device_grid(cudaStream_t stream, uint64_t grid, uint64_t block,
                                                 size_t dynamic_shared)
{
    return lw_device_grid(stream, lw_device_dim3_of_number(grid), lw_device_dim3_of_number(block), dynamic_shared);
}
LW_DEVICE_HELPER lw_device_config lw_device_grid(cudaStream_t stream, lw_dim3 grid, uint64_t block,
                                                 size_t dynamic_shared)
{
    return lw_device_grid(stream, grid, lw_device_dim3_of_number(block), dynamic_shared);
}
LW_DEVICE_HELPER lw_device_config lw_device_grid(cudaStream_t stream, uint64_t grid, lw_dim3 block,
                                                 size_t dynamic_shared)
{
    return lw_device_grid(stream, lw_device_dim3_of_number(grid), block, dynamic_shared);
}
#else
#define lw_device_grid(...) LW_PP_CAT(LW_DEVICE_GRID_, LW_GRID_HAS_NO_BRACES(__VA_ARGS__))(__VA_ARGS__)
#define LW_DEVICE_GRID_1(stream, grid, block, dynamic_shared)                                                          \
    lw_device_grid(stream, LW_GRID_DIM(lw_device_dim3, grid), LW_GRID_DIM(lw_device_dim3, block), dynamic_shared)
#define LW_DEVICE_GRID_0(...) lw_device_grid(__VA_ARGS__)
#endif
/** @endcond */

#endif
