/* The atomics for a C++ compiler, which checks kernel files as nvcc reads them, and makes no code. */
#ifndef LW_CPU_ATOMIC_OVERLOADS_H
#define LW_CPU_ATOMIC_OVERLOADS_H

#include "../../../emu/device/device.h"
#include "qualifiers.h"
#include "vector_types.h"

#define LW_CPU_OVERLOAD(name, type, function)                                                                          \
    LW_CPU_INLINE type name(type *address, type value)                                                                 \
    {                                                                                                                  \
        return function(address, value);                                                                               \
    }
#define LW_CPU_OVERLOAD_32(name, operation)                                                                            \
    LW_CPU_OVERLOAD(name, int, emu_atomic_##operation##_i32)                                                           \
    LW_CPU_OVERLOAD(name, unsigned, emu_atomic_##operation##_u32)
#define LW_CPU_OVERLOAD_ALL(name, operation)                                                                           \
    LW_CPU_OVERLOAD_32(name, operation)                                                                                \
    LW_CPU_OVERLOAD(name, long long, emu_atomic_##operation##_i64)                                                     \
    LW_CPU_OVERLOAD(name, unsigned long long, emu_atomic_##operation##_u64)
#define LW_CPU_OVERLOAD_ADD(name, scope)                                                                               \
    LW_CPU_OVERLOAD_32(name, add##scope)                                                                               \
    LW_CPU_OVERLOAD(name, unsigned long long, emu_atomic_add##scope##_u64)                                             \
    LW_CPU_OVERLOAD(name, float, emu_atomic_add##scope##_f32)                                                          \
    LW_CPU_OVERLOAD(name, double, emu_atomic_add##scope##_f64)                                                         \
    LW_CPU_OVERLOAD(name, float2, lw_cpu_atomic_add##scope##_float2)                                                   \
    LW_CPU_OVERLOAD(name, float4, lw_cpu_atomic_add##scope##_float4)
LW_CPU_OVERLOAD_ADD(atomicAdd, )
LW_CPU_OVERLOAD_ADD(atomicAdd_block, _block)
LW_CPU_OVERLOAD_ADD(atomicAdd_system, )

/* Any type of 16 bytes aligned to 16, besides the overloads for words; other types have no exchange. */
template <bool wide, typename T> struct lw_cpu_wide {};
template <typename T> struct lw_cpu_wide<true, T> {
    typedef T type;
};
#define LW_CPU_WIDE(T) typename lw_cpu_wide<sizeof(T) == 16 && __alignof__(T) >= 16, T>::type
#define LW_CPU_OVERLOAD_CAS(name, scope, type, suffix)                                                                 \
    LW_CPU_INLINE type name(type *address, type compare, type value)                                                   \
    {                                                                                                                  \
        return emu_atomic_cas##scope##_##suffix(address, compare, value);                                              \
    }
#define LW_CPU_OVERLOAD_EXCHANGES(exchange, compare_exchange, scope)                                                   \
    LW_CPU_OVERLOAD_32(exchange, exch##scope)                                                                          \
    LW_CPU_OVERLOAD(exchange, unsigned long long, emu_atomic_exch##scope##_u64)                                        \
    LW_CPU_INLINE float exchange(float *address, float value)                                                          \
    {                                                                                                                  \
        float old;                                                                                                     \
        lw_cpu_atomic_exch##scope##_32(address, &value, &old);                                                         \
        return old;                                                                                                    \
    }                                                                                                                  \
    template <typename T> LW_CPU_INLINE LW_CPU_WIDE(T) exchange(T *address, T value)                                   \
    {                                                                                                                  \
        T old;                                                                                                         \
        emu_atomic_exch##scope##_128(address, &value, &old);                                                           \
        return old;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_OVERLOAD_CAS(compare_exchange, scope, int, i32)                                                             \
    LW_CPU_OVERLOAD_CAS(compare_exchange, scope, unsigned, u32)                                                        \
    LW_CPU_OVERLOAD_CAS(compare_exchange, scope, unsigned long long, u64)                                              \
    template <typename T> LW_CPU_INLINE LW_CPU_WIDE(T) compare_exchange(T *address, T compare, T value)                \
    {                                                                                                                  \
        T old;                                                                                                         \
        emu_atomic_cas##scope##_128(address, &compare, &value, &old);                                                  \
        return old;                                                                                                    \
    }
LW_CPU_OVERLOAD_EXCHANGES(atomicExch, atomicCAS, )
LW_CPU_OVERLOAD_EXCHANGES(atomicExch_block, atomicCAS_block, _block)
LW_CPU_OVERLOAD_CAS(atomicCAS, , unsigned short, u16)
#define atomicCAS_system(address, compare, value) atomicCAS(address, compare, value)

#define LW_CPU_OVERLOAD_SCOPE(scope)                                                                                   \
    LW_CPU_OVERLOAD(atomicSub##scope, int, lw_cpu_atomic_sub##scope##_i32)                                             \
    LW_CPU_OVERLOAD(atomicSub##scope, unsigned, lw_cpu_atomic_sub##scope##_u32)                                        \
    LW_CPU_OVERLOAD_ALL(atomicMin##scope, min##scope)                                                                  \
    LW_CPU_OVERLOAD_ALL(atomicMax##scope, max##scope)                                                                  \
    LW_CPU_OVERLOAD_ALL(atomicAnd##scope, and##scope)                                                                  \
    LW_CPU_OVERLOAD_ALL(atomicOr##scope, or ##scope)                                                                   \
    LW_CPU_OVERLOAD_ALL(atomicXor##scope, xor##scope)                                                                  \
    LW_CPU_OVERLOAD(atomicInc##scope, unsigned, emu_atomic_inc##scope##_u32)                                           \
    LW_CPU_OVERLOAD(atomicDec##scope, unsigned, emu_atomic_dec##scope##_u32)
LW_CPU_OVERLOAD_SCOPE()
LW_CPU_OVERLOAD_SCOPE(_block)

#undef LW_CPU_OVERLOAD
#undef LW_CPU_OVERLOAD_32
#undef LW_CPU_OVERLOAD_ALL
#undef LW_CPU_OVERLOAD_ADD
#undef LW_CPU_OVERLOAD_CAS
#undef LW_CPU_OVERLOAD_EXCHANGES
#undef LW_CPU_OVERLOAD_SCOPE
#undef LW_CPU_WIDE

#endif
