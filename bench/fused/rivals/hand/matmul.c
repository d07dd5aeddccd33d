/* Blocks of 16 x 16 threads: a row of them is a vector, and the block's sums stay in sixteen registers. */
#include "hand.h"
#include "vector.h"

enum { SIDE = 16 };

void hand_matmul(size_t first, size_t last, size_t n, const float *restrict a, const float *restrict b,
                 float *restrict c)
{
    size_t columns = n / SIDE;
    for (size_t block = first; block < last; block++) {
        size_t top = block / columns * SIDE, left = block % columns * SIDE;
        vector sum[SIDE] = {{0}};
        for (size_t start = 0; start < n; start += SIDE) {
            float tile_a[SIDE][SIDE];
            vector tile_b[SIDE];
            UNROLL_ALL
            for (size_t y = 0; y < SIDE; y++) {
                memcpy(tile_a[y], a + (top + y) * n + start, sizeof tile_a[y]);
                tile_b[y] = vector_load(b + (start + y) * n + left);
            }
            UNROLL_ALL
            for (int l = 0; l < SIDE; l++)
                UNROLL_ALL
            for (int y = 0; y < SIDE; y++)
                sum[y] = vector_fma(vector_of(tile_a[y][l]), tile_b[l], sum[y]);
        }
        UNROLL_ALL
        for (size_t y = 0; y < SIDE; y++)
            vector_store(c + (top + y) * n + left, sum[y]);
    }
}
