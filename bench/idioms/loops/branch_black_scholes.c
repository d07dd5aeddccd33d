/* The loop for kernels/branch_black_scholes.c. */
#include "loop.h"

static inline float cumulative(float d)
{
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail =
        0.39894228f * expf(-0.5f * d * d) *
        (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    if (d > 0)
        tail = 1 - tail;
    return tail;
}

static inline float price(float spot, float strike, float years, int is_call)
{
    const float rate = 0.02f, volatility = 0.3f;
    float root = sqrtf(years);
    float d1 = (logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * root);
    float d2 = d1 - volatility * root, discounted = strike * expf(-rate * years);
    if (is_call)
        return spot * cumulative(d1) - discounted * cumulative(d2);
    else
        return discounted * (1 - cumulative(d2)) - spot * (1 - cumulative(d1));
}

LOOP(branch_black_scholes)
{
    const float *spot = buffer[0], *strike = buffer[1];
    const unsigned *is_call = buffer[2];
    float *out = buffer[3];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        out[i] = price(10 * spot[i], 10 * strike[i], 1.0f + spot[i], is_call[i] & 1);
}
