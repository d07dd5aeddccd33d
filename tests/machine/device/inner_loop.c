#include <lanewise/kernel.h>

#include "inner_loop.h"

#define MACHINE_INNER static __device__
#include "inner_loop_functions.h"

#define KERNEL(name)                                                                                                   \
    LW_KERNEL(machine_inner_##name, MACHINE_INNER_PARAMETERS)                                                          \
    {                                                                                                                  \
        int all = gridDim.x * blockDim.x * blockDim.y;                                                                 \
        for (int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += all)          \
            out[i] = name(in, i, steps, wrap, stored);                                                                 \
    }
MACHINE_INNER_FUNCTIONS(KERNEL)
