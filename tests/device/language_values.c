#include <lanewise/kernel.h>

#include "language_values.h"

#define STORE_SIZE(expression, expected) out[n++] = sizeof(expression);
#define STORE_VALUE(expression, expected) out[n++] = (double)(expression);
#define STORE_BITS(expression, expected) out[n++] = (unsigned long long)(expression);

LW_KERNEL(language_sizes, (language_inputs, in), (double *, out))
{
    int n = 0;
    if (threadIdx.x == 0) {
        LANGUAGE_SIZES(STORE_SIZE)
    }
}

LW_KERNEL(language_exact_values, (language_inputs, in), (double *, out))
{
    int n = 0;
    if (threadIdx.x == 0) {
        LANGUAGE_VALUES(STORE_VALUE)
    }
}

LW_KERNEL(language_bit_values, (language_inputs, in), (unsigned long long *, out))
{
    int n = 0;
    if (threadIdx.x == 0) {
        LANGUAGE_BITS(STORE_BITS)
    }
}
