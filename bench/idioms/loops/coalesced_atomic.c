/* The loop for kernels/coalesced_atomic.c. */
#include "loop.h"

LOOP(coalesced_atomic)
{
    const float *in = buffer[0];
    float *out = buffer[1];
    unsigned *count = buffer[2];
    (void)m;
    *count = 0;
#pragma omp parallel for
    for (int first = 0; first < n; first += 4096) {
        float kept[4096];
        unsigned here = 0, at;
        for (int i = first; i < first + 4096 && i < n; i++)
            if (in[i] > 0)
                kept[here++] = in[i];
#pragma omp atomic capture
        {
            at = *count;
            *count += here;
        }
        memcpy(out + at, kept, here * sizeof *kept);
    }
}
