/* LW_KERNEL(name, [attribute, [attribute,]] (type, parameter)...) { body }: a __global__ function of C linkage,
 * and a type that checks it against its LW_DECLARE_KERNEL. The attributes: backends/cpu/kernel_macro.h. */
#ifndef LW_CUDA_KERNEL_MACRO_H
#define LW_CUDA_KERNEL_MACRO_H

#include "../../api/lanewise/preprocessor.h"

#define LW_KERNEL(...) LW_PP_CAT(LW_CUDA_KERNEL_, LW_PP_MORE(__VA_ARGS__))(__VA_ARGS__)
#define LW_CUDA_KERNEL_0(name) LW_CUDA_KERNEL_BARE(name, )
#define LW_CUDA_KERNEL_1(name, ...)                                                                                    \
    LW_PP_CAT(LW_CUDA_KERNEL_SECOND_, LW_PP_IS_PAREN(LW_PP_FIRST(__VA_ARGS__)))(name, __VA_ARGS__)
#define LW_CUDA_KERNEL_SECOND_1(name, ...) LW_CUDA_KERNEL_FULL(name, , __VA_ARGS__)
#define LW_CUDA_KERNEL_SECOND_0(name, ...)                                                                             \
    LW_PP_CAT(LW_CUDA_KERNEL_ONE_, LW_PP_MORE(__VA_ARGS__))(name, __VA_ARGS__)
#define LW_CUDA_KERNEL_ONE_0(name, one) LW_CUDA_KERNEL_BARE(name, LW_CUDA_ATTRIBUTE_##one)
#define LW_CUDA_KERNEL_ONE_1(name, one, ...)                                                                           \
    LW_PP_CAT(LW_CUDA_KERNEL_THIRD_, LW_PP_IS_PAREN(LW_PP_FIRST(__VA_ARGS__)))(name, one, __VA_ARGS__)
#define LW_CUDA_KERNEL_THIRD_1(name, one, ...) LW_CUDA_KERNEL_FULL(name, LW_CUDA_ATTRIBUTE_##one, __VA_ARGS__)
#define LW_CUDA_KERNEL_THIRD_0(name, one, ...)                                                                         \
    LW_PP_CAT(LW_CUDA_KERNEL_TWO_, LW_PP_MORE(__VA_ARGS__))(name, one, __VA_ARGS__)
#define LW_CUDA_KERNEL_TWO_0(name, one, two)                                                                           \
    LW_CUDA_KERNEL_BARE(name, LW_CUDA_BESIDE_##one LW_CUDA_BESIDE_##two)
#define LW_CUDA_KERNEL_TWO_1(name, one, two, ...)                                                                      \
    LW_CUDA_KERNEL_FULL(name, LW_CUDA_BESIDE_##one LW_CUDA_BESIDE_##two, __VA_ARGS__)

#define LW_CUDA_ATTRIBUTE_LW_LAUNCH_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
/* Compilers for 9.0 and later take the exact shape and clusters; before, the shape's size is the bound and the host
 * checks the shape, and there are no clusters. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define LW_CUDA_ATTRIBUTE_LW_BLOCK_SIZE(x, y, z) __block_size__((x, y, z))
#define LW_CUDA_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z) __cluster_dims__(x, y, z)
#else
#define LW_CUDA_ATTRIBUTE_LW_BLOCK_SIZE(x, y, z) __launch_bounds__((x) * (y) * (z))
#define LW_CUDA_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z)
#endif

/* Beside clusters, CUDA's exact shape would have the launch's grid count clusters: ours counts blocks. */
#define LW_CUDA_BESIDE_LW_LAUNCH_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
#define LW_CUDA_BESIDE_LW_BLOCK_SIZE(x, y, z) __launch_bounds__((x) * (y) * (z))
#define LW_CUDA_BESIDE_LW_CLUSTER_DIMS(x, y, z) LW_CUDA_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z)

#define LW_CUDA_KERNEL_BARE(name, attributes)                                                                               \
    typedef void name##__signature(void);                                                                              \
    extern "C" __global__ void attributes name(void)
#define LW_CUDA_KERNEL_FULL(name, attributes, ...)                                                                          \
    typedef void name##__signature(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                           \
    extern "C" __global__ void attributes name(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__))

#endif
