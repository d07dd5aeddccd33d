/* out[i] = plugin_factors[0] * i, by way of the block's shared memory: each thread reads what its neighbour wrote. */
#include <lanewise/kernel.h>

#include "plugin_kernel.h"

LW_GLOBAL(int, plugin_factors, [FACTORS]) = {VALUE};

LW_KERNEL(plugin_fill, LW_LAUNCH_BOUNDS(BOUND), (int, n), (int *, out))
{
    LW_SHARED(int, room, [ROOM]);
    int first = (int)(blockIdx.x * blockDim.x), thread = (int)threadIdx.x, next = (thread + 1) % (int)blockDim.x;
    room[ROOM - 1 - thread] = plugin_factors[0] * (first + thread);
    __syncthreads();
    /* What it says of itself when it faults: a line that only this build has. */
#line LINE
    if (first + next < n)
        out[first + next] = room[ROOM - 1 - next];
}
