/* CUDA's names that Lanewise does not support: each is a compile error that says so.
 *
 * Only CUDA's own spellings are listed, so no name collides with one of a C program. A name that is missing here is an
 * undeclared function, which is an error with lanewise-cc, too.
 */
#ifndef LW_CPU_UNSUPPORTED_H
#define LW_CPU_UNSUPPORTED_H

/* Arguments of these macros are sentences, which a formatter would change. */
/* clang-format off */
#include "qualifiers.h"

/* The pragma takes one string literal: the sentence is quoted whole. */
#define LW_CPU_UNSUPPORTED(name) LW_CPU_ERROR_TEXT(Lanewise does not support name yet)
#define LW_CPU_ERROR_TEXT(...) LW_CPU_ERROR(#__VA_ARGS__)
/* A value for a call, and a type, that follow the error, so that it is the only one. */
#define LW_CPU_UNSUPPORTED_CALL(name) LW_CPU_UNSUPPORTED(name) lw_cpu_unsupported()
#define LW_CPU_UNSUPPORTED_TYPE(name, instead)                                                                         \
    LW_CPU_ERROR_TEXT(Lanewise does not support name yet: instead) lw_cpu_unsupported_type
int lw_cpu_unsupported(void);
typedef unsigned long long lw_cpu_unsupported_type;

/* Qualifiers that have another name here. */
#define __global__ LW_CPU_ERROR("write LW_KERNEL(name, (type, parameter)...) where CUDA writes __global__")
#define __shared__ LW_CPU_ERROR("write LW_SHARED(type, name, dims) or LW_DYNAMIC_SHARED where CUDA writes __shared__")
#define __constant__ LW_CPU_ERROR("write LW_CONSTANT(type, name, dims) where CUDA writes __constant__")
#define __launch_bounds__(...) \
    LW_CPU_ERROR("write LW_LAUNCH_BOUNDS(threads) after the name in LW_KERNEL where CUDA writes __launch_bounds__")
#define __cluster_dims__(...) \
    LW_CPU_ERROR("write LW_CLUSTER_DIMS(x, y, z) after the name in LW_KERNEL where CUDA writes __cluster_dims__")
#define __maxnreg__(...) \
    LW_CPU_ERROR("write LW_MAX_REGISTERS(registers) after the name in LW_KERNEL where CUDA writes __maxnreg__")
#define __grid_constant__ \
    LW_CPU_ERROR("write (LW_GRID_CONSTANT(type), parameter) where CUDA writes const __grid_constant__: a pointer to it")
#define __block_size__(...) \
    LW_CPU_ERROR("write LW_BLOCK_SIZE(x, y, z) after the name in LW_KERNEL where CUDA writes __block_size__")

/* Warp functions without a mask, which CUDA removed with compute capability 7.0. */
#define __any(...) LW_CPU_ERROR("write __any_sync(mask, predicate): CUDA no longer has __any")
#define __all(...) LW_CPU_ERROR("write __all_sync(mask, predicate): CUDA no longer has __all")
#define __ballot(...) LW_CPU_ERROR("write __ballot_sync(mask, predicate): CUDA no longer has __ballot")
#define __shfl(...) LW_CPU_ERROR("write __shfl_sync(mask, value, lane): CUDA no longer has __shfl")
#define __shfl_up(...) LW_CPU_ERROR("write __shfl_up_sync(mask, value, delta): CUDA no longer has __shfl_up")
#define __shfl_down(...) LW_CPU_ERROR("write __shfl_down_sync(mask, value, delta): CUDA no longer has __shfl_down")
#define __shfl_xor(...) LW_CPU_ERROR("write __shfl_xor_sync(mask, value, lanes): CUDA no longer has __shfl_xor")

/* Qualifiers. */
#define __managed__ LW_CPU_ERROR("write LW_MANAGED(type, name, dims) where CUDA writes __managed__")
#define __nv_pure__ LW_CPU_UNSUPPORTED(__nv_pure__)

