#include "hand.h"
#include "vector.h"

enum { CHAINS = 16 }; /* as many as hide the latency of two units */

double hand_multiply_add(size_t rounds)
{
    vector chain[CHAINS], factor = vector_of(0.999f), term = vector_of(0.5f);
    UNROLL_ALL
    for (int i = 0; i < CHAINS; i++)
        chain[i] = vector_of((float)i);
    for (size_t round = 0; round < rounds; round++)
        UNROLL_ALL
    for (int i = 0; i < CHAINS; i++)
        chain[i] = vector_fma(chain[i], factor, term);
    UNROLL_ALL
    for (int i = 0; i < CHAINS; i++)
        __asm__ volatile("" : : "m"(chain[i])); /* used, says this */
    return 2.0 * VECTOR * CHAINS * (double)rounds;
}
