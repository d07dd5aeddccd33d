/* Matrix products with several sums in each thread. */
#ifndef MACHINE_PRODUCTS_H
#define MACHINE_PRODUCTS_H

#include <lanewise/launch.h>

/* Four threads of n x n sums stand side by side: a block of threads makes threads / 4 * n rows of 4 * n columns. In
 * each round the sums grow by the product of MACHINE_PRODUCTS_DEPTH columns of one factor and as many rows of the
 * other, given by MACHINE_PRODUCTS_A and _B; threads from `leaving` on end before the last round. After the second
 * round each thread (of 8 x 8 sums every third) adds its number to its sum of row 1, column 2; after the third each
 * adds the next thread's sum of row 2, column 3. out[thread][n][n]. */
enum { MACHINE_PRODUCTS_DEPTH = 8, MACHINE_PRODUCTS_MOST = 160 };
#define MACHINE_PRODUCTS_A(round, level, row) ((float)(((round) * 5 + (level) * 3 + (row)) % 11 - 4))
#define MACHINE_PRODUCTS_B(round, level, column) ((float)(((round) + (level) * 7 + (column)) % 13 - 6))

LW_DECLARE_KERNEL(machine_products_4, (int, rounds), (int, leaving), (float *, out));
LW_DECLARE_KERNEL(machine_products_8, (int, rounds), (int, leaving), (float *, out));
/* Of integers, in blocks of 64. */
LW_DECLARE_KERNEL(machine_products_64, (int, rounds), (int, leaving), (int *, out));

#endif
