/* Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): a counter of 128 bits, enciphered. */
#ifndef LANEWISE_CUDA_RANDOM_PHILOX_H
#define LANEWISE_CUDA_RANDOM_PHILOX_H

#include "random_state.h"

LW_CUDA_DEVICE uint4 curand_Philox4x32_10(uint4 counter, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long x = 0xd2511f53ull * counter.x, z = 0xcd9e8d57ull * counter.z;
        counter = make_uint4((unsigned)(z >> 32) ^ counter.y ^ key.x, (unsigned)z,
                             (unsigned)(x >> 32) ^ counter.w ^ key.y, (unsigned)x);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return counter;
}

/* Adds `low` to the counter's lower half and `high` to its upper one. */
LW_CUDA_DEVICE void lw_cuda_philox_add(curandStatePhilox4_32_10_t *state, unsigned long long low,
                                       unsigned long long high)
{
    unsigned long long lower = (unsigned long long)state->ctr.y << 32 | state->ctr.x;
    unsigned long long upper = (unsigned long long)state->ctr.w << 32 | state->ctr.z;
    lower += low;
    upper += high + (lower < low);
    state->ctr = make_uint4((unsigned)lower, (unsigned)(lower >> 32), (unsigned)upper, (unsigned)(upper >> 32));
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

/* Skips n numbers. */
LW_CUDA_DEVICE void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned place = state->STATE + (unsigned)(n & 3);
    state->STATE = place & 3;
    lw_cuda_philox_add(state, (n >> 2) + (place >> 2), 0);
}

/* Skips n sequences of 2^66 numbers. */
LW_CUDA_DEVICE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    lw_cuda_philox_add(state, 0, n);
}

/* The number `offset` of the sequence `subsequence` is the first that is drawn. */
LW_CUDA_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                curandStatePhilox4_32_10_t *state)
{
    *state = {{0, 0, 0, 0}, {0, 0, 0, 0}, {(unsigned)seed, (unsigned)(seed >> 32)}, 0, 0, 0, 0.0f, 0.0};
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

/* The next number: 32 random bits. */
LW_CUDA_DEVICE unsigned curand(curandStatePhilox4_32_10_t *state)
{
    const uint4 &all = state->output;
    unsigned place = state->STATE;
    unsigned number = place == 0 ? all.x : place == 1 ? all.y : place == 2 ? all.z : all.w;
    state->STATE = (place + 1) & 3;
    if (state->STATE == 0)
        lw_cuda_philox_add(state, 1, 0);
    return number;
}

/* The next four numbers. */
LW_CUDA_DEVICE uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    uint4 old = state->output;
    lw_cuda_philox_add(state, 1, 0);
    const uint4 &next = state->output;
    switch (state->STATE) {
    case 1: return make_uint4(old.y, old.z, old.w, next.x);
    case 2: return make_uint4(old.z, old.w, next.x, next.y);
    case 3: return make_uint4(old.w, next.x, next.y, next.z);
    default: return old;
    }
}

#endif
