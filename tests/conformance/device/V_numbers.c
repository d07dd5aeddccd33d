#include <lanewise/kernel.h>

#include "V_numbers.h"

LW_KERNEL(v_float_functions, (int, n), (const float *, xs), (const float *, ys), (const float *, zs), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    float x = xs[i], y = ys[i], z = zs[i];
#define STORE(expression) out[at] = __float_as_uint(expression), at += n;
    V_FLOAT_FUNCTIONS(STORE)
}

LW_KERNEL(v_float_operators, (int, n), (const float *, xs), (const float *, ys), (const float *, zs), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    float x = xs[i], y = ys[i] + zs[i] * 0;
    V_FLOAT_OPERATORS(STORE)
#undef STORE
}

LW_KERNEL(v_double_functions, (int, n), (const double *, xs), (const double *, ys), (const double *, zs),
          (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    double x = xs[i], y = ys[i];
    (void)zs;
#define STORE(expression) out[at] = (unsigned long long)__double_as_longlong(expression), at += n;
    V_DOUBLE_FUNCTIONS(STORE)
}

LW_KERNEL(v_double_of_three, (int, n), (const double *, xs), (const double *, ys), (const double *, zs),
          (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    double x = xs[i], y = ys[i], z = zs[i];
    V_DOUBLE_OF_THREE(STORE)
#undef STORE
}

LW_KERNEL(v_saturate, (int, n), (const float *, x), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float_as_uint(__saturatef(x[i]));
}

LW_KERNEL(v_contraction, (float, x), (float, z), (double, dx), (double, dz), (double *, out))
{
    out[0] = x * x + z;
    out[1] = __fadd_rn(__fmul_rn(x, x), z);
    out[2] = fmaf(x, x, z);
    out[3] = dx * dx + dz;
    out[4] = __dadd_rn(__dmul_rn(dx, dx), dz);
    out[5] = fma(dx, dx, dz);
}

LW_KERNEL(v_denormals, (float, tiny), (float, least), (double, dtiny), (double, dleast), (double *, out))
{
    out[0] = (double)(tiny + tiny);
    out[1] = (double)(least / 2);
    out[2] = (double)(tiny * 0x1p100f);
    out[3] = (double)fmaf(tiny, 3.0f, tiny);
    out[4] = (double)(least - least * 0.5f);
    out[5] = dtiny + dtiny;
    out[6] = dleast / 2;
    out[7] = dtiny * 0x1p100;
    out[8] = fma(dtiny, 3.0, dtiny);
    out[9] = dleast - dleast * 0.5;
}

LW_KERNEL(v_halves, (int, n), (const float *, x), (double *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[8 * i] = (double)rintf(x[i]);
    out[8 * i + 1] = (double)roundf(x[i]);
    out[8 * i + 2] = (double)nearbyintf(x[i]);
    out[8 * i + 3] = (double)truncf(x[i]);
    out[8 * i + 4] = rint((double)x[i]);
    out[8 * i + 5] = round((double)x[i]);
    out[8 * i + 6] = nearbyint((double)x[i]);
    out[8 * i + 7] = trunc((double)x[i]);
}

LW_KERNEL(v_large_angles, (int, n), (const float *, x), (const double *, d), (float *, out), (double *, dout))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[2 * i] = sinf(x[i]);
    out[2 * i + 1] = cosf(x[i]);
    dout[2 * i] = sin(d[i]);
    dout[2 * i + 1] = cos(d[i]);
}

LW_KERNEL(v_mode, (float, one), (float, tiny), (float, zero), (int, signalling), (float *, out))
{
    out[0] = one + tiny;
    out[1] = tiny * 0x1p-100f * 0x1p100f;
    out[2] = one / zero;
    out[3] = zero / zero;
    out[4] = 3e38f * (one + one);
    out[5] = one - tiny;
    out[6] = __int_as_float(signalling) + one;
    out[7] = __fadd_rn(__int_as_float(signalling), one);
}
