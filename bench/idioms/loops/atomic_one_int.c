/* The loop for kernels/atomic_one_int.c. */
#include "loop.h"

LOOP(atomic_one_int)
{
    const unsigned *in = buffer[0];
    unsigned sum = 0;
    (void)m;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += in[i];
    *(unsigned *)buffer[1] = sum;
}
