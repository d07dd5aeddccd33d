/* cuRAND's Poisson numbers. */
#ifndef LANEWISE_CUDA_RANDOM_POISSON_H
#define LANEWISE_CUDA_RANDOM_POISSON_H

#include "random_normal.h"

/* By a product of uniform numbers (Knuth, "The Art of Computer Programming", volume 2). */
template <class State> LW_CUDA_DEVICE unsigned lw_cuda_poisson_small(State *state, float lambda)
{
    unsigned count = 0;
    for (float left = expf(lambda) * curand_uniform(state); left > 1.0f; left *= curand_uniform(state))
        count++;
    return count;
}

/* By rejection: PTRS of Hoermann, "The transformed rejection method for generating Poisson random variables", 1993. */
template <class State> LW_CUDA_DEVICE unsigned lw_cuda_poisson_middle(State *state, double lambda)
{
    double b = 0.931 + 2.53 * sqrt(lambda), a = 0.02483 * b - 0.059, inverse = 1.1239 + 1.1328 / (b - 3.4);
    for (;;) {
        double u = (double)curand_uniform(state) - 0.5, v = curand_uniform(state), edge = 0.5 - fabs(u);
        double count = floor((2 * a / edge + b) * u + lambda + 0.43);
        if (edge >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2))
            return (unsigned)count;
        if (count < 0 || edge <= 0 || (edge < 0.013 && v > edge))
            continue;
        if (log(v * inverse / (a / (edge * edge) + b)) <= count * log(lambda) - lambda - lgamma(count + 1))
            return (unsigned)count;
    }
}

/* A normal number, rounded. */
LW_CUDA_DEVICE unsigned lw_cuda_poisson_large(double normal, double lambda)
{
    return __double2uint_rz(fma(sqrt(lambda), normal, lambda) + 0.5);
}

/* Below 64 and above 4000 with cuRAND's numbers; between, others of the same distribution. */
template <class State> LW_CUDA_DEVICE unsigned curand_poisson(State *state, double lambda)
{
    if (lambda < 64)
        return lw_cuda_poisson_small(state, (float)lambda);
    return lambda > 4000 ? lw_cuda_poisson_large(curand_normal_double(state), lambda)
                         : lw_cuda_poisson_middle(state, lambda);
}

LW_CUDA_DEVICE uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda)
{
    uint4 all;
    if (lambda > 4000) {
        double4 normal = curand_normal4_double(state);
        all.x = lw_cuda_poisson_large(normal.x, lambda);
        all.y = lw_cuda_poisson_large(normal.y, lambda);
        all.z = lw_cuda_poisson_large(normal.z, lambda);
        all.w = lw_cuda_poisson_large(normal.w, lambda);
        return all;
    }
    all.x = curand_poisson(state, lambda);
    all.y = curand_poisson(state, lambda);
    all.z = curand_poisson(state, lambda);
    all.w = curand_poisson(state, lambda);
    return all;
}

#endif
