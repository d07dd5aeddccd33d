#include <lanewise/kernel.h>

#include "machine_pipeline.h"

/* The rows of two turns: one wait a turn is enough. `ahead` is what a turn does between the wait and its sum. */
#define PIPELINE(first, ahead)                                                                                         \
    LW_SHARED(int, row, [2][MACHINE_PIPELINE_MOST]);                                                                   \
    int lane = (int)threadIdx.x, lanes = (int)blockDim.x, sum = 0, next = (first);                                     \
    for (int turn = 0; turn < turns; turn++) {                                                                         \
        row[turn % 2][lane] = next;                                                                                    \
        __syncthreads();                                                                                               \
        ahead;                                                                                                         \
        sum += (turn + 1) * row[turn % 2][(lane + 1) % lanes];                                                         \
    }                                                                                                                  \
    out[lane] = sum

LW_KERNEL(machine_pipeline, (int, turns), (const int *, in), (int *, out))
{
    PIPELINE(in[lane], if (turn + 1 < turns) next = in[(turn + 1) * lanes + lane]);
}

LW_KERNEL(machine_pipeline_within, (int, turns), (int, within), (const int *, in), (int *, out))
{
    PIPELINE(lane < within ? in[lane] : 0,
             if (turn + 1 < turns) next = lane < within ? in[(turn + 1) * lanes + lane] : 0);
}

LW_KERNEL(machine_pipeline_two, (int, turns), (const int *, in), (int *, out))
{
    int second = turns > 1 ? in[blockDim.x + threadIdx.x] : 0;
    PIPELINE(in[lane], next = second; if (turn + 2 < turns) second = in[(turn + 2) * lanes + lane]);
}

LW_KERNEL(machine_pipeline_change, (int, turns), (int *, in), (int *, out))
{
    PIPELINE(
        in[lane], if (turn + 1 < turns) {
            next = in[(turn + 1) * lanes + lane];
            in[(turn + 1) * lanes + lane] += 1000;
        });
}
