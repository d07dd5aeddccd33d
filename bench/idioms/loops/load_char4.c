/* The loop for kernels/load_char4.c. */
#include "loop.h"

static inline unsigned char brighter(unsigned char c)
{
    int v = c + 40;
    return (unsigned char)(v > 255 ? 255 : v);
}

LOOP(load_char4)
{
    const unsigned char *in = buffer[0];
    unsigned char *out = buffer[1];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        out[4 * i] = brighter(in[4 * i]);
        out[4 * i + 1] = brighter(in[4 * i + 1]);
        out[4 * i + 2] = brighter(in[4 * i + 2]);
        out[4 * i + 3] = in[4 * i + 3];
    }
}
