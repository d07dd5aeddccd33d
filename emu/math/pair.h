/* Numbers as unevaluated sums of two doubles, about 106 bits (T. J. Dekker, "A floating-point technique for extending
 * the available precision", 1971; D. E. Knuth's exact sum). The compiler may contract or reorder nothing here.
 */
#ifndef EMU_MATH_PAIR_H
#define EMU_MATH_PAIR_H

typedef struct pair {
    double high, low; /* high is the sum, rounded */
} pair;

/* The exact sum. */
static inline pair pair_of_sum(double a, double b)
{
    double sum = a + b, b_part = sum - a;
    return (pair){sum, (a - (sum - b_part)) + (b - b_part)};
}

/* The exact product, if nothing overflows or underflows. fma() is exact by definition, in software, too. */
static inline pair pair_of_product(double a, double b)
{
    double product = a * b;
    return (pair){product, __builtin_fma(a, b, -product)};
}

static inline pair pair_add(pair a, pair b)
{
    pair sum = pair_of_sum(a.high, b.high);
    return pair_of_sum(sum.high, sum.low + (a.low + b.low));
}

static inline pair pair_multiply(pair a, double b)
{
    pair product = pair_of_product(a.high, b);
    return pair_of_sum(product.high, product.low + a.low * b);
}

#endif
