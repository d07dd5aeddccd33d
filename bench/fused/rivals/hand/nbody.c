/* Sixteen threads at a time: their sums stay in registers while the loop goes over the tile's bodies. */
#include "hand.h"
#include "vector.h"

enum { TILE = 256, FLOATS = 4, PAIRED = 2 }; /* vectors at a time: two hide more of a division's time */

void hand_nbody(size_t first, size_t last, size_t n, float softening, const float *restrict body, float *restrict pull)
{
    for (size_t block = first; block < last; block++) {
        vector self[FLOATS - 1][TILE / VECTOR], sum[FLOATS - 1][TILE / VECTOR] = {{{0}}};
        for (size_t lane = 0; lane < TILE; lane++)
            for (int axis = 0; axis < FLOATS - 1; axis++)
                self[axis][lane / VECTOR][lane % VECTOR] = body[(block * TILE + lane) * FLOATS + axis];
        for (size_t start = 0; start < n; start += TILE) {
            float tile[TILE][FLOATS];
            memcpy(tile, body + start * FLOATS, sizeof tile);
            for (int group = 0; group < TILE / VECTOR; group += PAIRED) {
                vector x[PAIRED], y[PAIRED], z[PAIRED];
                UNROLL_ALL
                for (int i = 0; i < PAIRED; i++)
                    x[i] = sum[0][group + i], y[i] = sum[1][group + i], z[i] = sum[2][group + i];
                for (int j = 0; j < TILE; j++)
                    UNROLL_ALL
                for (int i = 0; i < PAIRED; i++) {
                    vector dx = tile[j][0] - self[0][group + i], dy = tile[j][1] - self[1][group + i];
                    vector dz = tile[j][2] - self[2][group + i];
                    vector square = vector_fma(dz, dz, vector_of(softening));
                    square = vector_fma(dx, dx, vector_fma(dy, dy, square));
                    vector inverse = 1.0f / vector_sqrt(square);
                    vector scale = tile[j][3] * inverse * inverse * inverse;
                    x[i] = vector_fma(scale, dx, x[i]);
                    y[i] = vector_fma(scale, dy, y[i]);
                    z[i] = vector_fma(scale, dz, z[i]);
                }
                UNROLL_ALL
                for (int i = 0; i < PAIRED; i++)
                    sum[0][group + i] = x[i], sum[1][group + i] = y[i], sum[2][group + i] = z[i];
            }
        }
        for (size_t lane = 0; lane < TILE; lane++) {
            float *to = pull + (block * TILE + lane) * FLOATS;
            for (int axis = 0; axis < FLOATS - 1; axis++)
                to[axis] = sum[axis][lane / VECTOR][lane % VECTOR];
            to[FLOATS - 1] = 0;
        }
    }
}
