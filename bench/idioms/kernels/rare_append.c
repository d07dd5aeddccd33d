/* Pairs of points that are close go to a list, whose length an atomic counts. Few pairs are. */
#include "idiom.h"

IDIOM(rare_append, (const float *, points), (unsigned *, count), (unsigned *, pairs))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = points[2 * i], y = points[2 * i + 1];
    for (int k = 0; k < m; k++) {
        float dx = points[2 * k] - x, dy = points[2 * k + 1] - y;
        if (dx * dx + dy * dy < 1e-3f)
            pairs[atomicAdd(count, 1u)] = (unsigned)i * (unsigned)m + (unsigned)k;
    }
}
