/* A radix sort of eight bits a pass: each thread counts its part, then copies it to where its counts and those of all before end. */
#include "rivals.h"

#include "team.h"

enum { MOST = 256, DIGITS = 256, BITS = 8 };

static size_t counts[MOST][DIGITS];

static void pass(size_t n, int shift, const uint32_t *keys, uint32_t *keys_out, const uint32_t *values,
                 uint32_t *values_out, int threads)
{
#pragma omp parallel num_threads(threads)
    {
        size_t team = team_size(), me = team_member(), begin = n * me / team, end = n * (me + 1) / team;
        size_t own[DIGITS] = {0};
        for (size_t i = begin; i < end; i++)
            own[keys[i] >> shift & (DIGITS - 1)]++;
        for (size_t digit = 0; digit < DIGITS; digit++)
            counts[me][digit] = own[digit];
#pragma omp barrier
        size_t lower = 0; /* keys of lower digits */
        for (size_t digit = 0; digit < DIGITS; digit++) {
            size_t all = 0;
            for (size_t i = 0; i < team; i++) {
                if (i == me)
                    own[digit] = lower + all;
                all += counts[i][digit];
            }
            lower += all;
        }
        for (size_t i = begin; i < end; i++) {
            size_t place = own[keys[i] >> shift & (DIGITS - 1)]++;
            keys_out[place] = keys[i];
            if (values != NULL)
                values_out[place] = values[i];
        }
    }
}

void rival_radix_sort(size_t n, const uint32_t *keys, uint32_t *keys_out, uint32_t *keys_between,
                      const uint32_t *values, uint32_t *values_out, uint32_t *values_between, int threads)
{
    if (threads > MOST)
        threads = MOST;
    pass(n, 0 * BITS, keys, keys_between, values, values_between, threads);
    pass(n, 1 * BITS, keys_between, keys_out, values == NULL ? NULL : values_between, values_out, threads);
    pass(n, 2 * BITS, keys_out, keys_between, values == NULL ? NULL : values_out, values_between, threads);
    pass(n, 3 * BITS, keys_between, keys_out, values == NULL ? NULL : values_between, values_out, threads);
}
