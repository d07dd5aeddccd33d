#include <lanewise/kernel.h>

#include "B_half.h"
#include "B_half_arithmetic.h"
#include "B_half_words.h"

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
    EACH(i, n)
    {
        if (format == B_HALF)
            ONES(half)
        else
            ONES(bfloat16)
    }
}
