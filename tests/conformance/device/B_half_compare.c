#include <lanewise/kernel.h>

#include "B_half.h"
#include "B_half_arithmetic.h"
#include "B_half_words.h"

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
    EACH(k, n * n)
    {
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
    EACH(i, n)
    {
        unsigned bits, odd = 0;
        if (format == B_HALF) {
            CLASSIFY(half, 0x3c00);
        } else {
            CLASSIFY(bfloat16, 0x3f80);
        }
        out[i] = (unsigned short)(bits | odd << 15);
    }
}
