/* The loop for kernels/atomic_hist_stride.c. */
#include "loop.h"

LOOP(atomic_hist_stride)
{
    const unsigned char *in = buffer[0];
    unsigned *bins = buffer[1];
    (void)m;
#pragma omp parallel for reduction(+ : bins[ : 256])
    for (int i = 0; i < n; i++)
        bins[in[i]]++;
}
