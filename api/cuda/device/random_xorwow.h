/* XORWOW (Marsaglia, "Xorshift RNGs", 2003), as cuRAND seeds it: five words shifted and xored, and a counter. */
#ifndef LANEWISE_CUDA_RANDOM_XORWOW_H
#define LANEWISE_CUDA_RANDOM_XORWOW_H

#include "random_state.h"
#include "random_xorwow_jump.h"

#define LW_CUDA_XORWOW_STEP 362437u

LW_CUDA_DEVICE void lw_cuda_xorwow_shift(unsigned *v)
{
    unsigned t = v[0] ^ v[0] >> 2;
    for (int i = 0; i < 4; i++)
        v[i] = v[i + 1];
    v[4] ^= v[4] << 4 ^ t ^ t << 1;
}

/* The next number: 32 random bits. */
LW_CUDA_DEVICE unsigned curand(curandStateXORWOW_t *state)
{
    lw_cuda_xorwow_shift(state->v);
    state->d += LW_CUDA_XORWOW_STEP;
    return state->v[4] + state->d;
}

/* The words after n times 2^first steps. A step is linear over bits: 2^k steps are a polynomial of it, of degree 159 at most
 * (Haramoto et al., "Efficient jump ahead for F2-linear random number generators", 2008). */
LW_CUDA_DEVICE void lw_cuda_xorwow_jump(unsigned *v, unsigned long long n, int first)
{
    for (int k = first; n != 0; k++, n >>= 1) {
        if (!(n & 1))
            continue;
        unsigned sum[5] = {0};
        for (int i = 0; i < 160; i++) {
            unsigned taken = 0u - (lw_cuda_xorwow_powers[k][i / 32] >> i % 32 & 1u);
            for (int word = 0; word < 5; word++)
                sum[word] ^= v[word] & taken;
            lw_cuda_xorwow_shift(v);
        }
        for (int word = 0; word < 5; word++)
            v[word] = sum[word];
    }
}

/* Skips n numbers. */
LW_CUDA_DEVICE void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    lw_cuda_xorwow_jump(state->v, n, 0);
    state->d += LW_CUDA_XORWOW_STEP * (unsigned)n;
}

/* Skips n sequences of 2^67 numbers, which leave the counter where it was. */
LW_CUDA_DEVICE void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    lw_cuda_xorwow_jump(state->v, n, 67);
}

/* The number `offset` of the sequence `subsequence` is the first that is drawn. */
LW_CUDA_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                curandStateXORWOW_t *state)
{
    unsigned low = ((unsigned)seed ^ 0xaad26b49u) * 1099087573u;
    unsigned high = ((unsigned)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    *state = {6615241u + low + high,
              {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
              0,
              0,
              0.0f,
              0.0};
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

#endif
