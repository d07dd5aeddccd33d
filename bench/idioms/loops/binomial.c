/* The loop for kernels/binomial.c. */
#include "loop.h"

LOOP(binomial)
{
    const float *spot = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int option = 0; option < n; option++) {
        float value[BLOCK + 1];
        for (int i = 0; i <= BLOCK; i++)
            value[i] = fmaxf(spot[option] + 0.125f * (float)(i - BLOCK / 2), 0.0f);
        for (int last = BLOCK; last > 0; last--)
            for (int i = 0; i < last; i++)
                value[i] = 0.5f * value[i + 1] + 0.4999f * value[i];
        out[option] = value[0];
    }
}
