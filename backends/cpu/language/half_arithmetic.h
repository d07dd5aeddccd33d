/* Arithmetic of a 16-bit format. Each operation rounds once and keeps denormals; a NaN result is always LW_CPU_16_NAN.
 * half.h and bfloat16.h each include this file once. */

#define LW_CPU_16_ONE(operation, expression)                                                                           \
    LW_CPU_16_INLINE LW_16 LW_16_OP(operation)(LW_16 a)                                                                \
    {                                                                                                                  \
        expression;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(operation##_pair)(LW_16_PAIR a)                                               \
    {                                                                                                                  \
        return LW_16_OWN(pair)(LW_16_OP(operation)(a.x), LW_16_OP(operation)(a.y));                                    \
    }
#define LW_CPU_16_BINARY(operation, expression)                                                                        \
    LW_CPU_16_INLINE LW_16 LW_16_OP(operation)(LW_16 a, LW_16 b)                                                       \
    {                                                                                                                  \
        expression;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(operation##_pair)(LW_16_PAIR a, LW_16_PAIR b)                                 \
    {                                                                                                                  \
        return LW_16_OWN(pair)(LW_16_OP(operation)(a.x, b.x), LW_16_OP(operation)(a.y, b.y));                          \
    }
#define LW_CPU_16_TWO(operation, expression)                                                                           \
    LW_CPU_16_BINARY(operation, float x = LW_16_OWN(number)(a); float y = LW_16_OWN(number)(b); expression)
#define LW_CPU_16_THREE(operation, expression)                                                                         \
    LW_CPU_16_INLINE LW_16 LW_16_OP(operation)(LW_16 a, LW_16 b, LW_16 c)                                              \
    {                                                                                                                  \
        expression;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(operation##_pair)(LW_16_PAIR a, LW_16_PAIR b, LW_16_PAIR c)                   \
    {                                                                                                                  \
        return LW_16_OWN(pair)(LW_16_OP(operation)(a.x, b.x, c.x), LW_16_OP(operation)(a.y, b.y, c.y));                \
    }

/* Codes of infinity and of 1. Codes of positive numbers have the order of the numbers; negative ones are negative as
 * short integers. */
#define LW_16_INFINITY ((2 * LW_16_BIAS + 1) << LW_16_FRACTION)
#define LW_16_ONE (LW_16_BIAS << LW_16_FRACTION)

LW_CPU_16_INLINE bool LW_16_OP(isnan)(LW_16 a)
{
    return (a.__x & 0x7fff) > LW_16_INFINITY;
}

/* Clamps to [0, 1]; a NaN and -0 become 0. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(saturate)(LW_16 a)
{
    short code = (short)a.__x;
    return LW_16_OWN(of_code)(code < 0 || code > LW_16_INFINITY ? 0 : code > LW_16_ONE ? LW_16_ONE : (unsigned)code);
}

LW_CPU_16_TWO(add, return LW_16_OWN(nearest)(x + y))
LW_CPU_16_TWO(sub, return LW_16_OWN(nearest)(x - y))
LW_CPU_16_TWO(mul, return LW_16_OWN(nearest)(x * y))
LW_CPU_16_TWO(div, return LW_16_OWN(nearest)(x / y))
LW_CPU_16_TWO(add_sat, return LW_16_OWN(saturate)(LW_16_OWN(nearest)(x + y)))
LW_CPU_16_TWO(sub_sat, return LW_16_OWN(saturate)(LW_16_OWN(nearest)(x - y)))
LW_CPU_16_TWO(mul_sat, return LW_16_OWN(saturate)(LW_16_OWN(nearest)(x * y)))

LW_CPU_16_THREE(fma,
                return LW_16_OWN(of_code)(LW_16_FMA(LW_16_OWN(number)(a), LW_16_OWN(number)(b), LW_16_OWN(number)(c))))
LW_CPU_16_THREE(fma_sat, return LW_16_OWN(saturate)(LW_16_OP(fma)(a, b, c)))

/* Negative numbers and -0 become 0; a NaN that an operation returned stays. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(relu)(LW_16 a)
{
    return LW_16_OWN(of_code)((short)a.__x < 0 ? 0 : a.__x);
}
LW_CPU_16_THREE(fma_relu, return LW_16_OWN(relu)(LW_16_OP(fma)(a, b, c)))

LW_CPU_16_ONE(neg, return LW_16_OWN(of_code)(LW_16_OP(isnan)(a) ? LW_CPU_16_NAN : a.__x ^ 0x8000u))
LW_CPU_16_ONE(abs, return LW_16_OWN(of_code)(LW_16_OP(isnan)(a) ? LW_CPU_16_NAN : a.__x & 0x7fffu))

/* a * b + c for complex numbers, by four fused multiply-adds in CUDA's order. */
LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(complex_fma)(LW_16_PAIR a, LW_16_PAIR b, LW_16_PAIR c)
{
    LW_16 real = LW_16_OP(fma)(LW_16_OP(neg)(a.y), b.y, LW_16_OP(fma)(a.x, b.x, c.x));
    LW_16 imaginary = LW_16_OP(fma)(a.y, b.x, LW_16_OP(fma)(a.x, b.y, c.y));
    return LW_16_OWN(pair)(real, imaginary);
}

/* Maximum and minimum: a NaN counts as missing, and -0 is less than 0. The _nan forms return a NaN if either is one.
 * Numbers are ordered as these integers. */
LW_CPU_16_INLINE short LW_16_OWN(order)(LW_16 a)
{
    return (short)(a.__x ^ ((short)a.__x < 0 ? 0x7fff : 0));
}
LW_CPU_16_INLINE LW_16 LW_16_OWN(choose)(LW_16 a, LW_16 b, bool first, bool strict)
{
    bool none = LW_16_OP(isnan)(a), other = LW_16_OP(isnan)(b);
    LW_16 chosen = none || (!other && !first) ? b : a;
    return LW_16_OWN(of_code)((none && other) || (strict && (none || other)) ? LW_CPU_16_NAN : chosen.__x);
}
#define LW_CPU_16_CHOICE(operation, compare, strict)                                                                   \
    LW_CPU_16_BINARY(operation, return LW_16_OWN(choose)(a, b, LW_16_OWN(order)(a) compare LW_16_OWN(order)(b), strict))
LW_CPU_16_CHOICE(max_nan, >, true)
LW_CPU_16_CHOICE(min_nan, <, true)
LW_CPU_16_CHOICE(max, >, false)
LW_CPU_16_CHOICE(min, <, false)
#undef LW_CPU_16_CHOICE

/* Rounds to an integral number. */
LW_CPU_16_ONE(rint, return LW_16_OWN(nearest)(__builtin_rintf(LW_16_OWN(number)(a))))
LW_CPU_16_ONE(trunc, return LW_16_OWN(nearest)(__builtin_truncf(LW_16_OWN(number)(a))))
LW_CPU_16_ONE(ceil, return LW_16_OWN(nearest)(__builtin_ceilf(LW_16_OWN(number)(a))))
LW_CPU_16_ONE(floor, return LW_16_OWN(nearest)(__builtin_floorf(LW_16_OWN(number)(a))))
