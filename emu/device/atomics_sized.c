/* Atomics by their size: sequentially consistent loads, stores and exchanges of 1 to 16 bytes. */
#include "atomics.h"

#include <string.h>

/* CASE(bytes, type) for each size that processors have. */
/* clang-format off */
#define SIZES(CASE)                                                                                                    \
    CASE(1, uint8_t)                                                                                                   \
    CASE(2, uint16_t)                                                                                                  \
    CASE(4, uint32_t)                                                                                                  \
    CASE(8, uint64_t)
/* clang-format on */

void emu_atomic_load(const void *address, void *value, size_t size)
{
    emu_atomic_check(address, size);
    switch (size) {
#define CASE(bytes, type)                                                                                              \
    case bytes: {                                                                                                      \
        type loaded = __atomic_load_n((const type *)address, __ATOMIC_SEQ_CST);                                        \
        memcpy(value, &loaded, sizeof loaded);                                                                         \
        break;                                                                                                         \
    }
        SIZES(CASE)
#undef CASE
    default: {
        /* Replaces a zero by zero, and returns the old value. */
        static const uint64_t zero[2];
        emu_atomic_cas_128((void *)(uintptr_t)address, zero, zero, value);
        return;
    }
    }
    emu_spend_yield_budget_on(address, size);
}

void emu_atomic_store(void *address, const void *value, size_t size)
{
    emu_atomic_check(address, size);
    switch (size) {
#define CASE(bytes, type)                                                                                              \
    case bytes: {                                                                                                      \
        type stored;                                                                                                   \
        memcpy(&stored, value, sizeof stored);                                                                         \
        __atomic_store_n((type *)address, stored, __ATOMIC_SEQ_CST);                                                   \
        break;                                                                                                         \
    }
        SIZES(CASE)
#undef CASE
    default: {
        uint64_t old[2];
        emu_atomic_exch_128(address, value, old);
        return;
    }
    }
    emu_spend_yield_budget_on(address, size);
}

void emu_atomic_exchange(void *address, const void *value, void *old, size_t size)
{
    emu_atomic_check(address, size);
    switch (size) {
#define CASE(bytes, type)                                                                                              \
    case bytes: {                                                                                                      \
        type next, before;                                                                                             \
        memcpy(&next, value, sizeof next);                                                                             \
        before = __atomic_exchange_n((type *)address, next, __ATOMIC_SEQ_CST);                                         \
        memcpy(old, &before, sizeof before);                                                                           \
        break;                                                                                                         \
    }
        SIZES(CASE)
#undef CASE
    default: emu_atomic_exch_128(address, value, old); return;
    }
    emu_spend_yield_budget_on(address, size);
}

bool emu_atomic_compare_exchange(void *address, void *expected, const void *value, size_t size)
{
    bool done = false;
    emu_atomic_check(address, size);
    switch (size) {
#define CASE(bytes, type)                                                                                              \
    case bytes: {                                                                                                      \
        type before, next;                                                                                             \
        memcpy(&before, expected, sizeof before);                                                                      \
        memcpy(&next, value, sizeof next);                                                                             \
        done = __atomic_compare_exchange_n((type *)address, &before, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        memcpy(expected, &before, sizeof before);                                                                      \
        break;                                                                                                         \
    }
        SIZES(CASE)
#undef CASE
    default: {
        uint64_t old[2];
        emu_atomic_cas_128(address, expected, value, old);
        done = memcmp(old, expected, sizeof old) == 0;
        memcpy(expected, old, sizeof old);
        return done;
    }
    }
    emu_spend_yield_budget_on(address, size);
    return done;
}
