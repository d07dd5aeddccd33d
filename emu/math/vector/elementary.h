/* elementary.c, and other functions of the same form, for vectors of one type (functions.h).
 *
 * A lane goes to the scalar function if its argument is in a rare range that needs correction, or if its result is
 * NaN (SLEEF's vectors have other bits there). */
#define X(name, bound)                                                                                                 \
    VECTOR SLEEF(name, bound)(VECTOR);                                                                                 \
    static inline VECTOR OF(sleef_##name)(VECTOR x)                                                                    \
    {                                                                                                                  \
        return SLEEF(name, bound)(x);                                                                                  \
    }
SLEEF_OF_1(X)
#undef X
#define X(name, bound)                                                                                                 \
    VECTOR SLEEF(name, bound)(VECTOR, VECTOR);                                                                         \
    static inline VECTOR OF(sleef_##name)(VECTOR x, VECTOR y)                                                          \
    {                                                                                                                  \
        return SLEEF(name, bound)(x, y);                                                                               \
    }
SLEEF_OF_2(X)
#undef X

#define X(name) __attribute__((visibility("default"))) VECTOR EMU(name)(VECTOR);
EMU_MATH_OF_1(X)
#undef X
#define X(name) __attribute__((visibility("default"))) VECTOR EMU(name)(VECTOR, VECTOR);
EMU_MATH_OF_2(X)
#undef X
#define X(name) __attribute__((visibility("default"))) VECTOR EMU(name)(VECTOR, VECTOR, VECTOR);
EMU_MATH_OF_3(X)
#undef X
#define X(name) __attribute__((visibility("default"))) VECTOR EMU(name)(VECTOR, VECTOR, VECTOR, VECTOR);
EMU_MATH_OF_4(X)
#undef X

static inline VECTOR OF(size)(VECTOR x)
{
    return (VECTOR)((MASK)x & ~SIGN);
}

static inline bool OF(some)(MASK mask)
{
    return OF(lanes)(mask) != 0;
}

static inline VECTOR OF(choose)(MASK mask, VECTOR yes, VECTOR no)
{
    return (VECTOR)((mask & (MASK)yes) | (~mask & (MASK)no));
}

static inline VECTOR OF(with_sign)(VECTOR x, VECTOR sign)
{
    return (VECTOR)(((MASK)x & ~SIGN) | ((MASK)sign & SIGN));
}

/* Without fused multiply-adds, SLEEF's scalar code rounds the number after 1/2 to 0, its vector code rounds it to 1.
 * Then an exponential begins at another power of two, a tangent at another quarter turn. Of SLEEF 3.5.1's functions
 * exp, exp2, pow and tan then have other bits, if the result is near `value`. */
static inline unsigned OF(around)(VECTOR result, NUMBER value)
{
    if (!HALVES_DIFFER)
        return 0;
    return OF(lanes)((OF(size)(result) > value * (1 - CLOSE)) & (OF(size)(result) < value * (1 + CLOSE)));
}

static inline unsigned OF(around_half_power)(VECTOR result)
{
    return OF(around)(result, (NUMBER)0x1.6a09e667f3bcdp+0) | OF(around)(result, (NUMBER)0x1.6a09e667f3bcdp-1);
}

/* `result` and `rare`, the lanes to correct, are expressions of the arguments; `rare` may use `result`. Corrections
 * are in a function of their own that reads its arguments from memory: the common path then saves no registers for
 * it. */
#define DEFINE(name, parameters, keep, result_, rare, scalar)                                                          \
    __attribute__((noinline, cold)) static VECTOR OF(mend_##name)(const NUMBER *of, VECTOR result, unsigned left)      \
    {                                                                                                                  \
        for (; left; left &= left - 1) {                                                                               \
            int i = __builtin_ctz(left);                                                                               \
            result[i] = scalar;                                                                                        \
        }                                                                                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    VECTOR EMU(name) parameters                                                                                        \
    {                                                                                                                  \
        NUMBER kept[4 * BYTES / sizeof(NUMBER)];                                                                       \
        keep;                                                                                                          \
        VECTOR result = result_;                                                                                       \
        unsigned left = OF(nans)(result) | (rare);                                                                     \
        return __builtin_expect(left != 0, 0) ? OF(mend_##name)(kept, result, left) : result;                          \
    }
#define LANES (BYTES / (int)sizeof(NUMBER))
#define KEEP(x, place) __builtin_memcpy(kept + (place) * LANES, &x, sizeof x)
#define DEFINE_1(name, result, rare) DEFINE(name, (VECTOR x), KEEP(x, 0), result, rare, SCALAR(name)(of[i]))
#define DEFINE_2(name, result, rare)                                                                                   \
    DEFINE(name, (VECTOR x, VECTOR y), (KEEP(x, 0), KEEP(y, 1)), result, rare, SCALAR(name)(of[i], of[i + LANES]))
#define DEFINE_3(name, result, rare)                                                                                   \
    DEFINE(name, (VECTOR x, VECTOR y, VECTOR z), (KEEP(x, 0), KEEP(y, 1), KEEP(z, 2)), result, rare,                   \
           SCALAR(name)(of[i], of[i + LANES], of[i + 2 * LANES]))
#define DEFINE_4(name, result, rare)                                                                                   \
    DEFINE(name, (VECTOR x, VECTOR y, VECTOR z, VECTOR w), (KEEP(x, 0), KEEP(y, 1), KEEP(z, 2), KEEP(w, 3)), result,   \
           rare, SCALAR(name)(of[i], of[i + LANES], of[i + 2 * LANES], of[i + 3 * LANES]))

/* Each lane has its own series. The lanes run one after the other, so that the calling loop stays a vector loop. */
#define BY_LANE_1(name)                                                                                                \
    VECTOR EMU(name)(VECTOR x)                                                                                         \
    {                                                                                                                  \
        VECTOR result;                                                                                                 \
        for (int i = 0; i < LANES; i++)                                                                                \
            result[i] = SCALAR(name)(x[i]);                                                                            \
        return result;                                                                                                 \
    }

#define PLAIN_1(name) DEFINE_1(name, OF(sleef_##name)(x), 0)
PLAIN_1(acos)
PLAIN_1(cbrt)
PLAIN_1(cos)
PLAIN_1(erf)
PLAIN_1(erfc)
PLAIN_1(exp10)
PLAIN_1(log)
PLAIN_1(log10)
PLAIN_1(log2)
/* For NaN arguments SLEEF's vectors give the scalar code's bits, and only those give NaN: if halves do not matter,
 * SLEEF is called directly. */
#if HALVES_DIFFER
DEFINE_1(exp, OF(sleef_exp)(x), OF(around_half_power)(result))
#else
VECTOR EMU(exp)(VECTOR x)
{
    return OF(sleef_exp)(x);
}
#endif
DEFINE_1(exp2, OF(sleef_exp2)(x), OF(around_half_power)(result))
DEFINE_2(atan2, OF(sleef_atan2)(x, y), 0)
DEFINE_2(hypot, OF(sleef_hypot)(x, y), 0)
DEFINE_2(pow, OF(sleef_pow)(x, y), OF(around_half_power)(result))

#define UNLESS_NEAR(name) OF(choose)(OF(size)(x) < NEAR, x, OF(sleef_##name)(x))
DEFINE_1(asin, UNLESS_NEAR(asin), 0)
DEFINE_1(atan, UNLESS_NEAR(atan), 0)
DEFINE_1(atanh, UNLESS_NEAR(atanh), 0)
DEFINE_1(expm1, UNLESS_NEAR(expm1), 0)
DEFINE_1(sin, UNLESS_NEAR(sin), 0)
DEFINE_1(tan, UNLESS_NEAR(tan), OF(around)(result, 1))
DEFINE_1(tanh, UNLESS_NEAR(tanh), 0)
DEFINE_1(acosh, OF(sleef_acosh)(x), OF(lanes)(x > LARGE))
DEFINE_1(asinh, UNLESS_NEAR(asinh), OF(lanes)(OF(size)(x) > LARGE))
DEFINE_1(log1p, UNLESS_NEAR(log1p), OF(lanes)(x > LARGE))
DEFINE_1(cosh, OF(sleef_cosh)(x), OF(lanes)(OF(size)(x) > LARGE_HYPERBOLIC))
DEFINE_1(sinh, UNLESS_NEAR(sinh), OF(lanes)(OF(size)(x) > LARGE_HYPERBOLIC))

static inline VECTOR OF(turn_part)(VECTOR x)
{
    return OF(choose)(OF(size)(x) < 2, x, x - 2 * OF(truncate)(x / 2));
}

static inline VECTOR OF(sine_of_turns)(VECTOR x)
{
    VECTOR part = OF(turn_part)(x), zero = (VECTOR)((MASK)x & SIGN);
    return OF(choose)(part == OF(truncate)(part), zero, OF(sleef_sinpi)(part));
}

DEFINE_1(sinpi, OF(sine_of_turns)(x), 0)
DEFINE_1(cospi, OF(sleef_cospi)(OF(turn_part)(x)) + 0, 0)

BY_LANE_1(j0)
BY_LANE_1(j1)
BY_LANE_1(y0)
BY_LANE_1(y1)
