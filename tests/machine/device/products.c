#include <lanewise/kernel.h>

#include "products.h"

/* `number` is a type, `multiply(x, y, sum)` the addition of a product. */
#define PRODUCTS(n, number, multiply)                                                                                  \
    LW_SHARED(number, a, [MACHINE_PRODUCTS_DEPTH][MACHINE_PRODUCTS_MOST / 4 * (n)]);                                   \
    LW_SHARED(number, b, [MACHINE_PRODUCTS_DEPTH][4 * (n)]);                                                           \
    LW_SHARED(number, board, [MACHINE_PRODUCTS_MOST]);                                                                 \
    int lane = (int)threadIdx.x, lanes = (int)blockDim.x, rows = lanes / 4 * (n);                                      \
    number sum[n][n];                                                                                                  \
    _Pragma("unroll") for (int i = 0; i < (n); i++) _Pragma("unroll") for (int j = 0; j < (n); j++) sum[i][j] = 0;     \
    for (int round = 0; round < rounds; round++) {                                                                     \
        if (round == rounds - 1 && lane >= leaving)                                                                    \
            return;                                                                                                    \
        int filling = round == rounds - 1 ? min(leaving, lanes) : lanes;                                               \
        for (int i = lane; i < MACHINE_PRODUCTS_DEPTH * rows; i += filling)                                            \
            a[i / rows][i % rows] = (number)MACHINE_PRODUCTS_A(round, i / rows, i % rows);                             \
        for (int i = lane; i < MACHINE_PRODUCTS_DEPTH * 4 * (n); i += filling)                                         \
            b[i / (4 * (n))][i % (4 * (n))] = (number)MACHINE_PRODUCTS_B(round, i / (4 * (n)), i % (4 * (n)));         \
        __syncthreads();                                                                                               \
        _Pragma("unroll") for (int l = 0; l < MACHINE_PRODUCTS_DEPTH; l++)                                             \
            _Pragma("unroll") for (int i = 0; i < (n); i++) _Pragma("unroll") for (int j = 0; j < (n); j++)            \
                sum[i][j] = multiply(a[l][lane / 4 * (n) + i], b[l][lane % 4 * (n) + j], sum[i][j]);                   \
        __syncthreads();                                                                                               \
        if (round == 1 && ((n) == 4 || lane % 3 == 0))                                                                 \
            sum[1][2] += (number)lane;                                                                                 \
        if (round == 2) {                                                                                              \
            board[lane] = sum[2][3];                                                                                   \
            __syncthreads();                                                                                           \
            sum[2][3] += board[(lane + 1) % lanes];                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    for (int i = 0; i < (n); i++)                                                                                      \
        for (int j = 0; j < (n); j++)                                                                                  \
    out[((blockIdx.x * blockDim.x + threadIdx.x) * (n) + i) * (n) + j] = sum[i][j]

#define WHOLE(x, y, sum) ((sum) + (x) * (y))

LW_KERNEL(machine_products_4, (int, rounds), (int, leaving), (float *, out))
{
    PRODUCTS(4, float, fmaf);
}

LW_KERNEL(machine_products_8, (int, rounds), (int, leaving), (float *, out))
{
    PRODUCTS(8, float, fmaf);
}

LW_KERNEL(machine_products_64, LW_BLOCK_SIZE(64, 1, 1), (int, rounds), (int, leaving), (int *, out))
{
    PRODUCTS(4, int, WHOLE);
}
