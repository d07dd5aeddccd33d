/* The forces of the few of m points that are close, with a division and an exponential each. */
#include "idiom.h"

IDIOM(rare_force, (const float *, points), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = points[2 * i], y = points[2 * i + 1], sum = 0;
    for (int k = 0; k < m; k++) {
        float dx = points[2 * k] - x, dy = points[2 * k + 1] - y, square = dx * dx + dy * dy;
        if (square < 1e-3f)
            sum += expf(-square) / (square + 1e-4f);
    }
    out[i] = sum;
}
