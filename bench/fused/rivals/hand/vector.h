/* GNU vectors of 16 numbers, and of 32 for a warp, on gcc and clang; narrower machines take them in parts. */
#ifndef FUSED_HAND_VECTOR_H
#define FUSED_HAND_VECTOR_H

#include <math.h>
#include <string.h>

typedef float vector __attribute__((vector_size(64)));
typedef float warp_vector __attribute__((vector_size(128)));

enum { VECTOR = 16, WARP = 32 };

#define UNROLL_ALL _Pragma("GCC unroll 64")

/* The compiler moves no load or store of `array` across this line. Otherwise it would read a block in an order that
 * no processor predicts, and wait for memory twice as long. */
#define IN_MEMORY(array) __asm__ volatile("" : "+m"(array))

static inline vector vector_load(const float *from)
{
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void vector_store(float *to, vector v)
{
    memcpy(to, &v, sizeof v);
}

static inline vector vector_of(float x)
{
    return x - (vector){0};
}

/* x * y + z, rounded once. */
static inline vector vector_fma(vector x, vector y, vector z)
{
#if defined(__clang__)
    return __builtin_elementwise_fma(x, y, z);
#else
    for (int i = 0; i < VECTOR; i++)
        z[i] = __builtin_fmaf(x[i], y[i], z[i]);
    return z;
#endif
}

static inline vector vector_sqrt(vector x)
{
#if defined(__clang__)
    return __builtin_elementwise_sqrt(x);
#else
    for (int i = 0; i < VECTOR; i++)
        x[i] = __builtin_sqrtf(x[i]);
    return x;
#endif
}

#endif
