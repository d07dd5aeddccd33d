/* When pending asynchronous copies are performed, and the checks of their arguments. */
#include "async.h"

#include "../check/check.h"

#include <stdlib.h>
#include <string.h>

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

emu_async *emu_async_of(emu_worker *worker, const emu_site *site)
{
    if (__builtin_expect(worker->async != 0, 1))
        return worker->async;
    worker->async = fails() ? 0 : calloc(1, sizeof *worker->async);
    if (!worker->async)
        emu_fail_saying(worker, LW_ERROR_OUT_OF_MEMORY, site,
                        "out of memory: no room for the block's barriers and asynchronous copies");
    worker->gang->has_async = true;
    return worker->async;
}

void emu_async_destroy(emu_worker *worker)
{
    if (!worker->async)
        return;
    emu_async_drop(worker);
    free(worker->async->copies);
    free(worker->async->bulk);
    free(worker->async);
    worker->async = 0;
}

/* The first thread with pending copies, from rank `from` downwards and around. */
static unsigned some_thread(const emu_async *async, unsigned from)
{
    unsigned warp = from / EMU_WARP, bits = async->copying[warp] & (~0u >> (EMU_WARP - 1 - from % EMU_WARP));
    while (!bits) {
        warp = warp ? warp - 1 : EMU_MAX_WARPS - 1;
        bits = async->copying[warp];
    }
    return warp * EMU_WARP + 31 - (unsigned)__builtin_clz(bits);
}

/* Performs one copy of the block; false if there is none. The latest comes first, under the random schedule any:
 * programs must not rely on an order. */
static bool perform_some(emu_worker *worker)
{
    emu_async *async = worker->async;
    if (!async || async->bulks + async->pending == 0)
        return false;
    bool random = worker->schedule->yields_at_sync;
    if (async->bulks && (async->pending == 0 || !random || emu_schedule_draw(worker, 2)))
        emu_bulk_perform(worker, random ? emu_schedule_draw(worker, async->bulks) : async->bulks - 1);
    else
        emu_copy_perform(worker,
                         some_thread(async, random ? emu_schedule_draw(worker, EMU_MAX_THREADS) : EMU_MAX_THREADS - 1));
    return true;
}

bool emu_async_progress(emu_worker *worker)
{
    if (perform_some(worker))
        return true;
    for (unsigned i = 0; i < worker->gang->size; i++)
        if (perform_some(worker->gang->member[i]))
            return true;
    return false;
}

void emu_async_poll(emu_worker *worker)
{
    enum { POLLS = 64, RANDOM_POLLS = 3 };
    const emu_async *async = worker->async;
    bool random = worker->schedule->yields_at_sync && async && async->bulks + async->pending > 0;
    unsigned span = worker->schedule->yields_at_sync ? RANDOM_POLLS : POLLS;
    if (random ? emu_schedule_draw(worker, span) == 0 : ++worker->async_polls % span == 0)
        emu_async_progress(worker); /* of another block, too: the thread may poll for it */
}

static void forget_barriers(emu_async *async)
{
    if (async->any_barrier)
        memset(async->barriers, 0, sizeof async->barriers);
    async->any_barrier = false;
}

void emu_async_drop(emu_worker *worker)
{
    emu_async *async = worker->async;
    for (unsigned i = 0; i < async->bulks; i++)
        free(async->bulk[i].buffer);
    async->bulks = async->pending = async->used = 0;
    async->free = EMU_NO_COPY;
    memset(async->copying, 0, sizeof async->copying);
    memset(async->waiting, 0, sizeof async->waiting);
    memset(async->thread, 0, sizeof async->thread);
    forget_barriers(async);
}

/* Drops the copies into the block's own shared memory, which no thread can read any more; performs the others. */
void emu_async_block_ended(emu_worker *worker)
{
    emu_async *async = worker->async;
    if (worker->check)
        emu_check_copies_end(worker);
    while (async->bulks) {
        const emu_bulk *last = &async->bulk[async->bulks - 1];
        if (last->kind == EMU_BULK_TO_SHARED ||
            (last->kind == EMU_BULK_TO_BLOCK && !emu_shared_owner(last->to, last->size)))
            async->bulks--;
        else
            emu_bulk_perform(worker, async->bulks - 1);
    }
    if (async->pending)
        emu_async_drop(worker);
    forget_barriers(async);
}

/* ---- arguments ---- */
static bool holds(const emu_worker *worker, const void *address, size_t size)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)worker->shared;
    return offset <= worker->shared_size && size <= worker->shared_size - offset;
}

emu_worker *emu_shared_owner(const void *address, size_t size)
{
    emu_worker *worker = emu_self;
    if (holds(worker, address, size))
        return worker;
    for (unsigned i = 0; i < worker->gang->size; i++)
        if (worker->gang->member[i]->live && holds(worker->gang->member[i], address, size))
            return worker->gang->member[i];
    return 0;
}

void *emu_peer_address(const void *address, unsigned rank, const emu_site *site)
{
    return emu_map_shared_rank(address, rank, site);
}

void emu_require_shared(const char *role, const void *address, size_t size, const emu_site *site)
{
    if (!holds(emu_self, address, size))
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "%s: %s, %zu bytes at %p, is not in the block's shared memory", site->what, role, size,
                        address);
}

void emu_require_global(const char *role, const void *address, const emu_site *site)
{
    const emu_worker *worker = emu_self;
    const char *low = emu_stack_low(&worker->stacks, emu_current()->stack);
    const char *high = emu_stack_high(&worker->stacks, emu_current()->stack);
    bool local = (const char *)address >= low && (const char *)address < high;
    if (local || emu_shared_owner(address, 1))
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site, "%s: %s %p is in %s memory, not in global memory",
                        site->what, role, address, local ? "local" : "shared");
}

void emu_require_aligned(const char *role, const void *address, size_t alignment, const emu_site *site)
{
    if ((uintptr_t)address % alignment)
        emu_fail_saying(emu_self, LW_ERROR_MISALIGNED_ADDRESS, site, "%s: %s %p is not aligned to %zu bytes",
                        site->what, role, address, alignment);
}

/* The address may be wild or null, so sanitizers do not check it. Writes are atomic because other threads may write. */
__attribute__((no_sanitize("address", "undefined"))) void emu_touch(const void *address, size_t size, bool write)
{
    const char *first = address, *last = first + size - 1;
    if (size == 0)
        return;
    if (write) {
        __atomic_fetch_or((char *)(uintptr_t)first, 0, __ATOMIC_RELAXED);
        __atomic_fetch_or((char *)(uintptr_t)last, 0, __ATOMIC_RELAXED);
    } else {
        (void)(*(const volatile char *)first + *(const volatile char *)last);
    }
}
