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
#define LW_CPU_16_TWO(operation, expression)                                                                           \
    LW_CPU_16_INLINE LW_16 LW_16_OP(operation)(LW_16 a, LW_16 b)                                                       \
    {                                                                                                                  \
        double x = LW_16_OWN(widen)(a), y = LW_16_OWN(widen)(b);                                                       \
        expression;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(operation##_pair)(LW_16_PAIR a, LW_16_PAIR b)                                 \
    {                                                                                                                  \
        return LW_16_OWN(pair)(LW_16_OP(operation)(a.x, b.x), LW_16_OP(operation)(a.y, b.y));                          \
    }
#define LW_CPU_16_THREE(operation, expression)                                                                         \
    LW_CPU_16_INLINE LW_16 LW_16_OP(operation)(LW_16 a, LW_16 b, LW_16 c)                                              \
    {                                                                                                                  \
        expression;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(operation##_pair)(LW_16_PAIR a, LW_16_PAIR b, LW_16_PAIR c)                   \
    {                                                                                                                  \
        return LW_16_OWN(pair)(LW_16_OP(operation)(a.x, b.x, c.x), LW_16_OP(operation)(a.y, b.y, c.y));                \
    }

/* Clamps to [0, 1]; a NaN and -0 become 0. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(saturate)(LW_16 a)
{
    float x = LW_16_OWN(widen)(a);
    return x >= 1 ? LW_16_OWN(round)(1, LW_CPU_16_RN) : x > 0 ? a : LW_16_OWN(round)(0, LW_CPU_16_RN);
}

LW_CPU_16_TWO(add, return LW_16_OWN(round)(x + y, LW_CPU_16_RN))
LW_CPU_16_TWO(sub, return LW_16_OWN(round)(x - y, LW_CPU_16_RN))
LW_CPU_16_TWO(mul, return LW_16_OWN(round)(x * y, LW_CPU_16_RN))
LW_CPU_16_TWO(div, return LW_16_OWN(round)(x / y, LW_CPU_16_RN))
LW_CPU_16_TWO(add_sat, return LW_16_OWN(saturate)(LW_16_OWN(round)(x + y, LW_CPU_16_RN)))
LW_CPU_16_TWO(sub_sat, return LW_16_OWN(saturate)(LW_16_OWN(round)(x - y, LW_CPU_16_RN)))
LW_CPU_16_TWO(mul_sat, return LW_16_OWN(saturate)(LW_16_OWN(round)(x * y, LW_CPU_16_RN)))

/* The product is exact in double, and the sum keeps all that the last rounding needs. */
LW_CPU_16_THREE(fma, return LW_16_OWN(round)(lw_cpu_sum_to_odd((double)LW_16_OWN(widen)(a) * LW_16_OWN(widen)(b),
                                                               LW_16_OWN(widen)(c)),
                                             LW_CPU_16_RN))
LW_CPU_16_THREE(fma_sat, return LW_16_OWN(saturate)(LW_16_OP(fma)(a, b, c)))

/* Negative numbers become 0; a NaN stays. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(relu)(LW_16 a)
{
    return LW_16_OWN(widen)(a) <= 0 ? LW_16_OWN(round)(0, LW_CPU_16_RN) : a;
}
LW_CPU_16_THREE(fma_relu, return LW_16_OWN(relu)(LW_16_OP(fma)(a, b, c)))

LW_CPU_16_ONE(neg, return LW_16_OWN(round)(-LW_16_OWN(widen)(a), LW_CPU_16_RN))
LW_CPU_16_ONE(abs, return LW_16_OWN(round)(__builtin_fabsf(LW_16_OWN(widen)(a)), LW_CPU_16_RN))

/* a * b + c for complex numbers, by four fused multiply-adds in CUDA's order. */
LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(complex_fma)(LW_16_PAIR a, LW_16_PAIR b, LW_16_PAIR c)
{
    LW_16 real = LW_16_OP(fma)(LW_16_OP(neg)(a.y), b.y, LW_16_OP(fma)(a.x, b.x, c.x));
    LW_16 imaginary = LW_16_OP(fma)(a.y, b.x, LW_16_OP(fma)(a.x, b.y, c.y));
    return LW_16_OWN(pair)(real, imaginary);
}

/* Maximum and minimum: a NaN counts as missing, and -0 is less than 0. The _nan forms return a NaN if either is one. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(no_number)(void)
{
    LW_16 nan = {LW_CPU_16_NAN};
    return nan;
}
LW_CPU_16_TWO(max_nan, return x != x || y != y ? LW_16_OWN(no_number)() : x > y || (x == y && b.__x & 0x8000) ? a : b)
LW_CPU_16_TWO(min_nan, return x != x || y != y ? LW_16_OWN(no_number)() : x < y || (x == y && a.__x & 0x8000) ? a : b)
LW_CPU_16_TWO(max, return x != x && y != y ? LW_16_OWN(no_number)() : x != x ? b : y != y ? a : LW_16_OP(max_nan)(a, b))
LW_CPU_16_TWO(min, return x != x && y != y ? LW_16_OWN(no_number)() : x != x ? b : y != y ? a : LW_16_OP(min_nan)(a, b))

/* Rounds to an integral number. */
LW_CPU_16_ONE(rint, return LW_16_OWN(round)(__builtin_rintf(LW_16_OWN(widen)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(trunc, return LW_16_OWN(round)(__builtin_truncf(LW_16_OWN(widen)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(ceil, return LW_16_OWN(round)(__builtin_ceilf(LW_16_OWN(widen)(a)), LW_CPU_16_RN))
LW_CPU_16_ONE(floor, return LW_16_OWN(round)(__builtin_floorf(LW_16_OWN(widen)(a)), LW_CPU_16_RN))
