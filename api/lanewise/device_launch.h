/* Launches from kernels (CUDA's dynamic parallelism). A kernel file includes it after <lanewise/kernel.h>.
 *
 *     if (threadIdx.x == 0)
 *         lw_launch_device(refine, lw_device_linear(NULL, count, 128), count, cells);
 *
 * The names of CUDA's device runtime are in it, too: cudaGetLastError, cudaPeekAtLastError, cudaGetErrorName,
 * cudaGetErrorString, cudaStreamCreateWithFlags, cudaStreamDestroy, cudaStreamWaitEvent, cudaEventCreateWithFlags,
 * cudaEventRecord, cudaEventDestroy, cudaMemcpyAsync, cudaMemsetAsync, cudaMalloc, cudaFree, cudaGetDevice,
 * cudaGetDeviceCount, cudaDeviceGetAttribute, cudaDeviceGetLimit.
 *
 * What is promised:
 * - A child may begin at any time after its launch, and perhaps not before its parent's end: to wait for one is a
 *   mistake. A grid is done when all that its lanes launched is; only then does the stream go on that it is in.
 * - A child sees what its launching lane wrote to global memory before, and what others wrote that reached that lane
 *   through a barrier. Shared memory and local variables are not a child's to see.
 * - Null streams are one a block, in order. Streams and events belong to the grid whose lane made them.
 * - A kernel launches kernels of its own file. (On the CPU any; a GPU's code is linked file by file.)
 */
#ifndef LANEWISE_DEVICE_LAUNCH_H
#define LANEWISE_DEVICE_LAUNCH_H

#include <lanewise/kernel.h>

#if defined(__CUDACC__)
#include "../../backends/cuda/device_launch.h"
#define LW_DEVICE_HELPER static __forceinline__ __device__
#else
#include "../../backends/cpu/device_launch.h"
#include "../../backends/cpu/device_runtime.h"
#define LW_DEVICE_HELPER LW_CPU_INLINE
#endif

/* lw_launch_device(kernel, config, arguments...): queues a grid, one for each lane that calls; no value. `kernel` was
 * declared by LW_DECLARE_KERNEL; arguments convert as in any C call, and what is no such call does not compile. A launch
 * that is refused does nothing but set the lane's error, which cudaGetLastError() tells and clears: a shape, or more
 * shared memory, than the device or the kernel takes: cudaErrorInvalidConfiguration; more grids than may be pending:
 * cudaErrorLaunchPendingCountExceeded; a stream that is none: cudaErrorInvalidValue. CUDA: kernel<<<grid, block, dynamic_shared, stream>>>(arguments...). */
#if defined(__CUDACC__)
#define lw_launch_device(kernel, ...) LW_CUDA_LAUNCH_DEVICE(kernel, __VA_ARGS__)
#else
#define lw_launch_device(kernel, ...) LW_CPU_LAUNCH_DEVICE(kernel, __VA_ARGS__)
#endif

/* Any one lane's. */
LW_DEVICE_HELPER lw_dim3 lw_device_dim3(unsigned x, unsigned y, unsigned z)
{
    lw_dim3 shape = {x, y, z};
    return shape;
}

/* `stream`: NULL, the block's; cudaStreamFireAndForget, by itself; cudaStreamTailLaunch, after the calling grid and all
 * else it launched, one after another; or one that cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) made. */
LW_DEVICE_HELPER lw_device_config lw_device_grid(cudaStream_t stream, lw_dim3 grid, lw_dim3 block, size_t dynamic_shared)
{
    lw_device_config config = {stream, grid, block, dynamic_shared};
    return config;
}

/* As many blocks of `lanes` lanes as cover `count` elements. */
LW_DEVICE_HELPER lw_device_config lw_device_linear(cudaStream_t stream, uint64_t count, unsigned lanes)
{
    uint64_t blocks = lanes ? count / lanes + (count % lanes != 0) : 0;
    return lw_device_grid(stream, lw_device_dim3(blocks > UINT32_MAX ? UINT32_MAX : (unsigned)blocks, 1, 1),
                          lw_device_dim3(lanes, 1, 1), 0);
}

#endif
