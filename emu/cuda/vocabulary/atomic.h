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

#endif
