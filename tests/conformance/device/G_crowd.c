#include <lanewise/kernel.h>

#include "G_crowd.h"

LW_KERNEL(g_draw_tickets, (g_tickets *, tickets), (unsigned *, seen), (unsigned *, wide_seen), (unsigned *, block_seen))
{
    LW_SHARED(unsigned, next);
    if (threadIdx.x == 0)
        *next = 0;
    __syncthreads();
    atomicAdd(&seen[atomicAdd(&tickets->global, 1u)], 1u);
    atomicAdd(&wide_seen[atomicAdd(&tickets->wide, 1ull)], 1u);
    atomicAdd(&block_seen[blockIdx.x * blockDim.x + atomicAdd(next, 1u)], 1u);
    unsigned short *piece = (unsigned short *)&tickets->pair_of_shorts + threadIdx.x % 2;
    unsigned short now = *(volatile unsigned short *)piece, assumed;
    do {
        assumed = now;
        now = atomicCAS(piece, assumed, (unsigned short)(assumed + 1));
    } while (now != assumed);
}

LW_KERNEL(g_count, (int, turns), (g_counters *, counters))
{
    for (int i = 0; i < turns; i++) {
        atomicAdd(&counters->add, 1u);
        atomicAdd(&counters->wide, 1ull);
        atomicInc(&counters->inc, 0xffffffffu);
        atomicAdd(&counters->whole, 1.0f);
    }
}

LW_KERNEL(g_add_halves, (__half2 *, pair))
{
    __half zero = __float2half(0.0f), one = __float2half(1.0f);
    if (threadIdx.x % 2 == 0)
        atomicAdd(pair, __halves2half2(one, zero));
    else
        atomicAdd(pair, __halves2half2(zero, one));
}

LW_KERNEL(g_multiply_by_cas, (const float *, factors), (float *, product), (float *, nan), (int *, turns))
{
    float factor = factors[threadIdx.x];
    unsigned *word = (unsigned *)product, seen = *(volatile unsigned *)word, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(word, assumed, __float_as_uint(__uint_as_float(assumed) * factor));
    } while (seen != assumed);

    word = (unsigned *)nan;
    seen = *(volatile unsigned *)word;
    do {
        assumed = seen;
        seen = atomicCAS(word, assumed, __float_as_uint(__uint_as_float(assumed) + 1));
    } while (seen != assumed);
    atomicAdd(turns, 1);
}

LW_KERNEL(g_sum_floats, (const float *, values), (float *, sum))
{
    atomicAdd(sum, values[blockIdx.x * blockDim.x + threadIdx.x]);
}

LW_KERNEL(g_mutex, (int, turns), (int *, lock), (volatile int *, total))
{
    for (int i = 0; i < turns; i++) {
        unsigned pause = 8;
        while (atomicCAS(lock, 0, 1) == 1) {
            __nanosleep(pause);
            pause = pause < 256 ? pause * 2 : pause;
        }
        __threadfence();
        *total = *total + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

LW_KERNEL(g_count_in_block, (unsigned *, counter))
{
    for (int i = 0; i < 10; i++)
        atomicAdd_block(counter, 1u);
}

LW_KERNEL(g_misaligned, (char *, bytes), (int, offset))
{
    atomicAdd((int *)(bytes + offset), 1);
}

LW_KERNEL(g_misaligned_array, (int *, ints))
{
    atomicAdd(&ints[threadIdx.x], 1);
}

LW_KERNEL(g_misaligned_pair, (__half *, halves))
{
    atomicAdd((__half2 *)(halves + 1), __float2half2_rn(1.0f));
}

LW_KERNEL(g_atomic_local, (int *, out))
{
    int mine = 1, *pointer = out[0] ? out : &mine;
    out[1] = atomicAdd(pointer, 1);
    out[0] = mine;
}

LW_KERNEL(g_atomic_local_kept, (int, which), (int *, out))
{
    int mine[4] = {1, 2, 3, 4}, *pointer = out[0] ? out : &mine[which];
    __syncthreads();
    out[1] = atomicAdd(pointer, 1);
    __syncthreads();
    out[0] = mine[which ^ 1];
}
