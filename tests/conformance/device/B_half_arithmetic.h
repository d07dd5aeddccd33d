/* Arithmetic, comparisons and functions of the 16-bit formats on the device, as bits; `format` is a b_format. */
#ifndef B_HALF_ARITHMETIC_H
#define B_HALF_ARITHMETIC_H

#include <lanewise/launch.h>

typedef enum b_one {
    B_NEG,
    B_ABS,
    B_RINT,
    B_TRUNC,
    B_CEIL,
    B_FLOOR,
    B_SIN,
    B_COS,
    B_EXP,
    B_EXP2,
    B_EXP10,
    B_LOG,
    B_LOG2,
    B_LOG10,
    B_TANH,
    B_TANH_APPROX,
    B_SQRT,
    B_RSQRT,
    B_RCP,
    B_ONES
} b_one;
typedef enum b_two {
    B_ADD,
    B_SUB,
    B_MUL,
    B_DIV,
    B_ADD_RN,
    B_SUB_RN,
    B_MUL_RN,
    B_ADD_SAT,
    B_SUB_SAT,
    B_MUL_SAT,
    B_MAX,
    B_MIN,
    B_MAX_NAN,
    B_MIN_NAN,
    B_TWOS
} b_two;
typedef enum b_three { B_FMA, B_FMA_SAT, B_FMA_RELU, B_THREES } b_three;
typedef enum b_compare { B_EQ, B_NE, B_LE, B_GE, B_LT, B_GT, B_COMPARES } b_compare;

/* out[i] = operation(in[i]); pair_out[i] = the pair's operation on (in[i], in[n - 1 - i]), low half first. */
LW_DECLARE_KERNEL(b_half_one, (int, format), (int, operation), (int, n), (const unsigned short *, in),
                  (unsigned short *, out), (unsigned *, pair_out));
/* out[i * n + j] = operation(in[i], in[j]); pair_out the same of the pairs (in[i], in[j]) and (in[j], in[i]). */
LW_DECLARE_KERNEL(b_half_two, (int, format), (int, operation), (int, n), (const unsigned short *, in),
                  (unsigned short *, out), (unsigned *, pair_out));
/* out[i] = operation(a[i], b[i], c[i]); pair_out of the pairs (a[i], b[i]), (b[i], a[i]) and (c[i], c[i]). */
LW_DECLARE_KERNEL(b_half_three, (int, format), (int, operation), (int, n), (const unsigned short *, a),
                  (const unsigned short *, b), (const unsigned short *, c), (unsigned short *, out),
                  (unsigned *, pair_out));

/* The comparison of in[i] and in[j], and its unordered form: bits 0 and 1 of out[i * n + j]; of the pairs (in[i],
 * in[j]) and (in[j], in[i]): as truth values in bits 2 and 3, as masks in bits 4-5 and 6-7, as numbers in bits 8-9 and
 * 10-11. A pair's number that is neither 0 nor 1, and a mask's half that is neither 0 nor 0xffff, sets bit 15. */
LW_DECLARE_KERNEL(b_half_compare, (int, format), (int, comparison), (int, n), (const unsigned short *, in),
                  (unsigned short *, out));
/* Bit 0: is no number; bits 1 and 2: is infinite, is -infinite; bits 3 and 4: the pair (in[i], in[0]) is no number. */
LW_DECLARE_KERNEL(b_half_classify, (int, format), (int, n), (const unsigned short *, in), (unsigned short *, out));

/* out[i] = a[i] * b[i] + c[i] of complex numbers, real part in the low half. */
LW_DECLARE_KERNEL(b_half_complex, (int, format), (int, n), (const unsigned *, a), (const unsigned *, b),
                  (const unsigned *, c), (unsigned *, out));

/* Each lane of a warp gives values[lane] (a word) as a pair and as two scalars to every shuffle: out[8 lane + k] is
 * what the k-th returned. 0: index 5 of 8; 1: up by 3; 2: down by 2 of 16; 3: xor 1; then the same of the low half
 * alone. */
LW_DECLARE_KERNEL(b_half_shuffle, (int, format), (const unsigned *, values), (unsigned *, out));

#endif
