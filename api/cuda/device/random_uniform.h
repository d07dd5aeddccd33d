/* cuRAND's uniform numbers: above 0, up to 1. */
#ifndef LANEWISE_CUDA_RANDOM_UNIFORM_H
#define LANEWISE_CUDA_RANDOM_UNIFORM_H

#include "random_mrg32k3a.h"
#include "random_philox.h"
#include "random_xorwow.h"

/* The middle of one of 2^32 parts of (0, 1]; 1 where rounding says so. */
LW_CUDA_DEVICE float lw_cuda_uniform(unsigned number)
{
    return (float)number * 0x1p-32f + 0x1p-33f;
}

/* The middle of one of 2^53 parts. */
LW_CUDA_DEVICE double lw_cuda_uniform_double(unsigned low, unsigned high)
{
    return (double)(low ^ (unsigned long long)high << 21) * 0x1p-53 + 0x1p-54;
}

LW_CUDA_DEVICE float curand_uniform(curandStateXORWOW_t *state)
{
    return lw_cuda_uniform(curand(state));
}

LW_CUDA_DEVICE float curand_uniform(curandStatePhilox4_32_10_t *state)
{
    return lw_cuda_uniform(curand(state));
}

LW_CUDA_DEVICE double curand_uniform_double(curandStateMRG32k3a_t *state)
{
    return curand_MRG32k3a(state) * 2.3283065498378288e-10;
}

LW_CUDA_DEVICE float curand_uniform(curandStateMRG32k3a_t *state)
{
    return (float)curand_uniform_double(state);
}

LW_CUDA_DEVICE double curand_uniform_double(curandStateXORWOW_t *state)
{
    unsigned low = curand(state);
    return lw_cuda_uniform_double(low, curand(state));
}

/* Of one number: 32 of its bits are random. */
LW_CUDA_DEVICE double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
    return (double)curand(state) * 0x1p-32 + 0x1p-32;
}

LW_CUDA_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 all = curand4(state);
    return make_float4(lw_cuda_uniform(all.x), lw_cuda_uniform(all.y), lw_cuda_uniform(all.z), lw_cuda_uniform(all.w));
}

LW_CUDA_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 all = curand4(state);
    return make_double2(lw_cuda_uniform_double(all.x, all.y), lw_cuda_uniform_double(all.z, all.w));
}

LW_CUDA_DEVICE double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state)
{
    double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
    return make_double4(first.x, first.y, second.x, second.y);
}

#endif
