/* Gray values, and what equalisation makes of them. */
#include <lanewise/kernel.h>

#include "demo_gray.h"

LW_KERNEL(demo_gray, (int, n), (const unsigned char *, rgb), (unsigned char *, gray))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        const unsigned char *pixel = rgb + 3 * (size_t)i;
        gray[i] = (unsigned char)((77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2] + 128) / 256);
    }
}

LW_KERNEL(demo_equalise, (int, n), (const unsigned char *, in), (const unsigned *, cumulative), (unsigned, lowest),
          (unsigned char *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        unsigned range = (unsigned)n - lowest;
        unsigned long long rank = cumulative[in[i]] - lowest;
        out[i] = range != 0 ? (unsigned char)((255 * rank + range / 2) / range) : in[i];
    }
}
