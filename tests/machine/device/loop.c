#include <lanewise/kernel.h>

#include "loop.h"

#define PLACE (blockIdx.x * blockDim.x + threadIdx.x)

LW_KERNEL(machine_loop_of_the_rest, (int, turns), (const int *, in), (int *, out))
{
    int mine = in[PLACE], sum = 0;
    if (mine % 2 == 0)
        return;
    for (int turn = 0; turn < turns; turn++)
        sum += turn * mine + in[turn];
    out[PLACE] = sum;
}

LW_KERNEL(machine_loop_by_condition, (int, turns), (const int *, in), (int *, out))
{
    int mine = in[PLACE];
    if (mine % 2 != 0) {
        int sum = 0;
        for (int turn = 0; turn < turns; turn++)
            sum += turn * mine + in[turn];
        out[PLACE] = sum;
    }
}

LW_KERNEL(machine_loop_behind_a_barrier, (int, turns), (const int *, in), (int *, out))
{
    LW_SHARED(int, row, [1024]);
    row[threadIdx.x] = in[PLACE];
    __syncthreads();
    int mine = row[threadIdx.x], sum = 0;
    if (mine % 2 == 0)
        return;
    __syncthreads();
    for (int turn = 0; turn < turns; turn++)
        sum += turn * mine + in[turn];
    row[threadIdx.x] = sum;
    __syncthreads();
    out[PLACE] = row[threadIdx.x];
}
