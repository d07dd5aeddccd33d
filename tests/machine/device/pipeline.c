#include <lanewise/kernel.h>

#include "pipeline.h"

/* The rows of two iterations, so that one barrier an iteration suffices. `ahead`: the code between the barrier and
 * the sum. It counts by steps of a row, so that the test for a next iteration stays one condition. */
#define PIPELINE(first, ahead)                                                                                         \
    LW_SHARED(int, row, [2][MACHINE_PIPELINE_MOST]);                                                                   \
    int lane = (int)threadIdx.x, lanes = (int)blockDim.x, all = turns * lanes, sum = 0, next = (first), now = 0;       \
    for (int at = 0, turn = 1; at < all; at += lanes, turn++, now ^= 1) {                                              \
        row[now][lane] = next;                                                                                         \
        __syncthreads();                                                                                               \
        ahead;                                                                                                         \
        sum += turn * row[now][(lane + 1) % lanes];                                                                    \
    }                                                                                                                  \
    out[lane] = sum

LW_KERNEL(machine_pipeline, (int, turns), (const int *, in), (int *, out))
{
    PIPELINE(in[lane], if (at + lanes < all) next = in[at + lanes + lane]);
}

LW_KERNEL(machine_pipeline_within, (int, turns), (int, within), (const int *, in), (int *, out))
{
    PIPELINE(lane < within ? in[lane] : 0, if (at + lanes < all) next = lane < within ? in[at + lanes + lane] : 0);
}

LW_KERNEL(machine_pipeline_two, (int, turns), (const int *, in), (int *, out))
{
    int second = turns > 1 ? in[blockDim.x + threadIdx.x] : 0;
    PIPELINE(in[lane], next = second; if (at + 2 * lanes < all) second = in[at + 2 * lanes + lane]);
}

LW_KERNEL(machine_pipeline_change, (int, turns), (int *, in), (int *, out))
{
    PIPELINE(
        in[lane], if (at + lanes < all) {
            next = in[at + lanes + lane];
            in[at + lanes + lane] += 1000;
        });
}

/* Counted by iterations: clang writes the loop's end in another way than the test for a next iteration. */
LW_KERNEL(machine_pipeline_counted, (int, turns), (const int *, in), (int *, out))
{
    LW_SHARED(int, row, [2][MACHINE_PIPELINE_MOST]);
    int lane = (int)threadIdx.x, lanes = (int)blockDim.x, sum = 0, next = in[lane], now = 0;
    for (int turn = 0; turn < turns; turn++, now ^= 1) {
        row[now][lane] = next;
        __syncthreads();
        if (turn + 1 < turns)
            next = in[(turn + 1) * lanes + lane];
        sum += (turn + 1) * row[now][(lane + 1) % lanes];
    }
    out[lane] = sum;
}

LW_KERNEL(machine_pipeline_last, (unsigned, turns), (const int *, in), (int *, out))
{
    LW_SHARED(int, row, [2][MACHINE_PIPELINE_MOST]);
    unsigned lane = threadIdx.x, lanes = blockDim.x, now = 0;
    int sum = 0, next = in[lane];
    for (unsigned turn = 0; turn < turns; ++turn, now ^= 1) {
        row[now][lane] = next;
        __syncthreads();
        if (turn < turns - 1)
            next = in[(turn + 1) * lanes + lane];
        sum += (int)(turn + 1) * row[now][(lane + 1) % lanes];
    }
    out[lane] = sum;
}
