/* Variables in CUDA's memory spaces. backends/cpu/language/storage.h says what each macro declares. */
#ifndef LW_CUDA_STORAGE_H
#define LW_CUDA_STORAGE_H

#include "../../api/lanewise/launch.h"
#include "../../api/lanewise/preprocessor.h"

#define LW_SHARED(type, ...) LW_PP_CAT(LW_CUDA_SHARED_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CUDA_SHARED_0(type, name) LW_CUDA_SHARED_1(type, name, [1])
#define LW_CUDA_SHARED_1(type, name, dims)                                                                             \
    __shared__ type name##__storage dims;                                                                              \
    decltype(&name##__storage[0]) const name = name##__storage

/* A declaration's alignment cannot depend on a template's parameter, and declarations of one name must agree: so each alignment
 * has a name and a function. */
template <unsigned> static __device__ __forceinline__ unsigned char *lw_cuda_dynamic_shared();
#define LW_CUDA_DYNAMIC_SHARED(alignment)                                                                              \
    template <> __device__ __forceinline__ unsigned char *lw_cuda_dynamic_shared<alignment>()                          \
    {                                                                                                                  \
        extern __shared__ __align__(alignment) unsigned char lw__dynamic_shared_##alignment[];                         \
        return lw__dynamic_shared_##alignment;                                                                         \
    }
LW_CUDA_DYNAMIC_SHARED(16)
LW_CUDA_DYNAMIC_SHARED(32)
LW_CUDA_DYNAMIC_SHARED(64)
LW_CUDA_DYNAMIC_SHARED(128)
LW_CUDA_DYNAMIC_SHARED(256)
LW_CUDA_DYNAMIC_SHARED(512)
LW_CUDA_DYNAMIC_SHARED(1024)
LW_CUDA_DYNAMIC_SHARED(2048)
LW_CUDA_DYNAMIC_SHARED(4096)
#undef LW_CUDA_DYNAMIC_SHARED

#define LW_DYNAMIC_SHARED(type, name)                                                                                  \
    struct name##__aligned {                                                                                           \
        type member;                                                                                                   \
    };                                                                                                                 \
    type *const name = reinterpret_cast<type *>(                                                                       \
        lw_cuda_dynamic_shared<(alignof(name##__aligned) > 16 ? (unsigned)alignof(name##__aligned) : 16u)>())

#define LW_GLOBAL(type, ...) LW_PP_CAT(LW_CUDA_GLOBAL_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CUDA_GLOBAL_0(type, name) LW_CUDA_GLOBAL_1(type, name, )
#define LW_CUDA_GLOBAL_1(type, name, dims)                                                                             \
    LW_DECLARE_SYMBOL(name);                                                                                           \
    __device__ type name dims

#define LW_MANAGED(type, ...) LW_PP_CAT(LW_CUDA_MANAGED_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CUDA_MANAGED_0(type, name) LW_CUDA_MANAGED_1(type, name, )
#define LW_CUDA_MANAGED_1(type, name, dims)                                                                            \
    LW_DECLARE_SYMBOL(name);                                                                                           \
    __managed__ type name dims

/* nvcc accepts a write to an element of a constant array with a warning. So the code's name is a const reference, which
 * costs nothing, and the variable has the same name in a namespace. Its C linkage keeps the plain name in the device's
 * symbol table, where the host finds it. Warning 20044 says that the first declaration defines the variable; the second
 * repeats it with the initialiser. */
#define LW_CONSTANT(type, ...) LW_PP_CAT(LW_CUDA_CONSTANT_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CUDA_CONSTANT_0(type, name) LW_CUDA_CONSTANT_1(type, name, )
#define LW_CUDA_CONSTANT_1(type, name, dims)                                                                           \
    LW_DECLARE_SYMBOL(name);                                                                                           \
    namespace lw__storage {                                                                                            \
    _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 20044") extern "C" __constant__ type name dims;            \
    _Pragma("nv_diagnostic pop")                                                                                       \
    }                                                                                                                  \
    namespace lw__view {                                                                                               \
    __attribute__((unused)) static __device__ const type(&name) dims = lw__storage::name;                              \
    }                                                                                                                  \
    using lw__view::name;                                                                                              \
    __constant__ type lw__storage::name dims

#endif
