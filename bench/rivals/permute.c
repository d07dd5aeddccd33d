/* In the order of the output; where its last axis is another, tile by tile, so that lines that are read stay in the cache. */
#include "rivals.h"

enum { TILE = 32 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void rival_permute(const size_t size[3], const int order[3], const float *restrict in, float *restrict out, int threads)
{
    const size_t stride[] = {size[1] * size[2], size[2], 1};
    const size_t n0 = size[order[0]], n1 = size[order[1]], n2 = size[order[2]];
    const size_t s0 = stride[order[0]], s1 = stride[order[1]], s2 = stride[order[2]];
    (void)threads; /* without OpenMP */
    if (s2 == 1) {
#pragma omp parallel for num_threads(threads) collapse(2) schedule(static)
        for (size_t i = 0; i < n0; i++)
            for (size_t j = 0; j < n1; j++)
                for (size_t k = 0; k < n2; k++)
                    out[(i * n1 + j) * n2 + k] = in[i * s0 + j * s1 + k];
    } else if (s1 == 1) {
#pragma omp parallel for num_threads(threads) collapse(2) schedule(static)
        for (size_t i = 0; i < n0; i++)
            for (size_t first = 0; first < n1; first += TILE)
                for (size_t left = 0; left < n2; left += TILE)
                    for (size_t j = first; j < least(first + TILE, n1); j++)
                        for (size_t k = left; k < least(left + TILE, n2); k++)
                            out[(i * n1 + j) * n2 + k] = in[i * s0 + j + k * s2];
    } else {
#pragma omp parallel for num_threads(threads) collapse(2) schedule(static)
        for (size_t j = 0; j < n1; j++)
            for (size_t first = 0; first < n0; first += TILE)
                for (size_t left = 0; left < n2; left += TILE)
                    for (size_t i = first; i < least(first + TILE, n0); i++)
                        for (size_t k = left; k < least(left + TILE, n2); k++)
                            out[(i * n1 + j) * n2 + k] = in[i + j * s1 + k * s2];
    }
}
