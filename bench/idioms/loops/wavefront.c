/* The loop for kernels/wavefront.c. */
#include "loop.h"

LOOP(wavefront)
{
    const unsigned *similarity = buffer[0];
    unsigned *score = buffer[1];
#pragma omp parallel for
    for (int tile = 0; tile < n / 256; tile++) {
        int temp[17][17];
        temp[0][0] = 0;
        for (int i = 1; i <= 16; i++)
            temp[i][0] = temp[0][i] = -m * i;
        for (int y = 1; y <= 16; y++)
            for (int x = 1; x <= 16; x++) {
                int best = temp[y - 1][x - 1] + (int)similarity[tile * 256 + (y - 1) * 16 + x - 1] - m / 2;
                if (temp[y][x - 1] - m > best)
                    best = temp[y][x - 1] - m;
                if (temp[y - 1][x] - m > best)
                    best = temp[y - 1][x] - m;
                temp[y][x] = best;
                score[tile * 256 + (y - 1) * 16 + x - 1] = (unsigned)best;
            }
    }
}
