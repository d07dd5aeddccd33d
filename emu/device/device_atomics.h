/* The list of atomics on one number. EMU_ATOMICS(ATOMIC, EXCHANGE, COMPARE) expands to ATOMIC(name, suffix, type,
 * scope) for each, except EXCHANGE() for an exchange and COMPARE() for a compare and exchange. */
#ifndef EMU_DEVICE_ATOMICS_H
#define EMU_DEVICE_ATOMICS_H

#define EMU_ATOMIC_SCOPES(ATOMIC, name, suffix, type)                                                                  \
    ATOMIC(name, suffix, type, EMU_SCOPE_SYSTEM)                                                                       \
    ATOMIC(name##_block, suffix, type, EMU_SCOPE_BLOCK)
/* clang-format off */
#define EMU_ATOMIC_INTEGER(ATOMIC, EXCHANGE, COMPARE, suffix, type)                                                    \
    EMU_ATOMIC_SCOPES(ATOMIC, add, suffix, type)                                                                       \
    EMU_ATOMIC_SCOPES(EXCHANGE, exch, suffix, type)                                                                    \
    EMU_ATOMIC_SCOPES(ATOMIC, min, suffix, type)                                                                       \
    EMU_ATOMIC_SCOPES(ATOMIC, max, suffix, type)                                                                       \
    EMU_ATOMIC_SCOPES(ATOMIC, and, suffix, type)                                                                       \
    EMU_ATOMIC_SCOPES(ATOMIC, or, suffix, type)                                                                        \
    EMU_ATOMIC_SCOPES(ATOMIC, xor, suffix, type)                                                                       \
    EMU_ATOMIC_SCOPES(COMPARE, cas, suffix, type)
/* clang-format on */
#define EMU_ATOMICS(ATOMIC, EXCHANGE, COMPARE)                                                                         \
    EMU_ATOMIC_INTEGER(ATOMIC, EXCHANGE, COMPARE, i32, int)                                                            \
    EMU_ATOMIC_INTEGER(ATOMIC, EXCHANGE, COMPARE, u32, unsigned)                                                       \
    EMU_ATOMIC_INTEGER(ATOMIC, EXCHANGE, COMPARE, i64, long long)                                                      \
    EMU_ATOMIC_INTEGER(ATOMIC, EXCHANGE, COMPARE, u64, unsigned long long)                                             \
    COMPARE(cas, u16, unsigned short, EMU_SCOPE_SYSTEM)                                                                \
    EMU_ATOMIC_SCOPES(ATOMIC, inc, u32, unsigned) /* the value: the limit */                                           \
    EMU_ATOMIC_SCOPES(ATOMIC, dec, u32, unsigned)                                                                      \
    EMU_ATOMIC_SCOPES(ATOMIC, add, f32, float) /* global memory flushes denormals to zero, shared keeps them */        \
    EMU_ATOMIC_SCOPES(ATOMIC, add, f64, double)

#endif
