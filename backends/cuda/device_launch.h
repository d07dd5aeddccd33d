/* LW_DECLARE_KERNEL for launches from kernels with CUDA: the kernel's prototype, and a function around <<<>>>. nvcc
 * accepts that in relocatable code only (-rdc=true). lanewise-cc makes such code for files that include
 * <lanewise/device_launch.h>; other files do not change. */
#ifndef LW_CUDA_DEVICE_LAUNCH_H
#define LW_CUDA_DEVICE_LAUNCH_H

#include "../../api/lanewise/launch.h"

typedef struct lw_device_config {
    cudaStream_t stream;
    lw_dim3 grid, block;
    size_t dynamic_shared;
} lw_device_config;

#ifdef __CUDACC_RDC__
#undef LW_DEVICE_LAUNCHER_0
#define LW_DEVICE_LAUNCHER_0(name)                                                                                     \
    extern "C" __global__ void name(void);                                                                             \
    static __forceinline__ __device__ void name##__device__LW_DECLARE_KERNEL(lw_device_config lw__config)              \
    {                                                                                                                  \
        name<<<LW_CUDA_SHAPE(lw__config.grid), LW_CUDA_SHAPE(lw__config.block), lw__config.dynamic_shared,             \
               lw__config.stream>>>();                                                                                 \
    }
#undef LW_DEVICE_LAUNCHER_1
#define LW_DEVICE_LAUNCHER_1(name, ...)                                                                                \
    extern "C" __global__ void name(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                          \
    static __forceinline__ __device__ void name##__device__LW_DECLARE_KERNEL(lw_device_config lw__config,              \
                                                                             LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__))  \
    {                                                                                                                  \
        name<<<LW_CUDA_SHAPE(lw__config.grid), LW_CUDA_SHAPE(lw__config.block), lw__config.dynamic_shared,             \
               lw__config.stream>>>(LW_PP_MAP(LW_PP_NAME, __VA_ARGS__));                                               \
    }
#define LW_CUDA_SHAPE(shape) dim3(shape.x, shape.y, shape.z)
#define LW_CUDA_LAUNCH_DEVICE(kernel, ...) kernel##__device__LW_DECLARE_KERNEL(__VA_ARGS__)
#else
#define LW_CUDA_LAUNCH_DEVICE(kernel, ...)                                                                             \
    static_assert(sizeof #kernel == 0, "launches from kernels need lanewise-cc, or nvcc -rdc=true and a device link")
#endif

#endif
