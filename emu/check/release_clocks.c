/* Release and acquire through words of memory: fences with atomics, and the synchronisation built from them. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

/* What the writers of a word have released. Block scope counts only within one block. */
typedef struct carried {
    emu_vector_clock *all, *latest; /* latest: what the latest releasing thread had acquired; `all` contains it */
} carried;

typedef struct collective {
    uintptr_t address;
    carried device, block;
    uint32_t of;    /* the block whose threads released `block` */
    uint32_t owner; /* in shared memory: the first epoch of its block, because later blocks use the same address */
    struct collective *next;
} collective;

static struct {
    collective **slot;
    size_t slots, words; /* words: entries of the hash table; slots: a power of two */
} table;

static collective **slot_of(uintptr_t address)
{
    return &table.slot[((address >> 2) * 0x9e3779b97f4a7c15ull >> 32) & (table.slots - 1)];
}

/* Keeps as many slots as words. Without memory for more the lists get longer. */
static void make_slots(void)
{
    size_t before = table.slots;
    collective **old = table.slot, **more = emu_allocate((before ? 2 * before : 256) * sizeof *more);
    if (!more)
        return;
    table.slot = more;
    table.slots = before ? 2 * before : 256;
    for (size_t i = 0; i < before; i++)
        while (old[i]) {
            collective *moved = old[i], **slot = slot_of(moved->address);
            old[i] = moved->next;
            moved->next = *slot;
            *slot = moved;
        }
    free(old);
}

static collective *word_at(uintptr_t address, bool make)
{
    if (make && table.words == table.slots)
        make_slots();
    if (table.slots == 0) {
        if (make)
            emu_check_unnoted(true);
        return 0;
    }
    collective **slot = slot_of(address), *found = *slot;
    while (found && found->address != address)
        found = found->next;
    if (found || !make)
        return found;
    found = emu_allocate(sizeof *found);
    if (!found) {
        emu_check_unnoted(true);
        return 0;
    }
    found->address = address;
    found->next = *slot;
    table.words++;
    return *slot = found;
}

static void join_into(emu_vector_clock **all, emu_vector_clock *more)
{
    emu_vector_clock *joined = emu_vector_clock_join(*all, more);
    emu_vector_clock_drop(*all);
    *all = joined;
}

static void forget(emu_vector_clock **known)
{
    emu_vector_clock_drop(*known);
    *known = 0;
}

static void hush(carried *by)
{
    forget(&by->all);
    forget(&by->latest);
}

/* 0: not in shared memory. */
static uint32_t owner_of(const emu_worker *worker, uintptr_t address)
{
    if (address - emu_device_region.begin < emu_device_region.end - emu_device_region.begin)
        return 0;
    for (unsigned i = 0; i < worker->gang->size; i++) {
        const struct emu_checked *check = worker->gang->member[i]->check;
        if (check && address - check->shared.begin < check->shared.end - check->shared.begin)
            return check->clock.begin;
    }
    return 0;
}

static collective *word_of(const emu_worker *worker, uintptr_t address, bool make)
{
    collective *word = word_at(address, make);
    uint32_t owner = word ? owner_of(worker, address) : 0;
    if (word && word->owner != owner) {
        hush(&word->block);
        hush(&word->device);
        word->owner = owner;
    }
    return word;
}

void emu_check_words_free(void)
{
    for (size_t i = 0; i < table.slots; i++)
        while (table.slot[i]) {
            collective *next = table.slot[i]->next;
            hush(&table.slot[i]->device);
            hush(&table.slot[i]->block);
            free(table.slot[i]);
            table.slot[i] = next;
        }
    free(table.slot);
    memset(&table, 0, sizeof table);
    emu_vector_clock_forget_latest();
}

/* Adds what the thread has done, and its warp before it; not what it has acquired. Accesses of the grid, or cluster,
 * before their last common barrier need no entry: clocks have floors for them. */
