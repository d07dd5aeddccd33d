/* Release and acquire through words of memory: fences with atomics, and the synchronisation built from them. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

/* What the writers of a word have released. Block scope counts only within one block. */
typedef struct released_clocks {
    emu_vector_clock *all, *latest; /* latest: what the latest releasing thread had acquired; `all` contains it */
} released_clocks;

typedef struct sync_word {
    uintptr_t address;
    released_clocks device, block;
    uint32_t releasing_block; /* the block whose threads released `block` */
    uint32_t owner; /* in shared memory: the first epoch of its block, because later blocks use the same address */
    struct sync_word *next;
} sync_word;

static struct {
    sync_word **slot;
    size_t slots, words; /* words: entries of the hash table; slots: a power of two */
} table;

static sync_word **slot_of(uintptr_t address)
{
    return &table.slot[((address >> 2) * 0x9e3779b97f4a7c15ull >> 32) & (table.slots - 1)];
}

/* Keeps at least as many slots as words. Without memory for more the lists get longer. */
static void make_slots(void)
{
    size_t before = table.slots;
    sync_word **old = table.slot, **more = emu_allocate((before ? 2 * before : 256) * sizeof *more);
    if (!more)
        return;
    table.slot = more;
    table.slots = before ? 2 * before : 256;
    for (size_t i = 0; i < before; i++)
        while (old[i]) {
            sync_word *moved = old[i], **slot = slot_of(moved->address);
            old[i] = moved->next;
            moved->next = *slot;
            *slot = moved;
        }
    free(old);
}

static sync_word *word_at(uintptr_t address, bool make)
{
    if (make && table.words == table.slots)
        make_slots();
    if (table.slots == 0) {
        if (make)
            emu_check_record_lost(true);
        return 0;
    }
    sync_word **slot = slot_of(address), *found = *slot;
    while (found && found->address != address)
        found = found->next;
    if (found || !make)
        return found;
    found = emu_allocate(sizeof *found);
    if (!found) {
        emu_check_record_lost(true);
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

static void drop(emu_vector_clock **acquired)
{
    emu_vector_clock_drop(*acquired);
    *acquired = 0;
}

static void forget_released(released_clocks *by)
{
    drop(&by->all);
    drop(&by->latest);
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

static sync_word *word_of(const emu_worker *worker, uintptr_t address, bool make)
{
    sync_word *word = word_at(address, make);
    uint32_t owner = word ? owner_of(worker, address) : 0;
    if (word && word->owner != owner) {
        forget_released(&word->block);
        forget_released(&word->device);
        word->owner = owner;
    }
    return word;
}

void emu_check_words_free(void)
{
    for (size_t i = 0; i < table.slots; i++)
        while (table.slot[i]) {
            sync_word *next = table.slot[i]->next;
            forget_released(&table.slot[i]->device);
            forget_released(&table.slot[i]->block);
            free(table.slot[i]);
            table.slot[i] = next;
        }
    free(table.slot);
    memset(&table, 0, sizeof table);
    emu_vector_clock_clear_cache();
}

/* Adds what happens before by the block's barriers, by the warp's collectives, and in the thread itself; not what the
 * thread has acquired. Accesses of the grid, or cluster, before their last common barrier need no entry: clocks have
 * floors for them. */
static void add_own(emu_vector_clock **all, const emu_block_clock *clock, unsigned rank)
{
    unsigned first = rank / EMU_WARP * EMU_WARP;
    if (!emu_vector_clock_unshare(all))
        return;
    emu_vector_clock_note(all, clock->block, EMU_ALL_RANKS, ((emu_stamp)clock->epoch << EMU_EPOCH_IN_STAMP) - 1);
    for (unsigned i = 0; clock->warp_stamps_epoch[rank] == clock->epoch && i < EMU_WARP; i++)
        if (clock->warp_stamps[rank][i])
            emu_vector_clock_note(all, clock->block, first + i, clock->warp_stamps[rank][i]);
    emu_vector_clock_note(all, clock->block, rank, clock->thread[rank].stamp);
}

/* Threads that release one after another have mostly acquired the same; that is joined once. */
static void publish(released_clocks *by, const emu_block_clock *clock, unsigned rank)
{
    emu_vector_clock *acquired = clock->thread[rank].acquired;
    if (by->latest != acquired) {
        join_into(&by->all, acquired);
        emu_vector_clock_drop(by->latest);
        by->latest = emu_vector_clock_share(acquired);
    }
    add_own(&by->all, clock, rank);
}

void emu_check_fence(emu_worker *worker, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_thread_clock *thread = &clock->thread[rank];
    emu_check_finish_deferred();
    clock->any_synchronised = true;
    join_into(&thread->acquired, thread->pending[0]);
    drop(&thread->pending[0]);
    if (scope != EMU_SCOPE_BLOCK) {
        join_into(&thread->acquired, thread->pending[1]);
        drop(&thread->pending[1]);
    }
    emu_vector_clock *all = 0;
    add_own(&all, clock, rank);
    join_into(&all, thread->acquired);
    for (unsigned i = 0; i < (scope == EMU_SCOPE_BLOCK ? 1u : 2u); i++) {
        emu_vector_clock_drop(thread->released[i]);
        thread->released[i] = emu_vector_clock_share(all);
    }
    emu_vector_clock_drop(all);
    emu_clock_advance(clock, rank);
}

void emu_check_sync_word(emu_worker *worker, uintptr_t address, bool reads, bool writes, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_thread_clock *thread = &clock->thread[emu_here.thread->rank];
    bool releases = writes && thread->released[0];
    sync_word *word = word_of(worker, address, releases);
    if (!word)
        return;
    if (reads) {
        clock->any_synchronised = true;
        if (word->releasing_block == clock->block)
            join_into(&thread->pending[0], word->block.all);
        if (scope != EMU_SCOPE_BLOCK)
            join_into(&thread->pending[1], word->device.all);
    }
    if (!writes)
        return;
    /* A write without a read ends the earlier releases. A write by another block ends those of block scope. */
    if (!reads || word->releasing_block != clock->block) {
        forget_released(&word->block);
        if (!reads)
            forget_released(&word->device);
    }
    word->releasing_block = clock->block;
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
    sync_word *word = word_of(worker, (uintptr_t)address, true);
    if (!word)
        return;
    clock->any_synchronised = true;
    if (scope == EMU_SCOPE_BLOCK && word->releasing_block != clock->block)
        forget_released(&word->block);
    word->releasing_block = clock->block;
    publish(&word->block, clock, rank);
    if (scope != EMU_SCOPE_BLOCK)
        publish(&word->device, clock, rank);
    emu_clock_advance(clock, rank);
}

void emu_check_acquire(emu_worker *worker, const void *address, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_thread_clock *thread = &clock->thread[emu_here.thread->rank];
    const sync_word *word = word_of(worker, (uintptr_t)address, false);
    if (!word)
        return;
    clock->any_synchronised = true;
    if (word->releasing_block == clock->block)
        join_into(&thread->acquired, word->block.all);
    if (scope != EMU_SCOPE_BLOCK)
        join_into(&thread->acquired, word->device.all);
}
