#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "P_conditional.h"

LW_KERNEL(p_set, (unsigned long long, handle), (const int *, from))
{
    cudaGraphSetConditional(handle, (unsigned)*from);
}

LW_KERNEL(p_count, (unsigned long long, handle), (int *, count), (int, limit))
{
    *count += 1;
    cudaGraphSetConditional(handle, *count < limit);
}