static void add_own(emu_vector_clock **all, const emu_block_clock *clock, unsigned rank)
{
    unsigned first = rank / EMU_WARP * EMU_WARP;
    if (!emu_vector_clock_unshare(all))
        return;
    emu_vector_clock_note(all, clock->block, EMU_ALL_RANKS, ((emu_stamp)clock->epoch << EMU_EPOCH_IN_STAMP) - 1);
    for (unsigned i = 0; clock->met_in[rank] == clock->epoch && i < EMU_WARP; i++)
        if (clock->met[rank][i])
            emu_vector_clock_note(all, clock->block, first + i, clock->met[rank][i]);
    emu_vector_clock_note(all, clock->block, rank, clock->thread[rank].stamp);
}

/* Threads that release one after another have mostly acquired the same; that is joined once. */
static void tell(carried *by, const emu_block_clock *clock, unsigned rank)
{
    emu_vector_clock *known = clock->thread[rank].known;
    if (by->latest != known) {
        join_into(&by->all, known);
        emu_vector_clock_drop(by->latest);
        by->latest = emu_vector_clock_share(known);
    }
    add_own(&by->all, clock, rank);
}

void emu_check_fence(emu_worker *worker, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_thread_clock *thread = &clock->thread[rank];
    emu_check_settle();
    clock->any_known = true;
    join_into(&thread->known, thread->pending[0]);
    forget(&thread->pending[0]);
    if (scope != EMU_SCOPE_BLOCK) {
        join_into(&thread->known, thread->pending[1]);
        forget(&thread->pending[1]);
    }
    emu_vector_clock *all = 0;
    add_own(&all, clock, rank);
    join_into(&all, thread->known);
    for (unsigned i = 0; i < (scope == EMU_SCOPE_BLOCK ? 1u : 2u); i++) {
        emu_vector_clock_drop(thread->released[i]);
        thread->released[i] = emu_vector_clock_share(all);
    }
    emu_vector_clock_drop(all);
    emu_clock_advance(clock, rank);
}

void emu_check_meet_word(emu_worker *worker, uintptr_t address, bool reads, bool writes, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_thread_clock *thread = &clock->thread[emu_here.thread->rank];
    bool releases = writes && thread->released[0];
    collective *word = word_of(worker, address, releases);
    if (!word)
        return;
    if (reads) {
        clock->any_known = true;
        if (word->of == clock->block)
            join_into(&thread->pending[0], word->block.all);
        if (scope != EMU_SCOPE_BLOCK)
            join_into(&thread->pending[1], word->device.all);
    }
    if (!writes)
        return;
    if (!reads || word->of != clock->block) { /* a write without a read ends the earlier releases */
        hush(&word->block);
        if (!reads)
            hush(&word->device);
    }
    word->of = clock->block;
    join_into(&word->block.all, thread->released[0]);
    if (scope != EMU_SCOPE_BLOCK)
        join_into(&word->device.all, thread->released[1]);
}

void emu_check_release(emu_worker *worker, const void *address, unsigned scope)
{
    emu_check_release_of(worker, emu_here.thread->rank, address, scope);
}

void emu_check_release_of(emu_worker *worker, unsigned rank, const void *address, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    collective *word = word_of(worker, (uintptr_t)address, true);
    if (!word)
        return;
    clock->any_known = true;
    if (scope == EMU_SCOPE_BLOCK && word->of != clock->block)
        hush(&word->block);
    word->of = clock->block;
    tell(&word->block, clock, rank);
    if (scope != EMU_SCOPE_BLOCK)
        tell(&word->device, clock, rank);
    emu_clock_advance(clock, rank);
}

void emu_check_acquire(emu_worker *worker, const void *address, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_thread_clock *thread = &clock->thread[emu_here.thread->rank];
    const collective *word = word_of(worker, (uintptr_t)address, false);
    if (!word)
        return;
    clock->any_known = true;
    if (word->of == clock->block)
        join_into(&thread->known, word->block.all);
    if (scope != EMU_SCOPE_BLOCK)
        join_into(&thread->known, word->device.all);
}
