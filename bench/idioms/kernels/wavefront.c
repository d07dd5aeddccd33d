/* Needleman-Wunsch in a tile: blocks of 16 threads walk the antidiagonals of 16 x 16 scores; tiles are independent here. */
#include "idiom.h"

IDIOM(wavefront, (const unsigned *, similarity), (unsigned *, score))
{
    LW_SHARED(int, temp, [17][17]);
    LW_SHARED(int, reference, [16][16]);
    int tx = threadIdx.x;
    const unsigned *from = similarity + (size_t)blockIdx.x * 256;
    for (int y = 0; y < 16; y++)
        reference[y][tx] = (int)from[y * 16 + tx] - m / 2;
    if (tx == 0)
        temp[0][0] = 0;
    temp[tx + 1][0] = -m * (tx + 1);
    temp[0][tx + 1] = -m * (tx + 1);
    __syncthreads();
    for (int d = 0; d < 16; d++) {
        if (tx <= d) {
            int x = tx + 1, y = d - tx + 1;
            temp[y][x] = max(temp[y - 1][x - 1] + reference[y - 1][x - 1], max(temp[y][x - 1] - m, temp[y - 1][x] - m));
        }
        __syncthreads();
    }
    for (int d = 14; d >= 0; d--) {
        if (tx <= d) {
            int x = tx + 16 - d, y = 16 - tx;
            temp[y][x] = max(temp[y - 1][x - 1] + reference[y - 1][x - 1], max(temp[y][x - 1] - m, temp[y - 1][x] - m));
        }
        __syncthreads();
    }
    for (int y = 0; y < 16; y++)
        score[(size_t)blockIdx.x * 256 + y * 16 + tx] = (unsigned)temp[y + 1][tx + 1];
}
