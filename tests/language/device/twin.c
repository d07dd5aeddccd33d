#include <lanewise/kernel.h>

#include "kernels.h"

__device__ int twin(void)
{
    return 2;
}

LW_KERNEL(language_twin_two, (int *, out))
{
    *out = twin();
}
