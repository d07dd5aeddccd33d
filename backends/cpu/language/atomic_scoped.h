/* CUDA's atomics with an order and a scope, __nv_atomic_...(): the C form of cuda::atomic_ref.
 *
 * The emulator orders more than requested: an operation that is not relaxed is sequentially consistent, and every scope
 * is the whole process. Checked mode knows what was requested. The scope is optional, as in CUDA. The types are CUDA's:
 * sums of 32 bits, of unsigned 64 bits, of float and double; other arithmetic of integers of 32 and 64 bits; the _n forms
 * of integers; loads, stores and exchanges of any type of the right size.
 */
#ifndef LW_CPU_ATOMIC_SCOPED_H
#define LW_CPU_ATOMIC_SCOPED_H

#include "../../../api/lanewise/preprocessor.h"
#include "../../../emu/device/device.h"
#include "qualifiers.h"
#include "refusal.h"

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

LW_CPU_INLINE void __nv_atomic_thread_fence(int order, int scope)
{
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD)
        return;
    if (scope == __NV_THREAD_SCOPE_BLOCK)
        emu_threadfence_block();
    else
        emu_threadfence_system();
}

/* Values of 16 bytes aligned to 16, passed by address. */
#define __u128AtomicCAS(address, compare, value, old) emu_atomic_cas_128(address, compare, value, old)
#define __u128AtomicCAS_block(address, compare, value, old) emu_atomic_cas_block_128(address, compare, value, old)
#define __u128AtomicCAS_system(address, compare, value, old) emu_atomic_cas_128(address, compare, value, old)
#define __u128AtomicExch(address, value, old) emu_atomic_exch_128(address, value, old)
#define __u128AtomicExch_block(address, value, old) emu_atomic_exch_block_128(address, value, old)
#define __u128AtomicExch_system(address, value, old) emu_atomic_exch_128(address, value, old)

#ifdef __cplusplus
#include "atomic_scoped_overloads.h"
#else

/* long is 64 bits wide, but is another type than long long. */
#define LW_CPU_LONG(operation, type, suffix, wide)                                                                     \
    LW_CPU_INLINE type lw_cpu_atomic_##operation##_##suffix(type *address, type value)                                 \
    {                                                                                                                  \
        return (type)emu_atomic_##operation##_##wide((void *)address, value);                                          \
    }
#define LW_CPU_LONGS(operation)                                                                                        \
    LW_CPU_LONG(operation, long, l, i64)                                                                               \
    LW_CPU_LONG(operation, unsigned long, ul, u64)
LW_CPU_LONG(add, unsigned long, ul, u64)
LW_CPU_LONGS(min)
LW_CPU_LONGS(max)
LW_CPU_LONGS(and)
LW_CPU_LONGS(or)
LW_CPU_LONGS(xor)
#undef LW_CPU_LONG
#undef LW_CPU_LONGS

/* The scope is the last argument, or the system. */
#define LW_CPU_ATOMIC_SCOPE(...) LW_PP_SECOND(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM)
#define LW_CPU_ATOMIC_SCOPE_OF_TWO(success, ...) LW_CPU_ATOMIC_SCOPE(__VA_ARGS__)

/* Checked mode gets the order and scope of the atomic that follows. */
#ifdef LW_CPU_CHECKED
#define LW_CPU_NEXT_ATOMIC(order, failure, scope) emu_checked_next_atomic(order, failure, scope)
#define LW_CPU_FENCE_UNLESS_RELAXED(order) (void)(order)
#else
#define LW_CPU_NEXT_ATOMIC(order, failure, scope) ((void)(order), (void)(failure), (void)(scope))
#define LW_CPU_FENCE_UNLESS_RELAXED(order)                                                                             \
    do {                                                                                                               \
        if ((order) != __NV_ATOMIC_RELAXED)                                                                            \
            emu_threadfence_system();                                                                                  \
    } while (0)
#endif

/* operation(address, value), with fences before and after it unless the order is relaxed. */
#define LW_CPU_ORDERED(operation, address, value, order, scope)                                                        \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        __typeof__(*lw__address) lw__value = (value);                                                                  \
        int lw__order = (order);                                                                                       \
        LW_CPU_FENCE_UNLESS_RELAXED(lw__order);                                                                        \
        LW_CPU_NEXT_ATOMIC(lw__order, lw__order, scope);                                                               \
        __typeof__(lw__value) lw__old = operation(lw__address, lw__value);                                             \
        LW_CPU_FENCE_UNLESS_RELAXED(lw__order);                                                                        \
        lw__old;                                                                                                       \
    })
