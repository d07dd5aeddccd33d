/* Four tables, used alternately, so that equal neighbours do not wait for each other's store. */
#include "rivals.h"

#include <string.h>

#include "team.h"

static void count_part(size_t n, const uint8_t *in, uint32_t counts[256])
{
    uint32_t table[4][256];
    size_t i = 0;
    memset(table, 0, sizeof table);
    for (; i + 4 <= n; i += 4) {
        table[0][in[i]]++;
        table[1][in[i + 1]]++;
        table[2][in[i + 2]]++;
        table[3][in[i + 3]]++;
    }
    for (; i < n; i++)
        table[0][in[i]]++;
    for (int bin = 0; bin < 256; bin++)
        counts[bin] = table[0][bin] + table[1][bin] + table[2][bin] + table[3][bin];
}

void rival_histogram(size_t n, const uint8_t *in, uint32_t counts[256])
{
    count_part(n, in, counts);
}

void rival_histogram_openmp(size_t n, const uint8_t *in, uint32_t counts[256], int threads)
{
    (void)threads; /* without OpenMP */
    memset(counts, 0, 256 * sizeof *counts);
#pragma omp parallel num_threads(threads)
    {
        size_t team = team_size(), me = team_member();
        size_t begin = n * me / team, end = n * (me + 1) / team;
        uint32_t mine[256];
        count_part(end - begin, in + begin, mine);
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            counts[bin] += mine[bin];
    }
}
