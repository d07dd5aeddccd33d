/* Atomics, for CUDA's types. The _system forms are the plain ones, which are atomic for all threads of the process. */
#ifndef LANEWISE_CUDA_ATOMIC_H
#define LANEWISE_CUDA_ATOMIC_H

#define LW_CUDA_ATOMIC(name, word, type)                                                                               \
    LW_CUDA_WORD type word(type *address, type value);                                                                 \
    LW_CUDA_DEVICE type name(type *address, type value)                                                                \
    {                                                                                                                  \
        return word(address, value);                                                                                   \
    }
#define LW_CUDA_COMPARE(name, word, type)                                                                              \
    LW_CUDA_WORD type word(type *address, type compare, type value);                                                   \
    LW_CUDA_DEVICE type name(type *address, type compare, type value)                                                  \
    {                                                                                                                  \
        return word(address, compare, value);                                                                          \
    }
#define LW_CUDA_ATOMIC_32(name, word)                                                                                  \
    LW_CUDA_ATOMIC(name, word##_i32, int)                                                                              \
    LW_CUDA_ATOMIC(name, word##_u32, unsigned)
#define LW_CUDA_ATOMIC_ALL(name, word)                                                                                 \
    LW_CUDA_ATOMIC_32(name, word)                                                                                      \
    LW_CUDA_ATOMIC(name, word##_i64, long long)                                                                        \
    LW_CUDA_ATOMIC(name, word##_u64, unsigned long long)

/* `suffix`: of CUDA's name; `scope`: of the vocabulary's. */
#define LW_CUDA_ATOMICS(suffix, scope)                                                                                 \
    LW_CUDA_ATOMIC_32(atomicAdd##suffix, lw_cuda_atomic_add##scope)                                                    \
    LW_CUDA_ATOMIC(atomicAdd##suffix, lw_cuda_atomic_add##scope##_u64, unsigned long long)                             \
    LW_CUDA_ATOMIC(atomicAdd##suffix, lw_cuda_atomic_add##scope##_f32, float)                                          \
    LW_CUDA_ATOMIC(atomicAdd##suffix, lw_cuda_atomic_add##scope##_f64, double)                                         \
    LW_CUDA_ATOMIC_ALL(atomicMin##suffix, lw_cuda_atomic_min##scope)                                                   \
    LW_CUDA_ATOMIC_ALL(atomicMax##suffix, lw_cuda_atomic_max##scope)                                                   \
    LW_CUDA_ATOMIC_ALL(atomicAnd##suffix, lw_cuda_atomic_and##scope)                                                   \
    LW_CUDA_ATOMIC_ALL(atomicOr##suffix, lw_cuda_atomic_or##scope)                                                     \
    LW_CUDA_ATOMIC_ALL(atomicXor##suffix, lw_cuda_atomic_xor##scope)                                                   \
    LW_CUDA_ATOMIC_32(atomicExch##suffix, lw_cuda_atomic_exch##scope)                                                  \
    LW_CUDA_ATOMIC(atomicExch##suffix, lw_cuda_atomic_exch##scope##_u64, unsigned long long)                           \
    LW_CUDA_ATOMIC(atomicInc##suffix, lw_cuda_atomic_inc##scope##_u32, unsigned)                                       \
    LW_CUDA_ATOMIC(atomicDec##suffix, lw_cuda_atomic_dec##scope##_u32, unsigned)                                       \
    LW_CUDA_COMPARE(atomicCAS##suffix, lw_cuda_atomic_cas##scope##_i32, int)                                           \
    LW_CUDA_COMPARE(atomicCAS##suffix, lw_cuda_atomic_cas##scope##_u32, unsigned)                                      \
    LW_CUDA_COMPARE(atomicCAS##suffix, lw_cuda_atomic_cas##scope##_u64, unsigned long long)                            \
    LW_CUDA_DEVICE int atomicSub##suffix(int *address, int value)                                                      \
    {                                                                                                                  \
        return atomicAdd##suffix(address, (int)(0u - (unsigned)value));                                                \
    }                                                                                                                  \
    LW_CUDA_DEVICE unsigned atomicSub##suffix(unsigned *address, unsigned value)                                       \
    {                                                                                                                  \
        return atomicAdd##suffix(address, 0u - value);                                                                 \
    }                                                                                                                  \
    LW_CUDA_DEVICE float atomicExch##suffix(float *address, float value)                                               \
    {                                                                                                                  \
        return __uint_as_float(atomicExch##suffix((unsigned *)address, __float_as_uint(value)));                       \
    }                                                                                                                  \
    LW_CUDA_WORD void lw_cuda_atomic_add##scope##_f32_vector(float *address, const float *value, float *old,           \
                                                             unsigned count);                                          \
    LW_CUDA_DEVICE float2 atomicAdd##suffix(float2 *address, float2 value)                                             \
    {                                                                                                                  \
        float2 old;                                                                                                    \
        lw_cuda_atomic_add##scope##_f32_vector(&address->x, &value.x, &old.x, 2);                                      \
        return old;                                                                                                    \
    }                                                                                                                  \
    LW_CUDA_DEVICE float4 atomicAdd##suffix(float4 *address, float4 value)                                             \
    {                                                                                                                  \
        float4 old;                                                                                                    \
        lw_cuda_atomic_add##scope##_f32_vector(&address->x, &value.x, &old.x, 4);                                      \
        return old;                                                                                                    \
    }
LW_CUDA_ATOMICS(, )
LW_CUDA_ATOMICS(_system, )
LW_CUDA_ATOMICS(_block, _block)
LW_CUDA_COMPARE(atomicCAS, lw_cuda_atomic_cas_u16, unsigned short)
#undef LW_CUDA_ATOMICS
#undef LW_CUDA_ATOMIC_ALL
#undef LW_CUDA_ATOMIC_32
#undef LW_CUDA_COMPARE
#undef LW_CUDA_ATOMIC

#endif
