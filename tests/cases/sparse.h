/* Sparse matrices in CSR form for cases: a shape is rows (as many columns), the mean of entries a row, and a structure. */
#ifndef CASES_SPARSE_H
#define CASES_SPARSE_H

#include <math.h>

#include "../kernel_case.h"

enum sparse_structure {
    SPARSE_STENCIL, /* five points of a square grid, whatever the mean */
    SPARSE_RANDOM,  /* rows of the mean's length, columns uniform */
    SPARSE_POWER,   /* Pareto-distributed lengths, of exponent 4 / 3; few columns have most entries */
    SPARSE_GIANT    /* the middle row has nearly all entries, and most others none */
};

static inline uint32_t sparse_hash(uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(i >> 32);
}

static inline double sparse_uniform(uint64_t i) /* in (0, 1) */
{
    return (sparse_hash(i) + 0.5) / 0x1p32;
}

/* The stencil's columns; returns how many. */
static inline uint64_t sparse_neighbours(uint64_t rows, uint64_t row, uint32_t column[5])
{
    uint64_t side = (uint64_t)sqrt((double)rows), count = 0;
    if (row >= side)
        column[count++] = (uint32_t)(row - side);
    if (row % side != 0)
        column[count++] = (uint32_t)(row - 1);
    column[count++] = (uint32_t)row;
    if ((row + 1) % side != 0 && row + 1 < rows)
        column[count++] = (uint32_t)(row + 1);
    if (row + side < rows)
        column[count++] = (uint32_t)(row + side);
    return count;
}

static inline uint64_t sparse_length(const struct kernel_shape *shape, uint64_t row)
{
    uint64_t rows = shape->dimension[0], mean = shape->dimension[1];
    uint32_t column[5];
    switch ((enum sparse_structure)shape->dimension[2]) {
    case SPARSE_STENCIL: return sparse_neighbours(rows, row, column);
    case SPARSE_RANDOM: return mean;
    case SPARSE_POWER: return (uint64_t)fmin(0.25 * (double)mean * pow(sparse_uniform(row), -0.75), (double)rows);
    case SPARSE_GIANT: break;
    }
    return row == rows / 2 ? rows * mean : row % 7 == 1 ? 2 * (row % 41) : 0;
}

static inline uint32_t sparse_column(const struct kernel_shape *shape, uint64_t row, uint64_t i, uint64_t k)
{
    uint32_t column[5];
    if (shape->dimension[2] == SPARSE_STENCIL) {
        sparse_neighbours(shape->dimension[0], row, column);
        return column[i];
    }
    double u = sparse_uniform(k + ((uint64_t)1 << 40));
    return (uint32_t)((shape->dimension[2] == SPARSE_POWER ? u * u * u : u) * (double)shape->dimension[0]);
}

static inline uint64_t sparse_entries(const struct kernel_shape *shape)
{
    uint64_t entries = 0;
    for (uint64_t row = 0; row < shape->dimension[0]; row++)
        entries += sparse_length(shape, row);
    return entries;
}

/* About as many, without counting them. */
static inline double sparse_mean_entries(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0] * (shape->dimension[2] == SPARSE_STENCIL ? 5 : (double)shape->dimension[1]);
}

/* Fills in rows + 1 offsets and the columns; null, as after a failed allocation: does nothing. */
static inline void sparse_make(const struct kernel_shape *shape, uint32_t *offsets, uint32_t *columns)
{
    uint64_t k = 0;
    for (uint64_t row = 0; row < shape->dimension[0] && offsets != NULL; row++) {
        uint64_t length = sparse_length(shape, row);
        offsets[row] = (uint32_t)k;
        for (uint64_t i = 0; i < length; i++, k++)
            if (columns != NULL)
                columns[k] = sparse_column(shape, row, i, k);
    }
    if (offsets != NULL)
        offsets[shape->dimension[0]] = (uint32_t)k;
}

#endif
