/* LW_KERNEL(name, [LW_LAUNCH_BOUNDS(lanes) | LW_BLOCK_SIZE(x, y, z),] (type, parameter)...) { body }: a __global__
 * function of C linkage, and a type that checks it against its LW_DECLARE_KERNEL. */
#ifndef LW_CUDA_KERNEL_MACRO_H
#define LW_CUDA_KERNEL_MACRO_H

#include "../../api/lanewise/preprocessor.h"

#define LW_KERNEL(...) LW_PP_CAT(LW_CUDA_KERNEL_, LW_PP_MORE(__VA_ARGS__))(__VA_ARGS__)
#define LW_CUDA_KERNEL_0(name) LW_CUDA_KERNEL_BARE(name, )
#define LW_CUDA_KERNEL_1(name, ...)                                                                                    \
    LW_PP_CAT(LW_CUDA_KERNEL_SECOND_, LW_PP_IS_PAREN(LW_PP_FIRST(__VA_ARGS__)))(name, __VA_ARGS__)
#define LW_CUDA_KERNEL_SECOND_1(name, ...) LW_CUDA_KERNEL_FULL(name, , __VA_ARGS__)
#define LW_CUDA_KERNEL_SECOND_0(name, ...)                                                                             \
    LW_PP_CAT(LW_CUDA_KERNEL_BOUND_, LW_PP_MORE(__VA_ARGS__))(name, __VA_ARGS__)
#define LW_CUDA_KERNEL_BOUND_0(name, bound) LW_CUDA_KERNEL_BARE(name, LW_CUDA_BOUND_##bound)
#define LW_CUDA_KERNEL_BOUND_1(name, bound, ...) LW_CUDA_KERNEL_FULL(name, LW_CUDA_BOUND_##bound, __VA_ARGS__)

#define LW_CUDA_BOUND_LW_LAUNCH_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
/* Compilers for 9.0 and later take the exact shape; before, its size is the bound and the host checks the shape. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define LW_CUDA_BOUND_LW_BLOCK_SIZE(x, y, z) __block_size__((x, y, z))
#else
#define LW_CUDA_BOUND_LW_BLOCK_SIZE(x, y, z) __launch_bounds__((x) * (y) * (z))
#endif

#define LW_CUDA_KERNEL_BARE(name, bound)                                                                               \
    typedef void name##__signature(void);                                                                              \
    extern "C" __global__ void bound name(void)
#define LW_CUDA_KERNEL_FULL(name, bound, ...)                                                                          \
    typedef void name##__signature(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                           \
    extern "C" __global__ void bound name(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__))

#endif
