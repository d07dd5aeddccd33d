/* Bit operations, of arrays: one list for the kernels and the test. */
#ifndef B_BITS_H
#define B_BITS_H

#include <lanewise/launch.h>

/* X(expression of a and b, of x and y for 64 bits; the same by the rules of the test). */
/* clang-format off */
#define B_WORD_OPERATIONS(X)                                                                                           \
    X(__popc(a), set_bits(a))                                                                                          \
    X(__clz((int)a), leading_zeros(a, 32))                                                                             \
    X(__ffs((int)a), lowest_set(a))                                                                                    \
    X(__brev(a), reversed(a, 32))                                                                                      \
    X(__mul24((int)a, (int)b), low_24_signed(a) * low_24_signed(b))                                                    \
    X(__umul24(a, b), a % (1 << 24) * (b % (1 << 24)))
#define B_LONG_OPERATIONS(X)                                                                                           \
    X(__popcll(x), set_bits(x))                                                                                        \
    X(__clzll((long long)x), leading_zeros(x, 64))                                                                     \
    X(__ffsll((long long)x), lowest_set(x))                                                                            \
    X(__brevll(x), reversed(x, 64))
/* clang-format on */

/* out[operation * n + i]; a result of 32 bits counts as unsigned. */
LW_DECLARE_KERNEL(b_word_operations, (int, n), (const unsigned *, a), (const unsigned *, b), (unsigned *, out));
LW_DECLARE_KERNEL(b_long_operations, (int, n), (const unsigned long long *, x), (unsigned long long *, out));

#endif
