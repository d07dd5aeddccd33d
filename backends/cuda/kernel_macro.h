/* LW_KERNEL(name, [attribute, [attribute,]] (type, parameter)...) { body }: a __global__ function with C linkage, and a
 * type to compare with its LW_DECLARE_KERNEL. For the attributes see backends/cpu/language/kernel_macro.h. */
#ifndef LW_CUDA_KERNEL_MACRO_H
#define LW_CUDA_KERNEL_MACRO_H

#include "../../api/lanewise/preprocessor.h"

#define LW_KERNEL(...)                                                                                                 \
    LW_PP_ASSERT(!!LW_PP_KERNEL(LW_PP_PAIRS, __VA_ARGS__), LW_PP_PAIRS_RULE("LW_KERNEL"));                             \
    LW_PP_ASSERT(!LW_PP_KERNEL(LW_PP_MANY, __VA_ARGS__), LW_PP_MANY_RULE("LW_KERNEL"));                                \
    LW_PP_KERNEL(LW_CUDA_KERNEL, __VA_ARGS__)

#define LW_CUDA_KERNEL_NONE()
#define LW_CUDA_KERNEL_ONE(a) LW_CUDA_ATTRIBUTE_##a
#define LW_CUDA_KERNEL_TWO(a, b) LW_CUDA_BESIDE_##a LW_CUDA_BESIDE_##b

#define LW_CUDA_ATTRIBUTE_LW_LAUNCH_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
#define LW_CUDA_ATTRIBUTE_LW_MAX_REGISTERS(n) __maxnreg__(n)
/* From 9.0 on, the compiler takes the exact block shape and clusters. Before, the shape's size is the launch bound, the
 * host checks the shape, and there are no clusters. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define LW_CUDA_ATTRIBUTE_LW_BLOCK_SIZE(x, y, z) __block_size__((x, y, z))
#define LW_CUDA_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z) __cluster_dims__(x, y, z)
#else
#define LW_CUDA_ATTRIBUTE_LW_BLOCK_SIZE(x, y, z) __launch_bounds__((x) * (y) * (z))
#define LW_CUDA_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z)
#endif

/* With clusters, CUDA's exact block shape would make the launch's grid count clusters; here a grid counts blocks. */
#define LW_CUDA_BESIDE_LW_LAUNCH_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
#define LW_CUDA_BESIDE_LW_BLOCK_SIZE(x, y, z) __launch_bounds__((x) * (y) * (z))
#define LW_CUDA_BESIDE_LW_MAX_REGISTERS(n) __maxnreg__(n)
#define LW_CUDA_BESIDE_LW_CLUSTER_DIMS(x, y, z) LW_CUDA_ATTRIBUTE_LW_CLUSTER_DIMS(x, y, z)

#define LW_CUDA_KERNEL_BARE(name, attributes)                                                                          \
    typedef void name##__signature(void);                                                                              \
    extern "C" __global__ void attributes name(void)
/* For a list that the assertions reject, this makes a function with any parameters, so that no other errors follow. */
#define LW_CUDA_KERNEL_FULL(name, attributes, ...)                                                                     \
    LW_PP_CAT(LW_CUDA_KERNEL_FULL_, LW_PP_ARE_PARAMETERS(__VA_ARGS__))(name, attributes, __VA_ARGS__)
#define LW_CUDA_KERNEL_FULL_0(name, attributes, ...) __device__ void name(LW_PP_MAP(LW_PP_ANY_PARAMETER, __VA_ARGS__))
#define LW_CUDA_KERNEL_FULL_1(name, attributes, ...)                                                                   \
    typedef void name##__signature(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__));                                           \
    LW_PP_CAT(LW_CUDA_KERNEL_OF_, LW_PP_HAVE_GRID_CONSTANT(__VA_ARGS__))(name, attributes, __VA_ARGS__)
#define LW_CUDA_KERNEL_OF_0(name, attributes, ...)                                                                     \
    extern "C" __global__ void attributes name(LW_PP_MAP(LW_PP_PARAMETER, __VA_ARGS__))
/* The body has pointers to the grid constants. */
#define LW_CUDA_KERNEL_OF_1(name, attributes, ...)                                                                     \
    static __device__ __forceinline__ void name##__body(LW_PP_MAP_IN(LW_PP_BODY_PARAMETER, , __VA_ARGS__));            \
    extern "C" __global__ void attributes name(LW_PP_MAP(LW_CUDA_PARAMETER, __VA_ARGS__))                              \
    {                                                                                                                  \
        name##__body(LW_PP_MAP_IN(LW_PP_BODY_ARGUMENT, , __VA_ARGS__));                                                \
    }                                                                                                                  \
    static __device__ __forceinline__ void name##__body(LW_PP_MAP_IN(LW_PP_BODY_PARAMETER, , __VA_ARGS__))
#define LW_CUDA_PARAMETER(context, pair) LW_CUDA_PARAMETER_ pair
#define LW_CUDA_PARAMETER_(type, name) LW_PP_CAT(LW_CUDA_PARAMETER_, LW_PP_IS_GRID_CONSTANT(type))(type, name)
#define LW_CUDA_PARAMETER_0(type, name) type name
#define LW_CUDA_PARAMETER_1(type, name) LW_PP_PASSED(type) const __grid_constant__ name

#endif