LW_CPU_REFUSAL(int, lw_nv_atomic_takes_integers_of_4_or_8_bytes)
LW_CPU_REFUSAL(int, lw_nv_atomic_fetch_add_takes_int_unsigned_unsigned_of_8_bytes_float_or_double)
#define LW_CPU_FETCH(operation, address, value)                                                                        \
    _Generic((address),                                                                                                \
        int *: emu_atomic_##operation##_i32,                                                                           \
        unsigned *: emu_atomic_##operation##_u32,                                                                      \
        long *: lw_cpu_atomic_##operation##_l,                                                                         \
        unsigned long *: lw_cpu_atomic_##operation##_ul,                                                               \
        long long *: emu_atomic_##operation##_i64,                                                                     \
        unsigned long long *: emu_atomic_##operation##_u64,                                                            \
        default: lw_nv_atomic_takes_integers_of_4_or_8_bytes)(address, value)
#define LW_CPU_FETCH_ADD(address, value)                                                                               \
    _Generic((address),                                                                                                \
        int *: emu_atomic_add_i32,                                                                                     \
        unsigned *: emu_atomic_add_u32,                                                                                \
        unsigned long *: lw_cpu_atomic_add_ul,                                                                         \
        unsigned long long *: emu_atomic_add_u64,                                                                      \
        float *: emu_atomic_add_f32,                                                                                   \
        double *: emu_atomic_add_f64,                                                                                  \
        default: lw_nv_atomic_fetch_add_takes_int_unsigned_unsigned_of_8_bytes_float_or_double)(address, value)

#define LW_CPU_FETCH_MIN(address, value) LW_CPU_FETCH(min, address, value)
#define LW_CPU_FETCH_MAX(address, value) LW_CPU_FETCH(max, address, value)
#define LW_CPU_FETCH_AND(address, value) LW_CPU_FETCH(and, address, value)
#define LW_CPU_FETCH_OR(address, value) LW_CPU_FETCH(or, address, value)
#define LW_CPU_FETCH_XOR(address, value) LW_CPU_FETCH(xor, address, value)

#define LW_CPU_FETCH_ORDERED(operation, address, value, ...)                                                           \
    LW_CPU_ORDERED(operation, address, value, LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_add(address, value, ...) LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_ADD, address, value, __VA_ARGS__)
/* Converts the value to the word's type, so that an unsigned one wraps. */
#define __nv_atomic_fetch_sub(address, value, ...)                                                                     \
    LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_ADD, address, -(__typeof__(*(address)))(value), __VA_ARGS__)
#define __nv_atomic_fetch_min(address, value, ...) LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_MIN, address, value, __VA_ARGS__)
#define __nv_atomic_fetch_max(address, value, ...) LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_MAX, address, value, __VA_ARGS__)
#define __nv_atomic_fetch_and(address, value, ...) LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_AND, address, value, __VA_ARGS__)
#define __nv_atomic_fetch_or(address, value, ...) LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_OR, address, value, __VA_ARGS__)
#define __nv_atomic_fetch_xor(address, value, ...) LW_CPU_FETCH_ORDERED(LW_CPU_FETCH_XOR, address, value, __VA_ARGS__)

/* Loads, stores and exchanges depend on the size; `least` is the smallest. */
#define LW_CPU_SIZED(what, address, least)                                                                             \
    _Static_assert(sizeof(*(address)) >= (least) && sizeof(*(address)) <= 16 &&                                        \
                       (sizeof(*(address)) & (sizeof(*(address)) - 1)) == 0,                                           \
                   what " takes " #least " to 16 bytes, a power of two")
#define LW_CPU_INTEGERS_ONLY(what, address)                                                                            \
    _Static_assert(_Generic(*(address),                                                                                \
                       char: 1,                                                                                        \
                       signed char: 1,                                                                                 \
                       unsigned char: 1,                                                                               \
                       short: 1,                                                                                       \
                       unsigned short: 1,                                                                              \
                       int: 1,                                                                                         \
                       unsigned: 1,                                                                                    \
                       long: 1,                                                                                        \
                       unsigned long: 1,                                                                               \
                       long long: 1,                                                                                   \
                       unsigned long long: 1,                                                                          \
                       bool: 1,                                                                                        \
                       default: 0),                                                                                    \
                   what " takes integers; the form without _n takes anything")

#define __nv_atomic_load(address, result, ...)                                                                         \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_SIZED("__nv_atomic_load", address, 1);                                                                  \
        __typeof__(*(address)) *lw__result = (result);                                                                 \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__));      \
        emu_atomic_load(lw__address, lw__result, sizeof *lw__result);                                                  \
    })
