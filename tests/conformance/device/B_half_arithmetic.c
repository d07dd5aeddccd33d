#include <lanewise/kernel.h>
#include <lanewise/bfloat16.h>
#include <lanewise/half.h>

#include "B_half.h"
#include "B_half_arithmetic.h"

#define EACH(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

/* Bits to numbers and back, by the format's name. */
#define NUMBER(name, bits) __ushort_as_##name(bits)
#define BITS(name, x) __##name##_as_ushort(x)
#define PAIR(name, low, high) __halves2##name##2(NUMBER(name, low), NUMBER(name, high))

/* Functions, as a macro would compute its argument for each half anew. */
__device__ unsigned word_of_half(__half2 v)
{
    return (unsigned)BITS(half, v.x) | (unsigned)BITS(half, v.y) << 16;
}

__device__ unsigned word_of_bfloat16(__nv_bfloat162 v)
{
    return (unsigned)BITS(bfloat16, v.x) | (unsigned)BITS(bfloat16, v.y) << 16;
}

#define WORD(name, v) word_of_##name(v)

#define ONE(name, operation, function, of_pairs)                                                                       \
    case operation:                                                                                                    \
        out[i] = BITS(name, function(NUMBER(name, in[i])));                                                            \
        pair_out[i] = WORD(name, of_pairs(PAIR(name, in[i], in[n - 1 - i])));                                          \
        break;
#define ONES(name)                                                                                                     \
    switch (operation) {                                                                                               \
        ONE(name, B_NEG, __hneg, __hneg2)                                                                              \
        ONE(name, B_ABS, __habs, __habs2)                                                                              \
        ONE(name, B_RINT, hrint, h2rint)                                                                               \
        ONE(name, B_TRUNC, htrunc, h2trunc)                                                                            \
        ONE(name, B_CEIL, hceil, h2ceil)                                                                               \
        ONE(name, B_FLOOR, hfloor, h2floor)                                                                            \
        ONE(name, B_SIN, hsin, h2sin)                                                                                  \
        ONE(name, B_COS, hcos, h2cos)                                                                                  \
        ONE(name, B_EXP, hexp, h2exp)                                                                                  \
        ONE(name, B_EXP2, hexp2, h2exp2)                                                                               \
        ONE(name, B_EXP10, hexp10, h2exp10)                                                                            \
        ONE(name, B_LOG, hlog, h2log)                                                                                  \
        ONE(name, B_LOG2, hlog2, h2log2)                                                                               \
        ONE(name, B_LOG10, hlog10, h2log10)                                                                            \
        ONE(name, B_TANH, htanh, h2tanh)                                                                               \
        ONE(name, B_TANH_APPROX, htanh_approx, h2tanh_approx)                                                          \
        ONE(name, B_SQRT, hsqrt, h2sqrt)                                                                               \
        ONE(name, B_RSQRT, hrsqrt, h2rsqrt)                                                                            \
        ONE(name, B_RCP, hrcp, h2rcp)                                                                                  \
    }

LW_KERNEL(b_half_one, (int, format), (int, operation), (int, n), (const unsigned short *, in), (unsigned short *, out),
          (unsigned *, pair_out))
{
    EACH(i, n) {
        if (format == B_HALF)
            ONES(half)
        else
            ONES(bfloat16)
    }
}

#define TWO(name, operation, function, of_pairs)                                                                       \
    case operation:                                                                                                    \
        out[k] = BITS(name, function(NUMBER(name, x), NUMBER(name, y)));                                               \
        pair_out[k] = WORD(name, of_pairs(PAIR(name, x, y), PAIR(name, y, x)));                                        \
        break;
