#include <lanewise/kernel.h>

#include "D_litmus.h"

/* Volatile accesses are relaxed ones; only fences order them. */
__device__ static void order(litmus_fence fence)
{
    if (fence == LITMUS_BLOCK)
        __threadfence_block();
    else if (fence == LITMUS_DEVICE)
        __threadfence();
    else if (fence == LITMUS_SYSTEM)
        __threadfence_system();
}

/* Sometimes a party lets others go first, or is slow between its accesses. */
__device__ static void dawdle(unsigned dice)
{
    if (dice % 8 == 0)
        __nanosleep(dice / 8 % 64);
}

/* A few nanoseconds to a fraction of a microsecond: a party that saw the other arrive last should begin neither
 * first nor last. */
__device__ static void tarry(unsigned dice)
{
    for (volatile unsigned turns = dice % 128; turns > 0; turns = turns - 1)
        ;
}

__device__ static unsigned stir(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* 0 or 1; any other value is recorded. */
__device__ static unsigned look(volatile int *at, unsigned *strange)
{
    unsigned value = (unsigned)*at;
    *strange |= value > 1 ? LITMUS_STRANGE : 0;
    return value & 1;
}

/* The party's observation: a bit for each register. */
__device__ static unsigned act(litmus test, int party, volatile int *x, volatile int *y, unsigned dice,
                               unsigned *strange)
{
    unsigned first, second;
    dawdle(dice);
    dice >>= 12;
    switch (test.shape) {
    case LITMUS_MP:
        if (party == 0) {
            *x = 1;
            dawdle(dice);
            order(test.fence);
            *y = 1;
            return 0;
        }
        first = look(y, strange);
        dawdle(dice);
        order(test.fence);
        second = look(x, strange);
        return first | second << 1;
    case LITMUS_SB:
        *(party == 0 ? x : y) = 1;
        dawdle(dice);
        order(test.fence);
        first = look(party == 0 ? y : x, strange);
        return first << party;
    case LITMUS_LB:
        first = look(party == 0 ? x : y, strange);
        dawdle(dice);
        order(test.fence);
        *(party == 0 ? y : x) = 1;
        return first << party;
    case LITMUS_IRIW:
        if (party < 2) {
            *(party == 0 ? x : y) = 1;
            return 0;
        }
        first = look(party == 2 ? x : y, strange);
        dawdle(dice);
        order(test.fence);
        second = look(party == 2 ? y : x, strange);
        return (first | second << 1) << (2 * party - 4);
    default:
        if (party == 0) {
            *x = 1;
            return 0;
        }
        first = look(x, strange);
        dawdle(dice);
        order(test.fence);
        second = look(x, strange);
        return first | second << 1;
    }
}

LW_KERNEL(litmus_block, (litmus, test), (int, shared), (int *, variables), (unsigned char *, seen))
{
    LW_SHARED(unsigned, joint, [LITMUS_PARTIES][LITMUS_MOST_LANES]);
    LW_DYNAMIC_SHARED(int, inside);
    int party = (int)threadIdx.x / test.lanes, lane = (int)threadIdx.x % test.lanes;
    int parties = (int)blockDim.x / test.lanes;
    int first = (int)blockIdx.x * test.rounds * test.lanes;
    for (int round = 0; round < test.rounds; round++) {
        int instance = first + round * test.lanes + lane;
        int *x = shared ? inside + lane * test.stride : variables + instance * test.stride;
        if (shared && party == 0)
            x[0] = x[test.distance] = 0;
        __syncthreads();
        unsigned dice = stir((unsigned)(instance * LITMUS_PARTIES + party) ^ test.seed);
        unsigned strange = 0;
        joint[party][lane] = act(test, party, x, x + test.distance, dice, &strange) | strange;
        __syncthreads();
        if (party == 0) {
            unsigned all = LITMUS_RAN;
            for (int i = 0; i < parties; i++)
                all |= joint[i][lane];
            if (shared && (x[0] != 1 || (test.shape != LITMUS_CORR && x[test.distance] != 1)))
                all |= LITMUS_STRANGE;
            seen[instance] = (unsigned char)all;
        }
    }
}

/* Waits, for a limited time, until the thread's counterpart in the other block has come as far: nothing promises
 * that both blocks run at once. */
__device__ static void keep_step(unsigned *progress, int side, int lane, unsigned step)
{
    volatile unsigned *mine = progress + side * LITMUS_PARTIES * LITMUS_MOST_LANES + lane;
    volatile unsigned *other = progress + (1 - side) * LITMUS_PARTIES * LITMUS_MOST_LANES + lane;
    int patience = step == 1 ? 1 << 18 : 1 << 9;
    *mine = step;
    while (patience-- > 0 && *other < step)
        ;
}

LW_KERNEL(litmus_grid, (litmus, test), (int *, variables), (unsigned *, progress), (unsigned char *, seen))
{
    int side = (int)blockIdx.x, group = (int)threadIdx.x / test.lanes, lane = (int)threadIdx.x % test.lanes;
    int party = 2 * group + side; /* of two: one a block; of four: a writer and a reader a block */
    for (int round = 0; round < test.rounds; round++) {
        int instance = round * test.lanes + lane;
        int *x = variables + instance * test.stride;
        unsigned dice = stir((unsigned)(instance * LITMUS_PARTIES + party) ^ test.seed);
        __syncthreads(); /* the block's parties stay together; keep_step() is for those of the other block */
        keep_step(progress, side, (int)threadIdx.x, (unsigned)round + 1);
        tarry(dice >> 20);
        unsigned strange = LITMUS_RAN;
        unsigned bits = act(test, party, x, x + test.distance, dice, &strange);
        seen[instance * LITMUS_PARTIES + party] = (unsigned char)(bits | strange);
    }
}

LW_KERNEL(litmus_guide, (int, rounds), (int *, x), (int *, y), (unsigned *, progress), (int *, seen))
{
    int side = (int)blockIdx.x, lanes = (int)blockDim.x, lane = (int)threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        int i = round * lanes + lane;
        volatile int *X = x + i, *Y = y + i;
        keep_step(progress, side, lane, (unsigned)round + 1);
        tarry(stir((unsigned)(2 * i + side)));
        if (side == 0) {
            *X = 10;
            __threadfence();
            *Y = 20;
        } else {
            int B = *Y;
            __threadfence();
            int A = *X;
            seen[i] = A + 100 * B;
        }
    }
}
