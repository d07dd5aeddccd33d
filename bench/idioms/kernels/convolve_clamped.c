/* A picture's window of 7 x 7, with indices kept within the picture. */
#include "idiom.h"

IDIOM(convolve_clamped, (const float *, in), (const float *, weight), (float *, out))
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    float sum = 0;
    for (int j = -m; j <= m; j++)
        for (int i = -m; i <= m; i++) {
            int column = min(max(x + i, 0), n - 1), row = min(max(y + j, 0), n - 1);
            sum += weight[(j + m) * (2 * m + 1) + i + m] * in[row * n + column];
        }
    out[y * n + x] = sum;
}
