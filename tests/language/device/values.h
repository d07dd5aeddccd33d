/* Expressions of the kernel language with the value that each must have, on every device.
 *
 * One list for both sides: the kernel evaluates the first column over its inputs, the test reads the second. The inputs
 * come from the host, so that no compiler computes the answers beforehand.
 */
#ifndef LANGUAGE_VALUES_H
#define LANGUAGE_VALUES_H

#include <lanewise/launch.h>

typedef struct language_inputs {
    float f, g;                  /* -1.5, 2.5 */
    double d, e;                 /* -2.5, 0.75 */
    int i, j;                    /* -7, 5 */
    unsigned u;                  /* 3 */
    long l;                      /* -9 */
    long long ll;                /* -(2^40) */
    unsigned long ul;            /* 11 */
    unsigned long long ull;      /* 2^63 + 1 */
    signed char c;               /* -5 */
    short s;                     /* 300 */
    float nan, inf, large, tiny; /* no number, infinity, 3e9, 2^-30 */
    double dnan, dlarge;         /* no number, 1e300 */
} language_inputs;

/* Which overload a call finds, seen by the size of its result. */
/* clang-format off */
#define LANGUAGE_SIZES(X)                                                                                              \
    X(sqrt(in.g), 4)                                                                                                   \
    X(sqrt(in.e), 8)                                                                                                   \
    X(exp(in.f), 4)                                                                                                    \
    X(log(in.e), 8)                                                                                                    \
    X(sin(in.f), 4)                                                                                                    \
    X(pow(in.g, in.f), 4)                                                                                              \
    X(pow(in.g, in.d), 8)                                                                                              \
    X(pow(in.g, in.i), 8)                                                                                              \
    X(pow(in.d, in.i), 8)                                                                                              \
    X(fmod(in.f, in.g), 4)                                                                                             \
    X(atan2(in.d, in.e), 8)                                                                                            \
    X(floor(in.f), 4)                                                                                                  \
    X(abs(in.f), 4)                                                                                                    \
    X(abs(in.d), 8)                                                                                                    \
    X(abs(in.i), 4)                                                                                                    \
    X(abs(in.c), 4)                                                                                                    \
    X(abs(in.ll), 8)                                                                                                   \
    X(min(in.f, in.g), 4)                                                                                              \
    X(min(in.f, in.d), 8)                                                                                              \
    X(max(in.c, in.c), 4)                                                                                              \
    X(max(in.l, in.ul), 8)                                                                                             \
    X(copysign(in.f, in.g), 4)                                                                                         \
    X(copysign(in.f, in.d), 8)                                                                                         \
    X(rsqrt(in.g), 4)                                                                                                  \
    X(rsqrt(in.e), 8)                                                                                                  \
    X(fma(in.f, in.g, in.f), 4)                                                                                        \
    X(lrint(in.f), 8)                                                                                                  \
    X(ldexp(in.f, 2), 4)                                                                                               \
    X(isnan(in.nan) ? 1.0f : 2.0f, 4)                                                                                  \
    X(__shfl_sync(LW_FULL_MASK, in.c, 0), 4)                                                                           \
    X(__shfl_sync(LW_FULL_MASK, in.ull, 0), 8)                                                                         \
    X(__ldg(&in.d), 8)                                                                                                 \
    X(threadIdx, 12)                                                                                                   \
    X(blockDim, 12)                                                                                                    \
    X(warpSize, 4)                                                                                                     \
    X(make_float3(1, 2, 3), 12)                                                                                        \
    X(make_double2(1, 2), 16)
/* clang-format on */

