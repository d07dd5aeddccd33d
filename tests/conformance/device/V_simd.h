/* Arithmetic on the parts of a word, of arrays: one list for the kernels and the test. */
#ifndef V_SIMD_H
#define V_SIMD_H

#include <lanewise/launch.h>

/* X(name without the number of parts, how a part is read, how a result is reduced to the part, the rule for parts a
 * and b). */
/* clang-format off */
#define V_SIMD_OF_1(X)                                                                                                 \
    X(vabs, SIGNED, WRAPPED, labs(a))                                                                                  \
    X(vabsss, SIGNED, SATURATED, labs(a))                                                                              \
    X(vneg, SIGNED, WRAPPED, -a)                                                                                       \
    X(vnegss, SIGNED, SATURATED, -a)
/* clang-format on */
#define V_SIMD_OF_2(X)                                                                                                 \
    X(vadd, UNSIGNED, WRAPPED, a + b)                                                                                  \
    X(vaddss, SIGNED, SATURATED, a + b)                                                                                \
    X(vaddus, UNSIGNED, SATURATED, a + b)                                                                              \
    X(vsub, UNSIGNED, WRAPPED, a - b)                                                                                  \
    X(vsubss, SIGNED, SATURATED, a - b)                                                                                \
    X(vsubus, UNSIGNED, SATURATED, a - b)                                                                              \
    X(vavgs, SIGNED, WRAPPED, lround((double)(a + b) / 2))                                                             \
    X(vavgu, UNSIGNED, WRAPPED, lround((double)(a + b) / 2))                                                           \
    X(vhaddu, UNSIGNED, WRAPPED, (a + b) / 2)                                                                          \
    X(vmaxs, SIGNED, WRAPPED, a > b ? a : b)                                                                           \
    X(vmaxu, UNSIGNED, WRAPPED, a > b ? a : b)                                                                         \
    X(vmins, SIGNED, WRAPPED, a < b ? a : b)                                                                           \
    X(vminu, UNSIGNED, WRAPPED, a < b ? a : b)                                                                         \
    X(vabsdiffs, SIGNED, WRAPPED, labs(a - b))                                                                         \
    X(vabsdiffu, UNSIGNED, WRAPPED, labs(a - b))                                                                       \
    X(vsads, SIGNED, SUMMED, labs(a - b))                                                                              \
    X(vsadu, UNSIGNED, SUMMED, labs(a - b))                                                                            \
    V_SIMD_COMPARISON(X, eq, UNSIGNED, a == b)                                                                         \
    V_SIMD_COMPARISON(X, ne, UNSIGNED, a != b)                                                                         \
    V_SIMD_COMPARISON(X, ges, SIGNED, a >= b)                                                                          \
    V_SIMD_COMPARISON(X, geu, UNSIGNED, a >= b)                                                                        \
    V_SIMD_COMPARISON(X, gts, SIGNED, a > b)                                                                           \
    V_SIMD_COMPARISON(X, gtu, UNSIGNED, a > b)                                                                         \
    V_SIMD_COMPARISON(X, les, SIGNED, a <= b)                                                                          \
    V_SIMD_COMPARISON(X, leu, UNSIGNED, a <= b)                                                                        \
    V_SIMD_COMPARISON(X, lts, SIGNED, a < b)                                                                           \
    V_SIMD_COMPARISON(X, ltu, UNSIGNED, a < b)
/* __vcmp fills the part with ones, __vset sets its lowest bit. */
/* clang-format off */
#define V_SIMD_COMPARISON(X, name, sign, condition)                                                                    \
    X(vcmp##name, sign, WRAPPED, -(condition)) X(vset##name, sign, WRAPPED, condition)
/* clang-format on */

/* X(name, how a part is read, the rule for a, b, c): once of 32 bits, once of each 16; sums wrap to the part. */
/* clang-format off */
#define V_DPX(X, s, u, x)                                                                                              \
    X(__vimax3_##s, SIGNED, greater(greater(a, b), c))                                                                 \
    X(__vimin3_##s, SIGNED, lesser(lesser(a, b), c))                                                                   \
    X(__viaddmax_##s, SIGNED, greater(wrap(a + b), c))                                                                 \
    X(__viaddmin_##s, SIGNED, lesser(wrap(a + b), c))                                                                  \
    X(__vimax3_##u, UNSIGNED, greater(greater(a, b), c))                                                               \
    X(__vimin3_##u, UNSIGNED, lesser(lesser(a, b), c))                                                                 \
    X(__viaddmax_##u, UNSIGNED, greater(wrap(a + b), c))                                                               \
    X(__viaddmin_##u, UNSIGNED, lesser(wrap(a + b), c))                                                                \
    X(__vimax3_##x, SIGNED, greater(greater(greater(a, b), c), 0))                                                     \
    X(__vimin3_##x, SIGNED, greater(lesser(lesser(a, b), c), 0))                                                       \
    X(__viaddmax_##x, SIGNED, greater(greater(wrap(a + b), c), 0))                                                     \
    X(__viaddmin_##x, SIGNED, greater(lesser(wrap(a + b), c), 0))
/* clang-format on */
#define V_DPX_WORDS(X) V_DPX(X, s32, u32, s32_relu)
#define V_DPX_HALVES(X) V_DPX(X, s16x2, u16x2, s16x2_relu)
/* Of two words or pairs of halves. */
/* clang-format off */
#define V_DPX_RELU(X)                                                                                                  \
    X(__vimax_s32_relu((int)a, (int)b), 32, greater(greater(a, b), 0))                                                 \
    X(__vimin_s32_relu((int)a, (int)b), 32, greater(lesser(a, b), 0))                                                  \
    X(__vimax_s16x2_relu(a, b), 16, greater(greater(a, b), 0))                                                         \
    X(__vimin_s16x2_relu(a, b), 16, greater(lesser(a, b), 0))
/* clang-format on */

/* out[operation * n + i]: of 2 parts, then the same of 4. */
LW_DECLARE_KERNEL(v_simd, (int, n), (const unsigned *, a), (const unsigned *, b), (unsigned *, out));
/* Of words, of halves, of two. */
LW_DECLARE_KERNEL(v_dpx, (int, n), (const unsigned *, a), (const unsigned *, b), (const unsigned *, c),
                  (unsigned *, out));
/* __vibmax and __vibmin: out[16 * i]: the extreme and its predicates as bits (high, low), of s32, u32, s16x2, u16x2. */
LW_DECLARE_KERNEL(v_which, (int, n), (const unsigned *, a), (const unsigned *, b), (unsigned *, out));

#endif
