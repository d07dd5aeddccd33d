/* min() and max(), with CUDA's overloads, for kernels and for the host. */
#ifndef LANEWISE_CUDA_MINIMUM_H
#define LANEWISE_CUDA_MINIMUM_H

#define LW_CUDA_BOTH static __host__ __device__ __inline__ __attribute__((always_inline))
#define LW_CUDA_MINIMUM(result, first, second)                                                                         \
    LW_CUDA_BOTH result min(first a, second b)                                                                         \
    {                                                                                                                  \
        return (result)a < (result)b ? (result)a : (result)b;                                                          \
    }                                                                                                                  \
    LW_CUDA_BOTH result max(first a, second b)                                                                         \
    {                                                                                                                  \
        return (result)a > (result)b ? (result)a : (result)b;                                                          \
    }
#define LW_CUDA_MINIMUM_MIXED(type)                                                                                    \
    LW_CUDA_MINIMUM(type, type, type)                                                                                  \
    LW_CUDA_MINIMUM(unsigned type, unsigned type, unsigned type)                                                       \
    LW_CUDA_MINIMUM(unsigned type, type, unsigned type)                                                                \
    LW_CUDA_MINIMUM(unsigned type, unsigned type, type)
LW_CUDA_MINIMUM_MIXED(long)
LW_CUDA_MINIMUM_MIXED(long long)
/* clang's header has min(int, int) and max(int, int) for kernels. */
LW_CUDA_MINIMUM(unsigned, unsigned, unsigned)
LW_CUDA_MINIMUM(unsigned, int, unsigned)
LW_CUDA_MINIMUM(unsigned, unsigned, int)
static __host__ __inline__ int min(int a, int b)
{
    return a < b ? a : b;
}
static __host__ __inline__ int max(int a, int b)
{
    return a > b ? a : b;
}
#undef LW_CUDA_MINIMUM
#undef LW_CUDA_MINIMUM_MIXED

/* A number beside a NaN, as fmin() and fmax(). */
#define LW_CUDA_MINIMUM(result, first, second, least, most)                                                            \
    LW_CUDA_BOTH result min(first a, second b)                                                                         \
    {                                                                                                                  \
        return least((result)a, (result)b);                                                                            \
    }                                                                                                                  \
    LW_CUDA_BOTH result max(first a, second b)                                                                         \
    {                                                                                                                  \
        return most((result)a, (result)b);                                                                             \
    }
LW_CUDA_MINIMUM(float, float, float, fminf, fmaxf)
LW_CUDA_MINIMUM(double, double, double, fmin, fmax)
LW_CUDA_MINIMUM(double, float, double, fmin, fmax)
LW_CUDA_MINIMUM(double, double, float, fmin, fmax)
#undef LW_CUDA_MINIMUM
#undef LW_CUDA_BOTH

#endif
