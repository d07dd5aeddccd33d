#include <lanewise/kernel.h>

#include "W_math.h"

/* The names are macros where CUDA has overloads: each is written out here, once. */
#define CASE_1(name)                                                                                                   \
    case MATH_##name: return name##f(x[0]);
#define CASE_2(name)                                                                                                   \
    case MATH_##name: return name##f(x[0], x[count]);
#define CASE_3(name)                                                                                                   \
    case MATH_##name: return name##f(x[0], x[count], x[2 * count]);
#define CASE_4(name)                                                                                                   \
    case MATH_##name: return name##f(x[0], x[count], x[2 * count], x[3 * count]);
#define CASE_ORDER(name)                                                                                               \
    case MATH_##name: return name##f((int)x[0], x[count]);
__device__ static float of_floats(int function, size_t count, const float *x)
{
    switch (function) {
        EMU_MATH_OF_1(CASE_1)
        EMU_MATH_INEXACT_OF_2(CASE_2)
        EMU_MATH_OF_3(CASE_3)
        EMU_MATH_OF_4(CASE_4)
        EMU_MATH_OF_ORDER(CASE_ORDER)
    default: return 0;
    }
}
#undef CASE_1
#undef CASE_2
#undef CASE_3
#undef CASE_4
#undef CASE_ORDER

#define CASE_1(name)                                                                                                   \
    case MATH_##name: return name(x[0]);
#define CASE_2(name)                                                                                                   \
    case MATH_##name: return name(x[0], x[count]);
#define CASE_3(name)                                                                                                   \
    case MATH_##name: return name(x[0], x[count], x[2 * count]);
#define CASE_4(name)                                                                                                   \
    case MATH_##name: return name(x[0], x[count], x[2 * count], x[3 * count]);
#define CASE_ORDER(name)                                                                                               \
    case MATH_##name: return name((int)x[0], x[count]);
__device__ static double of_doubles(int function, size_t count, const double *x)
{
    switch (function) {
        EMU_MATH_OF_1(CASE_1)
        EMU_MATH_INEXACT_OF_2(CASE_2)
        EMU_MATH_OF_3(CASE_3)
        EMU_MATH_OF_4(CASE_4)
        EMU_MATH_OF_ORDER(CASE_ORDER)
    default: return 0;
    }
}

LW_KERNEL(math_floats, (int, function), (unsigned, count), (const float *, x), (float *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = of_floats(function, count, x + i);
}

LW_KERNEL(math_doubles, (int, function), (unsigned, count), (const double *, x), (double *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = of_doubles(function, count, x + i);
}

LW_KERNEL(math_float_range, (int, function), (unsigned, first), (unsigned, stride), (unsigned, count), (float *, out))
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float x[4] = {__uint_as_float(first + i * stride), 0, 0, 0};
        out[i] = of_floats(function, 1, x);
    }
}
