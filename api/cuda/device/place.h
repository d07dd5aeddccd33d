/* threadIdx and its kin as values; spaces of addresses. */
#ifndef LANEWISE_CUDA_PLACE_H
#define LANEWISE_CUDA_PLACE_H

#define LW_CUDA_CONVERSIONS(name)                                                                                      \
    __device__ inline __cuda_builtin_##name##_t::operator dim3() const                                                 \
    {                                                                                                                  \
        return dim3(x, y, z);                                                                                          \
    }                                                                                                                  \
    __device__ inline __cuda_builtin_##name##_t::operator uint3() const                                                \
    {                                                                                                                  \
        return uint3{x, y, z};                                                                                         \
    }
LW_CUDA_CONVERSIONS(threadIdx)
LW_CUDA_CONVERSIONS(blockIdx)
LW_CUDA_CONVERSIONS(blockDim)
LW_CUDA_CONVERSIONS(gridDim)
#undef LW_CUDA_CONVERSIONS

LW_CUDA_WORD unsigned lw_cuda_is_global(const void *pointer);
LW_CUDA_WORD unsigned lw_cuda_is_shared(const void *pointer);
LW_CUDA_WORD unsigned lw_cuda_is_const(const void *pointer);
LW_CUDA_WORD unsigned lw_cuda_is_local(const void *pointer);
LW_CUDA_WORD unsigned lw_cuda_is_param(const void *pointer);
LW_CUDA_WORD size_t lw_cuda_to_shared(const void *pointer);
LW_CUDA_WORD void *lw_cuda_from_shared(size_t address);

LW_CUDA_DEVICE unsigned __isGlobal(const void *pointer)
{
    return lw_cuda_is_global(pointer);
}
LW_CUDA_DEVICE unsigned __isShared(const void *pointer)
{
    return lw_cuda_is_shared(pointer);
}
/* A block is a cluster of its own. */
LW_CUDA_DEVICE unsigned __isClusterShared(const void *pointer)
{
    return lw_cuda_is_shared(pointer);
}
LW_CUDA_DEVICE unsigned __isConstant(const void *pointer)
{
    return lw_cuda_is_const(pointer);
}
LW_CUDA_DEVICE unsigned __isLocal(const void *pointer)
{
    return lw_cuda_is_local(pointer);
}
LW_CUDA_DEVICE unsigned __isGridConstant(const void *pointer)
{
    return lw_cuda_is_param(pointer);
}
LW_CUDA_DEVICE size_t __cvta_generic_to_shared(const void *pointer)
{
    return lw_cuda_to_shared(pointer);
}
LW_CUDA_DEVICE void *__cvta_shared_to_generic(size_t address)
{
    return lw_cuda_from_shared(address);
}
LW_CUDA_DEVICE size_t __cvta_generic_to_global(const void *pointer)
{
    return (size_t)pointer;
}
LW_CUDA_DEVICE void *__cvta_global_to_generic(size_t address)
{
    return (void *)address;
}

#endif
