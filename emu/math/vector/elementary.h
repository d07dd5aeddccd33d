/* elementary.c, and what else is the same, for vectors of one type (functions.h).
 *
 * Where a lane's argument is in a range that is mended and rare, and where its result is not a number (SLEEF's vectors
 * have other bits there), the scalar function is asked for that lane. */
#define X(name, bound)                                                                                                 \
    VECTOR SLEEF(name, bound)(VECTOR);                                                                                 \
    static inline VECTOR OF(sleef_##name)(VECTOR x) { return SLEEF(name, bound)(x); }
SLEEF_OF_1(X)
#undef X
#define X(name, bound)                                                                                                 \
    VECTOR SLEEF(name, bound)(VECTOR, VECTOR);                                                                         \
    static inline VECTOR OF(sleef_##name)(VECTOR x, VECTOR y) { return SLEEF(name, bound)(x, y); }
SLEEF_OF_2(X)
#undef X

#define X(name) __attribute__((visibility("default"))) VECTOR EMU(name)(VECTOR);
EMU_MATH_VECTOR_1(X)
#undef X
#define X(name) __attribute__((visibility("default"))) VECTOR EMU(name)(VECTOR, VECTOR);
EMU_MATH_VECTOR_2(X)
#undef X

static inline VECTOR OF(size)(VECTOR x)
{
    return (VECTOR)((MASK)x & ~SIGN);
}

static inline VECTOR OF(choose)(MASK mask, VECTOR yes, VECTOR no)
{
    return (VECTOR)((mask & (MASK)yes) | (~mask & (MASK)no));
}

static inline MASK OF(nowhere)(void)
{
    return (MASK){0};
}

/* SLEEF's scalar code without fused multiply-adds rounds the number after 1/2 to 0, its vectors round it to 1: an
 * exponential then begins at another power of two, a tangent at another quarter turn. Of SLEEF 3.5.1's functions exp,
 * exp2, pow and tan have other bits for it, where the result is near `value`. */
static inline MASK OF(around)(VECTOR result, NUMBER value)
{
    if (!HALVES_DIFFER)
        return OF(nowhere)();
    return (OF(size)(result) > value * (1 - CLOSE)) & (OF(size)(result) < value * (1 + CLOSE));
}

static inline MASK OF(around_half_power)(VECTOR result)
{
    return OF(around)(result, (NUMBER)0x1.6a09e667f3bcdp+0) | OF(around)(result, (NUMBER)0x1.6a09e667f3bcdp-1);
}

/* `result` and `rare` are expressions of x, `rare` of `result`, too. */
#define RETURN_WITH(result_, rare, scalar)                                                                             \
    VECTOR result = result_;                                                                                           \
    unsigned left = OF(lanes)((result != result) | (rare));                                                            \
    if (__builtin_expect(left != 0, 0)) {                                                                              \
        VECTOR mended = result;                                                                                        \
        for (; left; left &= left - 1) {                                                                               \
            int i = __builtin_ctz(left);                                                                               \
            mended[i] = scalar;                                                                                        \
        }                                                                                                              \
        return mended;                                                                                                 \
    }                                                                                                                  \
    return result;
#define DEFINE_1(name, result, rare)                                                                                   \
    VECTOR EMU(name)(VECTOR x)                                                                                         \
    {                                                                                                                  \
        RETURN_WITH(result, rare, SCALAR(name)(x[i]))                                                                  \
    }
#define DEFINE_2(name, result, rare)                                                                                   \
    VECTOR EMU(name)(VECTOR x, VECTOR y)                                                                               \
    {                                                                                                                  \
        RETURN_WITH(result, rare, SCALAR(name)(x[i], y[i]))                                                            \
    }

#define PLAIN_1(name) DEFINE_1(name, OF(sleef_##name)(x), OF(nowhere)())
PLAIN_1(acos)
PLAIN_1(cbrt)
PLAIN_1(cos)
PLAIN_1(erf)
PLAIN_1(erfc)
PLAIN_1(exp10)
PLAIN_1(log)
PLAIN_1(log10)
PLAIN_1(log2)
DEFINE_1(exp, OF(sleef_exp)(x), OF(around_half_power)(result))
DEFINE_1(exp2, OF(sleef_exp2)(x), OF(around_half_power)(result))
DEFINE_2(atan2, OF(sleef_atan2)(x, y), OF(nowhere)())
DEFINE_2(hypot, OF(sleef_hypot)(x, y), OF(nowhere)())
DEFINE_2(pow, OF(sleef_pow)(x, y), OF(around_half_power)(result))

#define UNLESS_NEAR(name) OF(choose)(OF(size)(x) < NEAR, x, OF(sleef_##name)(x))
DEFINE_1(asin, UNLESS_NEAR(asin), OF(nowhere)())
DEFINE_1(atan, UNLESS_NEAR(atan), OF(nowhere)())
DEFINE_1(atanh, UNLESS_NEAR(atanh), OF(nowhere)())
DEFINE_1(expm1, UNLESS_NEAR(expm1), OF(nowhere)())
DEFINE_1(sin, UNLESS_NEAR(sin), OF(nowhere)())
DEFINE_1(tan, UNLESS_NEAR(tan), OF(around)(result, 1))
DEFINE_1(tanh, UNLESS_NEAR(tanh), OF(nowhere)())
DEFINE_1(acosh, OF(sleef_acosh)(x), x > LARGE)
DEFINE_1(asinh, UNLESS_NEAR(asinh), OF(size)(x) > LARGE)
DEFINE_1(log1p, UNLESS_NEAR(log1p), x > LARGE)
DEFINE_1(cosh, OF(sleef_cosh)(x), OF(size)(x) > LARGE_HYPERBOLIC)
DEFINE_1(sinh, UNLESS_NEAR(sinh), OF(size)(x) > LARGE_HYPERBOLIC)

static inline VECTOR OF(turn_part)(VECTOR x)
{
    return OF(choose)(OF(size)(x) < 2, x, x - 2 * OF(whole)(x / 2));
}

static inline VECTOR OF(sine_of_turns)(VECTOR x)
{
    VECTOR part = OF(turn_part)(x), zero = (VECTOR)((MASK)x & SIGN);
    return OF(choose)(part == OF(whole)(part), zero, OF(sleef_sinpi)(part));
}

DEFINE_1(sinpi, OF(sine_of_turns)(x), OF(nowhere)())
DEFINE_1(cospi, OF(sleef_cospi)(OF(turn_part)(x)) + 0, OF(nowhere)())
