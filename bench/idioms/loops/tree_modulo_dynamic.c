/* The loop for kernels/tree_modulo_dynamic.c. */
#include "loop.h"

LOOP(tree_modulo_dynamic)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / BLOCK; block++) {
        float sum = 0;
        for (int i = 0; i < BLOCK; i++)
            sum += in[block * BLOCK + i];
        out[block] = sum;
    }
}
