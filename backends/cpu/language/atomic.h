/* Atomics: relaxed read-modify-write operations that return the old value. The pointer's type chooses the function, as
 * CUDA's overloads do.
 *
 * A type that CUDA lacks (`long *`, `long long *` for add) does not compile here either. The _system forms are the
 * plain ones, which are atomic for all threads of the process. The _block forms are atomic for the threads of one
 * block.
 */
#ifndef LW_CPU_ATOMIC_H
#define LW_CPU_ATOMIC_H

#include "../../../emu/device/device.h"
#include "half_hooks.h"
#include "qualifiers.h"
#include "refusal.h"
#include "vector_types.h"

#define LW_CPU_ATOMICS(scope)                                                                                          \
    LW_CPU_INLINE int lw_cpu_atomic_sub##scope##_i32(int *address, int value)                                          \
    {                                                                                                                  \
        return emu_atomic_add##scope##_i32(address, (int)(0u - (unsigned)value));                                      \
    }                                                                                                                  \
    LW_CPU_INLINE unsigned lw_cpu_atomic_sub##scope##_u32(unsigned *address, unsigned value)                           \
    {                                                                                                                  \
        return emu_atomic_add##scope##_u32(address, 0u - value);                                                       \
    }                                                                                                                  \
    LW_CPU_INLINE float2 lw_cpu_atomic_add##scope##_float2(float2 *address, float2 value)                              \
    {                                                                                                                  \
        float2 old;                                                                                                    \
        emu_atomic_add##scope##_f32_vector(&address->x, &value.x, &old.x, 2);                                          \
        return old;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_INLINE float4 lw_cpu_atomic_add##scope##_float4(float4 *address, float4 value)                              \
    {                                                                                                                  \
        float4 old;                                                                                                    \
        emu_atomic_add##scope##_f32_vector(&address->x, &value.x, &old.x, 4);                                          \
        return old;                                                                                                    \
    }                                                                                                                  \
    LW_CPU_EXCHANGES(scope, 32, u32, unsigned)                                                                         \
    LW_CPU_EXCHANGES(scope, 64, u64, unsigned long long)
/* Exchanges depend on the width only: they get pointers to the values' bits. */
#define LW_CPU_EXCHANGES(scope, bits, suffix, type)                                                                    \
    LW_CPU_INLINE void lw_cpu_atomic_exch##scope##_##bits(void *address, const void *value, void *old)                 \
    {                                                                                                                  \
        type next, before;                                                                                             \
        __builtin_memcpy(&next, value, sizeof next);                                                                   \
        before = emu_atomic_exch##scope##_##suffix((type *)address, next);                                             \
        __builtin_memcpy(old, &before, sizeof before);                                                                 \
    }                                                                                                                  \
    LW_CPU_COMPARES(scope, bits, suffix, type)
#define LW_CPU_COMPARES(scope, bits, suffix, type)                                                                     \
    LW_CPU_INLINE void lw_cpu_atomic_cas##scope##_##bits(void *address, const void *compare, const void *value,        \
                                                         void *old)                                                    \
    {                                                                                                                  \
        type expected, next, before;                                                                                   \
        __builtin_memcpy(&expected, compare, sizeof expected);                                                         \
        __builtin_memcpy(&next, value, sizeof next);                                                                   \
        before = emu_atomic_cas##scope##_##suffix((type *)address, expected, next);                                    \
        __builtin_memcpy(old, &before, sizeof before);                                                                 \
    }
LW_CPU_ATOMICS()
LW_CPU_ATOMICS(_block)
LW_CPU_COMPARES(, 16, u16, unsigned short)
#undef LW_CPU_ATOMICS
#undef LW_CPU_EXCHANGES
#undef LW_CPU_COMPARES

#ifdef __cplusplus
#include "atomic_overloads.h"
#else

