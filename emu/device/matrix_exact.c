/* Products of matrices of doubles, integers and bits. */
#include "matrix.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* a * b + c, rounded once. A NaN among them is the result, as a quiet one: first b's, then c's, then a's. */
static uint64_t multiply_add(uint64_t a, uint64_t b, uint64_t c)
{
    static const uint64_t quiet = 0x0008000000000000ull, invalid = 0xfff8000000000000ull;
    if (isnan(double_of(b)))
        return b | quiet;
    if (isnan(double_of(c)))
        return c | quiet;
    if (isnan(double_of(a)))
        return a | quiet;
    double x = fma(double_of(a), double_of(b), double_of(c));
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? invalid : bits;
}

/* In the order of k. */
void emu_matrix_multiply_double(const emu_matrix_shape *shape, const uint64_t *a, const uint64_t *b, const uint64_t *c,
                                uint64_t *d)
{
    for (unsigned i = 0; i < shape->m; i++)
        for (unsigned j = 0; j < shape->n; j++) {
            uint64_t sum = c[i * shape->n + j];
            for (unsigned k = 0; k < shape->k; k++)
                sum = multiply_add(a[i * shape->k + k], b[k * shape->n + j], sum);
            d[i * shape->n + j] = sum;
        }
}

/* The exact sum, saturated or wrapped at the end. */
static uint32_t finish(int64_t sum, bool saturates)
{
    if (saturates)
        sum = sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum;
    return (uint32_t)sum;
}

void emu_matrix_multiply_int(const emu_matrix_shape *shape, bool saturates, const uint32_t *a, const uint32_t *b,
                             const uint32_t *c, uint32_t *d)
{
    for (unsigned i = 0; i < shape->m; i++)
        for (unsigned j = 0; j < shape->n; j++) {
            int64_t sum = (int)c[i * shape->n + j];
            for (unsigned k = 0; k < shape->k; k++)
                sum += (int)a[i * shape->k + k] * (int)b[k * shape->n + j];
            d[i * shape->n + j] = finish(sum, saturates);
        }
}

void emu_matrix_multiply_bits(const emu_matrix_shape *shape, bool is_and, const uint32_t *a, const uint32_t *b,
                              const uint32_t *c, uint32_t *d)
{
    unsigned words = shape->k / 32;
    for (unsigned i = 0; i < shape->m; i++)
        for (unsigned j = 0; j < shape->n; j++) {
            uint32_t sum = c[i * shape->n + j];
            for (unsigned w = 0; w < words; w++) {
                uint32_t x = a[i * words + w], y = b[j * words + w];
                sum += (uint32_t)__builtin_popcount(is_and ? x & y : x ^ y);
            }
            d[i * shape->n + j] = sum;
        }
}
