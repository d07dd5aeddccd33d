/* Products of matrices, several sums of each lane. */
#ifndef MACHINE_PRODUCTS_H
#define MACHINE_PRODUCTS_H

#include <lanewise/launch.h>

/* Four lanes of n x n sums stand side by side: a block of lanes makes lanes / 4 * n rows of 4 * n columns. In each round
 * the sums grow by the product of MACHINE_PRODUCTS_DEPTH columns of one factor and as many rows of the other, which
 * MACHINE_PRODUCTS_A and _B say; lanes from `leaving` on end before the last round. Behind the second round each lane, of
 * 8 x 8 sums every third, adds its number to its sum of row 1, column 2; behind the third each adds the next lane's of
 * row 2, column 3. out[lane][n][n]. */
enum { MACHINE_PRODUCTS_DEPTH = 8, MACHINE_PRODUCTS_MOST = 160 };
#define MACHINE_PRODUCTS_A(round, level, row) ((float)(((round) * 5 + (level) * 3 + (row)) % 11 - 4))
#define MACHINE_PRODUCTS_B(round, level, column) ((float)(((round) + (level) * 7 + (column)) % 13 - 6))

LW_DECLARE_KERNEL(machine_products_4, (int, rounds), (int, leaving), (float *, out));
LW_DECLARE_KERNEL(machine_products_8, (int, rounds), (int, leaving), (float *, out));
/* Of integers, in blocks of 64. */
LW_DECLARE_KERNEL(machine_products_64, (int, rounds), (int, leaving), (int *, out));

#endif