#define LW_CPU_I32(operation) int * : emu_atomic_##operation##_i32
#define LW_CPU_U32(operation) unsigned * : emu_atomic_##operation##_u32
#define LW_CPU_I64(operation) long long * : emu_atomic_##operation##_i64
#define LW_CPU_U64(operation) unsigned long long * : emu_atomic_##operation##_u64
LW_CPU_REFUSAL(int, lw_atomic_takes_int_unsigned_long_long_or_unsigned_long_long)
LW_CPU_REFUSAL(int, lw_atomicAdd_takes_int_unsigned_unsigned_long_long_float_double_float2_or_float4)
LW_CPU_REFUSAL(int, lw_atomicSub_takes_int_or_unsigned)
LW_CPU_REFUSAL(int, lw_atomicInc_and_atomicDec_take_unsigned)
#define LW_CPU_OTHER_ADD lw_atomicAdd_takes_int_unsigned_unsigned_long_long_float_double_float2_or_float4
#define LW_CPU_INTEGER(operation, address, value)                                                                      \
    _Generic((address),                                                                                                \
        LW_CPU_I32(operation),                                                                                         \
        LW_CPU_U32(operation),                                                                                         \
        LW_CPU_I64(operation),                                                                                         \
        LW_CPU_U64(operation),                                                                                         \
        default: lw_atomic_takes_int_unsigned_long_long_or_unsigned_long_long)(address, value)

#define atomicAdd(address, value)                                                                                      \
    _Generic((address),                                                                                                \
        LW_CPU_I32(add),                                                                                               \
        LW_CPU_U32(add),                                                                                               \
        LW_CPU_U64(add),                                                                                               \
        float *: emu_atomic_add_f32,                                                                                   \
        double *: emu_atomic_add_f64,                                                                                  \
        float2 *: lw_cpu_atomic_add_float2,                                                                            \
        float4 *: lw_cpu_atomic_add_float4 LW_CPU_IF_HALF(, __half * : lw_cpu_half_atomic_add,                         \
                                                          __half2 * : lw_cpu_half_atomic_add_pair)                     \
            LW_CPU_IF_BFLOAT16(, __nv_bfloat16 * : lw_cpu_bfloat16_atomic_add,                                         \
                               __nv_bfloat162 * : lw_cpu_bfloat16_atomic_add_pair),                                    \
        default: LW_CPU_OTHER_ADD)(address, value)
#define atomicAdd_block(address, value)                                                                                \
    _Generic((address),                                                                                                \
        LW_CPU_I32(add_block),                                                                                         \
        LW_CPU_U32(add_block),                                                                                         \
        LW_CPU_U64(add_block),                                                                                         \
        float *: emu_atomic_add_block_f32,                                                                             \
        double *: emu_atomic_add_block_f64,                                                                            \
        float2 *: lw_cpu_atomic_add_block_float2,                                                                      \
        float4 *: lw_cpu_atomic_add_block_float4,                                                                      \
        default: LW_CPU_OTHER_ADD)(address, value)
#define atomicAdd_system(address, value)                                                                               \
    _Generic((address),                                                                                                \
        LW_CPU_I32(add),                                                                                               \
        LW_CPU_U32(add),                                                                                               \
        LW_CPU_U64(add),                                                                                               \
        float *: emu_atomic_add_f32,                                                                                   \
        double *: emu_atomic_add_f64,                                                                                  \
        float2 *: lw_cpu_atomic_add_float2,                                                                            \
        float4 *: lw_cpu_atomic_add_float4,                                                                            \
        default: LW_CPU_OTHER_ADD)(address, value)

#define atomicSub(address, value)                                                                                      \
    _Generic((address),                                                                                                \
        int *: lw_cpu_atomic_sub_i32,                                                                                  \
        unsigned *: lw_cpu_atomic_sub_u32,                                                                             \
        default: lw_atomicSub_takes_int_or_unsigned)(address, value)
#define atomicSub_block(address, value)                                                                                \
    _Generic((address),                                                                                                \
        int *: lw_cpu_atomic_sub_block_i32,                                                                            \
        unsigned *: lw_cpu_atomic_sub_block_u32,                                                                       \
        default: lw_atomicSub_takes_int_or_unsigned)(address, value)
#define atomicMin(address, value) LW_CPU_INTEGER(min, address, value)
#define atomicMin_block(address, value) LW_CPU_INTEGER(min_block, address, value)
#define atomicMax(address, value) LW_CPU_INTEGER(max, address, value)
#define atomicMax_block(address, value) LW_CPU_INTEGER(max_block, address, value)
#define atomicAnd(address, value) LW_CPU_INTEGER(and, address, value)
#define atomicAnd_block(address, value) LW_CPU_INTEGER(and_block, address, value)
#define atomicOr(address, value) LW_CPU_INTEGER(or, address, value)
#define atomicOr_block(address, value) LW_CPU_INTEGER(or_block, address, value)
#define atomicXor(address, value) LW_CPU_INTEGER(xor, address, value)
#define atomicXor_block(address, value) LW_CPU_INTEGER(xor_block, address, value)
#define LW_CPU_COUNTER(operation, address, limit)                                                                      \
    _Generic((address), LW_CPU_U32(operation), default: lw_atomicInc_and_atomicDec_take_unsigned)(address, limit)
