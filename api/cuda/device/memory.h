/* Loads and stores with hints about caches, which a CPU ignores; bits of words; products of bytes. */
#ifndef LANEWISE_CUDA_MEMORY_H
#define LANEWISE_CUDA_MEMORY_H

#define LW_CUDA_LOAD(name)                                                                                             \
    template <class T> LW_CUDA_DEVICE T name(const T *pointer)                                                         \
    {                                                                                                                  \
        return *pointer;                                                                                               \
    }
LW_CUDA_LOAD(__ldg)
LW_CUDA_LOAD(__ldca)
LW_CUDA_LOAD(__ldcg)
LW_CUDA_LOAD(__ldcs)
LW_CUDA_LOAD(__ldlu)
#undef LW_CUDA_LOAD
template <class T> LW_CUDA_DEVICE T __ldcv(const T *pointer)
{
    return *(const volatile T *)pointer;
}
#define LW_CUDA_STORE(name)                                                                                            \
    template <class T> LW_CUDA_DEVICE void name(T *pointer, T value)                                                   \
    {                                                                                                                  \
        *pointer = value;                                                                                              \
    }
LW_CUDA_STORE(__stwb)
LW_CUDA_STORE(__stcg)
LW_CUDA_STORE(__stcs)
#undef LW_CUDA_STORE
template <class T> LW_CUDA_DEVICE void __stwt(T *pointer, T value)
{
    *(volatile T *)pointer = value;
}

#define LW_CUDA_FUNNEL(name)                                                                                           \
    LW_CUDA_WORD unsigned lw_cuda_##name(unsigned low, unsigned high, unsigned shift);                                 \
    LW_CUDA_DEVICE unsigned __##name(unsigned low, unsigned high, unsigned shift)                                      \
    {                                                                                                                  \
        return lw_cuda_##name(low, high, shift);                                                                       \
    }
LW_CUDA_FUNNEL(funnelshift_l)
LW_CUDA_FUNNEL(funnelshift_lc)
LW_CUDA_FUNNEL(funnelshift_r)
LW_CUDA_FUNNEL(funnelshift_rc)
#undef LW_CUDA_FUNNEL

#endif
