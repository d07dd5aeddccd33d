/* An array of structures of six floats: particles move one step. */
#include "idiom.h"

struct particle {
    float x, y, z, u, v, w;
};

IDIOM(load_struct, (const float *, from), (float *, to))
{
    const struct particle *in = (const struct particle *)from;
    struct particle *out = (struct particle *)to;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        struct particle p = in[i];
        p.x += 0.5f * p.u;
        p.y += 0.5f * p.v;
        p.z += 0.5f * p.w;
        out[i] = p;
    }
}