#define atomicInc(address, limit) LW_CPU_COUNTER(inc, address, limit)
#define atomicInc_block(address, limit) LW_CPU_COUNTER(inc_block, address, limit)
#define atomicDec(address, limit) LW_CPU_COUNTER(dec, address, limit)
#define atomicDec_block(address, limit) LW_CPU_COUNTER(dec_block, address, limit)

/* Besides the named types, any type of 16 bytes aligned to 16, as in CUDA's templates for compute capability 9.0. */
#define LW_CPU_IS_WIDE(address) (sizeof(*(address)) == 16 && __alignof__(*(address)) >= 16 ? 1 : 0)
#define LW_CPU_EXCHANGE(scope, address, value)                                                                         \
    __extension__({                                                                                                    \
        _Static_assert(_Generic((address),                                                                             \
                           int *: 1,                                                                                   \
                           unsigned *: 1,                                                                              \
                           unsigned long long *: 1,                                                                    \
                           float *: 1,                                                                                 \
                           default: LW_CPU_IS_WIDE(address)),                                                          \
                       "atomicExch takes int, unsigned, unsigned long long, float, or 16 bytes aligned to 16");        \
        __typeof__(address) lw__address = (address);                                                                   \
        __typeof__(*(address)) lw__value = (value), lw__old;                                                           \
        _Generic((address),                                                                                            \
            int *: lw_cpu_atomic_exch##scope##_32,                                                                     \
            unsigned *: lw_cpu_atomic_exch##scope##_32,                                                                \
            float *: lw_cpu_atomic_exch##scope##_32,                                                                   \
            unsigned long long *: lw_cpu_atomic_exch##scope##_64,                                                      \
            default: emu_atomic_exch##scope##_128)(lw__address, &lw__value, &lw__old);                                 \
        lw__old;                                                                                                       \
    })
#define LW_CPU_COMPARE(scope, short_types, short_choice, address, compare, value)                                      \
    __extension__({                                                                                                    \
        _Static_assert(_Generic((address),                                                                             \
                           int *: 1,                                                                                   \
                           unsigned *: 1,                                                                              \
                           unsigned long long *: 1,                                                                    \
                           short_types default: LW_CPU_IS_WIDE(address)),                                              \
                       "atomicCAS takes int, unsigned, unsigned long long, unsigned short (of no _block or _system "   \
                       "form), or 16 bytes aligned to 16");                                                            \
        __typeof__(address) lw__address = (address);                                                                   \
        __typeof__(*(address)) lw__compare = (compare), lw__value = (value), lw__old;                                  \
        _Generic((address),                                                                                            \
            int *: lw_cpu_atomic_cas##scope##_32,                                                                      \
            unsigned *: lw_cpu_atomic_cas##scope##_32,                                                                 \
            unsigned long long *: lw_cpu_atomic_cas##scope##_64,                                                       \
            short_choice default: emu_atomic_cas##scope##_128)(lw__address, &lw__compare, &lw__value, &lw__old);       \
        lw__old;                                                                                                       \
    })
#define LW_CPU_ARGUMENTS(...) __VA_ARGS__,
#define atomicExch(address, value) LW_CPU_EXCHANGE(, address, value)
#define atomicExch_block(address, value) LW_CPU_EXCHANGE(_block, address, value)
#define atomicCAS(address, compare, value)                                                                             \
    LW_CPU_COMPARE(, LW_CPU_ARGUMENTS(unsigned short * : 1),                                                           \
                   LW_CPU_ARGUMENTS(unsigned short * : lw_cpu_atomic_cas_16), address, compare, value)
#define atomicCAS_block(address, compare, value) LW_CPU_COMPARE(_block, , , address, compare, value)
#define atomicCAS_system(address, compare, value) LW_CPU_COMPARE(, , , address, compare, value)

#endif

#define atomicSub_system(address, value) atomicSub(address, value)
#define atomicExch_system(address, value) atomicExch(address, value)
#define atomicMin_system(address, value) atomicMin(address, value)
#define atomicMax_system(address, value) atomicMax(address, value)
#define atomicAnd_system(address, value) atomicAnd(address, value)
#define atomicOr_system(address, value) atomicOr(address, value)
#define atomicXor_system(address, value) atomicXor(address, value)
#define atomicInc_system(address, limit) atomicInc(address, limit)
#define atomicDec_system(address, limit) atomicDec(address, limit)

#endif
