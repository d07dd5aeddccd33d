#include <lanewise/kernel.h>

#include "B_bits.h"

LW_KERNEL(b_word_operations, (int, n), (const unsigned *, as), (const unsigned *, bs), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    unsigned a = as[i], b = bs[i];
#define STORE(expression, rule) out[at] = (unsigned)(expression), at += n;
    B_WORD_OPERATIONS(STORE)
#undef STORE
}

LW_KERNEL(b_long_operations, (int, n), (const unsigned long long *, xs), (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    unsigned long long x = xs[i];
#define STORE(expression, rule) out[at] = (unsigned long long)(expression), at += n;
    B_LONG_OPERATIONS(STORE)
#undef STORE
}
