/* The loop for kernels/local_row.c. */
#include "loop.h"

LOOP(local_row)
{
    const unsigned char *in = buffer[0];
    unsigned *out = buffer[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const unsigned char *a = in + i, *b = in + i + n;
        unsigned row[65];
        for (unsigned j = 0; j <= 64; j++)
            row[j] = j;
        for (unsigned r = 1; r <= 64; r++) {
            unsigned corner = row[0];
            row[0] = r;
            for (unsigned j = 1; j <= 64; j++) {
                unsigned best = corner + (a[(r - 1) * m] != b[(j - 1) * m]);
                best = row[j] + 1 < best ? row[j] + 1 : best;
                best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
                corner = row[j];
                row[j] = best;
            }
        }
        out[i] = row[64];
    }
}
