/* The 8 nearest of m points on a line, kept in order in an array of the thread. */
#include "idiom.h"

IDIOM(local_nearest, (const float *, points), (const float *, at), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best[8], x = at[i];
    for (int k = 0; k < 8; k++)
        best[k] = 1e30f;
    for (int p = 0; p < m; p++) {
        float d = (points[p] - x) * (points[p] - x);
        if (d < best[7]) {
            int k = 7;
            for (; k > 0 && best[k - 1] > d; k--)
                best[k] = best[k - 1];
            best[k] = d;
        }
    }
    for (int k = 0; k < 8; k++)
        out[k * n + i] = best[k];
}
