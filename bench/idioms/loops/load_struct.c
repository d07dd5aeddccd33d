/* The loop for kernels/load_struct.c. */
#include "loop.h"

struct particle {
    float x, y, z, u, v, w;
};

LOOP(load_struct)
{
    const struct particle *in = buffer[0];
    struct particle *out = buffer[1];
    (void)m;
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        struct particle p = in[i];
        p.x += 0.5f * p.u;
        p.y += 0.5f * p.v;
        p.z += 0.5f * p.w;
        out[i] = p;
    }
}
