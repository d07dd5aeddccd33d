/* What CUDA has and Lanewise does not: each name answers with a compile error that says so.
 *
 * Nothing here collides with a name that C programs use: only CUDA's own spellings are listed. A name that is missing
 * from the list as well is an undeclared function, which lanewise-cc makes an error too.
 */
#ifndef LW_CPU_UNSUPPORTED_H
#define LW_CPU_UNSUPPORTED_H

#include "qualifiers.h"

/* The pragma takes one string literal: the sentence is quoted whole. */
#define LW_CPU_UNSUPPORTED(name) LW_CPU_SAY(Lanewise does not support name yet)
#define LW_CPU_SAY(...) LW_CPU_ERROR(#__VA_ARGS__)

/* Qualifiers and built-ins that another word stands for. */
#define __global__ LW_CPU_ERROR("write LW_KERNEL(name, (type, parameter)...) where CUDA writes __global__")
#define __shared__ LW_CPU_ERROR("write LW_SHARED(type, name, dims) or LW_DYNAMIC_SHARED where CUDA writes __shared__")
#define __constant__ LW_CPU_ERROR("write LW_CONSTANT(type, name, dims) where CUDA writes __constant__")
#define __launch_bounds__(...) LW_CPU_ERROR("write LW_LAUNCH_BOUNDS(lanes) behind the name in LW_KERNEL")
#define __cluster_dims__(...) LW_CPU_ERROR("write LW_CLUSTER_DIMS(x, y, z) behind the name in LW_KERNEL")
#define __block_size__(...) LW_CPU_ERROR("write LW_BLOCK_SIZE(x, y, z) behind the name in LW_KERNEL")

/* Warp functions without a mask, which CUDA took away with compute capability 7.0. */
#define __any(...) LW_CPU_ERROR("write __any_sync(mask, predicate): CUDA no longer has __any")
#define __all(...) LW_CPU_ERROR("write __all_sync(mask, predicate): CUDA no longer has __all")
#define __ballot(...) LW_CPU_ERROR("write __ballot_sync(mask, predicate): CUDA no longer has __ballot")
#define __shfl(...) LW_CPU_ERROR("write __shfl_sync(mask, value, lane): CUDA no longer has __shfl")
#define __shfl_up(...) LW_CPU_ERROR("write __shfl_up_sync(mask, value, delta): CUDA no longer has __shfl_up")
#define __shfl_down(...) LW_CPU_ERROR("write __shfl_down_sync(mask, value, delta): CUDA no longer has __shfl_down")
#define __shfl_xor(...) LW_CPU_ERROR("write __shfl_xor_sync(mask, value, lanes): CUDA no longer has __shfl_xor")

/* Qualifiers. */
#define __managed__ LW_CPU_UNSUPPORTED(__managed__)
#define __nv_pure__ LW_CPU_UNSUPPORTED(__nv_pure__)
#define __maxnreg__(...) LW_CPU_UNSUPPORTED(__maxnreg__)

/* Types. */
#define __float128 LW_CPU_ERROR("there is no __float128 in device code")
#define __half LW_CPU_SAY(__half: include <lanewise/half.h>)
#define __half2 LW_CPU_SAY(__half2: include <lanewise/half.h>)
#define __nv_bfloat16 LW_CPU_SAY(__nv_bfloat16: include <lanewise/bfloat16.h>)
#define __nv_bfloat162 LW_CPU_SAY(__nv_bfloat162: include <lanewise/bfloat16.h>)
#define __nv_fp8_e4m3 LW_CPU_UNSUPPORTED(__nv_fp8_e4m3)
#define __nv_fp8_e5m2 LW_CPU_UNSUPPORTED(__nv_fp8_e5m2)
#define cudaTextureObject_t LW_CPU_UNSUPPORTED(cudaTextureObject_t)
#define cudaSurfaceObject_t LW_CPU_UNSUPPORTED(cudaSurfaceObject_t)
#define cudaArray_t LW_CPU_UNSUPPORTED(cudaArray_t)
#define cudaGraphExec_t LW_CPU_UNSUPPORTED(cudaGraphExec_t)

