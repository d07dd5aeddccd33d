#include <lanewise/kernel.h>

#include "values.h"

#define STORE_SIZE(expression, expected) out[n++] = sizeof(expression);
#define STORE_VALUE(expression, expected) out[n++] = (double)(expression);
#define STORE_BITS(expression, expected) out[n++] = (unsigned long long)(expression);

/* Twice the sine and once the cosine, as doubles of a float and as floats of a double: the pointers choose. */
#define SINE_AND_COSINE(name, function, from, to)                                                                      \
    static __device__ to name(from x)                                                                                  \
    {                                                                                                                  \
        to sine = 5, cosine = 5;                                                                                       \
        function(x, &sine, &cosine);                                                                                   \
        return 2 * sine + cosine;                                                                                      \
    }
SINE_AND_COSINE(radians_of_float, sincos, float, double)
SINE_AND_COSINE(radians_of_double, sincos, double, float)
SINE_AND_COSINE(turns_of_float, sincospi, float, double)
SINE_AND_COSINE(turns_of_double, sincospi, double, float)

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