/* Exact results, as doubles. */
/* clang-format off */
#define LANGUAGE_VALUES(X)                                                                                             \
    X(abs(in.f), 1.5)                                                                                                  \
    X(abs(in.i), 7)                                                                                                    \
    X(abs(in.ll), 1099511627776.0)                                                                                     \
    X(min(in.i, in.j), -7)                                                                                             \
    X(min(in.i, in.u), 3)                                                                                              \
    X(max(in.i, in.u), 4294967289.0)                                                                                   \
    X(max(in.l, in.ul), 18446744073709551607.0)                                                                        \
    X(min(in.f, in.d), -2.5)                                                                                           \
    X(min(in.nan, in.g), 2.5)                                                                                          \
    X(max(in.g, in.nan), 2.5)                                                                                          \
    X(fminf(in.nan, in.f), -1.5)                                                                                       \
    X(fmax(in.dnan, in.d), -2.5)                                                                                       \
    X(1 / fminf(0 * in.f, 0 * in.g), -(double)INFINITY)                                                                \
    X(1 / fmaxf(0 * in.f, 0 * in.g), (double)INFINITY)                                                                 \
    X(floor(in.f), -2)                                                                                                 \
    X(rint(in.g), 2)                                                                                                   \
    X(round(in.g), 3)                                                                                                  \
    X(trunc(in.d), -2)                                                                                                 \
    X(fmod(in.g, in.f), 1)                                                                                             \
    X(copysign(in.g, in.d), -2.5)                                                                                      \
    X(fmaf(in.f, in.g, in.f), -5.25)                                                                                   \
    X(ldexp(in.f, 3), -12)                                                                                             \
    X(__saturatef(in.g), 1)                                                                                            \
    X(__saturatef(in.f), 0)                                                                                            \
    X(__saturatef(in.nan), 0)                                                                                          \
    X(__float2int_rn(in.g), 2)                                                                                         \
    X(__float2int_rz(in.f), -1)                                                                                        \
    X(__float2int_ru(in.f), -1)                                                                                        \
    X(__float2int_rd(in.f), -2)                                                                                        \
    X(__float2int_rz(in.large), 2147483647.0)                                                                          \
    X(__float2int_rz(-in.large), -2147483648.0)                                                                        \
    X(__float2int_rn(in.nan), 0)                                                                                       \
    X(__float2uint_rz(in.large), 3000000000.0)                                                                         \
    X(__float2uint_rz(in.f), 0)                                                                                        \
    X(__float2uint_rn(in.inf), 4294967295.0)                                                                           \
    X(__float2ll_rz(in.inf), 9223372036854775807.0)                                                                    \
    X(__float2ll_rn(in.nan), -9223372036854775808.0)                                                                   \
    X(__double2int_rz(in.dlarge), 2147483647.0)                                                                        \
    X(__double2uint_rz(in.d), 0)                                                                                       \
    X(__double2ll_rn(in.d), -2)                                                                                        \
    X(__double2ull_rz(in.dlarge), 18446744073709551615.0)                                                              \
    X(__int2float_rn(16777217 + in.i - in.i), 16777216)                                                                \
    X(__int2float_ru(16777217 + in.i - in.i), 16777218)                                                                \
    X(__int2float_rz(-16777219 + in.i - in.i), -16777218)                                                              \
    X(__uint2float_rn(in.u), 3)                                                                                        \
    X(__ull2float_rd(in.ull), 9223372036854775808.0)                                                                   \
    X(__ull2double_ru(in.ull), 9223372036854777856.0)                                                                  \
    X(__double2float_rd(in.e), 0.75)                                                                                   \
    X(__double2float_rz(in.dlarge), FLT_MAX)                                                                           \
    X(__fadd_rn(1, in.tiny), 1)                                                                                        \
    X(__fadd_ru(1, in.tiny), 1 + 0x1p-23)                                                                              \
    X(__fadd_rz(-1, in.tiny), -1 + 0x1p-24)                                                                            \
    X(__fadd_rd(-1, -in.tiny), -1 - 0x1p-23)                                                                           \
    X(__fsub_rd(1, in.tiny), 1 - 0x1p-24)                                                                              \
    X(__fmul_rz(1 + in.tiny * 128, 1 + in.tiny * 128), 1 + 0x1p-22)                                                    \
    X(__fmul_ru(1 + in.tiny * 128, 1 + in.tiny * 128), 1 + 0x1p-22 + 0x1p-23)                                          \
    X(__fmaf_ru(in.tiny, in.tiny, 1), 1 + 0x1p-23)                                                                     \
    X(__fdiv_rd(1, 3), 0x1.555554p-2)                                                                                  \
    X(__fdiv_ru(1, 3), 0x1.555556p-2)                                                                                  \
    X(__fdiv_ru(-1, 3), -0x1.555554p-2)                                                                                \
    X(__fsqrt_rd(2 + 0 * in.g), 0x1.6a09e6p+0)                                                                         \
    X(__fsqrt_ru(2 + 0 * in.g), 0x1.6a09e8p+0)                                                                         \
    X(__frcp_rz(-3 + 0 * in.g), -0x1.555554p-2)                                                                        \
    X(__dadd_rn(in.d, in.e), -1.75)                                                                                    \
    X(sinpi(in.g * 2), 0)                                                                                              \
    X(sinpi(in.g), 1)                                                                                                  \
    X(cospi(in.d), 0)                                                                                                  \
    X(cospi(2 * in.g), -1)                                                                                             \
    X(radians_of_float(0 * in.g), 1)                                                                                   \
    X(radians_of_double(0 * in.d), 1)                                                                                  \
    X(turns_of_float(in.g), 2)                                                                                         \
    X(turns_of_double(in.d), -2)                                                                                       \
    X(make_float4(in.f, in.g, 3, 4).y, 2.5)                                                                            \
    X(make_uchar4(1, 2, 3, 255).w, 255)
