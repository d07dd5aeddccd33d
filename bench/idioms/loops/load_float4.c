/* The loop for kernels/load_float4.c. */
#include "loop.h"

LOOP(load_float4)
{
    const struct {
        float x, y, z, w;
    } *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        out[i] = in[i].x * in[i].x + in[i].y * in[i].y + in[i].z * in[i].z + in[i].w * in[i].w;
}
