/* CUDA's <cuComplex.h>: complex numbers of float and double, for the host and for kernels. */
#ifndef LANEWISE_CUDA_COMPLEX_H
#define LANEWISE_CUDA_COMPLEX_H
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_types.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* `f`: what a name of float ends with; Make: of make_cu...Complex(). */
#define LW_CUDA_COMPLEX(type, real, Make, f)                                                                           \
    static __inline__ type make_cu##Make##Complex(real x, real y)                                                      \
    {                                                                                                                  \
        type made;                                                                                                     \
        made.x = x;                                                                                                    \
        made.y = y;                                                                                                    \
        return made;                                                                                                   \
    }                                                                                                                  \
    static __inline__ real cuCreal##f(type a)                                                                          \
    {                                                                                                                  \
        return a.x;                                                                                                    \
    }                                                                                                                  \
    static __inline__ real cuCimag##f(type a)                                                                          \
    {                                                                                                                  \
        return a.y;                                                                                                    \
    }                                                                                                                  \
    static __inline__ type cuConj##f(type a)                                                                           \
    {                                                                                                                  \
        return make_cu##Make##Complex(a.x, -a.y);                                                                      \
    }                                                                                                                  \
    static __inline__ type cuCadd##f(type a, type b)                                                                   \
    {                                                                                                                  \
        return make_cu##Make##Complex(a.x + b.x, a.y + b.y);                                                           \
    }                                                                                                                  \
    static __inline__ type cuCsub##f(type a, type b)                                                                   \
    {                                                                                                                  \
        return make_cu##Make##Complex(a.x - b.x, a.y - b.y);                                                           \
    }                                                                                                                  \
    static __inline__ type cuCmul##f(type a, type b)                                                                   \
    {                                                                                                                  \
        return make_cu##Make##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                   \
    }                                                                                                                  \
    /* Both are scaled by the size of b first, so that its square is in range. */                                      \
    static __inline__ type cuCdiv##f(type a, type b)                                                                   \
    {                                                                                                                  \
        real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                                                \
        real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                                   \
        real inverse = 1 / (bx * bx + by * by);                                                                        \
        return make_cu##Make##Complex((ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse);                   \
    }                                                                                                                  \
    static __inline__ real cuCabs##f(type a)                                                                           \
    {                                                                                                                  \
        real x = fabs##f(a.x), y = fabs##f(a.y), most = x > y ? x : y, least = x > y ? y : x, part = least / most;     \
        if (most == 0 || most - most != 0 || least != least)                                                           \
            return most + least;                                                                                       \
        return most * sqrt##f(1 + part * part);                                                                        \
    }                                                                                                                  \
    static __inline__ type cuCfma##f(type a, type b, type c)                                                           \
    {                                                                                                                  \
        real x = a.x * b.x + c.x, y = a.x * b.y + c.y;                                                                 \
        return make_cu##Make##Complex(x - a.y * b.y, a.y * b.x + y);                                                   \
    }
LW_CUDA_COMPLEX(cuFloatComplex, float, Float, f)
LW_CUDA_COMPLEX(cuDoubleComplex, double, Double, )
#undef LW_CUDA_COMPLEX

static __inline__ cuComplex make_cuComplex(float x, float y)
{
    return make_cuFloatComplex(x, y);
}
static __inline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a)
{
    return make_cuDoubleComplex(a.x, a.y);
}
static __inline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)
{
    return make_cuFloatComplex((float)a.x, (float)a.y);
}

#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#endif
