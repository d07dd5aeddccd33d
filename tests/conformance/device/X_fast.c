#include <lanewise/kernel.h>

#include "X_fast.h"

LW_KERNEL(x_of_1, (int, n), (const float *, x), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
#define STORE(function) out[at] = function(x[i]), at += n;
    X_OF_1(STORE)
#undef STORE
}

LW_KERNEL(x_of_2, (int, n), (const float *, x), (const float *, y), (float *, quotient), (float *, power))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    quotient[i] = __fdividef(x[i], y[i]);
    power[i] = __powf(x[i], y[i]);
}

LW_KERNEL(x_same, (int, n), (const float *, x), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __sincosf(x[i], &out[6 * i], &out[6 * i + 2]);
    out[6 * i + 1] = __sinf(x[i]);
    out[6 * i + 3] = __cosf(x[i]);
    out[6 * i + 4] = __tanf(x[i]);
    out[6 * i + 5] = __fdividef(__sinf(x[i]), __cosf(x[i]));
}

LW_KERNEL(x_power_by_definition, (int, n), (const float *, x), (const float *, y), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = exp2f(__fmul_rn(y[i], __log2f(x[i])));
}
