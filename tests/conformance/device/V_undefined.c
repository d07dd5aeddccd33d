#include <lanewise/kernel.h>

#include "V_undefined.h"

LW_KERNEL(v_casts, (int, n), (const double *, x), (long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double d = x[i];
    float f = (float)d;
    long long *to = out + V_CASTS * i;
    to[0] = (int)f;
    to[1] = (unsigned)f;
    to[2] = (long long)f;
    to[3] = (long long)(unsigned long long)f;
    to[4] = (int)d;
    to[5] = (unsigned)d;
    to[6] = (long long)d;
    to[7] = (long long)(unsigned long long)d;
    to[8] = (signed char)f;
    to[9] = (unsigned short)d;
}

LW_KERNEL(v_any_shifts, (int, n), (const unsigned long long *, x), (const int *, counts), (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long wide = x[i], *to = out + V_SHIFTS * i;
    unsigned narrow = (unsigned)wide;
    int count = counts[i];
    to[0] = narrow << count;
    to[1] = narrow >> count;
    to[2] = (unsigned)((int)narrow >> count);
    to[3] = wide << count;
    to[4] = wide >> count;
    to[5] = (unsigned long long)((long long)wide >> count);
}
