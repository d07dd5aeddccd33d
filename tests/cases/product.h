/* The reference of products of matrices, for the cases of batched ones, of doubles and of triangles. */
#ifndef TESTS_CASES_PRODUCT_H
#define TESTS_CASES_PRODUCT_H

#include <math.h>

#include "../kernel_case.h"

/* Element (i, l) of the left matrix is a[i * row_a + l * column_a], and (l, j) of the right one b[l * row_b + j * column_b], in elements of `type`. */
struct product {
    size_t m, n, k, row_a, column_a, row_b, column_b, ldc;
    double alpha, beta;
    enum kernel_type type;
    int part; /* 1: what is above the diagonal stays as it is; -1: what is below it */
};

static inline double product_element(enum kernel_type type, const void *all, size_t at)
{
    return type == KERNEL_F64 ? ((const double *)all)[at] : (double)((const float *)all)[at];
}

/* Writes m rows of ldc elements of what C must be, and sums of magnitudes. */
static inline void product_of(const struct product *p, const void *a, const void *b, const void *c, double *out,
                              double *magnitude)
{
    for (size_t i = 0; i < p->m; i++)
        for (size_t j = 0; j < p->ldc && (i + 1 < p->m || j < p->n); j++) {
            const size_t at = i * p->ldc + j;
            double sum = 0, size = 0,
                   old = p->beta != 0 || j >= p->n || p->part != 0 ? product_element(p->type, c, at) : 0;
            out[at] = old; /* so are gaps between rows */
            if (j >= p->n || (p->part > 0 && j > i) || (p->part < 0 && j < i))
                continue;
            for (size_t l = 0; l < p->k; l++) {
                const double product = product_element(p->type, a, i * p->row_a + l * p->column_a) *
                                       product_element(p->type, b, l * p->row_b + j * p->column_b);
                sum += product;
                size += fabs(product);
            }
            out[at] = p->alpha * sum + (p->beta == 0 ? 0 : p->beta * old);
            magnitude[at] = fabs(p->alpha) * size + (p->beta == 0 ? 0 : fabs(p->beta * old));
            if (!isfinite(magnitude[at]))
                magnitude[at] = 0;
        }
}

/* The contract's loop in float32, of one element, to the bit. */
static inline float product_loop(const struct product *p, const float *a, const float *b, const float *c, size_t i,
                                 size_t j)
{
    float sum = 0;
    for (size_t l = 0; l < p->k; l++)
        sum = fmaf(a[i * p->row_a + l * p->column_a], b[l * p->row_b + j * p->column_b], sum);
    return p->beta == 0 ? (float)p->alpha * sum : fmaf((float)p->alpha, sum, (float)p->beta * c[i * p->ldc + j]);
}

#endif
