/* The loop for kernels/local_matrix.c. */
#include "loop.h"

LOOP(local_matrix)
{
    const float *in = buffer[0];
    float *out = buffer[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float a[8][8], product = 1;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++)
                a[r][c] = in[i + (r * 8 + c) * m] + (r == c ? 16 : 0);
        for (int k = 0; k < 8; k++) {
            for (int r = k + 1; r < 8; r++) {
                float factor = a[r][k] / a[k][k];
                for (int c = k; c < 8; c++)
                    a[r][c] -= factor * a[k][c];
            }
            product *= a[k][k] / 16;
        }
        out[i] = product;
    }
}
