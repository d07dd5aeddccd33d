/* CUDA's arithmetic on the parts of a word: its two halves or its four bytes, independently.
 *
 * In the names, s and u say that the parts are signed or unsigned; ss and us, that results saturate in the signed or
 * unsigned range. Other results wrap. If the comparison is true for a part, __vcmp... sets all its bits, and __vset...
 * its lowest bit.
 */
#ifndef LW_CPU_SIMD_H
#define LW_CPU_SIMD_H

#include "qualifiers.h"

LW_CPU_INLINE int lw_cpu_saturate_int(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}

/* Applies `expression` to each part of `bits` bits of one or two words: `a` and `b` are the parts, read as `type`. */
#define LW_CPU_EACH_PART_OF_1(name, bits, type, expression)                                                            \
    LW_CPU_INLINE unsigned name(unsigned x)                                                                            \
    {                                                                                                                  \
        unsigned result = 0;                                                                                           \
        for (int at = 0; at < 32; at += bits) {                                                                        \
            int a = (type)(x >> at);                                                                                   \
            result |= ((unsigned)(expression) & ((1u << bits) - 1)) << at;                                             \
        }                                                                                                              \
        return result;                                                                                                 \
    }
#define LW_CPU_EACH_PART(name, bits, type, expression)                                                                 \
    LW_CPU_INLINE unsigned name(unsigned x, unsigned y)                                                                \
    {                                                                                                                  \
        unsigned result = 0;                                                                                           \
        for (int at = 0; at < 32; at += bits) {                                                                        \
            int a = (type)(x >> at), b = (type)(y >> at);                                                              \
            result |= ((unsigned)(expression) & ((1u << bits) - 1)) << at;                                             \
        }                                                                                                              \
        return result;                                                                                                 \
    }
/* The sum over the parts. */
#define LW_CPU_SUM_OF_PARTS(name, bits, type, expression)                                                              \
    LW_CPU_INLINE unsigned name(unsigned x, unsigned y)                                                                \
    {                                                                                                                  \
        unsigned result = 0;                                                                                           \
        for (int at = 0; at < 32; at += bits) {                                                                        \
            int a = (type)(x >> at), b = (type)(y >> at);                                                              \
            result += (unsigned)(expression);                                                                          \
        }                                                                                                              \
        return result;                                                                                                 \
    }

#define LW_CPU_COMPARISON(n, bits, s, type, name, operator)                                                            \
    LW_CPU_EACH_PART(__vcmp##name##s##n, bits, type, a operator b ? -1 : 0)                                            \
    LW_CPU_EACH_PART(__vset##name##s##n, bits, type, a operator b)
/* clang-format off */
#define LW_CPU_COMPARISONS(n, bits, s, type)                                                                           \
    LW_CPU_COMPARISON(n, bits, s, type, ge, >=)                                                                        \
    LW_CPU_COMPARISON(n, bits, s, type, gt, >)                                                                         \
    LW_CPU_COMPARISON(n, bits, s, type, le, <=)                                                                        \
    LW_CPU_COMPARISON(n, bits, s, type, lt, <)
/* clang-format on */

/* Rounding of averages with a half: __vavgs away from 0, __vavgu up, __vhaddu down. */
#define LW_CPU_SIMD(n, bits, s_type, u_type, s_min, s_max, u_max)                                                      \
    LW_CPU_EACH_PART_OF_1(__vabs##n, bits, s_type, a < 0 ? -a : a)                                                     \
    LW_CPU_EACH_PART_OF_1(__vabsss##n, bits, s_type, a == s_min ? s_max : a < 0 ? -a : a)                              \
    LW_CPU_EACH_PART_OF_1(__vneg##n, bits, s_type, -a)                                                                 \
    LW_CPU_EACH_PART_OF_1(__vnegss##n, bits, s_type, a == s_min ? s_max : -a)                                          \
    LW_CPU_EACH_PART(__vadd##n, bits, u_type, a + b)                                                                   \
    LW_CPU_EACH_PART(__vaddss##n, bits, s_type, lw_cpu_saturate_int(a + b, s_min, s_max))                              \
    LW_CPU_EACH_PART(__vaddus##n, bits, u_type, lw_cpu_saturate_int(a + b, 0, u_max))                                  \
    LW_CPU_EACH_PART(__vsub##n, bits, u_type, a - b)                                                                   \
    LW_CPU_EACH_PART(__vsubss##n, bits, s_type, lw_cpu_saturate_int(a - b, s_min, s_max))                              \
    LW_CPU_EACH_PART(__vsubus##n, bits, u_type, lw_cpu_saturate_int(a - b, 0, u_max))                                  \
    LW_CPU_EACH_PART(__vavgs##n, bits, s_type, (a + b + (a + b >= 0)) >> 1)                                            \
    LW_CPU_EACH_PART(__vavgu##n, bits, u_type, (a + b + 1) >> 1)                                                       \
    LW_CPU_EACH_PART(__vhaddu##n, bits, u_type, (a + b) >> 1)                                                          \
    LW_CPU_EACH_PART(__vmaxs##n, bits, s_type, a > b ? a : b)                                                          \
    LW_CPU_EACH_PART(__vmaxu##n, bits, u_type, a > b ? a : b)                                                          \
    LW_CPU_EACH_PART(__vmins##n, bits, s_type, a < b ? a : b)                                                          \
    LW_CPU_EACH_PART(__vminu##n, bits, u_type, a < b ? a : b)                                                          \
    LW_CPU_EACH_PART(__vabsdiffs##n, bits, s_type, a > b ? a - b : b - a)                                              \
    LW_CPU_EACH_PART(__vabsdiffu##n, bits, u_type, a > b ? a - b : b - a)                                              \
    LW_CPU_SUM_OF_PARTS(__vsads##n, bits, s_type, a > b ? a - b : b - a)                                               \
    LW_CPU_SUM_OF_PARTS(__vsadu##n, bits, u_type, a > b ? a - b : b - a)                                               \
    LW_CPU_COMPARISON(n, bits, , u_type, eq, ==)                                                                       \
    LW_CPU_COMPARISON(n, bits, , u_type, ne, !=)                                                                       \
    LW_CPU_COMPARISONS(n, bits, s, s_type)                                                                             \
    LW_CPU_COMPARISONS(n, bits, u, u_type)
LW_CPU_SIMD(2, 16, int16_t, uint16_t, INT16_MIN, INT16_MAX, UINT16_MAX)
LW_CPU_SIMD(4, 8, int8_t, uint8_t, INT8_MIN, INT8_MAX, UINT8_MAX)
#undef LW_CPU_SIMD
#undef LW_CPU_COMPARISONS
#undef LW_CPU_COMPARISON
#undef LW_CPU_SUM_OF_PARTS
#undef LW_CPU_EACH_PART
#undef LW_CPU_EACH_PART_OF_1

#endif
