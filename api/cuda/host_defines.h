/* CUDA's qualifiers, as clang spells them. In a file that is not compiled as CUDA they mean nothing, as with NVIDIA's. */
#ifndef LANEWISE_CUDA_HOST_DEFINES_H
#define LANEWISE_CUDA_HOST_DEFINES_H

#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__

#if defined(__CUDA__)
#if defined(LW_CUDA_LAUNCHES_IN_KERNELS) && defined(__CUDA_ARCH__) /* device/child.h */
#define __global__ __attribute__((host, device, used, noinline, annotate("lanewise kernel")))
#else
#define __global__ __attribute__((global))
#endif
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/* The device's code uses the host's variable: lanewise-cc finds it by its section. */
#define __managed__                                                                                                    \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wignored-attributes\"")                      \
        __attribute__((device, used, section("lw_managed"))) _Pragma("clang diagnostic pop")
#define __grid_constant__ __attribute__((annotate("lw_grid_constant"))) /* emu/cuda/grid_constants.c */
#define __cluster_dims__(...) _Pragma("GCC error \"__cluster_dims__ is not supported in .cu files\"")
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#define __managed__
#define __grid_constant__
#endif
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
/* __noinline__ is a keyword of clang's in CUDA. Elsewhere it is no macro, as headers say __attribute__((__noinline__)). */
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#endif
