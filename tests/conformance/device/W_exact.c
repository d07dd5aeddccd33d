#include <lanewise/kernel.h>

#include "W_exact.h"

#define EXACT(f, type)                                                                                                 \
    if (i < count) {                                                                                                   \
        int exponent, quotient;                                                                                        \
        type integral;                                                                                                 \
        out[i].frexp = frexp##f(x[i], &exponent);                                                                      \
        out[i].exponent = exponent;                                                                                    \
        out[i].ldexp = ldexp##f(x[i], n[i]);                                                                           \
        out[i].scalbn = scalbn##f(x[i], n[i]);                                                                         \
        out[i].scalbln = scalbln##f(x[i], n[i]);                                                                       \
        out[i].logb = logb##f(x[i]);                                                                                   \
        out[i].ilogb = ilogb##f(x[i]);                                                                                 \
        out[i].fmod = fmod##f(x[i], y[i]);                                                                             \
        out[i].remainder = remainder##f(x[i], y[i]);                                                                   \
        out[i].remquo = remquo##f(x[i], y[i], &quotient);                                                              \
        out[i].quotient = quotient;                                                                                    \
        out[i].modf = modf##f(x[i], &integral);                                                                        \
        out[i].integral = integral;                                                                                    \
        out[i].fdim = fdim##f(x[i], y[i]);                                                                             \
        out[i].nextafter = nextafter##f(x[i], y[i]);                                                                   \
        out[i].trunc = trunc##f(x[i]);                                                                                 \
        out[i].round = round##f(x[i]);                                                                                 \
        out[i].rint = rint##f(x[i]);                                                                                   \
        out[i].nearbyint = nearbyint##f(x[i]);                                                                         \
        out[i].ceil = ceil##f(x[i]);                                                                                   \
        out[i].floor = floor##f(x[i]);                                                                                 \
        out[i].lrint = lrint##f(x[i]);                                                                                 \
        out[i].llrint = llrint##f(x[i]);                                                                               \
        out[i].lround = lround##f(x[i]);                                                                               \
        out[i].llround = llround##f(x[i]);                                                                             \
    }

LW_KERNEL(exact_of_floats, (unsigned, count), (const float *, x), (const float *, y), (const int *, n),
          (exact_values *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    EXACT(f, float)
}

LW_KERNEL(exact_of_doubles, (unsigned, count), (const double *, x), (const double *, y), (const int *, n),
          (exact_values *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    EXACT(, double)
}

LW_KERNEL(arithmetic_of_floats, (unsigned, count), (const float *, x), (const float *, y), (const float *, z),
          (float *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        out[6 * i] = x[i] + y[i];
        out[6 * i + 1] = x[i] * y[i];
        out[6 * i + 2] = x[i] / y[i];
        out[6 * i + 3] = 1.0f / x[i];
        out[6 * i + 4] = sqrtf(x[i]);
        out[6 * i + 5] = fmaf(x[i], y[i], z[i]);
    }
}

LW_KERNEL(arithmetic_of_doubles, (unsigned, count), (const double *, x), (const double *, y), (const double *, z),
          (double *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        out[6 * i] = x[i] + y[i];
        out[6 * i + 1] = x[i] * y[i];
        out[6 * i + 2] = x[i] / y[i];
        out[6 * i + 3] = 1.0 / x[i];
        out[6 * i + 4] = sqrt(x[i]);
        out[6 * i + 5] = fma(x[i], y[i], z[i]);
    }
}

#define SINCOS(f, type)                                                                                                \
    if (i < count) {                                                                                                   \
        type *to = out + 8 * i;                                                                                        \
        sincos##f(x[i], to, to + 1);                                                                                   \
        to[2] = sin##f(x[i]);                                                                                          \
        to[3] = cos##f(x[i]);                                                                                          \
        sincospi##f(x[i], to + 4, to + 5);                                                                             \
        to[6] = sinpi##f(x[i]);                                                                                        \
        to[7] = cospi##f(x[i]);                                                                                        \
    }

LW_KERNEL(sincos_of_floats, (unsigned, count), (const float *, x), (float *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    SINCOS(f, float)
}

LW_KERNEL(sincos_of_doubles, (unsigned, count), (const double *, x), (double *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    SINCOS(, double)
}

LW_KERNEL(norm_of_floats, (int, dim), (const float *, x), (float *, out))
{
    if (threadIdx.x == 0) {
        out[0] = normf(dim, x);
        out[1] = rnormf(dim, x);
    }
}

LW_KERNEL(norm_of_doubles, (int, dim), (const double *, x), (double *, out))
{
    if (threadIdx.x == 0) {
        out[0] = norm(dim, x);
        out[1] = rnorm(dim, x);
    }
}
