#include <lanewise/kernel.h>

#include "B_half.h"
#include "B_half_arithmetic.h"
#include "B_half_words.h"

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
    EACH(k, n * n)
    {
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
    EACH(i, n)
    {
        if (format == B_HALF)
            THREES(half)
        else
            THREES(bfloat16)
    }
}

#define SPLIT(name, word) PAIR(name, (unsigned short)(word), (unsigned short)((word) >> 16))

LW_KERNEL(b_half_complex, (int, format), (int, n), (const unsigned *, a), (const unsigned *, b), (const unsigned *, c),
          (unsigned *, out))
{
    EACH(i, n)
    {
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
