/* Integer intrinsics, of arrays: one list for the kernels and the test. */
#ifndef V_WORDS_H
#define V_WORDS_H

#include <lanewise/launch.h>

/* X(expression of words a, b, c; the same by the rules of the test, where i_a is a as an int). */
#define V_PRODUCTS(X)                                                                                                  \
    X(__mulhi((int)a, (int)b), (long long)i_a *i_b >> 32)                                                              \
    X(__umulhi(a, b), (unsigned long long)a *b >> 32)
/* clang-format off */
#define V_AVERAGES(X)                                                                                                  \
    X(__hadd((int)a, (int)b), (long long)floor(((double)i_a + i_b) / 2))                                               \
    X(__rhadd((int)a, (int)b), (long long)floor(((double)i_a + i_b + 1) / 2))                                          \
    X(__uhadd(a, b), (long long)floor(((double)a + b) / 2))                                                            \
    X(__urhadd(a, b), (long long)floor(((double)a + b + 1) / 2))                                                       \
    X(__sad((int)a, (int)b, c), llabs((long long)i_a - i_b) + c)                                                       \
    X(__usad(a, b, c), llabs((long long)a - b) + c)
#define V_PERMUTATIONS(X)                                                                                              \
    X(__byte_perm(a, b, c), permuted(a, b, c))                                                                         \
    X(__nv_bswap32(a), permuted(a, a, 0x0123))                                                                         \
    X(__nv_bswap16((unsigned short)a), permuted(a & 0xffff, 0, 0x4401))                                                \
    X(__funnelshift_l(a, b, c), shifted_left(a, b, c % 32))                                                            \
    X(__funnelshift_lc(a, b, c), shifted_left(a, b, c < 32 ? c : 32))                                                  \
    X(__funnelshift_r(a, b, c), shifted_right(a, b, c % 32))                                                           \
    X(__funnelshift_rc(a, b, c), shifted_right(a, b, c < 32 ? c : 32))
#define V_EXTREMES(X)                                                                                                  \
    X(min((int)a, (int)b), i_a < i_b ? i_a : i_b)                                                                      \
    X(max((int)a, (int)b), i_a > i_b ? i_a : i_b)                                                                      \
    X(min(a, b), a < b ? a : b)                                                                                        \
    X(max(a, b), a > b ? a : b)                                                                                        \
    X(umin(a, b), a < b ? a : b)                                                                                       \
    X(umax(a, b), a > b ? a : b)                                                                                       \
    X(min((int)a, b), a < b ? a : b)                                                                                   \
    X(abs((int)a), i_a < 0 ? -a : a)
#define V_DOTS(X)                                                                                                      \
    X(__dp4a((int)a, (int)b, (int)c), dot(a, b, c, 4, 0, true))                                                        \
    X(__dp4a(a, b, c), dot(a, b, c, 4, 0, false))                                                                      \
    X(__dp4a(signed_4(a), signed_4(b), (int)c), dot(a, b, c, 4, 0, true))                                              \
    X(__dp4a(unsigned_4(a), unsigned_4(b), c), dot(a, b, c, 4, 0, false))                                              \
    X(__dp2a_lo((int)a, (int)b, (int)c), dot(a, b, c, 2, 0, true))                                                     \
    X(__dp2a_lo(a, b, c), dot(a, b, c, 2, 0, false))                                                                   \
    X(__dp2a_hi((int)a, (int)b, (int)c), dot(a, b, c, 2, 2, true))                                                     \
    X(__dp2a_hi(a, b, c), dot(a, b, c, 2, 2, false))                                                                   \
    X(__dp2a_lo(signed_2(a), signed_4(b), (int)c), dot(a, b, c, 2, 0, true))                                           \
    X(__dp2a_lo(unsigned_2(a), unsigned_4(b), c), dot(a, b, c, 2, 0, false))                                           \
    X(__dp2a_hi(signed_2(a), signed_4(b), (int)c), dot(a, b, c, 2, 2, true))                                           \
    X(__dp2a_hi(unsigned_2(a), unsigned_4(b), c), dot(a, b, c, 2, 2, false))
/* clang-format on */
#define V_WORD_OPERATIONS(X) V_PRODUCTS(X) V_AVERAGES(X) V_PERMUTATIONS(X) V_EXTREMES(X) V_DOTS(X)

/* Of 64 bits, x and y; i_x is x as a long long. */
/* clang-format off */
#define V_LONG_OPERATIONS(X)                                                                                           \
    X(__umul64hi(x, y), (wide)x * y >> 64)                                                                             \
    X(__mul64hi((long long)x, (long long)y), (signed_wide)i_x * i_y >> 64)                                             \
    X(__nv_bswap64(x), bytes_reversed(x))                                                                              \
    X(llmin((long long)x, (long long)y), i_x < i_y ? i_x : i_y)                                                        \
    X(llmax((long long)x, (long long)y), i_x > i_y ? i_x : i_y)                                                        \
    X(ullmin(x, y), x < y ? x : y)                                                                                     \
    X(ullmax(x, y), x > y ? x : y)                                                                                     \
    X(min((long long)x, (long long)y), i_x < i_y ? i_x : i_y)                                                          \
    X(max(x, y), x > y ? x : y)                                                                                        \
    X(llabs((long long)x), i_x < 0 ? -x : x)
/* clang-format on */

/* out[operation * n + i]. */
LW_DECLARE_KERNEL(v_word_operations, (int, n), (const unsigned *, a), (const unsigned *, b), (const unsigned *, c),
                  (unsigned *, out));
LW_DECLARE_KERNEL(v_long_operations, (int, n), (const unsigned long long *, x), (const unsigned long long *, y),
                  (unsigned long long *, out));
LW_DECLARE_KERNEL(v_find_nth_set, (int, n), (const unsigned *, mask), (const unsigned *, base), (const int *, offset),
                  (unsigned *, out));

#endif
