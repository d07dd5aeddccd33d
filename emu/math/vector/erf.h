/* erf.c and erfinv.c for vectors of doubles (functions.h). Rare arguments go to the scalar functions. */
#include "../erf_series.h"

static inline vectors series(const double *c, int count, vectors s)
{
    vectors next = {0}, after = {0};
    for (int k = count - 1; k > 0; k--) {
        vectors here = c[k] + 2 * s * next - after;
        after = next;
        next = here;
    }
    return c[0] + (s * next - after);
}

static inline vectors series_left(const double *c, int count, vectors t)
{
    vectors next = {0}, both = {0};
    for (int k = count - 1; k > 0; k--) {
        both = c[k] + 2 * t * next - both;
        next = both - next;
    }
    return c[0] + (t * next - both);
}

#define SERIES_OF(c, s) series(c, sizeof(c) / sizeof *(c), s)
#define SERIES_LEFT_OF(c, t) series_left(c, sizeof(c) / sizeof *(c), t)

/* For x >= 0. */
static inline vectors scaled_complement(vectors x)
{
    masks left = x < 2;
    vectors sum = {0};
    if (some(~left))
        sum = SERIES_OF(erfcx_series, (x - 3.75) / (x + 3.75));
    if (some(left))
        sum = choose(left, SERIES_LEFT_OF(erfcx_series, 2 * x / (x + 3.75)), sum);
    return sum / (1 + 2 * x);
}

static vectors scaled_error(vectors x)
{
    vectors right = scaled_complement(size(x));
    if (!some(x < 0))
        return right;
    pairs square = pairs_of_product(x, x);
    vectors power = DOUBLE(exp)(square.high);
    return choose(x < 0, 2 * (power + power * square.low) - right, right);
}

DEFINE_1(erfcx, scaled_error(x), lanes((x > 0x1p27) | (x < -26)))

#define TWO_OVER_ROOT_PI 0x1.20dd750429b6dp+0

/* Between -36 and 10. */
static vectors normal(vectors x)
{
    pairs root = {(vectors){0} + 0x1.6a09e667f3bcdp-1, (vectors){0} - 0x1.bdd3413b26456p-55};
    pairs y = pairs_multiply(root, -x);
    vectors half = DOUBLE(erfc)(y.high) / 2, value = {0};
    masks right = y.high < 1;
    if (some(right))
        value = half - y.low * (TWO_OVER_ROOT_PI / 2) * DOUBLE(exp)(-y.high * y.high);
    if (some(~right))
        value = choose(right, value, half - half * y.low * TWO_OVER_ROOT_PI / scaled_complement(y.high));
    return value;
}

DEFINE_1(normcdf, normal(x), lanes((x < -36) | (x >= 10)))

static inline vectors inverse_near(vectors p)
{
    return p * SERIES_OF(erfinv_middle, 8 * p * p - 1);
}

static inline vectors inverse_far(vectors q)
{
    vectors t = root(-DOUBLE(log)(q)), value = {0};
    masks first = t <= 2, second = (t > 2) & (t <= 5), third = t > 5;
#define TAIL(c, begin, end) SERIES_OF(c, (2 / t - (1 / (begin) + 1 / (end))) / (1 / (begin) - 1 / (end)))
    if (some(first))
        value = TAIL(erfcinv_0, 0.83, 2.0);
    if (some(second))
        value = choose(second, TAIL(erfcinv_1, 2.0, 5.0), value);
    if (some(third))
        value = choose(third, TAIL(erfcinv_2, 5.0, 27.5), value);
#undef TAIL
    return t * value;
}

/* Between -1 and 1. */
static vectors inverse_error(vectors p)
{
    masks near = size(p) <= 0.5;
    vectors value = {0};
    if (some(near))
        value = inverse_near(p);
    return some(~near) ? choose(near, value, with_sign(inverse_far(1 - size(p)), p)) : value;
}

DEFINE_1(erfinv, inverse_error(x), lanes(size(x) >= 1))

/* Between 0 and 2. */
static vectors inverse_complement(vectors q)
{
    masks near = (q >= 0.5) & (q <= 1.5);
    vectors value = {0};
    if (some(near))
        value = inverse_near(1 - q);
    if (!some(~near))
        return value;
    vectors far = inverse_far(choose(q < 1, q, 2 - q));
    return choose(near, value, choose(q < 1, far, -far));
}

DEFINE_1(erfcinv, inverse_complement(x), lanes((x <= 0) | (x >= 2)))
static inline vectors inverse_normal(vectors p)
{
    return -M_SQRT2 * inverse_complement(2 * p);
}

DEFINE_1(normcdfinv, inverse_normal(x), lanes((x <= 0) | (x >= 1)))