#define TWOS(name)                                                                                                     \
    switch (operation) {                                                                                               \
        TWO(name, B_ADD, __hadd, __hadd2)                                                                              \
        TWO(name, B_SUB, __hsub, __hsub2)                                                                              \
        TWO(name, B_MUL, __hmul, __hmul2)                                                                              \
        TWO(name, B_DIV, __hdiv, __h2div)                                                                              \
        TWO(name, B_ADD_RN, __hadd_rn, __hadd2_rn)                                                                     \
        TWO(name, B_SUB_RN, __hsub_rn, __hsub2_rn)                                                                     \
        TWO(name, B_MUL_RN, __hmul_rn, __hmul2_rn)                                                                     \
        TWO(name, B_ADD_SAT, __hadd_sat, __hadd2_sat)                                                                  \
        TWO(name, B_SUB_SAT, __hsub_sat, __hsub2_sat)                                                                  \
        TWO(name, B_MUL_SAT, __hmul_sat, __hmul2_sat)                                                                  \
        TWO(name, B_MAX, __hmax, __hmax2)                                                                              \
        TWO(name, B_MIN, __hmin, __hmin2)                                                                              \
        TWO(name, B_MAX_NAN, __hmax_nan, __hmax2_nan)                                                                  \
        TWO(name, B_MIN_NAN, __hmin_nan, __hmin2_nan)                                                                  \
    }

LW_KERNEL(b_half_two, (int, format), (int, operation), (int, n), (const unsigned short *, in), (unsigned short *, out),
          (unsigned *, pair_out))
{
    EACH(k, n * n) {
        unsigned short x = in[k / n], y = in[k % n];
        if (format == B_HALF)
            TWOS(half)
        else
            TWOS(bfloat16)
    }
}

#define THREE(name, operation, function, of_pairs)                                                                     \
    case operation:                                                                                                    \
        out[i] = BITS(name, function(NUMBER(name, a[i]), NUMBER(name, b[i]), NUMBER(name, c[i])));                     \
        pair_out[i] = WORD(name, of_pairs(PAIR(name, a[i], b[i]), PAIR(name, b[i], a[i]), PAIR(name, c[i], c[i])));    \
        break;
#define THREES(name)                                                                                                   \
    switch (operation) {                                                                                               \
        THREE(name, B_FMA, __hfma, __hfma2)                                                                            \
        THREE(name, B_FMA_SAT, __hfma_sat, __hfma2_sat)                                                                \
        THREE(name, B_FMA_RELU, __hfma_relu, __hfma2_relu)                                                             \
    }

LW_KERNEL(b_half_three, (int, format), (int, operation), (int, n), (const unsigned short *, a),
          (const unsigned short *, b), (const unsigned short *, c), (unsigned short *, out), (unsigned *, pair_out))
{
    EACH(i, n) {
        if (format == B_HALF)
            THREES(half)
        else
            THREES(bfloat16)
    }
}

/* Each half of a mask or of a pair of numbers as one bit. */
__device__ unsigned mask_bits(unsigned mask, unsigned *odd)
{
    if (mask != 0 && mask != 0xffff && mask != 0xffff0000u && mask != 0xffffffffu)
        *odd = 1;
    return (mask & 1) | (mask >> 31) << 1;
}

/* Each half of a pair of truths, 0.0 and 1.0 (whose bits are one), as one bit. */
__device__ unsigned truth_bits(unsigned word, unsigned one, unsigned *odd)
{
    unsigned low = word & 0xffff, high = word >> 16;
    if ((low != 0 && low != one) || (high != 0 && high != one))
        *odd = 1;
    return (unsigned)(low != 0) | (unsigned)(high != 0) << 1;
}