/* clang-format on */

/* Integer results, as 64 bits. */
/* clang-format off */
#define LANGUAGE_BITS(X)                                                                                               \
    X(__popc(in.u << 30 | in.u), 4)                                                                                    \
    X(__popcll(in.ull), 2)                                                                                             \
    X(__clz(in.j), 29)                                                                                                 \
    X(__clz(in.i - in.i), 32)                                                                                          \
    X(__clzll(in.ll), 0)                                                                                               \
    X(__ffs(in.j << 4), 5)                                                                                             \
    X(__ffs(in.j - in.j), 0)                                                                                           \
    X(__ffsll(in.ll), 41)                                                                                              \
    X(__brev(in.u), 0xc0000000u)                                                                                       \
    X(__brevll(in.ull), 0x8000000000000001u)                                                                           \
    X(__byte_perm(0x33221100u * (in.u - 2), 0x77665544u, 0x7250u), 0x77225500u)                                        \
    X(__byte_perm(0x33228100u * (in.u - 2), 0x77665544u, 0x1119u), 0x81818181u)                                        \
    X(__funnelshift_l(0x80000000u, in.u, 1), 7)                                                                        \
    X(__funnelshift_l(0x80000000u, in.u, 33), 7)                                                                       \
    X(__funnelshift_r(0x80000000u, in.u, 1), 0xc0000000u)                                                              \
    X(__funnelshift_lc(0x80000000u, in.u, 40), 0x80000000u)                                                            \
    X(__funnelshift_rc(0x80000000u, in.u, 40), 3)                                                                      \
    X(__mul24(in.i, in.j), 0xffffffffffffffddu)                                                                        \
    X(__umul24(0x1000003u, in.u), 9)                                                                                   \
    X(__mulhi(in.i * 0x10000000, in.j * 0x10000000), 0xffffffffdd000000u)                                              \
    X(__umulhi(0x80000000u, in.u), 1)                                                                                  \
    X(__mul64hi(in.ll, in.ll), 0x10000u)                                                                               \
    X(__umul64hi(in.ull, in.ull), 0x4000000000000001u)                                                                 \
    X(__sad(in.i, in.j, in.u), 15)                                                                                     \
    X(__usad(in.u, 10u, in.u), 10)                                                                                     \
    X(__hadd(in.i, in.j - 1), 0xfffffffffffffffeu)                                                                     \
    X(__rhadd(in.i, in.j - 1), 0xffffffffffffffffu)                                                                    \
    X(__uhadd(0xffffffffu, in.u), 0x80000001u)                                                                         \
    X(__urhadd(0xffffffffu, in.u - 1), 0x80000001u)                                                                    \
    X(__fns(0x16u, 0, 2), 2)                                                                                           \
    X(__fns(0x16u, 4, -2), 2)                                                                                          \
    X(__fns(0x16u, 3, 0), 0xffffffffu)                                                                                 \
    X(__float_as_uint(in.f), 0xbfc00000u)                                                                              \
    X(__float_as_int(in.g), 0x40200000)                                                                                \
    X(__float_as_uint(__uint_as_float(0x7f812345u)) & 0x7fbfffffu, 0x7f812345u & 0x7fbfffffu)                          \
    X(__double_as_longlong(in.e), 0x3fe8000000000000)                                                                  \
    X(__double2hiint(in.e), 0x3fe80000)                                                                                \
    X(__double_as_longlong(__hiloint2double(in.j, in.i)), 0x5fffffff9)                                                 \
    X(warpSize, 32)                                                                                                    \
    X(umax(in.u, 2u) + umin(in.u, 2u), 5)                                                                              \
    X(sizeof(long4_32a) * 256 + sizeof(uchar3), 32 * 256 + 3)
/* clang-format on */

/* out[n] is the n-th row's: its sizeof, its value, its bits. By lane 0. */
LW_DECLARE_KERNEL(language_sizes, (language_inputs, in), (double *, out));
LW_DECLARE_KERNEL(language_exact_values, (language_inputs, in), (double *, out));
LW_DECLARE_KERNEL(language_bit_values, (language_inputs, in), (unsigned long long *, out));

#endif
