#include <lanewise/kernel.h>

#include "mathematics.h"

LW_KERNEL(machine_mathematics_of_floats, (unsigned, count), (const float *, x), (const float *, y),
          (unsigned long long *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long sum = 0;
    if (i >= count)
        return;
#define X(name) sum = MATHEMATICS_MIX(sum, __float_as_uint(name##f(x[i])));
    EMU_MATH_OF_1(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, __float_as_uint(name##f(x[i], y[i])));
    EMU_MATH_OF_2(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, __float_as_uint(name##f(x[i], y[i], 3.0f)));
    EMU_MATH_OF_3(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, __float_as_uint(name##f(x[i], y[i], 3.0f, x[i])));
    EMU_MATH_OF_4(X)
#undef X
    out[i] = sum;
}

LW_KERNEL(machine_mathematics_of_doubles, (unsigned, count), (const double *, x), (const double *, y),
          (unsigned long long *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long sum = 0;
    if (i >= count)
        return;
#define X(name) sum = MATHEMATICS_MIX(sum, (unsigned long long)__double_as_longlong(name(x[i])));
    EMU_MATH_OF_1(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, (unsigned long long)__double_as_longlong(name(x[i], y[i])));
    EMU_MATH_OF_2(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, (unsigned long long)__double_as_longlong(name(x[i], y[i], 3.0)));
    EMU_MATH_OF_3(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, (unsigned long long)__double_as_longlong(name(x[i], y[i], 3.0, x[i])));
    EMU_MATH_OF_4(X)
#undef X
    out[i] = sum;
}

LW_KERNEL(machine_mathematics_of_some, (unsigned, count), (const int *, n), (const float *, x), (float *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        float result = x[i];
        if (n[i] < 9)
            result = jnf(n[i], result);
        out[i] = result;
    }
}

LW_KERNEL(machine_mathematics_by_pointer, (unsigned, count), (const double *, x), (const double *, y), (double *, out))
{
    double (*cut)(double, double) = fmod;
    double (*nearest)(double, double) = remainder;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        out[4 * i] = fmod(x[i], y[i]);
        out[4 * i + 1] = remainder(x[i], y[i]);
        out[4 * i + 2] = cut(x[i], y[i]);
        out[4 * i + 3] = nearest(x[i], y[i]);
    }
}
