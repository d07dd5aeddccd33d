/* The loop for kernels/pathfinder.c. */
#include "loop.h"

LOOP(pathfinder)
{
    const unsigned *wall = buffer[0];
    unsigned *after = buffer[2];
    static unsigned *old, *new;
    if (!old) {
        old = malloc((size_t)n * sizeof *old);
        new = malloc((size_t)n * sizeof *new);
    }
    memcpy(old, buffer[1], (size_t)n * sizeof *old);
    for (int i = 0; i < m; i++) {
        unsigned *to = i == m - 1 ? after : new;
#pragma omp parallel for simd
        for (int x = 0; x < n; x++) {
            unsigned least = old[x];
            if (x > 0 && old[x - 1] < least)
                least = old[x - 1];
            if (x < n - 1 && old[x + 1] < least)
                least = old[x + 1];
            to[x] = least + wall[(size_t)n * (size_t)i + (size_t)x];
        }
        unsigned *swap = old;
        old = new;
        new = swap;
    }
}
