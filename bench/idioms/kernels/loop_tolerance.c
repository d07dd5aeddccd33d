/* A loop that ends on a tolerance, which no compiler vectorises, beside a loop that can be. */
#include "idiom.h"

IDIOM(loop_tolerance, (const float *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float a = 1.5f + in[i], root = a, v = 0;
        for (int step = 0; step < 20; step++) {
            float next = 0.5f * (root + a / root);
            float change = fabsf(next - root);
            root = next;
            if (change < 1e-4f)
                break;
        }
        for (int k = 0; k < m; k++)
            v = v * a * 0.25f + (float)(k & 3);
        out[i] = root + v;
    }
}
