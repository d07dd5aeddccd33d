/* Instructions of inline PTX that only compute: lw_ptx_OPERATION_TYPE(). assembly.c finds them by name. */
#ifndef VOCABULARY_PTX_ARITHMETIC_H
#define VOCABULARY_PTX_ARITHMETIC_H

#include "vocabulary.h"

#define PTX_PURE(type, name, parameters, value)                                                                        \
    __attribute__((const)) WORD type lw_ptx_##name parameters                                                          \
    {                                                                                                                  \
        return (type)(value);                                                                                          \
    }
#define PTX_UNARY(type, name, value) PTX_PURE(type, name, (type a), value)
#define PTX_BINARY(type, name, value) PTX_PURE(type, name, (type a, type b), value)
#define PTX_TERNARY(type, name, value) PTX_PURE(type, name, (type a, type b, type c), value)

/* ---- integers: `wide` has twice the bits. Sums wrap (-fwrapv) ---- */
#define PTX_INTEGER(t, bits, type, wide)                                                                               \
    PTX_BINARY(type, add_##t, a + b)                                                                                   \
    PTX_BINARY(type, sub_##t, a - b)                                                                                   \
    PTX_BINARY(type, mul_lo_##t, (wide)a *b)                                                                           \
    PTX_BINARY(type, mul_hi_##t, ((wide)a * b) >> bits)                                                                \
    PTX_TERNARY(type, mad_lo_##t, (wide)a *b + c)                                                                      \
    PTX_TERNARY(type, mad_hi_##t, (type)(((wide)a * b) >> bits) + c)                                                   \
    PTX_BINARY(type, min_##t, a < b ? a : b)                                                                           \
    PTX_BINARY(type, max_##t, a > b ? a : b)                                                                           \
    PTX_PURE(bool, setp_eq_##t, (type a, type b), a == b)                                                              \
    PTX_PURE(bool, setp_ne_##t, (type a, type b), a != b)                                                              \
    PTX_PURE(bool, setp_lt_##t, (type a, type b), a < b)                                                               \
    PTX_PURE(bool, setp_le_##t, (type a, type b), a <= b)                                                              \
    PTX_PURE(bool, setp_gt_##t, (type a, type b), a > b)                                                               \
    PTX_PURE(bool, setp_ge_##t, (type a, type b), a >= b)                                                              \
    PTX_PURE(type, selp_##t, (type a, type b, bool choice), choice ? a : b)                                            \
    /* A shift by more than the bits is one by all of them. */                                                         \
    PTX_PURE(type, shr_##t, (type a, unsigned count), count < bits ? a >> count : (a < 0 ? -1 : 0))
PTX_INTEGER(s16, 16, short, int)
PTX_INTEGER(u16, 16, unsigned short, unsigned)
PTX_INTEGER(s32, 32, int, long long)
PTX_INTEGER(u32, 32, unsigned, unsigned long long)
PTX_INTEGER(s64, 64, long long, __int128)
PTX_INTEGER(u64, 64, unsigned long long, unsigned __int128)
#undef PTX_INTEGER
PTX_UNARY(short, neg_s16, -a)
PTX_UNARY(int, neg_s32, -a)
PTX_UNARY(long long, neg_s64, -a)
PTX_UNARY(short, abs_s16, a < 0 ? -a : a)
PTX_UNARY(int, abs_s32, a < 0 ? -a : a)
PTX_UNARY(long long, abs_s64, a < 0 ? -a : a)
PTX_PURE(int, mul_wide_s16, (short a, short b), (int)a *b)
PTX_PURE(unsigned, mul_wide_u16, (unsigned short a, unsigned short b), (unsigned)a *b)
PTX_PURE(long long, mul_wide_s32, (int a, int b), (long long)a *b)
PTX_PURE(unsigned long long, mul_wide_u32, (unsigned a, unsigned b), (unsigned long long)a *b)
PTX_PURE(int, mad_wide_s16, (short a, short b, int c), (int)a *b + c)
PTX_PURE(unsigned, mad_wide_u16, (unsigned short a, unsigned short b, unsigned c), (unsigned)a *b + c)
PTX_PURE(long long, mad_wide_s32, (int a, int b, long long c), (long long)a *b + c)
PTX_PURE(unsigned long long, mad_wide_u32, (unsigned a, unsigned b, unsigned long long c), (unsigned long long)a *b + c)

/* ---- bits ---- */
#define PTX_LOGIC(t, type)                                                                                             \
    PTX_BINARY(type, and_##t, a &b)                                                                                    \
    PTX_BINARY(type, or_##t, a | b)                                                                                    \
    PTX_BINARY(type, xor_##t, a ^ b)
#define PTX_BITS(t, bits, type)                                                                                        \
    PTX_LOGIC(t, type)                                                                                                 \
    PTX_UNARY(type, not_##t, ~a)                                                                                       \
    PTX_UNARY(type, cnot_##t, a == 0)                                                                                  \
    PTX_PURE(type, shl_##t, (type a, unsigned count), count < bits ? a << count : 0)                                   \
    PTX_PURE(type, shr_##t, (type a, unsigned count), count < bits ? a >> count : 0)                                   \
    PTX_PURE(bool, setp_eq_##t, (type a, type b), a == b)                                                              \
    PTX_PURE(bool, setp_ne_##t, (type a, type b), a != b)                                                              \
    PTX_PURE(type, selp_##t, (type a, type b, bool choice), choice ? a : b)
PTX_BITS(b16, 16, unsigned short)
PTX_BITS(b32, 32, unsigned)
PTX_BITS(b64, 64, unsigned long long)
PTX_LOGIC(pred, bool)
PTX_UNARY(bool, not_pred, !a)
#undef PTX_BITS
#undef PTX_LOGIC

PTX_PURE(unsigned, popc_b32, (unsigned a), __builtin_popcount(a))
PTX_PURE(unsigned, popc_b64, (unsigned long long a), __builtin_popcountll(a))
PTX_PURE(unsigned, clz_b32, (unsigned a), a ? __builtin_clz(a) : 32)
PTX_PURE(unsigned, clz_b64, (unsigned long long a), a ? __builtin_clzll(a) : 64)
PTX_UNARY(unsigned, brev_b32, __builtin_bitreverse32(a))
PTX_UNARY(unsigned long long, brev_b64, __builtin_bitreverse64(a))
/* The place of the highest bit that is not the sign; as a count of shifts: how far it is from the top. */
#define PTX_FIND(t, bits, type, unsigned_type, top)                                                                    \
    PTX_PURE(unsigned, bfind_##t, (type a), (top) ? bits - 1 - lw_ptx_clz_b##bits(top) : ~0u)                          \
    PTX_PURE(unsigned, bfind_shiftamt_##t, (type a), (top) ? lw_ptx_clz_b##bits(top) : ~0u)
PTX_FIND(u32, 32, unsigned, unsigned, a)
PTX_FIND(s32, 32, int, unsigned, (unsigned)(a < 0 ? ~a : a))
PTX_FIND(u64, 64, unsigned long long, unsigned long long, a)
PTX_FIND(s64, 64, long long, unsigned long long, (unsigned long long)(a < 0 ? ~a : a))
#undef PTX_FIND

/* `length` ones from `position`. Clamped, a number above 32 is 32; wrapped, they are numbers modulo 32. */
WORD __attribute__((const)) unsigned lw_ptx_bmsk_clamp_b32(unsigned position, unsigned length)
{
    unsigned long long ones = length < 32 ? (1ull << length) - 1 : 0xffffffffull;
    return (unsigned)(position < 32 ? ones << position : 0);
}
PTX_PURE(unsigned, bmsk_wrap_b32, (unsigned a, unsigned b), lw_ptx_bmsk_clamp_b32(a & 31, b & 31))

/* bfe, bfi and prmt take positions and lengths modulo 256. */
WORD __attribute__((const)) unsigned lw_ptx_bfe_u32(unsigned value, unsigned position, unsigned length)
{
    position &= 255;
    length &= 255;
    unsigned shifted = position < 32 ? value >> position : 0;
    return length < 32 ? shifted & ((1u << length) - 1) : shifted;
}
WORD __attribute__((const)) unsigned long long lw_ptx_bfe_u64(unsigned long long value, unsigned position,
                                                              unsigned length)
{
    position &= 255;
    length &= 255;
    unsigned long long shifted = position < 64 ? value >> position : 0;
    return length < 64 ? shifted & ((1ull << length) - 1) : shifted;
}
/* Above the field the result repeats its highest bit, or the value's where the field reaches beyond it. */
WORD __attribute__((const)) int lw_ptx_bfe_s32(int value, unsigned position, unsigned length)
{
    position &= 255;
    length &= 255;
    if (length == 0)
        return 0;
    unsigned last = position + length - 1;
    bool sign = (unsigned)value >> (last < 31 ? last : 31) & 1;
    unsigned ones = length < 32 ? (1u << length) - 1 : ~0u, shifted = position < 32 ? (unsigned)(value >> position)
                                                                      : sign        ? ~0u
                                                                                    : 0;
    return (int)((shifted & ones) | (sign ? ~ones : 0));
}
WORD __attribute__((const)) unsigned lw_ptx_bfi_b32(unsigned insert, unsigned into, unsigned position, unsigned length)
{
    position &= 255;
    length &= 255;
    unsigned mask = length < 32 ? (1u << length) - 1 : ~0u;
    mask = position < 32 ? mask << position : 0;
    return (into & ~mask) | (position < 32 ? insert << position & mask : 0);
}
WORD __attribute__((const)) unsigned long long lw_ptx_bfi_b64(unsigned long long insert, unsigned long long into,
                                                              unsigned position, unsigned length)
{
    position &= 255;
    length &= 255;
    unsigned long long mask = length < 64 ? (1ull << length) - 1 : ~0ull;
    mask = position < 64 ? mask << position : 0;
    return (into & ~mask) | (position < 64 ? insert << position & mask : 0);
}
/* Four bytes of the eight of `a` and `b`, as __byte_perm() takes them; with bit 3 of a selector its byte's sign instead. */
WORD __attribute__((const)) unsigned lw_ptx_prmt_b32(unsigned a, unsigned b, unsigned selectors)
{
    unsigned bytes = __byte_perm(a, b, selectors), signs = selectors & 0x8888, result = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned byte = bytes >> 8 * i & 255;
        if (signs >> 4 * i & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * i;
    }
    return result;
}
/* A bit of `table` for each bit of the three. */
WORD __attribute__((const)) unsigned lw_ptx_lop3_b32(unsigned a, unsigned b, unsigned c, unsigned table)
{
    unsigned result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
PTX_TERNARY(unsigned, shf_l_wrap_b32, __funnelshift_l(a, b, c))
PTX_TERNARY(unsigned, shf_l_clamp_b32, __funnelshift_lc(a, b, c))
PTX_TERNARY(unsigned, shf_r_wrap_b32, __funnelshift_r(a, b, c))
PTX_TERNARY(unsigned, shf_r_clamp_b32, __funnelshift_rc(a, b, c))

/* ---- parts of a word. The third operand is what other masks than the whole one leave, or what `add` adds to ---- */
#define PTX_PARTS(name, value) PTX_TERNARY(unsigned, name, value)
#define PTX_PARTS_OF(n)                                                                                                \
    PTX_PARTS(vadd##n##_u32_u32_u32, __vadd##n(a, b))                                                                  \
    PTX_PARTS(vadd##n##_s32_s32_s32, __vadd##n(a, b))                                                                  \
    PTX_PARTS(vadd##n##_u32_u32_u32_sat, __vaddus##n(a, b))                                                            \
    PTX_PARTS(vadd##n##_s32_s32_s32_sat, __vaddss##n(a, b))                                                            \
    PTX_PARTS(vsub##n##_u32_u32_u32, __vsub##n(a, b))                                                                  \
    PTX_PARTS(vsub##n##_s32_s32_s32, __vsub##n(a, b))                                                                  \
    PTX_PARTS(vsub##n##_u32_u32_u32_sat, __vsubus##n(a, b))                                                            \
    PTX_PARTS(vsub##n##_s32_s32_s32_sat, __vsubss##n(a, b))                                                            \
    PTX_PARTS(vabsdiff##n##_u32_u32_u32, __vabsdiffu##n(a, b))                                                         \
    PTX_PARTS(vabsdiff##n##_u32_u32_u32_add, __vsadu##n(a, b) + c)                                                     \
    PTX_PARTS(vmin##n##_u32_u32_u32, __vminu##n(a, b))                                                                 \
    PTX_PARTS(vmin##n##_s32_s32_s32, __vmins##n(a, b))                                                                 \
    PTX_PARTS(vmax##n##_u32_u32_u32, __vmaxu##n(a, b))                                                                 \
    PTX_PARTS(vmax##n##_s32_s32_s32, __vmaxs##n(a, b))
PTX_PARTS_OF(2)
PTX_PARTS_OF(4)
#undef PTX_PARTS_OF
#undef PTX_PARTS

/* ---- float and double; only what rounds to nearest, which is the default ---- */
#define PTX_FLOAT(t, type, suffix)                                                                                     \
    PTX_BINARY(type, add_##t, a + b)                                                                                   \
    PTX_BINARY(type, add_rn_##t, a + b)                                                                                \
    PTX_BINARY(type, sub_##t, a - b)                                                                                   \
    PTX_BINARY(type, sub_rn_##t, a - b)                                                                                \
    PTX_BINARY(type, mul_##t, a *b)                                                                                    \
    PTX_BINARY(type, mul_rn_##t, a *b)                                                                                 \
    PTX_TERNARY(type, fma_rn_##t, fma##suffix(a, b, c))                                                                \
    PTX_UNARY(type, neg_##t, -a)                                                                                       \
    PTX_UNARY(type, abs_##t, fabs##suffix(a))                                                                          \
    PTX_BINARY(type, min_##t, fmin##suffix(a, b))                                                                      \
    PTX_BINARY(type, max_##t, fmax##suffix(a, b))                                                                      \
    PTX_BINARY(type, div_rn_##t, a / b)                                                                                \
    PTX_UNARY(type, rcp_rn_##t, 1 / a)                                                                                 \
    PTX_UNARY(type, sqrt_rn_##t, sqrt##suffix(a))                                                                      \
    PTX_PURE(bool, setp_eq_##t, (type a, type b), a == b)                                                              \
    PTX_PURE(bool, setp_ne_##t, (type a, type b), a<b || a> b)                                                         \
    PTX_PURE(bool, setp_lt_##t, (type a, type b), a < b)                                                               \
    PTX_PURE(bool, setp_le_##t, (type a, type b), a <= b)                                                              \
    PTX_PURE(bool, setp_gt_##t, (type a, type b), a > b)                                                               \
    PTX_PURE(bool, setp_ge_##t, (type a, type b), a >= b)                                                              \
    PTX_PURE(bool, setp_neu_##t, (type a, type b), a != b)                                                             \
    PTX_PURE(type, selp_##t, (type a, type b, bool choice), choice ? a : b)
PTX_FLOAT(f32, float, f)
PTX_FLOAT(f64, double, )
#undef PTX_FLOAT
PTX_PURE(double, cvt_f64_f32, (float a), a)
PTX_PURE(float, cvt_rn_f32_f64, (double a), a)
PTX_PURE(float, cvt_rn_f32_s32, (int a), a)
PTX_PURE(float, cvt_rn_f32_u32, (unsigned a), a)
PTX_PURE(double, cvt_rn_f64_s32, (int a), a)
PTX_PURE(double, cvt_rn_f64_u32, (unsigned a), a)
PTX_PURE(int, cvt_rzi_s32_f32, (float a), __float2int_rz(a))
PTX_PURE(unsigned, cvt_rzi_u32_f32, (float a), __float2uint_rz(a))
#undef PTX_TERNARY
#undef PTX_BINARY
#undef PTX_UNARY
#undef PTX_PURE

#endif
