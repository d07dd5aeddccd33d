/* CUDA's instructions for dynamic programming: minimum and maximum of three numbers, or of a sum and a number, for
 * words and for their signed (s16x2) or unsigned (u16x2) halves. Sums wrap; a relu form returns 0 instead of a negative
 * result.
 */
#ifndef LW_CPU_SIMD_DPX_H
#define LW_CPU_SIMD_DPX_H

#include "qualifiers.h"
#include "simd.h"

#define LW_CPU_WORDS(name, type, least, most, sum)                                                                     \
    LW_CPU_INLINE type lw_cpu_##least(type a, type b)                                                                  \
    {                                                                                                                  \
        return a < b ? a : b;                                                                                          \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_##most(type a, type b)                                                                   \
    {                                                                                                                  \
        return a > b ? a : b;                                                                                          \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_##sum(type a, type b)                                                                    \
    {                                                                                                                  \
        return (type)((unsigned)a + (unsigned)b);                                                                      \
    }
LW_CPU_WORDS(s32, int, dpx_mins, dpx_maxs, dpx_adds)
LW_CPU_WORDS(u32, unsigned, dpx_minu, dpx_maxu, dpx_addu)
#undef LW_CPU_WORDS

#define LW_CPU_OF_THREE(name, type, expression)                                                                        \
    LW_CPU_INLINE type name(type a, type b, type c)                                                                    \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
/* clang-format off */
#define LW_CPU_DPX(suffix, type, least, most, sum)                                                                     \
    LW_CPU_OF_THREE(__vimin3_##suffix, type, least(least(a, b), c))                                                    \
    LW_CPU_OF_THREE(__vimax3_##suffix, type, most(most(a, b), c))                                                      \
    LW_CPU_OF_THREE(__viaddmin_##suffix, type, least(sum(a, b), c))                                                    \
    LW_CPU_OF_THREE(__viaddmax_##suffix, type, most(sum(a, b), c))
/* clang-format on */
#define LW_CPU_DPX_RELU(suffix, type, least, most, sum)                                                                \
    LW_CPU_DPX(suffix, type, least, most, sum)                                                                         \
    LW_CPU_OF_THREE(__vimin3_##suffix##_relu, type, most(least(least(a, b), c), 0))                                    \
    LW_CPU_OF_THREE(__vimax3_##suffix##_relu, type, most(most(most(a, b), c), 0))                                      \
    LW_CPU_OF_THREE(__viaddmin_##suffix##_relu, type, most(least(sum(a, b), c), 0))                                    \
    LW_CPU_OF_THREE(__viaddmax_##suffix##_relu, type, most(most(sum(a, b), c), 0))                                     \
    LW_CPU_INLINE type __vimin_##suffix##_relu(type a, type b)                                                         \
    {                                                                                                                  \
        return most(least(a, b), 0);                                                                                   \
    }                                                                                                                  \
    LW_CPU_INLINE type __vimax_##suffix##_relu(type a, type b)                                                         \
    {                                                                                                                  \
        return most(most(a, b), 0);                                                                                    \
    }
LW_CPU_DPX_RELU(s32, int, lw_cpu_dpx_mins, lw_cpu_dpx_maxs, lw_cpu_dpx_adds)
LW_CPU_DPX(u32, unsigned, lw_cpu_dpx_minu, lw_cpu_dpx_maxu, lw_cpu_dpx_addu)
LW_CPU_DPX_RELU(s16x2, unsigned, __vmins2, __vmaxs2, __vadd2)
LW_CPU_DPX(u16x2, unsigned, __vminu2, __vmaxu2, __vadd2)
#undef LW_CPU_DPX_RELU
#undef LW_CPU_DPX
#undef LW_CPU_OF_THREE

/* Minimum or maximum of two, and whether it is the first; true for equal numbers. */
#define LW_CPU_WHICH(name, type, half, operator, extreme)                                                              \
    LW_CPU_INLINE type name##32(type a, type b, bool *first)                                                           \
    {                                                                                                                  \
        *first = a operator b;                                                                                         \
        return a operator b ? a : b;                                                                                   \
    }                                                                                                                  \
    LW_CPU_INLINE unsigned name##16x2(unsigned a, unsigned b, bool *first_high, bool *first_low)                       \
    {                                                                                                                  \
        *first_high = (half)(a >> 16) operator(half)(b >> 16);                                                         \
        *first_low = (half)a operator(half) b;                                                                         \
        return extreme(a, b);                                                                                          \
    }
LW_CPU_WHICH(__vibmax_s, int, int16_t, >=, __vmaxs2)
LW_CPU_WHICH(__vibmax_u, unsigned, uint16_t, >=, __vmaxu2)
LW_CPU_WHICH(__vibmin_s, int, int16_t, <=, __vmins2)
LW_CPU_WHICH(__vibmin_u, unsigned, uint16_t, <=, __vminu2)
#undef LW_CPU_WHICH

#endif
