/* Shared by the kernels on 16-bit formats: a loop over elements, and numbers as bits. */
#ifndef B_HALF_WORDS_H
#define B_HALF_WORDS_H

#include <lanewise/bfloat16.h>
#include <lanewise/half.h>

#define EACH(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

/* Bits to numbers and back, by the format's name. */
#define NUMBER(name, bits) __ushort_as_##name(bits)
#define BITS(name, x) __##name##_as_ushort(x)
#define PAIR(name, low, high) __halves2##name##2(NUMBER(name, low), NUMBER(name, high))

/* Functions: a macro would compute its argument for each half again. */
static __device__ unsigned word_of_half(__half2 v)
{
    return (unsigned)BITS(half, v.x) | (unsigned)BITS(half, v.y) << 16;
}

static __device__ unsigned word_of_bfloat16(__nv_bfloat162 v)
{
    return (unsigned)BITS(bfloat16, v.x) | (unsigned)BITS(bfloat16, v.y) << 16;
}

#define WORD(name, v) word_of_##name(v)

#endif
