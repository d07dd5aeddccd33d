/* Edit distance of two rows of 64 letters, kept in an array of the thread. */
#include "idiom.h"

IDIOM(local_row, (const unsigned char *, in), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
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
