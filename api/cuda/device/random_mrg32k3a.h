/* MRG32k3a (L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators", 1999), as
 * cuRAND seeds it: two recurrences over three words each, modulo two primes. */
#ifndef LANEWISE_CUDA_RANDOM_MRG32K3A_H
#define LANEWISE_CUDA_RANDOM_MRG32K3A_H

#include "random_state.h"

#define LW_CUDA_MRG_PRIME_1 4294967087u
#define LW_CUDA_MRG_PRIME_2 4294944443u

/* A step of a recurrence: the next word is the lower row by the words. */
struct lw_cuda_mrg_matrix {
    unsigned at[3][3];
};

LW_CUDA_DEVICE unsigned lw_cuda_mrg_product(unsigned a, unsigned b, unsigned prime)
{
    return (unsigned)((unsigned long long)a * b % prime);
}

/* v = matrix * v */
LW_CUDA_DEVICE void lw_cuda_mrg_apply(const lw_cuda_mrg_matrix &matrix, unsigned *v, unsigned prime)
{
    unsigned long long sum[3] = {0, 0, 0};
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            sum[row] += lw_cuda_mrg_product(matrix.at[row][i], v[i], prime);
    for (int row = 0; row < 3; row++)
        v[row] = (unsigned)(sum[row] % prime);
}

/* The words after n times what the matrix does. */
LW_CUDA_DEVICE void lw_cuda_mrg_jump(lw_cuda_mrg_matrix matrix, unsigned long long n, unsigned *v, unsigned prime)
{
    for (; n != 0; n >>= 1) {
        if (n & 1)
            lw_cuda_mrg_apply(matrix, v, prime);
        lw_cuda_mrg_matrix square;
        for (int column = 0; column < 3; column++) {
            unsigned part[3] = {matrix.at[0][column], matrix.at[1][column], matrix.at[2][column]};
            lw_cuda_mrg_apply(matrix, part, prime);
            for (int row = 0; row < 3; row++)
                square.at[row][column] = part[row];
        }
        matrix = square;
    }
}

LW_CUDA_DEVICE void lw_cuda_mrg_jump_both(const lw_cuda_mrg_matrix &first, const lw_cuda_mrg_matrix &second,
                                          unsigned long long n, curandStateMRG32k3a_t *state)
{
    lw_cuda_mrg_jump(first, n, state->s1, LW_CUDA_MRG_PRIME_1);
    lw_cuda_mrg_jump(second, n, state->s2, LW_CUDA_MRG_PRIME_2);
}

/* Skips n numbers. */
LW_CUDA_DEVICE void skipahead(unsigned long long n, curandStateMRG32k3a_t *state)
{
    lw_cuda_mrg_jump_both({{{0, 1, 0}, {0, 0, 1}, {LW_CUDA_MRG_PRIME_1 - 810728u, 1403580u, 0}}},
                          {{{0, 1, 0}, {0, 0, 1}, {LW_CUDA_MRG_PRIME_2 - 1370589u, 0, 527612u}}}, n, state);
}

/* Skips n subsequences of 2^76 numbers. */
LW_CUDA_DEVICE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    lw_cuda_mrg_jump_both({{{82758667u, 1871391091u, 4127413238u},
                            {3672831523u, 69195019u, 1871391091u},
                            {3672091415u, 3528743235u, 69195019u}}},
                          {{{1511326704u, 3759209742u, 1610795712u},
                            {4292754251u, 1511326704u, 3889917532u},
                            {3859662829u, 4292754251u, 3708466080u}}},
                          n, state);
}

/* Skips n sequences of 2^127 numbers. */
LW_CUDA_DEVICE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    lw_cuda_mrg_jump_both({{{2427906178u, 3580155704u, 949770784u},
                            {226153695u, 1230515664u, 3580155704u},
                            {1988835001u, 986791581u, 1230515664u}}},
                          {{{1464411153u, 277697599u, 1610723613u},
                            {32183930u, 1464411153u, 1022607788u},
                            {2824425944u, 32183930u, 2093834863u}}},
                          n, state);
}

/* The number `offset` of the subsequence `subsequence` is the first that is drawn. */
LW_CUDA_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                curandStateMRG32k3a_t *state)
{
    unsigned low = seed ? (unsigned)seed ^ 0x55555555u : 1u, high = seed ? (unsigned)(seed >> 32) ^ 0xaaaaaaaau : 1u;
    *state = {};
    for (int i = 0; i < 3; i++) {
        state->s1[i] = lw_cuda_mrg_product(i == 1 ? high : low, 12345u, LW_CUDA_MRG_PRIME_1);
        state->s2[i] = lw_cuda_mrg_product(i == 1 ? low : high, 12345u, LW_CUDA_MRG_PRIME_2);
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}

/* The next number, from 1 to the first prime. */
LW_CUDA_DEVICE double curand_MRG32k3a(curandStateMRG32k3a_t *state)
{
    unsigned *a = state->s1, *b = state->s2;
    unsigned next_a = (unsigned)((1403580ull * a[1] + 810728ull * (LW_CUDA_MRG_PRIME_1 - a[0])) % LW_CUDA_MRG_PRIME_1);
    unsigned next_b = (unsigned)((527612ull * b[2] + 1370589ull * (LW_CUDA_MRG_PRIME_2 - b[0])) % LW_CUDA_MRG_PRIME_2);
    for (int i = 0; i < 2; i++) {
        a[i] = a[i + 1];
        b[i] = b[i + 1];
    }
    a[2] = next_a;
    b[2] = next_b;
    return next_a <= next_b ? (double)(next_a - next_b + LW_CUDA_MRG_PRIME_1) : (double)(next_a - next_b);
}

/* The same, stretched to 32 bits. */
LW_CUDA_DEVICE unsigned curand(curandStateMRG32k3a_t *state)
{
    return __double2uint_rz(curand_MRG32k3a(state) * 1.000000048662);
}

#endif
