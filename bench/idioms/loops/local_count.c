/* The loop for kernels/local_count.c. */
#include "loop.h"

LOOP(local_count)
{
    const unsigned char *in = buffer[0];
    unsigned *out = buffer[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        unsigned count[32] = {0}, most = 0;
        for (int j = 0; j < m; j++)
            count[in[j * n + i]]++;
        for (unsigned digit = 1; digit < 32; digit++)
            most = count[digit] > count[most] ? digit : most;
        out[i] = most;
    }
}
