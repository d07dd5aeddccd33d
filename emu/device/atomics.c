/* Atomics on integers: relaxed read-modify-writes on global memory, plain operations on shared memory.
 *
 * Atomics of the scope `block` are plain operations on both, because one OS thread runs a block. If blocks use them on
 * one word, updates may be lost, as on a GPU.
 */
#include "atomics.h"

void emu_atomic_misaligned(const void *address, size_t size, uintptr_t pc)
{
    emu_self->fault_record.pc = pc;
    emu_fail_saying(emu_self, LW_ERROR_MISALIGNED_ADDRESS, 0, "misaligned address: an atomic of %zu bytes at %#zx",
                    size, (size_t)address);
}

void emu_atomic_aligned(const void *address, size_t size)
{
    emu_atomic_check(address, size);
}

void emu_atomic_local(const void *address, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    unsigned stack = emu_current()->stack;
    if ((uintptr_t)address - (uintptr_t)worker->fused_memory >= worker->fused_size &&
        ((const char *)address < emu_stack_low(&worker->stacks, stack) ||
         (const char *)address >= emu_stack_high(&worker->stacks, stack)))
        return;
    worker->fault_record.pc = pc;
    emu_fail_saying(worker, LW_ERROR_ILLEGAL_ADDRESS, 0,
                    "illegal address: an atomic at %#zx, in local memory; atomics are for global and shared memory",
                    (size_t)address);
}

/* One operation for each scope. `exclusive`: no other OS thread can access the word. */
#define SCOPES(FUNCTION, name, ...)                                                                                    \
    FUNCTION(name, emu_in_shared(address), __VA_ARGS__)                                                                \
    FUNCTION(name##_block, true, __VA_ARGS__)

/* Atomics that the processor has. `builtin`: the compiler's; `plain`: the new value, from `old` and `value`. */
#define NATIVE(name, exclusive, builtin, suffix, type, plain)                                                          \
    type emu_atomic_##name##_##suffix(type *address, type value)                                                       \
    {                                                                                                                  \
        type old;                                                                                                      \
        emu_atomic_check(address, sizeof *address);                                                                    \
        if (exclusive) {                                                                                               \
            old = *address;                                                                                            \
            *address = (plain);                                                                                        \
        } else {                                                                                                       \
            old = builtin(address, value, __ATOMIC_RELAXED);                                                           \
        }                                                                                                              \
        emu_spend_yield_budget_on(address, sizeof *address);                                                           \
        return old;                                                                                                    \
    }

/* Other atomics, by compare and exchange. `update`: the new value, from `old` and `value`. An unchanged value is not
 * written, which no thread can observe. */
#define LOOPED(name, exclusive, suffix, type, update)                                                                  \
    type emu_atomic_##name##_##suffix(type *address, type value)                                                       \
    {                                                                                                                  \
        emu_atomic_check(address, sizeof *address);                                                                    \
        type old = __atomic_load_n(address, __ATOMIC_RELAXED), next = (update);                                        \
        if (exclusive) {                                                                                               \
            *address = next;                                                                                           \
        } else {                                                                                                       \
            while (next != old &&                                                                                      \
                   !__atomic_compare_exchange_n(address, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))        \
                next = (update);                                                                                       \
        }                                                                                                              \
        emu_spend_yield_budget_on(address, sizeof *address);                                                           \
        return old;                                                                                                    \
    }

#define COMPARE(name, exclusive, suffix, type)                                                                         \
    type emu_atomic_##name##_##suffix(type *address, type compare, type value)                                         \
    {                                                                                                                  \
        type old = compare;                                                                                            \
        emu_atomic_check(address, sizeof *address);                                                                    \
        if (exclusive) {                                                                                               \
            old = *address;                                                                                            \
            if (old == compare)                                                                                        \
                *address = value;                                                                                      \
        } else {                                                                                                       \
            __atomic_compare_exchange_n(address, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);              \
        }                                                                                                              \
        emu_spend_yield_budget_on(address, sizeof *address);                                                           \
        return old;                                                                                                    \
    }

/* clang-format off */
#define INTEGER(suffix, type, unsigned_type)                                                                           \
    SCOPES(NATIVE, add, __atomic_fetch_add, suffix, type, (type)((unsigned_type)old + (unsigned_type)value))           \
    SCOPES(NATIVE, exch, __atomic_exchange_n, suffix, type, value)                                                     \
    SCOPES(NATIVE, and, __atomic_fetch_and, suffix, type, old &value)                                                  \
    SCOPES(NATIVE, or, __atomic_fetch_or, suffix, type, old | value)                                                   \
    SCOPES(NATIVE, xor, __atomic_fetch_xor, suffix, type, old ^ value)                                                 \
    SCOPES(LOOPED, min, suffix, type, value < old ? value : old)                                                       \
    SCOPES(LOOPED, max, suffix, type, value > old ? value : old)                                                       \
    SCOPES(COMPARE, cas, suffix, type)
/* clang-format on */

INTEGER(i32, int, unsigned)
INTEGER(u32, unsigned, unsigned)
INTEGER(i64, long long, unsigned long long)
INTEGER(u64, unsigned long long, unsigned long long)
COMPARE(cas, emu_in_shared(address), u16, unsigned short)
SCOPES(LOOPED, inc, u32, unsigned, old >= value ? 0 : old + 1)
SCOPES(LOOPED, dec, u32, unsigned, old == 0 || old > value ? value : old - 1)
