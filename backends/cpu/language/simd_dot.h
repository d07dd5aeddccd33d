/* CUDA's dot products: c plus the products of four bytes (__dp4a), or of two halves with the lower or upper two bytes
 * (__dp2a_lo, __dp2a_hi). Arguments are all int or all unsigned, or vectors of such bytes and halves. The sum wraps.
 */
#ifndef LW_CPU_SIMD_DOT_H
#define LW_CPU_SIMD_DOT_H

#include "math_overloads.h"
#include "qualifiers.h"
#include "refusal.h"
#include "vector_types.h"

#define LW_CPU_DOT(s, type, byte, half, four, two)                                                                     \
    LW_CPU_INLINE type lw_cpu_dp4a_##s(type a, type b, type c)                                                         \
    {                                                                                                                  \
        for (int at = 0; at < 32; at += 8)                                                                             \
            c = (type)((unsigned)c + (unsigned)((byte)((unsigned)a >> at) * (byte)((unsigned)b >> at)));               \
        return c;                                                                                                      \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_dp2a_lo_##s(type a, type b, type c)                                                      \
    {                                                                                                                  \
        for (int i = 0; i < 2; i++)                                                                                    \
            c = (type)((unsigned)c + (unsigned)((half)((unsigned)a >> 16 * i) * (byte)((unsigned)b >> 8 * i)));        \
        return c;                                                                                                      \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_dp2a_hi_##s(type a, type b, type c)                                                      \
    {                                                                                                                  \
        return lw_cpu_dp2a_lo_##s(a, (type)((unsigned)b >> 16), c);                                                    \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_dp4a_##four(four a, four b, type c)                                                      \
    {                                                                                                                  \
        type x, y;                                                                                                     \
        __builtin_memcpy(&x, &a, sizeof x);                                                                            \
        __builtin_memcpy(&y, &b, sizeof y);                                                                            \
        return lw_cpu_dp4a_##s(x, y, c);                                                                               \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_dp2a_lo_##four(two a, four b, type c)                                                    \
    {                                                                                                                  \
        type x, y;                                                                                                     \
        __builtin_memcpy(&x, &a, sizeof x);                                                                            \
        __builtin_memcpy(&y, &b, sizeof y);                                                                            \
        return lw_cpu_dp2a_lo_##s(x, y, c);                                                                            \
    }                                                                                                                  \
    LW_CPU_INLINE type lw_cpu_dp2a_hi_##four(two a, four b, type c)                                                    \
    {                                                                                                                  \
        type x, y;                                                                                                     \
        __builtin_memcpy(&x, &a, sizeof x);                                                                            \
        __builtin_memcpy(&y, &b, sizeof y);                                                                            \
        return lw_cpu_dp2a_hi_##s(x, y, c);                                                                            \
    }
LW_CPU_DOT(int, int, int8_t, int16_t, char4, short2)
LW_CPU_DOT(unsigned, unsigned, uint8_t, uint16_t, uchar4, ushort2)
#undef LW_CPU_DOT

#ifdef __cplusplus
#define LW_CPU_DOT(name, type, first, second, function)                                                                \
    LW_CPU_INLINE type name(first a, second b, type c)                                                                 \
    {                                                                                                                  \
        return function(a, b, c);                                                                                      \
    }
extern "C++" {
LW_CPU_DOT(__dp4a, int, int, int, lw_cpu_dp4a_int)
LW_CPU_DOT(__dp4a, unsigned, unsigned, unsigned, lw_cpu_dp4a_unsigned)
LW_CPU_DOT(__dp4a, int, char4, char4, lw_cpu_dp4a_char4)
LW_CPU_DOT(__dp4a, unsigned, uchar4, uchar4, lw_cpu_dp4a_uchar4)
LW_CPU_DOT(__dp2a_lo, int, int, int, lw_cpu_dp2a_lo_int)
LW_CPU_DOT(__dp2a_lo, unsigned, unsigned, unsigned, lw_cpu_dp2a_lo_unsigned)
LW_CPU_DOT(__dp2a_lo, int, short2, char4, lw_cpu_dp2a_lo_char4)
LW_CPU_DOT(__dp2a_lo, unsigned, ushort2, uchar4, lw_cpu_dp2a_lo_uchar4)
LW_CPU_DOT(__dp2a_hi, int, int, int, lw_cpu_dp2a_hi_int)
LW_CPU_DOT(__dp2a_hi, unsigned, unsigned, unsigned, lw_cpu_dp2a_hi_unsigned)
LW_CPU_DOT(__dp2a_hi, int, short2, char4, lw_cpu_dp2a_hi_char4)
LW_CPU_DOT(__dp2a_hi, unsigned, ushort2, uchar4, lw_cpu_dp2a_hi_uchar4)
}
#undef LW_CPU_DOT
#else
#define __dp4a(a, b, c) LW_CPU_DOT_OF(lw_cpu_dp4a, a, b, c)
#define __dp2a_lo(a, b, c) LW_CPU_DOT_OF(lw_cpu_dp2a_lo, a, b, c)
#define __dp2a_hi(a, b, c) LW_CPU_DOT_OF(lw_cpu_dp2a_hi, a, b, c)
/* CUDA has no overload that mixes int and unsigned. */
LW_CPU_REFUSAL(int, lw_cast_arguments_to_all_int_or_all_unsigned)
#define LW_CPU_OTHER_DOT lw_cast_arguments_to_all_int_or_all_unsigned
#define LW_CPU_DOT_OF(name, a, b, c)                                                                                   \
    _Generic((b),                                                                                                      \
        int: _Generic((a), int: _Generic((c), int: name##_int, default: LW_CPU_OTHER_DOT), default: LW_CPU_OTHER_DOT), \
        unsigned: _Generic((a),                                                                                        \
            unsigned: _Generic((c), unsigned: name##_unsigned, default: LW_CPU_OTHER_DOT),                             \
            default: LW_CPU_OTHER_DOT),                                                                                \
        char4: name##_char4,                                                                                           \
        uchar4: name##_uchar4,                                                                                         \
        default: LW_CPU_OTHER_DOT)(a, b, c)
#endif

#endif