/* Types. */
#define __float128 LW_CPU_ERROR("there is no __float128 in device code")
#define __half LW_CPU_ERROR_TEXT(__half: include <lanewise/half.h>)
#define __half2 LW_CPU_ERROR_TEXT(__half2: include <lanewise/half.h>)
#define __nv_bfloat16 LW_CPU_ERROR_TEXT(__nv_bfloat16: include <lanewise/bfloat16.h>)
#define __nv_bfloat162 LW_CPU_ERROR_TEXT(__nv_bfloat162: include <lanewise/bfloat16.h>)
#define __nv_fp8_e4m3 LW_CPU_ERROR_TEXT(__nv_fp8_e4m3: include <lanewise/fp8.h>)
#define __nv_fp8_e5m2 LW_CPU_ERROR_TEXT(__nv_fp8_e5m2: include <lanewise/fp8.h>)
#define __nv_fp8_e8m0 LW_CPU_ERROR_TEXT(__nv_fp8_e8m0: include <lanewise/fp8.h>)
#define cudaArray_t LW_CPU_UNSUPPORTED_TYPE(cudaArray_t, pass an lw_texture_object or lw_surface_object)
#define cudaGraphExec_t                                                                                                \
    LW_CPU_ERROR_TEXT(cudaGraphExec_t: include lanewise/device_launch.h) lw_cpu_unsupported_type

/* Textures and surfaces, whose header defines these names anew. */
#ifndef LW_CPU_TEXTURE_H
#define LW_CPU_IN_TEXTURE(name) LW_CPU_ERROR_TEXT(name: include <lanewise/texture.h>)
#define cudaTextureObject_t LW_CPU_IN_TEXTURE(cudaTextureObject_t) lw_cpu_unsupported_type
#define cudaSurfaceObject_t LW_CPU_IN_TEXTURE(cudaSurfaceObject_t) lw_cpu_unsupported_type
#define tex1D(...) LW_CPU_IN_TEXTURE(tex1D) lw_cpu_unsupported()
#define tex1Dfetch(...) LW_CPU_IN_TEXTURE(tex1Dfetch) lw_cpu_unsupported()
#define tex1DLod(...) LW_CPU_IN_TEXTURE(tex1DLod) lw_cpu_unsupported()
#define tex1DGrad(...) LW_CPU_IN_TEXTURE(tex1DGrad) lw_cpu_unsupported()
#define tex1DLayered(...) LW_CPU_IN_TEXTURE(tex1DLayered) lw_cpu_unsupported()
#define tex2D(...) LW_CPU_IN_TEXTURE(tex2D) lw_cpu_unsupported()
#define tex2Dgather(...) LW_CPU_IN_TEXTURE(tex2Dgather) lw_cpu_unsupported()
#define tex2DLod(...) LW_CPU_IN_TEXTURE(tex2DLod) lw_cpu_unsupported()
#define tex2DGrad(...) LW_CPU_IN_TEXTURE(tex2DGrad) lw_cpu_unsupported()
#define tex2DLayered(...) LW_CPU_IN_TEXTURE(tex2DLayered) lw_cpu_unsupported()
#define tex3D(...) LW_CPU_IN_TEXTURE(tex3D) lw_cpu_unsupported()
#define tex3DLod(...) LW_CPU_IN_TEXTURE(tex3DLod) lw_cpu_unsupported()
#define tex3DGrad(...) LW_CPU_IN_TEXTURE(tex3DGrad) lw_cpu_unsupported()
#define texCubemap(...) LW_CPU_IN_TEXTURE(texCubemap) lw_cpu_unsupported()
#define texCubemapLayered(...) LW_CPU_IN_TEXTURE(texCubemapLayered) lw_cpu_unsupported()
#define surf1Dread(...) LW_CPU_IN_TEXTURE(surf1Dread) lw_cpu_unsupported()
#define surf1Dwrite(...) LW_CPU_IN_TEXTURE(surf1Dwrite) lw_cpu_unsupported()
#define surf2Dread(...) LW_CPU_IN_TEXTURE(surf2Dread) lw_cpu_unsupported()
#define surf2Dwrite(...) LW_CPU_IN_TEXTURE(surf2Dwrite) lw_cpu_unsupported()
#define surf2DLayeredread(...) LW_CPU_IN_TEXTURE(surf2DLayeredread) lw_cpu_unsupported()
#define surf2DLayeredwrite(...) LW_CPU_IN_TEXTURE(surf2DLayeredwrite) lw_cpu_unsupported()
#define surf3Dread(...) LW_CPU_IN_TEXTURE(surf3Dread) lw_cpu_unsupported()
#define surf3Dwrite(...) LW_CPU_IN_TEXTURE(surf3Dwrite) lw_cpu_unsupported()
#define surfCubemapread(...) LW_CPU_IN_TEXTURE(surfCubemapread) lw_cpu_unsupported()
#define surfCubemapwrite(...) LW_CPU_IN_TEXTURE(surfCubemapwrite) lw_cpu_unsupported()
#endif

