/* Comparisons of a 16-bit format: if either side is a NaN, the plain forms are false, and the u (unordered) forms true.
 * For pairs: a pair of 1 or 0, a mask with 0xffff or 0 in each half, or true if both are true. half.h and bfloat16.h
 * each include this file once. */

/* 1 for infinity, -1 for -infinity, else 0. */
LW_CPU_16_INLINE int LW_16_OP(isinf)(LW_16 a)
{
    return (a.__x & 0x7fff) != LW_16_INFINITY ? 0 : a.__x & 0x8000 ? -1 : 1;
}

/* Numbers compare as these integers; -0 is 0. */
LW_CPU_16_INLINE int LW_16_OWN(integer)(LW_16 a)
{
    int magnitude = a.__x & 0x7fff;
    return a.__x & 0x8000 ? -magnitude : magnitude;
}

LW_CPU_16_INLINE LW_16_PAIR LW_16_OWN(truths)(bool low, bool high)
{
    return LW_16_OWN(pair)(LW_16_OWN(of_code)(low ? LW_16_ONE : 0), LW_16_OWN(of_code)(high ? LW_16_ONE : 0));
}

LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(isnan_pair)(LW_16_PAIR a)
{
    return LW_16_OWN(truths)(LW_16_OP(isnan)(a.x), LW_16_OP(isnan)(a.y));
}

#define LW_CPU_16_COMPARE(name, truth)                                                                                 \
    LW_CPU_16_INLINE bool LW_16_OP(name)(LW_16 a, LW_16 b)                                                             \
    {                                                                                                                  \
        int x = LW_16_OWN(integer)(a), y = LW_16_OWN(integer)(b);                                                      \
        bool unordered = LW_16_OP(isnan)(a) || LW_16_OP(isnan)(b);                                                     \
        return truth;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(name##_pair)(LW_16_PAIR a, LW_16_PAIR b)                                      \
    {                                                                                                                  \
        return LW_16_OWN(truths)(LW_16_OP(name)(a.x, b.x), LW_16_OP(name)(a.y, b.y));                                  \
    }                                                                                                                  \
    LW_CPU_16_INLINE unsigned LW_16_OP(name##_mask)(LW_16_PAIR a, LW_16_PAIR b)                                        \
    {                                                                                                                  \
        return (LW_16_OP(name)(a.x, b.x) ? 0xffffu : 0) | (LW_16_OP(name)(a.y, b.y) ? 0xffff0000u : 0);                \
    }                                                                                                                  \
    LW_CPU_16_INLINE bool LW_16_OP(both_##name)(LW_16_PAIR a, LW_16_PAIR b)                                            \
    {                                                                                                                  \
        return LW_16_OP(name)(a.x, b.x) && LW_16_OP(name)(a.y, b.y);                                                   \
    }
LW_CPU_16_COMPARE(eq, !unordered && x == y)
LW_CPU_16_COMPARE(ne, !unordered && x != y)
LW_CPU_16_COMPARE(le, !unordered && x <= y)
LW_CPU_16_COMPARE(ge, !unordered && x >= y)
LW_CPU_16_COMPARE(lt, !unordered && x < y)
LW_CPU_16_COMPARE(gt, !unordered && x > y)
LW_CPU_16_COMPARE(equ, unordered || x == y)
LW_CPU_16_COMPARE(neu, unordered || x != y)
LW_CPU_16_COMPARE(leu, unordered || x <= y)
LW_CPU_16_COMPARE(geu, unordered || x >= y)
LW_CPU_16_COMPARE(ltu, unordered || x < y)
LW_CPU_16_COMPARE(gtu, unordered || x > y)
#undef LW_CPU_16_COMPARE
