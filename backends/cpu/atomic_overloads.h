/* The atomics for a C++ compiler, which checks kernel files as nvcc will read them and never makes code of them. */
#ifndef LW_CPU_ATOMIC_OVERLOADS_H
#define LW_CPU_ATOMIC_OVERLOADS_H

#include "../../emu/device.h"
#include "qualifiers.h"

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

LW_CPU_OVERLOAD_32(atomicAdd, add)
LW_CPU_OVERLOAD(atomicAdd, unsigned long long, emu_atomic_add_u64)
LW_CPU_OVERLOAD(atomicAdd, float, emu_atomic_add_f32)
LW_CPU_OVERLOAD(atomicAdd, double, emu_atomic_add_f64)
LW_CPU_OVERLOAD(atomicSub, int, lw_cpu_atomic_sub_i32)
LW_CPU_OVERLOAD(atomicSub, unsigned, lw_cpu_atomic_sub_u32)
LW_CPU_OVERLOAD_32(atomicExch, exch)
LW_CPU_OVERLOAD(atomicExch, unsigned long long, emu_atomic_exch_u64)
LW_CPU_OVERLOAD(atomicExch, float, emu_atomic_exch_f32)
LW_CPU_OVERLOAD_ALL(atomicMin, min)
LW_CPU_OVERLOAD_ALL(atomicMax, max)
LW_CPU_OVERLOAD_ALL(atomicAnd, and)
LW_CPU_OVERLOAD_ALL(atomicOr, or)
LW_CPU_OVERLOAD_ALL(atomicXor, xor)
LW_CPU_OVERLOAD(atomicInc, unsigned, emu_atomic_inc_u32)
LW_CPU_OVERLOAD(atomicDec, unsigned, emu_atomic_dec_u32)

#define LW_CPU_OVERLOAD_CAS(type, suffix)                                                                              \
    LW_CPU_INLINE type atomicCAS(type *address, type compare, type value)                                              \
    {                                                                                                                  \
        return emu_atomic_cas_##suffix(address, compare, value);                                                       \
    }
LW_CPU_OVERLOAD_CAS(int, i32)
LW_CPU_OVERLOAD_CAS(unsigned, u32)
LW_CPU_OVERLOAD_CAS(unsigned long long, u64)
LW_CPU_OVERLOAD_CAS(unsigned short, u16)

#undef LW_CPU_OVERLOAD
#undef LW_CPU_OVERLOAD_32
#undef LW_CPU_OVERLOAD_ALL
#undef LW_CPU_OVERLOAD_CAS

#endif
