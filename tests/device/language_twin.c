#include <lanewise/kernel.h>

#include "language_kernels.h"

__device__ int twin(void)
{
    return 2;
}

LW_KERNEL(language_twin_two, (int *, out))
{
    *out = twin();
}
