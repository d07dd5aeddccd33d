#include <lanewise/kernel.h>

#include "unpack.h"

LW_KERNEL(unpack, (int, runs), (const uint8_t *, packed), (int, n), (uint8_t *, out))
{
    LW_SHARED(int, end, [RUNS]);
    int i = threadIdx.x, length = i < runs ? packed[2 * i] : 0;
    end[i] = length;
    for (int step = 1; step < RUNS; step *= 2) {
        __syncthreads();
        int before = i >= step ? end[i - step] : 0;
        __syncthreads();
        end[i] += before;
    }
#ifdef MENDED
    if (end[i] <= n)
#else
    if (end[i] - length < n) /* a run that begins before the end may go past it */
#endif
        for (int k = end[i] - length; k < end[i]; k++)
            out[k] = packed[2 * i + 1];
}
