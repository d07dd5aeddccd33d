#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "grid.h"

static __device__ int number_in_grid(void)
{
    int block = (int)(blockIdx.x + gridDim.x * blockIdx.y);
    return block * (int)(blockDim.x * blockDim.y) + (int)(threadIdx.x + blockDim.x * threadIdx.y);
}

LW_KERNEL(machine_grid_steps, (int, steps), (int *, a), (int *, b))
{
    LW_SHARED(int, kept, [1024]);
    int i = number_in_grid(), threads = (int)(blockDim.x * blockDim.y), all = threads * (int)(gridDim.x * gridDim.y);
    int me = i % threads;
    kept[me] = a[i];
    for (int step = 1; step <= steps; step++) {
        int *from = step % 2 ? a : b, *to = step % 2 ? b : a;
        to[i] = (from[i] + from[(i + 1) % all]) * step;
        lw_group_sync(lw_this_grid());
    }
    a[i] = (steps % 2 ? b : a)[i] + kept[threads - 1 - me];
}

LW_KERNEL(machine_grid_ends, (int, ends), (int, steps), (const int *, in), (int *, a))
{
    int i = number_in_grid();
    if (in[i] % 2 || (int)blockIdx.x == ends)
        return;
    for (int step = 0; step < steps; step++) {
        atomicAdd(&a[step], in[i]);
        lw_group_sync(lw_this_grid());
        a[MACHINE_GRID_MOST + i] += a[step];
    }
}

LW_KERNEL(machine_grid_places, (int, steps), (int *, sum), (int *, out))
{
    int i = number_in_grid(), mine = i;
    for (int step = 0; step < steps; step++) {
        atomicAdd(&sum[step], mine);
        if (i % 2) {
            mine += step;
            lw_group_sync(lw_this_grid());
            mine ^= sum[step];
        } else {
            mine -= step;
            lw_group_sync(lw_this_grid());
            mine += sum[step];
        }
    }
    out[i] = mine;
}

LW_KERNEL(machine_grid_until, (int, enough), (int *, sums), (int *, out))
{
    int i = number_in_grid(), step = 0;
    do {
        atomicAdd(&sums[step], 1 + (i + step) % 3);
        lw_group_sync(lw_this_grid());
    } while (sums[step++] < enough && ((enough -= sums[step - 1]) > 0));
    out[i] = step * 1000 + enough;
}

LW_KERNEL(machine_grid_polls, (int, by_vote), (int, rounds), (int *, come), (int *, out))
{
    int blocks = (int)(gridDim.x * gridDim.y);
    for (int wanted = blocks; wanted <= rounds * blocks; wanted += blocks) {
        __syncthreads();
        if (threadIdx.x == 0 && threadIdx.y == 0)
            atomicAdd(come, 1);
        if (by_vote)
            while (__any_sync(LW_FULL_MASK, *(volatile int *)come < wanted))
                ;
        else
            while (__syncthreads_or(*(volatile int *)come < wanted))
                ;
    }
    out[number_in_grid()] = *(volatile int *)come;
}
