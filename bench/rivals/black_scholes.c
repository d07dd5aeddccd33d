/* The loop of kernels/black_scholes.h. */
#include <math.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float expf(float);
#pragma omp declare simd notinbranch
extern float logf(float);
#if __GLIBC_PREREQ(2, 35)
#pragma omp declare simd notinbranch
extern float erfcf(float);
#endif
#endif

static inline float normal(float x)
{
    return 0.5f * erfcf(-0.707106781f * x);
}

void rival_black_scholes(size_t n, float rate, float volatility, const float *spot, const float *strike,
                         const float *years, float *call, float *put, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++) {
        float root = volatility * sqrtf(years[i]);
        float d1 = (logf(spot[i] / strike[i]) + (rate + volatility * volatility / 2) * years[i]) / root, d2 = d1 - root;
        float now = strike[i] * expf(-rate * years[i]);
        call[i] = spot[i] * normal(d1) - now * normal(d2);
        put[i] = now * normal(-d2) - spot[i] * normal(-d1);
    }
}
