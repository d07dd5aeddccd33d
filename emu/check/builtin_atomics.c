/* The compilers' own atomics (__atomic_fetch_add and the like), which some of the language's headers use: one function
 * for each that ThreadSanitizer has. All are done as sequentially consistent. */
#include <string.h>

#include "inside.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

enum { LOAD = EMU_ATOMIC_READS, STORE = EMU_ATOMIC_WRITES, UPDATE = EMU_ATOMIC_READS | EMU_ATOMIC_WRITES };

/* `compare`: null, or what a compare-and-swap looks for. */
static void check_atomic(const volatile void *address, unsigned size, unsigned does, const void *compare, int order,
                         int failure, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    const emu_ordering ordering = {.order = order, .failure = failure, .scope = EMU_SCOPE_SYSTEM};
    emu_check_step(pc);
    if (worker && worker->check)
        emu_check_ordered(worker, (uintptr_t)address, size, does, compare, &ordering, pc);
}

#define FETCH(bits, type, name)                                                                                        \
    EXPORTED type emu_access_atomic##bits##_fetch_##name(volatile type *address, type value, int order);               \
    type emu_access_atomic##bits##_fetch_##name(volatile type *address, type value, int order)                         \
    {                                                                                                                  \
        check_atomic(address, sizeof *address, UPDATE, NULL, order, order, CALLER);                                    \
        return __atomic_fetch_##name(address, value, __ATOMIC_SEQ_CST);                                                \
    }
#define COMPARE(bits, type, name)                                                                                      \
    EXPORTED int emu_access_atomic##bits##_compare_exchange_##name(volatile type *address, type *expected, type value, \
                                                                   int order, int failure);                            \
    int emu_access_atomic##bits##_compare_exchange_##name(volatile type *address, type *expected, type value,          \
                                                          int order, int failure)                                      \
    {                                                                                                                  \
        check_atomic(address, sizeof *address, UPDATE, expected, order, failure, CALLER);                              \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    }
#define SIZE(bits, type)                                                                                               \
    EXPORTED type emu_access_atomic##bits##_load(const volatile type *address, int order);                             \
    type emu_access_atomic##bits##_load(const volatile type *address, int order)                                       \
    {                                                                                                                  \
        check_atomic(address, sizeof *address, LOAD, NULL, order, order, CALLER);                                      \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                             \
    }                                                                                                                  \
    EXPORTED void emu_access_atomic##bits##_store(volatile type *address, type value, int order);                      \
    void emu_access_atomic##bits##_store(volatile type *address, type value, int order)                                \
    {                                                                                                                  \
        check_atomic(address, sizeof *address, STORE, NULL, order, order, CALLER);                                     \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                            \
    }                                                                                                                  \
    EXPORTED type emu_access_atomic##bits##_exchange(volatile type *address, type value, int order);                   \
    type emu_access_atomic##bits##_exchange(volatile type *address, type value, int order)                             \
    {                                                                                                                  \
        check_atomic(address, sizeof *address, UPDATE, NULL, order, order, CALLER);                                    \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                                  \
    FETCH(bits, type, add)                                                                                             \
    FETCH(bits, type, sub)                                                                                             \
    FETCH(bits, type, and)                                                                                             \
    FETCH(bits, type, or)                                                                                              \
    FETCH(bits, type, xor)                                                                                             \
    FETCH(bits, type, nand)                                                                                            \
    COMPARE(bits, type, strong)                                                                                        \
    COMPARE(bits, type, weak)                                                                                          \
    EXPORTED type emu_access_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value,    \
                                                                 int order, int failure);                              \
    type emu_access_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value, int order,  \
                                                        int failure)                                                   \
    {                                                                                                                  \
        emu_access_atomic##bits##_compare_exchange_strong(address, &expected, value, order, failure);                  \
        return expected;                                                                                               \
    }
SIZE(8, uint8_t)
SIZE(16, uint16_t)
SIZE(32, uint32_t)
SIZE(64, uint64_t)

EXPORTED void emu_access_atomic_thread_fence(int order);
void emu_access_atomic_thread_fence(int order)
{
    if (order != __ATOMIC_RELAXED && emu_self && emu_self->check)
        emu_check_fence(emu_self, EMU_SCOPE_SYSTEM);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

EXPORTED void emu_access_atomic_signal_fence(int order);
void emu_access_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
