/* Atomics, by operation and type: lw_cuda_atomic_add_i32() and its kin. */
#ifndef VOCABULARY_ATOMIC_H
#define VOCABULARY_ATOMIC_H

#include "vocabulary.h"

#define ATOMIC(name, suffix, type, scope)                                                                              \
    WORD type lw_cuda_atomic_##name##_##suffix(type *address, type value)                                              \
    {                                                                                                                  \
        return emu_atomic_##name##_##suffix(address, value);                                                           \
    }
#define COMPARE(name, suffix, type, scope)                                                                             \
    WORD type lw_cuda_atomic_##name##_##suffix(type *address, type compare, type value)                                \
    {                                                                                                                  \
        return emu_atomic_##name##_##suffix(address, compare, value);                                                  \
    }
EMU_ATOMICS(ATOMIC, ATOMIC, COMPARE)
#undef ATOMIC
#undef COMPARE

#define VECTOR(name, word)                                                                                             \
    WORD void lw_cuda_atomic_##name##_f32_vector(float *address, const float *value, float *old, unsigned count)       \
    {                                                                                                                  \
        word(address, value, old, count);                                                                              \
    }
VECTOR(add, emu_atomic_add_f32_vector)
VECTOR(add_block, emu_atomic_add_block_f32_vector)
#undef VECTOR

/* 16-bit formats, as bits. */
#define SIXTEEN(suffix, type, own)                                                                                     \
    WORD unsigned short lw_cuda_atomic_add_##suffix(unsigned short *address, unsigned short bits)                      \
    {                                                                                                                  \
        type value = {bits};                                                                                           \
        return own##_atomic_add((type *)address, value).__x;                                                           \
    }                                                                                                                  \
    WORD unsigned lw_cuda_atomic_add_##suffix##_pair(unsigned *address, unsigned bits)                                 \
    {                                                                                                                  \
        type low = {(unsigned short)bits}, high = {(unsigned short)(bits >> 16)};                                      \
        type##2 old = own##_atomic_add_pair((type##2 *)address, own##_pair(low, high));                                \
        return old.x.__x | (unsigned)old.y.__x << 16;                                                                  \
    }
SIXTEEN(f16, __half, lw_cpu_half)
SIXTEEN(bf16, __nv_bfloat16, lw_cpu_bfloat16)
#undef SIXTEEN

#endif
