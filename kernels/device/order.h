/* The operations of the library's reductions: sums, and least elements of floats, doubles and ints, whose order can be turned
 * round for the greatest. */
#ifndef LWK_DEVICE_ORDER_H
#define LWK_DEVICE_ORDER_H

#include <limits.h>
#include <math.h>

#include <lanewise/kernel.h>

/* lwk_least_TYPE(): `value`, which is no NaN, or `next` where that is less: a NaN is not. lwk_flip_TYPE(): turns the order
 * round and back. */
#define LWK_ORDER_(type, flipped)                                                                                      \
    static __device__ __forceinline__ type lwk_least_##type(type value, type next)                                     \
    {                                                                                                                  \
        return next < value ? next : value;                                                                            \
    }                                                                                                                  \
    static __device__ __forceinline__ type lwk_flip_##type(type x, type flip)                                          \
    {                                                                                                                  \
        return flipped;                                                                                                \
    }

LWK_ORDER_(float, flip *x)
LWK_ORDER_(double, flip *x)
LWK_ORDER_(int, flip ^ x)

/* lwk_add_TYPE(): sums of ints wrap around. lwk_same_TYPE(): the element as it is. */
#define LWK_SUM_(type, work)                                                                                           \
    static __device__ __forceinline__ type lwk_add_##type(type a, type b)                                              \
    {                                                                                                                  \
        return (type)((work)a + (work)b);                                                                              \
    }                                                                                                                  \
    static __device__ __forceinline__ type lwk_same_##type(type x, type flip)                                          \
    {                                                                                                                  \
        (void)flip;                                                                                                    \
        return x;                                                                                                      \
    }

LWK_SUM_(float, float)
LWK_SUM_(double, double)
LWK_SUM_(int, unsigned)

#endif
