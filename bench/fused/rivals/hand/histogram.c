/* Sixteen bytes a thread and round. Four tables, used alternately: a count need not wait for an equal one before it. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256, BYTES = 16, BINS = 256, TABLES = 4 };

void hand_histogram(size_t first, size_t last, size_t blocks, size_t n, const uint8_t *restrict in,
                    uint32_t *restrict counts)
{
    for (size_t block = first; block < last; block++) {
        uint32_t bins[TABLES][BINS] = {{0}};
        for (size_t base = block * LANES * BYTES; base < n; base += blocks * LANES * BYTES)
            for (size_t i = base; i < base + LANES * BYTES; i += 8) {
                uint64_t bytes;
                memcpy(&bytes, in + i, sizeof bytes);
                UNROLL_ALL
                for (int byte = 0; byte < 8; byte++)
                    bins[byte % TABLES][bytes >> 8 * byte & 0xff]++;
            }
        for (int bin = 0; bin < BINS; bin++) {
            uint32_t count = bins[0][bin] + bins[1][bin] + bins[2][bin] + bins[3][bin];
            if (count)
                __atomic_fetch_add(&counts[bin], count, __ATOMIC_RELAXED);
        }
    }
}