/* Textures and surfaces. */
#define tex1D(...) LW_CPU_UNSUPPORTED(tex1D)
#define tex1Dfetch(...) LW_CPU_UNSUPPORTED(tex1Dfetch)
#define tex1DLod(...) LW_CPU_UNSUPPORTED(tex1DLod)
#define tex1DGrad(...) LW_CPU_UNSUPPORTED(tex1DGrad)
#define tex1DLayered(...) LW_CPU_UNSUPPORTED(tex1DLayered)
#define tex2D(...) LW_CPU_UNSUPPORTED(tex2D)
#define tex2Dgather(...) LW_CPU_UNSUPPORTED(tex2Dgather)
#define tex2DLod(...) LW_CPU_UNSUPPORTED(tex2DLod)
#define tex2DGrad(...) LW_CPU_UNSUPPORTED(tex2DGrad)
#define tex2DLayered(...) LW_CPU_UNSUPPORTED(tex2DLayered)
#define tex3D(...) LW_CPU_UNSUPPORTED(tex3D)
#define tex3DLod(...) LW_CPU_UNSUPPORTED(tex3DLod)
#define tex3DGrad(...) LW_CPU_UNSUPPORTED(tex3DGrad)
#define texCubemap(...) LW_CPU_UNSUPPORTED(texCubemap)
#define texCubemapLayered(...) LW_CPU_UNSUPPORTED(texCubemapLayered)
#define surf1Dread(...) LW_CPU_UNSUPPORTED(surf1Dread)
#define surf1Dwrite(...) LW_CPU_UNSUPPORTED(surf1Dwrite)
#define surf2Dread(...) LW_CPU_UNSUPPORTED(surf2Dread)
#define surf2Dwrite(...) LW_CPU_UNSUPPORTED(surf2Dwrite)
#define surf2DLayeredread(...) LW_CPU_UNSUPPORTED(surf2DLayeredread)
#define surf2DLayeredwrite(...) LW_CPU_UNSUPPORTED(surf2DLayeredwrite)
#define surf3Dread(...) LW_CPU_UNSUPPORTED(surf3Dread)
#define surf3Dwrite(...) LW_CPU_UNSUPPORTED(surf3Dwrite)
#define surfCubemapread(...) LW_CPU_UNSUPPORTED(surfCubemapread)
#define surfCubemapwrite(...) LW_CPU_UNSUPPORTED(surfCubemapwrite)

/* Address spaces. */
#define __isGridConstant(...) LW_CPU_UNSUPPORTED(__isGridConstant)

/* Matrices. */
#define __float_to_tf32(...) LW_CPU_UNSUPPORTED(__float_to_tf32)

/* Debugging and profiling. */
#define __pm0(...) LW_CPU_UNSUPPORTED(__pm0)
#define __pm1(...) LW_CPU_UNSUPPORTED(__pm1)
#define __pm2(...) LW_CPU_UNSUPPORTED(__pm2)
#define __pm3(...) LW_CPU_UNSUPPORTED(__pm3)