/* Matrices. */
#define __float_to_tf32(...) LW_CPU_ERROR_TEXT(__float_to_tf32: include <lanewise/matrix.h>) lw_cpu_unsupported()

/* Debugging and profiling. */
#define __pm0(...) LW_CPU_UNSUPPORTED_CALL(__pm0)
#define __pm1(...) LW_CPU_UNSUPPORTED_CALL(__pm1)
#define __pm2(...) LW_CPU_UNSUPPORTED_CALL(__pm2)
#define __pm3(...) LW_CPU_UNSUPPORTED_CALL(__pm3)

/* Runtime functions in a kernel: those that <lanewise/device_launch.h> has, then others. */
#define LW_CPU_RUNTIME(name, ...)                                                                                      \
    LW_CPU_ERROR_TEXT(name: on the host write __VA_ARGS__; in a kernel include lanewise/device_launch.h)              \
    lw_cpu_unsupported()
#define cudaDeviceGetAttribute(...) LW_CPU_RUNTIME(cudaDeviceGetAttribute, lw_device_get_properties())
#define cudaDeviceGetLimit(...) LW_CPU_RUNTIME(cudaDeviceGetLimit, lw_device_get_limit())
#define cudaEventCreateWithFlags(...) LW_CPU_RUNTIME(cudaEventCreateWithFlags, lw_event_create_with())
#define cudaEventDestroy(...) LW_CPU_RUNTIME(cudaEventDestroy, lw_event_destroy())
#define cudaEventRecord(...) LW_CPU_RUNTIME(cudaEventRecord, lw_event_record())
#define cudaFree(...) LW_CPU_RUNTIME(cudaFree, lw_free(device, pointer))
#define cudaGetDevice(...) LW_CPU_RUNTIME(cudaGetDevice, lw_device_open())
#define cudaGetDeviceCount(...) LW_CPU_RUNTIME(cudaGetDeviceCount, lw_device_count())
#define cudaGetErrorName(...) LW_CPU_RUNTIME(cudaGetErrorName, lw_status_string())
#define cudaGetErrorString(...) LW_CPU_RUNTIME(cudaGetErrorString, lw_status_string())
#define cudaGetLastError(...) LW_CPU_RUNTIME(cudaGetLastError, lw_last_error_message(device))
#define cudaGetCurrentGraphExec(...) LW_CPU_RUNTIME(cudaGetCurrentGraphExec, lw_graph_exec_get_device_handle())
#define cudaGraphLaunch(...) LW_CPU_RUNTIME(cudaGraphLaunch, lw_graph_launch())
#define cudaGraphSetConditional(...) LW_CPU_RUNTIME(cudaGraphSetConditional, lw_graph_conditional_create())
#define cudaMalloc(...) LW_CPU_RUNTIME(cudaMalloc, lw_malloc(device, &pointer, size))
#define cudaMemcpyAsync(...) LW_CPU_RUNTIME(cudaMemcpyAsync, lw_memcpy_async())
#define cudaMemsetAsync(...) LW_CPU_RUNTIME(cudaMemsetAsync, lw_memset_async())
#define cudaPeekAtLastError(...) LW_CPU_RUNTIME(cudaPeekAtLastError, lw_last_error_message(device))
#define cudaStreamCreateWithFlags(...) LW_CPU_RUNTIME(cudaStreamCreateWithFlags, lw_stream_create_with())
#define cudaStreamDestroy(...) LW_CPU_RUNTIME(cudaStreamDestroy, lw_stream_destroy())
#define cudaStreamWaitEvent(...) LW_CPU_RUNTIME(cudaStreamWaitEvent, lw_stream_wait_event())
#define LW_CPU_HOST_ONLY(name, ...)                                                                                   \
    LW_CPU_ERROR_TEXT(Lanewise does not support name yet in kernels; on the host write __VA_ARGS__) lw_cpu_unsupported()
