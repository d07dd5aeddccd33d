/* Asynchronous copies. Each copy is a thread of its own: it starts ordered after its thread's past, and the wait joins
 * it. Until then its accesses are in the cells as asynchronous ones, which happen before nothing. The wait turns them
 * into accesses of the waiting thread, as if done at the wait. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

typedef struct emu_pending {
    unsigned thread, batch;
    emu_copy_class class;
    uintptr_t to, from;
    size_t written, read; /* bytes; 0: none, or joined already */
    emu_access access;
} pending;

/* Checks a read or write of the copy as one of its thread. False: it was reported, or its memory has no cells. */
static bool touch(emu_worker *worker, uintptr_t address, size_t size, bool write, uintptr_t pc)
{
    const char *foreign;
    emu_touch one = {.worker = worker,
                     .address = address,
                     .pc = pc,
                     .size = (unsigned)size,
                     .write = write,
                     .bits = EMU_ACCESS_ASYNC,
                     .region = emu_region_of(worker, address, &foreign)};
    if (!one.region && !foreign)
        return false;
    if (!emu_check_is_allowed(&one, foreign))
        return false;
    if (emu_check_wanted.races)
        emu_check_races(&one);
    return true;
}

static bool make_room(struct emu_checked *check)
{
    if (check->pending_count < check->pending_room)
        return true;
    unsigned room = check->pending_room ? 2 * check->pending_room : 256;
    pending *larger = emu_reallocate(check->pending, room * sizeof *larger);
    if (!larger) {
        emu_check_record_lost(false);
        return false;
    }
    check->pending = larger;
    check->pending_room = room;
    return true;
}

static const emu_region *region_of(emu_worker *worker, const void *address)
{
    const char *foreign;
    return emu_region_of(worker, (uintptr_t)address, &foreign);
}

void emu_check_copy_begins(emu_worker *worker, emu_copy_class class, unsigned batch, const void *to, size_t written,
                           const void *from, size_t read, uintptr_t pc)
{
    struct emu_checked *check = worker->check;
    unsigned rank = emu_here.thread->rank;
    emu_check_finish_deferred();
    bool room = make_room(check);
    emu_access access =
        check->clock.thread[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK | EMU_ACCESS_ASYNC;
    bool reads = read && touch(worker, (uintptr_t)from, read, false, pc);
    bool writes = written && touch(worker, (uintptr_t)to, written, true, pc);
    if (writes)
        emu_check_copy_written(region_of(worker, to), region_of(worker, from), (uintptr_t)to, (uintptr_t)from,
                               reads ? read : 0, written); /* the copy fills the rest with zeros */
    pending one = {rank, batch, class, (uintptr_t)to, (uintptr_t)from, writes ? written : 0, reads ? read : 0, access};
    if (room)
        check->pending[check->pending_count++] = one;
    else
        emu_check_copy_joins(worker, &one, true);
    emu_clock_advance(&check->clock, rank); /* later accesses of the thread differ from the copy's */
}

static void rename_in(const emu_region *region, emu_shadow_cell *cell, emu_access from, emu_access to)
{
    if (cell->write == from)
        cell->write = to;
    emu_readers_rename(emu_readers_of(region), cell, from, to);
}

/* The copy's accesses in the range become current ones of its thread. */
static void join(emu_worker *worker, const pending *copy, uintptr_t address, size_t size)
{
    const char *foreign;
    const emu_region *region = size ? emu_region_of(worker, address, &foreign) : 0;
    emu_access now = worker->check->clock.thread[copy->thread].stamp << EMU_ACCESS_STAMP | copy->thread
                                                                                               << EMU_ACCESS_RANK;
    for (uintptr_t word = address & ~(uintptr_t)3; region && word < address + size; word += 4) {
        emu_shadow_cell *cell = emu_shadow_cell_of(region, word);
        emu_shadow_cell *single = cell->split ? emu_check_split(region, word, cell) : 0;
        rename_in(region, cell, copy->access, now);
        for (int i = 0; single && i < 4; i++)
            rename_in(region, &single[i], copy->access, now);
    }
}

void emu_check_copy_joins(emu_worker *worker, struct emu_pending *copy, bool written)
{
    join(worker, copy, copy->from, copy->read);
    copy->read = 0;
    if (written)
        join(worker, copy, copy->to, copy->written);
    if (written)
        copy->written = 0;
}

static void forget_joined(struct emu_checked *check)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < check->pending_count; i++)
        if (check->pending[i].written || check->pending[i].read)
            check->pending[kept++] = check->pending[i];
    check->pending_count = kept;
}

void emu_check_copies_waited(emu_worker *worker, emu_copy_class class, unsigned batches, bool read_only)
{
    struct emu_checked *check = worker->check;
    unsigned rank = emu_here.thread->rank;
    emu_check_finish_deferred();
    for (unsigned i = 0; i < check->pending_count; i++) {
        pending *copy = &check->pending[i];
        if (copy->class == class && copy->thread == rank && (int)(copy->batch - batches) < 0)
            emu_check_copy_joins(worker, copy, !read_only);
    }
    forget_joined(check);
}

void emu_check_copies_arrive(emu_worker *worker, unsigned thread, const void *to, const void *barrier)
{
    struct emu_checked *check = worker->check;
    emu_check_finish_deferred();
    for (unsigned i = 0; i < check->pending_count; i++) {
        pending *copy = &check->pending[i];
        if (copy->thread == thread &&
            (to ? copy->class == EMU_COPY_COUNTED && copy->to == (uintptr_t)to : copy->class == EMU_COPY_BATCHED))
            emu_check_copy_joins(worker, copy, true);
    }
    forget_joined(check);
    emu_check_release_of(worker, thread, barrier, EMU_SCOPE_DEVICE);
}

void emu_check_copies_end(emu_worker *worker)
{
    struct emu_checked *check = worker->check;
    for (unsigned i = 0; i < check->pending_count; i++)
        emu_check_copy_joins(worker, &check->pending[i], true);
    check->pending_count = 0;
}
