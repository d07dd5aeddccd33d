/* The loop for kernels/atomic_hist16_float.c. */
#include "loop.h"

LOOP(atomic_hist16_float)
{
    const unsigned *in = buffer[0];
    const float *weight = buffer[1];
    float *out = buffer[2], bin[16] = {0};
    (void)m;
#pragma omp parallel for reduction(+ : bin[ : 16])
    for (int i = 0; i < n; i++)
        bin[in[i] % 16] += weight[i];
    memcpy(out, bin, sizeof bin);
}