#define cudaMallocAsync(...) LW_CPU_HOST_ONLY(cudaMallocAsync, lw_malloc_async())
#define cudaFreeAsync(...) LW_CPU_HOST_ONLY(cudaFreeAsync, lw_free_async())
#define cudaMemcpy(...) LW_CPU_HOST_ONLY(cudaMemcpy, lw_memcpy())
#define cudaMemset(...) LW_CPU_HOST_ONLY(cudaMemset, lw_memset())
#define cudaMemcpy2DAsync(...) LW_CPU_HOST_ONLY(cudaMemcpy2DAsync, lw_memcpy_2d_async())
#define cudaMemcpy3DAsync(...) LW_CPU_HOST_ONLY(cudaMemcpy3DAsync, lw_memcpy_3d_async())
#define cudaMemset2DAsync(...) LW_CPU_HOST_ONLY(cudaMemset2DAsync, lw_memset_2d_async())
#define cudaMemset3DAsync(...) LW_CPU_HOST_ONLY(cudaMemset3DAsync, lw_memset_3d_async())
#define cudaMemcpyToSymbol(...) LW_CPU_HOST_ONLY(cudaMemcpyToSymbol, lw_memcpy_to_symbol())
#define cudaMemcpyFromSymbol(...) LW_CPU_HOST_ONLY(cudaMemcpyFromSymbol, lw_memcpy_from_symbol())
#define cudaDeviceSynchronize(...)                                                                                     \
    LW_CPU_ERROR_TEXT(cudaDeviceSynchronize: a kernel cannot wait for what it launched;                                \
               on the host write lw_device_synchronize())                                                              \
    lw_cpu_unsupported()
#define cudaFuncGetAttributes(...) LW_CPU_HOST_ONLY(cudaFuncGetAttributes, lw_kernel_get_attributes())
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor(...)                                                             \
    LW_CPU_HOST_ONLY(cudaOccupancyMaxActiveBlocksPerMultiprocessor, lw_occupancy_max_active_blocks())
#define cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(...)                                                    \
    LW_CPU_HOST_ONLY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, lw_occupancy_max_active_blocks())
#define cudaDeviceGetCacheConfig(...) LW_CPU_UNSUPPORTED_CALL(cudaDeviceGetCacheConfig)
#define cudaDeviceGetSharedMemConfig(...) LW_CPU_UNSUPPORTED_CALL(cudaDeviceGetSharedMemConfig)
#define cudaRuntimeGetVersion(...) LW_CPU_UNSUPPORTED_CALL(cudaRuntimeGetVersion)
#define cudaEventRecordWithFlags(...) LW_CPU_UNSUPPORTED_CALL(cudaEventRecordWithFlags)
#define cudaLaunchDevice(...) LW_CPU_UNSUPPORTED_CALL(cudaLaunchDevice)
#define cudaLaunchDeviceV2(...) LW_CPU_UNSUPPORTED_CALL(cudaLaunchDeviceV2)
#define cudaGetParameterBuffer(...) LW_CPU_UNSUPPORTED_CALL(cudaGetParameterBuffer)
#define cudaGetParameterBufferV2(...) LW_CPU_UNSUPPORTED_CALL(cudaGetParameterBufferV2)

/* Graphs that kernels change. */
#define cudaGraphKernelNodeSetParam(...) LW_CPU_UNSUPPORTED_CALL(cudaGraphKernelNodeSetParam)
#define cudaGraphKernelNodeSetEnabled(...) LW_CPU_UNSUPPORTED_CALL(cudaGraphKernelNodeSetEnabled)
#define cudaGraphKernelNodeSetGridDim(...) LW_CPU_UNSUPPORTED_CALL(cudaGraphKernelNodeSetGridDim)
#define cudaGraphKernelNodeUpdatesApply(...) LW_CPU_UNSUPPORTED_CALL(cudaGraphKernelNodeUpdatesApply)
/* clang-format on */

#endif
