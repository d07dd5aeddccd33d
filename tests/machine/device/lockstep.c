#include <lanewise/kernel.h>

#include "lockstep.h"

LW_KERNEL(machine_lockstep_sum, (const int *, in), (int *, out))
{
    LW_SHARED(volatile int, s, [64]);
    unsigned i = threadIdx.x;
    s[i] = in[blockIdx.x * 64 + i];
    __syncthreads();
    if (i < 32) {
        s[i] += s[i + 32];
        s[i] += s[i + 16];
        s[i] += s[i + 8];
        s[i] += s[i + 4];
        s[i] += s[i + 2];
        s[i] += s[i + 1];
    }
    if (i == 0)
        out[blockIdx.x] = s[0];
}

LW_KERNEL(machine_lockstep_prefixes, (const int *, in), (int *, out))
{
    LW_SHARED(volatile int, s, [1024]);
    unsigned i = threadIdx.x, lane = i % 32;
    s[i] = in[i];
    for (unsigned distance = 1; distance < 32; distance *= 2)
        if (lane >= distance)
            s[i] = s[i] + s[i - distance];
    out[i] = s[i] + s[i - lane + 31];
}

LW_KERNEL(machine_lockstep_meets, (int *, out))
{
    LW_SHARED(volatile int, word);
    LW_SHARED(volatile int, rounds, [32]);
    unsigned i = threadIdx.x;
    *word = 7;
    rounds[i] = 0;
    while (rounds[i] < (int)(i % 5))
        rounds[i] = rounds[i] + 1;
    int read = *word;
    *word = read + 1;
    out[i] = read;
    if (i == 0)
        out[32] = *word;
}
