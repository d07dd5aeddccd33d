/* Atomics with an order and a scope, as PTX defines them: a release publishes what the thread has done to those that acquire
 * this word within the scope; sequential consistency adds a fence ahead. */
#include <string.h>

#include "inside.h"
#include "../device/device_checked.h"

static bool acquires(int order)
{
    return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool releases(int order)
{
    return order >= __ATOMIC_RELEASE;
}

/* The scopes of CUDA's enumeration. A cluster's counts as the device's: races between its blocks and others are missed. */
static unsigned scope_of(int scope)
{
    enum { THREAD, BLOCK, CLUSTER, DEVICE };
    return scope <= BLOCK ? EMU_SCOPE_BLOCK : scope <= DEVICE ? EMU_SCOPE_DEVICE : EMU_SCOPE_SYSTEM;
}

void emu_checked_next_atomic(int order, int failure, int scope)
{
    emu_worker *worker = emu_self;
    if (worker && worker->check)
        worker->check->next_atomic = (emu_ordering){.given = true, order, failure, scope_of(scope)};
}

emu_ordering emu_check_take_ordering(emu_worker *worker)
{
    emu_ordering ordering = worker->check->next_atomic;
    worker->check->next_atomic.given = false;
    return ordering;
}

void emu_check_ordered(emu_worker *worker, uintptr_t address, unsigned size, unsigned does, const void *compare,
                       const emu_ordering *ordering, uintptr_t pc)
{
    bool writes = does & EMU_ATOMIC_WRITES, reads = does & EMU_ATOMIC_READS;
    unsigned scope = ordering->scope;
    unsigned bits = EMU_ACCESS_ATOMIC | scope << EMU_ACCESS_SCOPE | (does & EMU_ATOMIC_USES ? EMU_TOUCH_USES : 0);
    if (address % size)
        return; /* the atomic itself reports it */
    int order = compare && memcmp((const void *)address, compare, size) != 0 ? ordering->failure : ordering->order;
    emu_check_finish_deferred();
    if (order == __ATOMIC_SEQ_CST)
        emu_check_fence(worker, scope);
    /* Ahead of the access, which comes after what the word's writer released. */
    if (reads && acquires(order))
        emu_check_acquire(worker, (const void *)address, scope);
    if (!(compare ? emu_check_compare(address, size, compare, &writes, bits, pc)
                  : emu_check_touch(address, size, writes, bits, pc)))
        return;
    emu_check_sync_word(worker, address, reads, writes, scope);
    if (writes && releases(order))
        emu_check_release(worker, (const void *)address, scope);
}
