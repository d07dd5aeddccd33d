#include <lanewise/kernel.h>

#include "exponential.h"

LW_KERNEL(machine_exponential, (int, n), (const float *, in), (float *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = expf(in[i]);
}
