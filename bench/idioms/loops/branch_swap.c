/* The loop for kernels/branch_swap.c. */
#include "loop.h"

LOOP(branch_swap)
{
    const unsigned *in = buffer[0];
    unsigned *out = buffer[1];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n - 1; i += 2) {
        unsigned a = in[i], b = in[i + 1];
        if (a > b) {
            out[i] = b;
            out[i + 1] = a;
        }
    }
}