/* The runtime, called from a kernel: what <lanewise/device_launch.h> has, and what not. */
#define LW_CPU_RUNTIME(name) LW_CPU_SAY(include lanewise/device_launch.h for name)
#define cudaDeviceGetAttribute(...) LW_CPU_RUNTIME(cudaDeviceGetAttribute)
#define cudaDeviceGetLimit(...) LW_CPU_RUNTIME(cudaDeviceGetLimit)
#define cudaEventCreateWithFlags(...) LW_CPU_RUNTIME(cudaEventCreateWithFlags)
#define cudaEventDestroy(...) LW_CPU_RUNTIME(cudaEventDestroy)
#define cudaEventRecord(...) LW_CPU_RUNTIME(cudaEventRecord)
#define cudaFree(...) LW_CPU_RUNTIME(cudaFree)
#define cudaGetDevice(...) LW_CPU_RUNTIME(cudaGetDevice)
#define cudaGetDeviceCount(...) LW_CPU_RUNTIME(cudaGetDeviceCount)
#define cudaGetErrorName(...) LW_CPU_RUNTIME(cudaGetErrorName)
#define cudaGetErrorString(...) LW_CPU_RUNTIME(cudaGetErrorString)
#define cudaGetLastError(...) LW_CPU_RUNTIME(cudaGetLastError)
#define cudaMalloc(...) LW_CPU_RUNTIME(cudaMalloc)
#define cudaMemcpyAsync(...) LW_CPU_RUNTIME(cudaMemcpyAsync)
#define cudaMemsetAsync(...) LW_CPU_RUNTIME(cudaMemsetAsync)
#define cudaPeekAtLastError(...) LW_CPU_RUNTIME(cudaPeekAtLastError)
#define cudaStreamCreateWithFlags(...) LW_CPU_RUNTIME(cudaStreamCreateWithFlags)
#define cudaStreamDestroy(...) LW_CPU_RUNTIME(cudaStreamDestroy)
#define cudaStreamWaitEvent(...) LW_CPU_RUNTIME(cudaStreamWaitEvent)
#define cudaMallocAsync(...) LW_CPU_UNSUPPORTED(cudaMallocAsync)
#define cudaFreeAsync(...) LW_CPU_UNSUPPORTED(cudaFreeAsync)
#define cudaMemcpy(...) LW_CPU_UNSUPPORTED(cudaMemcpy)
#define cudaMemset(...) LW_CPU_UNSUPPORTED(cudaMemset)
#define cudaMemcpy2DAsync(...) LW_CPU_UNSUPPORTED(cudaMemcpy2DAsync)
#define cudaMemcpy3DAsync(...) LW_CPU_UNSUPPORTED(cudaMemcpy3DAsync)
#define cudaMemset2DAsync(...) LW_CPU_UNSUPPORTED(cudaMemset2DAsync)
#define cudaMemset3DAsync(...) LW_CPU_UNSUPPORTED(cudaMemset3DAsync)
#define cudaMemcpyToSymbol(...) LW_CPU_UNSUPPORTED(cudaMemcpyToSymbol)
#define cudaMemcpyFromSymbol(...) LW_CPU_UNSUPPORTED(cudaMemcpyFromSymbol)
#define cudaDeviceSynchronize(...)                                                                                     \
    LW_CPU_ERROR("cudaDeviceSynchronize: a kernel cannot wait for what it launched (CUDA 12 took that away)")
#define cudaFuncGetAttributes(...) LW_CPU_UNSUPPORTED(cudaFuncGetAttributes)
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor(...)                                                             \
    LW_CPU_UNSUPPORTED(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
#define cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(...)                                                    \
    LW_CPU_UNSUPPORTED(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
#define cudaDeviceGetCacheConfig(...) LW_CPU_UNSUPPORTED(cudaDeviceGetCacheConfig)
#define cudaDeviceGetSharedMemConfig(...) LW_CPU_UNSUPPORTED(cudaDeviceGetSharedMemConfig)
#define cudaRuntimeGetVersion(...) LW_CPU_UNSUPPORTED(cudaRuntimeGetVersion)
#define cudaEventRecordWithFlags(...) LW_CPU_UNSUPPORTED(cudaEventRecordWithFlags)
#define cudaLaunchDevice(...) LW_CPU_UNSUPPORTED(cudaLaunchDevice)
#define cudaLaunchDeviceV2(...) LW_CPU_UNSUPPORTED(cudaLaunchDeviceV2)
#define cudaGetParameterBuffer(...) LW_CPU_UNSUPPORTED(cudaGetParameterBuffer)
#define cudaGetParameterBufferV2(...) LW_CPU_UNSUPPORTED(cudaGetParameterBufferV2)
#define cudaGridDependencySynchronize(...) LW_CPU_UNSUPPORTED(cudaGridDependencySynchronize)
#define cudaTriggerProgrammaticLaunchCompletion(...) LW_CPU_UNSUPPORTED(cudaTriggerProgrammaticLaunchCompletion)

/* Graphs that kernels launch or change. */
#define cudaGraphLaunch(...) LW_CPU_UNSUPPORTED(cudaGraphLaunch)
#define cudaGetCurrentGraphExec(...) LW_CPU_UNSUPPORTED(cudaGetCurrentGraphExec)
#define cudaGraphSetConditional(...) LW_CPU_UNSUPPORTED(cudaGraphSetConditional)
#define cudaGraphKernelNodeSetParam(...) LW_CPU_UNSUPPORTED(cudaGraphKernelNodeSetParam)
#define cudaGraphKernelNodeSetEnabled(...) LW_CPU_UNSUPPORTED(cudaGraphKernelNodeSetEnabled)
#define cudaGraphKernelNodeSetGridDim(...) LW_CPU_UNSUPPORTED(cudaGraphKernelNodeSetGridDim)
#define cudaGraphKernelNodeUpdatesApply(...) LW_CPU_UNSUPPORTED(cudaGraphKernelNodeUpdatesApply)

#endif
