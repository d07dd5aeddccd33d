/* What every printed kernel begins and ends with. */
#ifndef RANDOM_KERNEL_H
#define RANDOM_KERNEL_H

#include <lanewise/kernel.h>

#include "program.h"

/* Where the block's words lie, its elements, how its lanes are numbered, how many they are, then the rest. */
#define STATIC() LW_SHARED(unsigned, words, [RANDOM_MAX_LANES])
#define DYNAMIC() LW_DYNAMIC_SHARED(unsigned, words)
#define ELEMENTS(type) LW_SHARED(type, elements, [RANDOM_MAX_LANES])
#define ROW() unsigned thread = threadIdx.x
#define BOX() unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
#define LANES(count) unsigned lanes = count

/* The variables, the accumulators at their starts, and the mask of the lanes that the warp has. */
#define BEGIN()                                                                                                        \
    LW_SHARED(unsigned, sums, [RANDOM_ACCUMULATORS]);                                                                  \
    LW_SHARED(unsigned, queue, [RANDOM_MAX_LANES]);                                                                    \
    LW_SHARED(unsigned, queued, [1]);                                                                                  \
    unsigned there = lanes - thread / 32 * 32, m0 = there < 32 ? (1u << there) - 1 : ~0u;                              \
    unsigned v0 = thread, v1 = in[thread % RANDOM_INPUTS], v2 = blockIdx.x, v3 = 1, v4 = thread * 7, v5 = 0;           \
    unsigned local[RANDOM_LOCALS];                                                                                     \
    for (unsigned i = 0; i < RANDOM_LOCALS; i++)                                                                       \
        local[i] = thread + i;                                                                                         \
    words[thread] = thread;                                                                                            \
    elements[thread] = 0;                                                                                              \
    if (thread == 0) {                                                                                                 \
        for (int i = 0; i < RANDOM_ACCUMULATORS; i++)                                                                  \
            sums[i] = i % RANDOM_OPERATIONS == RANDOM_MIN || i % RANDOM_OPERATIONS == RANDOM_AND ? ~0u : 0;            \
        queued[0] = 0;                                                                                                 \
    }                                                                                                                  \
    (void)m0, (void)local, (void)queue;                                                                                \
    __syncthreads()

#define STORE()                                                                                                        \
    do {                                                                                                               \
        unsigned *to = out + (blockIdx.x * lanes + thread) * RANDOM_VARIABLES;                                         \
        to[0] = v0, to[1] = v1, to[2] = v2, to[3] = v3, to[4] = v4, to[5] = v5;                                        \
    } while (0)

__device__ static inline unsigned divide(unsigned a, unsigned b)
{
    return a / (b | 1);
}

__device__ static inline unsigned rest(unsigned a, unsigned b)
{
    return a % (b | 1);
}

__device__ static inline unsigned left(unsigned a, unsigned b)
{
    return a << b % 32;
}

__device__ static inline unsigned right(unsigned a, unsigned b)
{
    return a >> b % 32;
}

/* Elements of each type, from a word and to a word. Sums of as many as a block has lanes are exact. */
#define ELEMENT(name, type, element, word)                                                                             \
    typedef type name;                                                                                                 \
    __device__ static inline type name##_of(unsigned from)                                                             \
    {                                                                                                                  \
        return element;                                                                                                \
    }                                                                                                                  \
    __device__ static inline unsigned of_##name(type from)                                                             \
    {                                                                                                                  \
        return word;                                                                                                   \
    }
ELEMENT(word, unsigned, from, from)
ELEMENT(byte, unsigned char, (unsigned char)from, from)
ELEMENT(number, int, (int)(from % 0x100000u) - 0x80000, (unsigned)from)
ELEMENT(real, float, (float)((int)(from % 0x1000u) - 0x800), (unsigned)(int)from)
ELEMENT(wide, long long, (long long)(int)from * 0x10001, (unsigned)(from ^ from >> 32))

/* Shuffles whose source takes part: a lane whose source would not reads itself. */
__device__ static inline unsigned shuffle(unsigned lane, unsigned mask, unsigned value, unsigned operand, int width)
{
    unsigned first = lane & ~((unsigned)width - 1);
    unsigned source = first | (operand & ((unsigned)width - 1));
    return __shfl_sync(mask, value, mask >> source & 1 ? (int)operand : (int)lane, width);
}

__device__ static inline unsigned shuffle_up(unsigned lane, unsigned mask, unsigned value, unsigned operand, int width)
{
    unsigned first = lane & ~((unsigned)width - 1), delta = operand % 32;
    bool there = lane < first + delta || (mask >> (lane - delta) & 1);
    return __shfl_up_sync(mask, value, there ? delta : 0, width);
}

__device__ static inline unsigned shuffle_down(unsigned lane, unsigned mask, unsigned value, unsigned operand,
                                               int width)
{
    unsigned last = lane | ((unsigned)width - 1), delta = operand % 32;
    bool there = lane + delta > last || (mask >> (lane + delta) & 1);
    return __shfl_down_sync(mask, value, there ? delta : 0, width);
}

__device__ static inline unsigned shuffle_xor(unsigned lane, unsigned mask, unsigned value, unsigned operand, int width)
{
    unsigned last = lane | ((unsigned)width - 1), bits = operand % 32;
    bool there = (lane ^ bits) > last || (mask >> (lane ^ bits) & 1);
    return __shfl_xor_sync(mask, value, there ? (int)bits : 0, width);
}

#endif
