#include <lanewise/kernel.h>

#include "C_dependent_sm90.h"

LW_KERNEL(c_primary, (int, n), (int *, words))
{
    cudaTriggerProgrammaticLaunchCompletion();
    __nanosleep(20000);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        words[i] += 1;
}

LW_KERNEL(c_dependent, (int, n), (const int *, words), (int *, out))
{
    cudaGridDependencySynchronize();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = words[i] * 10;
}

LW_KERNEL(c_wait_for_flag, (volatile int *, flag), (int *, seen))
{
    cudaTriggerProgrammaticLaunchCompletion();
    unsigned long long begin = lw_globaltimer(), limit = 2000000000ull;
    while (!*flag && lw_globaltimer() - begin < limit)
        __nanosleep(1000);
    *seen = *flag;
}

LW_KERNEL(c_set_flag, (volatile int *, flag))
{
    *flag = 1;
    __threadfence();
    cudaGridDependencySynchronize();
}
