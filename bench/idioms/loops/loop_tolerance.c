/* The loop for kernels/loop_tolerance.c. */
#include "loop.h"

LOOP(loop_tolerance)
{
    const float *in = buffer[0];
    float *out = buffer[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
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
