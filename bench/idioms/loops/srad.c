/* The loop for kernels/srad.c. */
#include "loop.h"

LOOP(srad)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float here = in[y * n + x];
            float n_ = in[(y == 0 ? 0 : y - 1) * n + x] - here, s_ = in[(y == n - 1 ? y : y + 1) * n + x] - here;
            float w_ = in[y * n + (x == 0 ? 0 : x - 1)] - here, e_ = in[y * n + (x == n - 1 ? x : x + 1)] - here;
            float g = (n_ * n_ + s_ * s_ + w_ * w_ + e_ * e_) / (here * here + 1);
            float c = 1 / (1 + g);
            if (c < 0)
                c = 0;
            else if (c > 1)
                c = 1;
            out[y * n + x] = here + 0.25f * c * (n_ + s_ + w_ + e_);
        }
}