#define __nv_atomic_load_n(address, ...)                                                                               \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_INTEGERS_ONLY("__nv_atomic_load_n", address);                                                           \
        __typeof__(*(address)) lw__value;                                                                              \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__));      \
        emu_atomic_load(lw__address, &lw__value, sizeof lw__value);                                                    \
        lw__value;                                                                                                     \
    })
#define __nv_atomic_store(address, value, ...)                                                                         \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_SIZED("__nv_atomic_store", address, 1);                                                                 \
        const __typeof__(*(address)) *lw__value = (value);                                                             \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__));      \
        emu_atomic_store(lw__address, lw__value, sizeof *lw__value);                                                   \
    })
#define __nv_atomic_store_n(address, value, ...)                                                                       \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_INTEGERS_ONLY("__nv_atomic_store_n", address);                                                          \
        __typeof__(*(address)) lw__value = (value);                                                                    \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__));      \
        emu_atomic_store(lw__address, &lw__value, sizeof lw__value);                                                   \
    })
#define __nv_atomic_exchange(address, value, old, ...)                                                                 \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_SIZED("__nv_atomic_exchange", address, 4);                                                              \
        __typeof__(*(address)) *lw__value = (value), *lw__result = (old);                                              \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__));      \
        emu_atomic_exchange(lw__address, lw__value, lw__result, sizeof *lw__value);                                    \
    })
#define __nv_atomic_exchange_n(address, value, ...)                                                                    \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_SIZED("__nv_atomic_exchange_n", address, 4);                                                            \
        LW_CPU_INTEGERS_ONLY("__nv_atomic_exchange_n", address);                                                       \
        __typeof__(*(address)) lw__value = (value), lw__result;                                                        \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_FIRST(__VA_ARGS__), LW_CPU_ATOMIC_SCOPE(__VA_ARGS__));      \
        emu_atomic_exchange(lw__address, &lw__value, &lw__result, sizeof lw__value);                                   \
        lw__result;                                                                                                    \
    })
/* True if *address was *expected; then it becomes the value. Else *expected becomes the old *address. */
#define __nv_atomic_compare_exchange(address, expected, value, weak, ...)                                              \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_SIZED("__nv_atomic_compare_exchange", address, 2);                                                      \
        __typeof__(*(address)) *lw__expected = (expected), *lw__value = (value);                                       \
        (void)(weak);                                                                                                  \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_SECOND(__VA_ARGS__),                                        \
                           LW_CPU_ATOMIC_SCOPE_OF_TWO(__VA_ARGS__));                                                   \
        emu_atomic_compare_exchange(lw__address, lw__expected, lw__value, sizeof *lw__value);                          \
    })
#define __nv_atomic_compare_exchange_n(address, expected, value, weak, ...)                                            \
    __extension__({                                                                                                    \
        __typeof__(&*(address)) lw__address = (address);                                                               \
        LW_CPU_SIZED("__nv_atomic_compare_exchange_n", address, 2);                                                    \
        LW_CPU_INTEGERS_ONLY("__nv_atomic_compare_exchange_n", address);                                               \
        __typeof__(*(address)) *lw__expected = (expected), lw__value = (value);                                        \
        (void)(weak);                                                                                                  \
        LW_CPU_NEXT_ATOMIC(LW_PP_FIRST(__VA_ARGS__), LW_PP_SECOND(__VA_ARGS__),                                        \
                           LW_CPU_ATOMIC_SCOPE_OF_TWO(__VA_ARGS__));                                                   \
        emu_atomic_compare_exchange(lw__address, lw__expected, &lw__value, sizeof lw__value);                          \
    })

#endif

#endif
