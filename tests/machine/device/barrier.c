#include <lanewise/kernel.h>

#include "barrier.h"

LW_KERNEL(machine_barrier, (int *, errors))
{
    LW_DYNAMIC_SHARED(int, board);
    int lanes = (int)blockDim.x, me = (int)threadIdx.x, wrong = 0;
    for (int round = 0; round < MACHINE_ROUNDS; round++) {
        int other = (me + round + 1) % lanes;
        board[me] = me * 1000 + round;
        __syncthreads();
        wrong += board[other] != other * 1000 + round;
        __syncthreads();
    }
    errors[blockIdx.x * blockDim.x + threadIdx.x] += wrong;
}

LW_KERNEL(machine_barrier_exits, (int, leaving), (int, rounds), (int *, counts))
{
    int me = (int)threadIdx.x, last = (int)blockDim.x - 1;
    for (int round = 0; round < rounds; round++) {
        if (me < leaving && me == round)
            return;
        int count = __syncthreads_count(1);
        int all = __syncthreads_and(me % 2 == 0);
        int any = __syncthreads_or(me % 2 == 0);
        if (me == last) {
            counts[3 * round] = count;
            counts[3 * round + 1] = all != 0;
            counts[3 * round + 2] = any != 0;
        }
    }
}

LW_KERNEL(machine_barrier_reductions, (int *, errors))
{
    int lanes = (int)blockDim.x, me = (int)threadIdx.x, wrong = 0;
    for (int round = 0; round < MACHINE_ROUNDS; round++) {
        wrong += __syncthreads_count((me + round) % 3 == 0) != (lanes + 2 - (3 - round % 3) % 3) / 3;
        wrong += __syncthreads_count(-1) != lanes;
        wrong += __syncthreads_count(0) != 0;
        wrong += (__syncthreads_and(me != round) != 0) != (round >= lanes);
        wrong += (__syncthreads_or(me == round) != 0) != (round < lanes);
        wrong += __syncthreads_and(1 << round) == 0;
        wrong += __syncthreads_or(0) != 0;
    }
    errors[blockIdx.x * blockDim.x + threadIdx.x] += wrong;
}

__device__ __noinline__ int exchange(int *board, int value)
{
    int lanes = (int)blockDim.x, me = (int)threadIdx.x;
    board[me] = value;
    __syncthreads();
    int other = board[lanes - 1 - me];
    __syncthreads();
    return other;
}

LW_KERNEL(machine_barrier_function, (int *, errors))
{
    LW_DYNAMIC_SHARED(int, board);
    int lanes = (int)blockDim.x, me = (int)threadIdx.x;
    int once = exchange(board, me), twice = exchange(board, once);
    errors[blockIdx.x * blockDim.x + threadIdx.x] += (once != lanes - 1 - me) + (twice != me);
}

LW_KERNEL(machine_tree, (const int *, in), (int *, out))
{
    LW_SHARED(int, partial, [256]);
    int me = (int)threadIdx.x;
    partial[me] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (me < half)
            partial[me] += partial[me + half];
        __syncthreads();
    }
    if (me == 0)
        out[blockIdx.x] = partial[0];
}

/* A device function's own shared array, beside its caller's. */
__device__ int through_helper(int value)
{
    LW_SHARED(int, slots, [64]);
    slots[threadIdx.x] = value;
    __syncthreads();
    int other = slots[63 - threadIdx.x];
    __syncthreads();
    return other;
}

LW_KERNEL(machine_shared_forms, (int *, errors))
{
    LW_SHARED(int, scalar);
    LW_SHARED(char, odd, [3]);
    LW_SHARED(double, line, [64]);
    LW_SHARED(float, plane, [8][9]);
    LW_SHARED(short, cube, [4][4][5]);
    LW_DYNAMIC_SHARED(double, rest);
    int me = (int)threadIdx.x, wrong = 0;
    if (me == 0) {
        *scalar = 77;
        odd[0] = 1;
        odd[1] = 2;
        odd[2] = 3;
    }
    line[me] = me;
    plane[me / 8][me % 8] = (float)(100 + me);
    cube[me / 16][me / 4 % 4][me % 4] = (short)(200 + me);
    rest[me] = 300 + me;
    int helped = through_helper(400 + me);
    __syncthreads();
    int other = 63 - me;
    wrong += *scalar != 77;
    wrong += odd[0] != 1 || odd[1] != 2 || odd[2] != 3;
    wrong += line[other] != other;
    wrong += plane[other / 8][other % 8] != (float)(100 + other);
    wrong += cube[other / 16][other / 4 % 4][other % 4] != 200 + other;
    wrong += rest[other] != 300 + other;
    wrong += helped != 400 + other;
    wrong += (size_t)line % sizeof(double) != 0 || (size_t)rest % 16 != 0;
    wrong += sizeof plane[0] != 9 * sizeof(float) || sizeof cube[0] != 20 * sizeof(short);
    if (wrong)
        atomicAdd(&errors[blockIdx.x], wrong);
}

LW_KERNEL(machine_tiles, LW_BLOCK_SIZE(8, 4, 1), (unsigned, first), (unsigned, n), (int, tiles), (int, depth),
          (const unsigned *, in), (unsigned *, out))
{
    LW_SHARED(unsigned, tile, [4][8]);
    unsigned sum = 0;
    for (int i = 0; i < tiles; i++) {
        unsigned place = first + 8u * (unsigned)i + threadIdx.x;
        tile[threadIdx.y][threadIdx.x] = place < n ? in[place] + threadIdx.y : 1;
        __syncthreads();
        for (int l = 0; l < depth; l++)
            sum = 3 * sum + tile[threadIdx.y][l] * tile[l % 4][threadIdx.x];
        __syncthreads();
    }
    out[8 * threadIdx.y + threadIdx.x] = sum;
}

LW_KERNEL(machine_sort, LW_BLOCK_SIZE(MACHINE_SORT_LANES, 1, 1), (const unsigned *, in), (unsigned *, out))
{
    LW_SHARED(unsigned, key, [MACHINE_SORT_KEYS]);
    unsigned lane = threadIdx.x;
    size_t first = (size_t)blockIdx.x * MACHINE_SORT_KEYS;
    key[lane] = in[first + lane];
    key[lane + MACHINE_SORT_LANES] = in[first + lane + MACHINE_SORT_LANES];
    for (unsigned size = 2; size <= MACHINE_SORT_KEYS; size *= 2)
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            unsigned low = 2 * lane - (lane & (distance - 1)), high = low + distance;
            bool ascending = (low & size) == 0;
            unsigned a = key[low], b = key[high];
            if ((a > b) == ascending) {
                key[low] = b;
                key[high] = a;
            }
        }
    __syncthreads();
    out[first + lane] = key[lane];
    out[first + lane + MACHINE_SORT_LANES] = key[lane + MACHINE_SORT_LANES];
}

LW_KERNEL(machine_guarded_scan, LW_BLOCK_SIZE(MACHINE_SCAN_LANES, 1, 1), (unsigned, n), (const int *, in), (int *, out))
{
    LW_SHARED(int, sums, [MACHINE_SCAN_LANES]);
    unsigned lane = threadIdx.x, i = blockIdx.x * MACHINE_SCAN_LANES + lane;
    sums[lane] = in[i];
    __syncthreads();
    for (unsigned distance = 1; distance < MACHINE_SCAN_LANES; distance *= 2) {
        int before = lane >= distance ? sums[lane - distance] : 0;
        __syncthreads();
        sums[lane] += before;
        __syncthreads();
    }
    if (i < n)
        out[i] = sums[lane ^ 1];
}
