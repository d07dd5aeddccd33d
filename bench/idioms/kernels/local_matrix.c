/* The determinant of an 8 x 8 matrix, factored in an array of the thread. */
#include "idiom.h"

IDIOM(local_matrix, (const float *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
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
