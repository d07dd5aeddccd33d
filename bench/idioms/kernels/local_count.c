/* The commonest of m digits, counted in an array of the thread. */
#include "idiom.h"

IDIOM(local_count, (const unsigned char *, in), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned count[32] = {0}, most = 0;
    for (int j = 0; j < m; j++)
        count[in[j * n + i]]++;
    for (unsigned digit = 1; digit < 32; digit++)
        most = count[digit] > count[most] ? digit : most;
    out[i] = most;
}
