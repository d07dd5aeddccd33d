/* The loop for kernels/load_stride3_bytes.c. */
#include "loop.h"

LOOP(load_stride3_bytes)
{
    const unsigned char *rgb = buffer[0];
    unsigned char *grey = buffer[1];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        grey[i] = (unsigned char)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
}
