#include <lanewise/kernel.h>

#include "I_managed.h"

LW_MANAGED(int, i_table, [I_TABLE]);
LW_MANAGED(int, i_number) = 7;

LW_KERNEL(i_add, (int, n), (int *, p), (int, term))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] += term;
}

LW_KERNEL(i_add_to_table, (int, unused))
{
    (void)unused;
    for (int i = threadIdx.x; i < I_TABLE; i += blockDim.x)
        i_table[i] += i_number;
}

LW_KERNEL(i_count, (int, times), (int *, sum))
{
    for (int i = 0; i < times; i++)
        atomicAdd_system(sum, 1);
}
