#include <lanewise/kernel.h>

#include "powers.h"

#define STORE(numerator, denominator, result)                                                                          \
    out[at] = result;                                                                                                  \
    at += n;

#define SQRT sqrtf
#define RSQRT rsqrtf
#define CBRT cbrtf
#define RCBRT rcbrtf
LW_KERNEL(test_powers_float, (int, n), (const float *, in), (float *, out))
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n)
        return;
    float x = in[at];
    TEST_POWERS(STORE)
}
#undef SQRT
#undef RSQRT
#undef CBRT
#undef RCBRT

#define SQRT sqrt
#define RSQRT rsqrt
#define CBRT cbrt
#define RCBRT rcbrt
LW_KERNEL(test_powers_double, (int, n), (const double *, in), (double *, out))
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n)
        return;
    double x = in[at];
    TEST_POWERS(STORE)
}
