/* The loop for kernels/char_if_chain.c. */
#include "loop.h"

LOOP(char_if_chain)
{
    const unsigned char *code = buffer[0];
    const float *in = buffer[1];
    float *out = buffer[2];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        char y = code[i];
        float v = in[i];
        if (y == '0')
            v = 3 * v + 1;
        else if (y == '1')
            v = v * v;
        else if (y == '2')
            v = 1 - v;
        else if (y == '3')
            v = v / 2;
        else if (y == '4')
            v = v + 7;
        else
            v = 0;
        out[i] = v;
    }
}
