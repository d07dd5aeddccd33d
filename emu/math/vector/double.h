/* gamma.c and root.c for vectors of doubles (functions.h). Arguments that need scaling go to the scalar function. */
DEFINE_1(lgamma, sleef_lgamma(x), 0)
DEFINE_1(tgamma, sleef_tgamma(x), lanes(x < -170))

static inline vectors inverse_root(vectors x)
{
    vectors direct = root(x), inverse = 1 / direct;
    vectors direct_rest = fused(-direct, direct, x), inverse_rest = fused(-inverse, direct, (vectors){0} + 1);
    return inverse + inverse * (inverse_rest - direct_rest / x * 0.5);
}

DEFINE_1(rsqrt, inverse_root(x), lanes(x < 0x1p-900)) /* for infinity: NaN */

/* pair.h */
typedef struct pairs {
    vectors high, low;
} pairs;

static inline pairs pairs_of_sum(vectors a, vectors b)
{
    vectors sum = a + b, b_part = sum - a;
    return (pairs){sum, (a - (sum - b_part)) + (b - b_part)};
}

static inline pairs pairs_of_product(vectors a, vectors b)
{
    vectors product = a * b;
    return (pairs){product, fused(a, b, -product)};
}

static inline pairs pairs_add(pairs a, pairs b)
{
    pairs sum = pairs_of_sum(a.high, b.high);
    return pairs_of_sum(sum.high, sum.low + (a.low + b.low));
}

static inline pairs pairs_multiply(pairs a, vectors b)
{
    pairs product = pairs_of_product(a.high, b);
    return pairs_of_sum(product.high, product.low + a.low * b);
}

static inline vectors inverse_cube_root(vectors x)
{
    vectors inverse = 1 / sleef_cbrt(x);
    pairs product = pairs_multiply(pairs_multiply(pairs_of_product(inverse, inverse), inverse), x);
    return inverse + inverse * ((1 - product.high - product.low) / 3);
}

DEFINE_1(rcbrt, inverse_cube_root(x), lanes((size(x) <= 0x1p-1000) | (size(x) >= 0x1p1000)))

static inline pairs squares(vectors x, vectors y)
{
    return pairs_add(pairs_of_product(x, x), pairs_of_product(y, y));
}

static inline vectors root_of(pairs sum)
{
    vectors direct = root(sum.high);
    return direct + (fused(-direct, direct, sum.high) + sum.low) / (2 * direct);
}

static inline vectors inverse_root_of(pairs sum)
{
    vectors inverse = 1 / root(sum.high);
    pairs product = pairs_multiply(pairs_multiply(sum, inverse), inverse);
    return inverse + inverse * ((1 - product.high - product.low) / 2);
}

static inline vectors larger(vectors x, vectors y)
{
    return choose(x > y, x, y);
}

static inline unsigned out_of_range(vectors largest)
{
    return lanes((largest > 0x1p400) | (largest < 0x1p-400));
}

DEFINE_2(rhypot, inverse_root_of(squares(x, y)), out_of_range(larger(size(x), size(y))))

/* The sums of three and four squares. */
#define SQUARES_3 pairs_add(squares(x, y), pairs_of_product(z, z))
#define SQUARES_4 pairs_add(SQUARES_3, pairs_of_product(w, w))
#define LARGEST_3 larger(larger(size(x), size(y)), size(z))
#define LARGEST_4 larger(LARGEST_3, size(w))
DEFINE_3(norm3d, root_of(SQUARES_3), out_of_range(LARGEST_3))
DEFINE_3(rnorm3d, inverse_root_of(SQUARES_3), out_of_range(LARGEST_3))
DEFINE_4(norm4d, root_of(SQUARES_4), out_of_range(LARGEST_4))
DEFINE_4(rnorm4d, inverse_root_of(SQUARES_4), out_of_range(LARGEST_4))
