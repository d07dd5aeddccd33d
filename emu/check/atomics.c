/* The atomics of checked copies: each is checked, then done by the function of the fiber copy. */
#include "../count/count.h"
#include "../device/device_atomics.h"
#include "inside.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

enum { WRITES = EMU_ATOMIC_WRITES, READS = EMU_ATOMIC_READS, USES = EMU_ATOMIC_USES };

/* `otherwise`: the order and scope, unless the kernel has given them. */
static void check(const void *address, size_t size, unsigned does, const void *compare, const emu_ordering *otherwise,
                  uintptr_t pc)
{
    emu_worker *worker = emu_self;
    emu_check_step(pc);
    if (worker && worker->count)
        emu_count_access(worker, (uintptr_t)address, size,
                         !(does & WRITES)  ? EMU_COUNT_LOAD
                         : !(does & READS) ? EMU_COUNT_STORE
                                           : EMU_COUNT_ATOMIC,
                         pc);
    if (!worker || !worker->check)
        return;
    emu_ordering given = emu_check_take_ordering(worker);
    emu_check_ordered(worker, (uintptr_t)address, (unsigned)size, does, compare, given.given ? &given : otherwise, pc);
}

/* `compare`: null, or what a compare-and-swap looks for. */
static void check_atomic(const void *address, unsigned size, unsigned does, const void *compare, unsigned scope,
                         uintptr_t pc)
{
    const emu_ordering relaxed = {.order = __ATOMIC_RELAXED, .failure = __ATOMIC_RELAXED, .scope = scope};
    check(address, size, does, compare, &relaxed, pc);
}

/* By value: the address of a parameter would keep the atomic from being the caller's last jump, and reports would name it. */
static __attribute__((noinline)) void check_compare(const void *address, unsigned size, uint64_t compare,
                                                    unsigned scope, uintptr_t pc)
{
    check_atomic(address, size, READS | WRITES | USES, &compare, scope, pc);
}

#define EMU_ATOMIC_DOES(does, name, suffix, type, scope)                                                               \
    EXPORTED type emu_checked_atomic_##name##_##suffix(type *address, type value);                                     \
    type emu_checked_atomic_##name##_##suffix(type *address, type value)                                               \
    {                                                                                                                  \
        check_atomic(address, sizeof *address, does, NULL, scope, CALLER);                                             \
        return emu_atomic_##name##_##suffix(address, value);                                                           \
    }
#define EMU_ATOMIC(...) EMU_ATOMIC_DOES(READS | WRITES | USES, __VA_ARGS__)
#define EMU_ATOMIC_PUT(...) EMU_ATOMIC_DOES(READS | WRITES, __VA_ARGS__)
#define EMU_ATOMIC_COMPARE(name, suffix, type, scope)                                                                  \
    EXPORTED type emu_checked_atomic_##name##_##suffix(type *address, type compare, type value);                       \
    type emu_checked_atomic_##name##_##suffix(type *address, type compare, type value)                                 \
    {                                                                                                                  \
        check_compare(address, sizeof *address, compare, scope, CALLER);                                               \
        return emu_atomic_##name##_##suffix(address, compare, value);                                                  \
    }
EMU_ATOMICS(EMU_ATOMIC, EMU_ATOMIC_PUT, EMU_ATOMIC_COMPARE)

#define VECTOR(name, scope)                                                                                            \
    EXPORTED void emu_checked_atomic_##name##_f32_vector(float *address, const float *value, float *old,               \
                                                         unsigned count);                                              \
    void emu_checked_atomic_##name##_f32_vector(float *address, const float *value, float *old, unsigned count)        \
    {                                                                                                                  \
        for (unsigned i = 0; i < count; i++)                                                                           \
            check_atomic(address + i, sizeof *address, READS | WRITES | USES, NULL, scope, CALLER);                    \
        emu_atomic_##name##_f32_vector(address, value, old, count);                                                    \
    }
VECTOR(add, EMU_SCOPE_SYSTEM)
VECTOR(add_block, EMU_SCOPE_BLOCK)

#define WIDE(name, scope, compare, parameters, ...)                                                                    \
    EXPORTED void emu_checked_atomic_##name##_128 parameters;                                                          \
    void emu_checked_atomic_##name##_128 parameters                                                                    \
    {                                                                                                                  \
        check_atomic(address, 16, READS | WRITES, compare, scope, CALLER);                                             \
        emu_atomic_##name##_128(__VA_ARGS__);                                                                          \
    }
WIDE(exch, EMU_SCOPE_SYSTEM, NULL, (void *address, const void *value, void *old), address, value, old)
WIDE(exch_block, EMU_SCOPE_BLOCK, NULL, (void *address, const void *value, void *old), address, value, old)
WIDE(cas, EMU_SCOPE_SYSTEM, compare, (void *address, const void *compare, const void *value, void *old), address,
     compare, value, old)
WIDE(cas_block, EMU_SCOPE_BLOCK, compare, (void *address, const void *compare, const void *value, void *old), address,
     compare, value, old)

/* Of any size. */
static void check_sized(const void *address, size_t size, unsigned does, const void *compare, uintptr_t pc)
{
    static const emu_ordering consistent = {
        .order = __ATOMIC_SEQ_CST, .failure = __ATOMIC_SEQ_CST, .scope = EMU_SCOPE_SYSTEM};
    check(address, size, does, compare, &consistent, pc);
}

EXPORTED void emu_checked_atomic_load(const void *address, void *value, size_t size);
void emu_checked_atomic_load(const void *address, void *value, size_t size)
{
    check_sized(address, size, READS, NULL, CALLER);
    emu_atomic_load(address, value, size);
}

EXPORTED void emu_checked_atomic_store(void *address, const void *value, size_t size);
void emu_checked_atomic_store(void *address, const void *value, size_t size)
{
    check_sized(address, size, WRITES, NULL, CALLER);
    emu_atomic_store(address, value, size);
}

EXPORTED void emu_checked_atomic_exchange(void *address, const void *value, void *old, size_t size);
void emu_checked_atomic_exchange(void *address, const void *value, void *old, size_t size)
{
    check_sized(address, size, READS | WRITES, NULL, CALLER);
    emu_atomic_exchange(address, value, old, size);
}

EXPORTED bool emu_checked_atomic_compare_exchange(void *address, void *expected, const void *value, size_t size);
bool emu_checked_atomic_compare_exchange(void *address, void *expected, const void *value, size_t size)
{
    check_sized(address, size, READS | WRITES | USES, expected, CALLER);
    return emu_atomic_compare_exchange(address, expected, value, size);
}

/* A store is an atomic that does not read; a load one that does not write. Access is the multicast mapping's, not the copy's. */
bool emu_check_multimem(uintptr_t known, unsigned size, emu_multimem_use use, unsigned scope, uintptr_t pc)
{
    bool reads = use != EMU_MULTIMEM_WRITES, writes = use != EMU_MULTIMEM_READS;
    unsigned bits = EMU_ACCESS_ATOMIC | scope << EMU_ACCESS_SCOPE | EMU_TOUCH_MULTICAST |
                    (use == EMU_MULTIMEM_REDUCES ? EMU_TOUCH_USES : 0);
    if (!emu_check_touch(known, size, writes, bits, pc))
        return false;
    emu_check_sync_word(emu_self, known, reads, writes, scope);
    return true;
}