#define TRUTHS(name, v, one) truth_bits(WORD(name, v), one, &odd)
#define COMPARE(name, one, comparison, word)                                                                           \
    case comparison:                                                                                                   \
        bits = (unsigned)__h##word(NUMBER(name, x), NUMBER(name, y)) |                                                 \
               (unsigned)__h##word##u(NUMBER(name, x), NUMBER(name, y)) << 1 |                                         \
               (unsigned)__hb##word##2(PAIR(name, x, y), PAIR(name, y, x)) << 2 |                                      \
               (unsigned)__hb##word##u2(PAIR(name, x, y), PAIR(name, y, x)) << 3 |                                     \
               mask_bits(__h##word##2_mask(PAIR(name, x, y), PAIR(name, y, x)), &odd) << 4 |                           \
               mask_bits(__h##word##u2_mask(PAIR(name, x, y), PAIR(name, y, x)), &odd) << 6;                           \
        bits |= TRUTHS(name, __h##word##2(PAIR(name, x, y), PAIR(name, y, x)), one) << 8;                              \
        bits |= TRUTHS(name, __h##word##u2(PAIR(name, x, y), PAIR(name, y, x)), one) << 10;                            \
        break;
#define COMPARES(name, one)                                                                                            \
    switch (comparison) {                                                                                              \
        COMPARE(name, one, B_EQ, eq)                                                                                   \
        COMPARE(name, one, B_NE, ne)                                                                                   \
        COMPARE(name, one, B_LE, le)                                                                                   \
        COMPARE(name, one, B_GE, ge)                                                                                   \
        COMPARE(name, one, B_LT, lt)                                                                                   \
        COMPARE(name, one, B_GT, gt)                                                                                   \
    }

LW_KERNEL(b_half_compare, (int, format), (int, comparison), (int, n), (const unsigned short *, in),
          (unsigned short *, out))
{
    EACH(k, n * n) {
        unsigned short x = in[k / n], y = in[k % n];
        unsigned bits = 0, odd = 0;
        if (format == B_HALF)
            COMPARES(half, 0x3c00)
        else
            COMPARES(bfloat16, 0x3f80)
        out[k] = (unsigned short)(bits | odd << 15);
    }
}

#define CLASSIFY(name, one)                                                                                            \
    bits = (unsigned)__hisnan(NUMBER(name, in[i])) | (unsigned)(__hisinf(NUMBER(name, in[i])) == 1) << 1 |             \
           (unsigned)(__hisinf(NUMBER(name, in[i])) == -1) << 2;                                                       \
    bits |= TRUTHS(name, __hisnan2(PAIR(name, in[i], in[0])), one) << 3

LW_KERNEL(b_half_classify, (int, format), (int, n), (const unsigned short *, in), (unsigned short *, out))
{
    EACH(i, n) {
        unsigned bits, odd = 0;
        if (format == B_HALF) {
            CLASSIFY(half, 0x3c00);
        } else {
            CLASSIFY(bfloat16, 0x3f80);
        }
        out[i] = (unsigned short)(bits | odd << 15);
    }
}

#define SPLIT(name, word) PAIR(name, (unsigned short)(word), (unsigned short)((word) >> 16))

LW_KERNEL(b_half_complex, (int, format), (int, n), (const unsigned *, a), (const unsigned *, b), (const unsigned *, c),
          (unsigned *, out))
{
    EACH(i, n) {
        if (format == B_HALF)
            out[i] = WORD(half, __hcmadd(SPLIT(half, a[i]), SPLIT(half, b[i]), SPLIT(half, c[i])));
        else
            out[i] = WORD(bfloat16, __hcmadd(SPLIT(bfloat16, a[i]), SPLIT(bfloat16, b[i]), SPLIT(bfloat16, c[i])));
    }
}

#define SHUFFLES(name, scalar, pair)                                                                                   \
    pair v = SPLIT(name, values[threadIdx.x]), w;                                                                      \
    scalar x = v.x;                                                                                                    \
    w = __shfl_sync(LW_FULL_MASK, v, 5, 8);                                                                            \
    o[0] = WORD(name, w);                                                                                              \
    w = __shfl_up_sync(LW_FULL_MASK, v, 3);                                                                            \
    o[1] = WORD(name, w);                                                                                              \
    w = __shfl_down_sync(LW_FULL_MASK, v, 2, 16);                                                                      \
    o[2] = WORD(name, w);                                                                                              \
    w = __shfl_xor_sync(LW_FULL_MASK, v, 1);                                                                           \
    o[3] = WORD(name, w);                                                                                              \
    o[4] = BITS(name, __shfl_sync(LW_FULL_MASK, x, 5, 8));                                                             \
    o[5] = BITS(name, __shfl_up_sync(LW_FULL_MASK, x, 3));                                                             \
    o[6] = BITS(name, __shfl_down_sync(LW_FULL_MASK, x, 2, 16));                                                       \
    o[7] = BITS(name, __shfl_xor_sync(LW_FULL_MASK, x, 1))

LW_KERNEL(b_half_shuffle, (int, format), (const unsigned *, values), (unsigned *, out))
{
    unsigned *o = out + 8 * threadIdx.x;
    if (format == B_HALF) {
        SHUFFLES(half, __half, __half2);
    } else {
        SHUFFLES(bfloat16, __nv_bfloat16, __nv_bfloat162);
    }
}
