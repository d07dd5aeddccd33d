/* Blocks of 128 x 128, tiles 8 deep. Values that GPU threads hold in registers are in the cache here: the sums of 8
 * rows and 32 columns at a time go through registers. */
#include "hand.h"
#include "vector.h"

enum { TILE = 128, DEPTH = 8, ROWS = 8, VECTORS = 2, COLUMNS = VECTORS * VECTOR };

/* Adds a level of DEPTH to ROWS x COLUMNS sums. */
static inline void multiply(const float (*restrict tile_a)[DEPTH], const float (*restrict tile_b)[TILE],
                            float (*restrict sums)[TILE])
{
    vector sum[ROWS][VECTORS];
    UNROLL_ALL
    for (int y = 0; y < ROWS; y++)
        UNROLL_ALL
    for (int v = 0; v < VECTORS; v++)
        sum[y][v] = vector_load(&sums[y][v * VECTOR]);
    UNROLL_ALL
    for (int l = 0; l < DEPTH; l++)
        UNROLL_ALL
    for (int y = 0; y < ROWS; y++)
        UNROLL_ALL
    for (int v = 0; v < VECTORS; v++)
        sum[y][v] = vector_fma(vector_of(tile_a[y][l]), vector_load(&tile_b[l][v * VECTOR]), sum[y][v]);
    UNROLL_ALL
    for (int y = 0; y < ROWS; y++)
        UNROLL_ALL
    for (int v = 0; v < VECTORS; v++)
        vector_store(&sums[y][v * VECTOR], sum[y][v]);
}

void hand_sgemm(size_t first, size_t last, size_t n, const float *restrict a, const float *restrict b,
                float *restrict c)
{
    size_t columns = n / TILE;
    for (size_t block = first; block < last; block++) {
        size_t top = block / columns * TILE, left = block % columns * TILE;
        float sums[TILE][TILE] __attribute__((aligned(64))) = {{0}};
        for (size_t start = 0; start < n; start += DEPTH) {
            float tile_a[TILE][DEPTH] __attribute__((aligned(64))), tile_b[DEPTH][TILE] __attribute__((aligned(64)));
            for (size_t y = 0; y < TILE; y++)
                memcpy(tile_a[y], a + (top + y) * n + start, sizeof tile_a[y]);
            UNROLL_ALL
            for (size_t l = 0; l < DEPTH; l++)
                memcpy(tile_b[l], b + (start + l) * n + left, sizeof tile_b[l]);
            for (int x = 0; x < TILE; x += COLUMNS)
                for (int y = 0; y < TILE; y += ROWS)
                    multiply((const float(*)[DEPTH])tile_a[y], (const float(*)[TILE]) & tile_b[0][x],
                             (float(*)[TILE]) & sums[y][x]);
        }
        for (size_t y = 0; y < TILE; y++)
            memcpy(c + (top + y) * n + left, sums[y], sizeof sums[y]);
    }
}
