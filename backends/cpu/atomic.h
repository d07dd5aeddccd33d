/* Atomics: relaxed read-modify-writes that return the old value, by the type of the pointer as CUDA overloads them.
 *
 * A type that CUDA lacks (`long *`, `long long *` for add) does not compile here either. The _block and _system forms
 * only widen or narrow who may see tearing: the emulator's are always system-wide.
 */
#ifndef LW_CPU_ATOMIC_H
#define LW_CPU_ATOMIC_H

#include "../../emu/device.h"
#include "qualifiers.h"

LW_CPU_INLINE int lw_cpu_atomic_sub_i32(int *address, int value)
{
    return emu_atomic_add_i32(address, (int)(0u - (unsigned)value));
}

LW_CPU_INLINE unsigned lw_cpu_atomic_sub_u32(unsigned *address, unsigned value)
{
    return emu_atomic_add_u32(address, 0u - value);
}

#ifdef __cplusplus
#include "atomic_overloads.h"
#else

#define LW_CPU_I32(operation) int *: emu_atomic_##operation##_i32
#define LW_CPU_U32(operation) unsigned *: emu_atomic_##operation##_u32
#define LW_CPU_I64(operation) long long *: emu_atomic_##operation##_i64
#define LW_CPU_U64(operation) unsigned long long *: emu_atomic_##operation##_u64

#define atomicAdd(address, value)                                                                                      \
    _Generic((address), LW_CPU_I32(add), LW_CPU_U32(add), LW_CPU_U64(add), float *: emu_atomic_add_f32,                \
             double *: emu_atomic_add_f64)(address, value)
#define atomicSub(address, value)                                                                                      \
    _Generic((address), int *: lw_cpu_atomic_sub_i32, unsigned *: lw_cpu_atomic_sub_u32)(address, value)
#define atomicExch(address, value)                                                                                     \
    _Generic((address), LW_CPU_I32(exch), LW_CPU_U32(exch), LW_CPU_U64(exch), float *: emu_atomic_exch_f32)(address,   \
                                                                                                            value)
#define atomicMin(address, value)                                                                                      \
    _Generic((address), LW_CPU_I32(min), LW_CPU_U32(min), LW_CPU_I64(min), LW_CPU_U64(min))(address, value)
#define atomicMax(address, value)                                                                                      \
    _Generic((address), LW_CPU_I32(max), LW_CPU_U32(max), LW_CPU_I64(max), LW_CPU_U64(max))(address, value)
#define atomicAnd(address, value)                                                                                      \
    _Generic((address), LW_CPU_I32(and), LW_CPU_U32(and), LW_CPU_I64(and), LW_CPU_U64(and))(address, value)
#define atomicOr(address, value)                                                                                       \
    _Generic((address), LW_CPU_I32(or), LW_CPU_U32(or), LW_CPU_I64(or), LW_CPU_U64(or))(address, value)
#define atomicXor(address, value)                                                                                      \
    _Generic((address), LW_CPU_I32(xor), LW_CPU_U32(xor), LW_CPU_I64(xor), LW_CPU_U64(xor))(address, value)
#define atomicCAS(address, compare, value)                                                                             \
    _Generic((address), LW_CPU_I32(cas), LW_CPU_U32(cas), LW_CPU_U64(cas), unsigned short *: emu_atomic_cas_u16)(      \
        address, compare, value)
#define atomicInc(address, limit) _Generic((address), unsigned *: emu_atomic_inc_u32)(address, limit)
#define atomicDec(address, limit) _Generic((address), unsigned *: emu_atomic_dec_u32)(address, limit)

#endif

#define atomicAdd_block(address, value) atomicAdd(address, value)
#define atomicAdd_system(address, value) atomicAdd(address, value)
#define atomicSub_block(address, value) atomicSub(address, value)
#define atomicSub_system(address, value) atomicSub(address, value)
#define atomicExch_block(address, value) atomicExch(address, value)
#define atomicExch_system(address, value) atomicExch(address, value)
#define atomicMin_block(address, value) atomicMin(address, value)
#define atomicMin_system(address, value) atomicMin(address, value)
#define atomicMax_block(address, value) atomicMax(address, value)
#define atomicMax_system(address, value) atomicMax(address, value)
#define atomicAnd_block(address, value) atomicAnd(address, value)
#define atomicAnd_system(address, value) atomicAnd(address, value)
#define atomicOr_block(address, value) atomicOr(address, value)
#define atomicOr_system(address, value) atomicOr(address, value)
#define atomicXor_block(address, value) atomicXor(address, value)
#define atomicXor_system(address, value) atomicXor(address, value)
#define atomicCAS_block(address, compare, value) atomicCAS(address, compare, value)
#define atomicCAS_system(address, compare, value) atomicCAS(address, compare, value)
#define atomicInc_block(address, limit) atomicInc(address, limit)
#define atomicInc_system(address, limit) atomicInc(address, limit)
#define atomicDec_block(address, limit) atomicDec(address, limit)
#define atomicDec_system(address, limit) atomicDec(address, limit)

#endif
