/* The loop for kernels/shuffle_rows_16x16.c. */
#include "loop.h"

LOOP(shuffle_rows_16x16)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int row = 0; row < n / 16; row++) {
        float sum = 0;
        for (int i = 0; i < 16; i++)
            sum += in[row * 16 + i];
        for (int i = 0; i < 16; i++)
            out[row * 16 + i] = sum;
    }
}
