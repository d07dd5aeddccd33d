/* bessel.c and bessel_i.c for vectors of doubles (functions.h). Arguments that need scaling go to the scalar
 * functions. */
#include "../bessel_series.h"

static inline vectors polynomial(const double *c, int count, vectors w)
{
    vectors value = {0};
    for (int k = count - 1; k >= 0; k--)
        value = value * w + c[k];
    return value;
}

#define POLYNOMIAL_OF(c, w) polynomial(c, sizeof(c) / sizeof *(c), w)

static inline vectors modified_far(int order, vectors x)
{
    vectors half = DOUBLE(exp)(x / 2), s = 16 / x - 1;
    return half * ((order ? SERIES_OF(i1_far, s) : SERIES_OF(i0_far, s)) / root(x)) * half;
}

/* For x >= 0. */
static inline vectors modified(int order, vectors x)
{
    masks near = x < 8;
    vectors value = {0}, w = x * x / 4;
    if (some(near))
        value = order ? POLYNOMIAL_OF(i1_near, w) * x / 2 : POLYNOMIAL_OF(i0_near, w);
    return some(~near) ? choose(near, value, modified_far(order, x)) : value;
}

DEFINE_1(cyl_bessel_i0, modified(0, size(x)), lanes(size(x) > 800))
DEFINE_1(cyl_bessel_i1, with_sign(modified(1, size(x)), x), lanes(size(x) > 800))
