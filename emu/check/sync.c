/* What makes lanes know of each other: barriers, meetings of a warp, fences with atomics. */
#include <stdlib.h>
#include <string.h>

#include "../allocate.h"
#include "inside.h"

/* ---- meetings ---- */
void emu_check_barrier(emu_worker *worker)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_check_settle();
    if (clock->any_known) { /* what one has acquired all have, and what one's fence lets others know so does all's */
        emu_known *known = 0, *released[2] = {0};
        for (unsigned rank = 0; rank < worker->lanes; rank++) {
            emu_lane_clock *lane = &clock->lane[rank];
            emu_known *sides[] = {lane->known, lane->released[0], lane->released[1]}, **all[] = {&known, &released[0], &released[1]};
            for (unsigned i = 0; i < 3; i++) {
                emu_known *joined = emu_known_join(*all[i], sides[i]);
                emu_known_drop(*all[i]);
                *all[i] = joined;
            }
        }
        for (unsigned rank = 0; rank < worker->lanes; rank++) {
            emu_lane_clock *lane = &clock->lane[rank];
            emu_known **sides[] = {&lane->known, &lane->released[0], &lane->released[1]}, *all[] = {known, released[0], released[1]};
            for (unsigned i = 0; i < 3; i++) {
                emu_known_drop(*sides[i]);
                *sides[i] = emu_known_share(all[i]);
            }
        }
        emu_known_drop(known);
        emu_known_drop(released[0]);
        emu_known_drop(released[1]);
    }
    clock->barrier++;
    emu_clock_next_segment(clock);
    for (unsigned rank = 0; rank < worker->lanes; rank++)
        clock->lane[rank].stamp = (emu_stamp)clock->segment << EMU_SEGMENT_IN_STAMP;
}

/* Which lanes of the warp each has met since the barrier. */
static void begin_meeting(emu_block_clock *clock, unsigned rank)
{
    if (clock->met_in[rank] == clock->segment)
        return;
    memset(clock->met[rank], 0, sizeof clock->met[rank]);
    clock->met_in[rank] = clock->segment;
}

static void join_known(emu_block_clock *clock, const unsigned *lanes, unsigned warps)
{
    emu_known *all = 0;
    for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            emu_known *joined = emu_known_join(all, clock->lane[warp * EMU_WARP + (unsigned)__builtin_ctz(left)].known);
            emu_known_drop(all);
            all = joined;
        }
    for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            emu_lane_clock *lane = &clock->lane[warp * EMU_WARP + (unsigned)__builtin_ctz(left)];
            emu_known_drop(lane->known);
            lane->known = emu_known_share(all);
        }
    emu_known_drop(all);
}

void emu_check_join_warp(emu_worker *worker, unsigned warp, unsigned lanes)
{
    emu_block_clock *clock = &worker->check->clock;
    unsigned first = warp * EMU_WARP;
    emu_stamp met[EMU_WARP] = {0};
    emu_check_settle();
    for (unsigned left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        begin_meeting(clock, first + lane);
        for (unsigned i = 0; i < EMU_WARP; i++)
            if (clock->met[first + lane][i] > met[i])
                met[i] = clock->met[first + lane][i];
    }
    for (unsigned left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        met[lane] = clock->lane[first + lane].stamp;
    }
    for (unsigned left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        memcpy(clock->met[first + lane], met, sizeof met);
        emu_clock_advance(clock, first + lane);
    }
    if (clock->any_known) {
        unsigned all[EMU_MAX_WARPS] = {0};
        all[warp] = lanes;
        join_known(clock, all, warp + 1);
    }
}

/* Of several warps: each lane then knows all the others by name. */
void emu_check_join(emu_worker *worker, const unsigned *lanes)
{
    emu_block_clock *clock = &worker->check->clock;
    bool everyone = true;
    for (unsigned warp = 0; warp < worker->warps; warp++)
        everyone = everyone && (worker->alive[warp] & ~lanes[warp]) == 0;
    if (everyone) {
        emu_check_barrier(worker);
        return;
    }
    emu_check_settle();
    emu_known *names = 0;
    for (unsigned warp = 0; warp < worker->warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            unsigned rank = warp * EMU_WARP + (unsigned)__builtin_ctz(left);
            emu_known_note(&names, clock->block, rank, clock->lane[rank].stamp);
            for (unsigned i = 0; clock->met_in[rank] == clock->segment && i < EMU_WARP; i++)
                if (clock->met[rank][i])
                    emu_known_note(&names, clock->block, warp * EMU_WARP + i, clock->met[rank][i]);
        }
    for (unsigned warp = 0; warp < worker->warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            unsigned rank = warp * EMU_WARP + (unsigned)__builtin_ctz(left);
            emu_known *joined = emu_known_join(clock->lane[rank].known, names);
            emu_known_drop(clock->lane[rank].known);
            clock->lane[rank].known = joined;
            emu_clock_advance(clock, rank);
        }
    emu_known_drop(names);
    clock->any_known = true;
    join_known(clock, lanes, worker->warps);
}

void emu_check_join_blocks(emu_worker *const *workers, unsigned count, bool whole_grid)
{
    emu_known *all = 0;
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        emu_block_clock *clock = &workers[i]->check->clock;
        any = any || clock->any_known;
        for (unsigned rank = 0; clock->any_known && rank < workers[i]->lanes; rank++) {
            emu_known *joined = emu_known_join(all, clock->lane[rank].known);
            emu_known_drop(all);
            all = joined;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        emu_block_clock *clock = &workers[i]->check->clock;
        emu_check_barrier(workers[i]);
        for (unsigned rank = 0; any && rank < workers[i]->lanes; rank++) {
            emu_known_drop(clock->lane[rank].known);
            clock->lane[rank].known = emu_known_share(all);
        }
        clock->any_known = any;
        emu_clock_fresh_segment(clock);
        for (unsigned rank = 0; rank < workers[i]->lanes; rank++)
            clock->lane[rank].stamp = (emu_stamp)clock->segment << EMU_SEGMENT_IN_STAMP;
    }
    /* The first one's fresh segment is the least: all that was before it is known to all. */
    for (unsigned i = 0; i < count; i++)
        emu_clock_raise(&workers[i]->check->clock, whole_grid, workers[0]->check->clock.segment);
    emu_known_drop(all);
}

/* ---- by way of words ---- */
/* What those who wrote an atomic word had done before their fences. Block scope is of use within one block only. */
typedef struct meeting {
    uintptr_t address;
    emu_known *device, *block;
    uint32_t of; /* the block of `block` */
    struct meeting *next;
} meeting;

enum { SLOTS = 1 << 14 };
static meeting *table[SLOTS];

static meeting *word_at(uintptr_t address, bool make)
{
    meeting **slot = &table[(address >> 2) * 0x9e3779b97f4a7c15ull >> 50];
    meeting *found = *slot;
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
    return *slot = found;
}

void emu_check_words_free(void)
{
    for (unsigned i = 0; i < SLOTS; i++)
        while (table[i]) {
            meeting *next = table[i]->next;
            emu_known_drop(table[i]->device);
            emu_known_drop(table[i]->block);
            free(table[i]);
            table[i] = next;
        }
}

static void join_into(emu_known **all, const emu_known *more)
{
    emu_known *joined = emu_known_join(*all, more);
    emu_known_drop(*all);
    *all = joined;
}

static void forget(emu_known **known)
{
    emu_known_drop(*known);
    *known = 0;
}

/* All that the lane has done, and knows of. */
static emu_known *all_known(const emu_block_clock *clock, unsigned rank)
{
    emu_known *all = 0;
    unsigned first = rank / EMU_WARP * EMU_WARP;
    emu_known_note(&all, clock->block, EMU_ALL_RANKS, ((emu_stamp)clock->segment << EMU_SEGMENT_IN_STAMP) - 1);
    for (unsigned i = 0; clock->met_in[rank] == clock->segment && i < EMU_WARP; i++)
        if (clock->met[rank][i])
            emu_known_note(&all, clock->block, first + i, clock->met[rank][i]);
    emu_known_note(&all, clock->block, rank, clock->lane[rank].stamp);
    /* All of the grid, or of the cluster, before their last common barrier is known anew to whom it concerns. */
    join_into(&all, clock->lane[rank].known);
    return all;
}

void emu_check_fence(emu_worker *worker, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_lane_clock *lane = &clock->lane[rank];
    emu_check_settle();
    clock->any_known = true;
    join_into(&lane->known, lane->pending[0]);
    forget(&lane->pending[0]);
    if (scope != EMU_SCOPE_BLOCK) {
        join_into(&lane->known, lane->pending[1]);
        forget(&lane->pending[1]);
    }
    emu_known *all = all_known(clock, rank);
    for (unsigned i = 0; i < (scope == EMU_SCOPE_BLOCK ? 1u : 2u); i++) {
        emu_known_drop(lane->released[i]);
        lane->released[i] = emu_known_share(all);
    }
    emu_known_drop(all);
    emu_clock_advance(clock, rank);
}

void emu_check_meet_word(emu_worker *worker, uintptr_t address, bool reads, bool writes, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_lane_clock *lane = &clock->lane[emu_here.thread->rank];
    bool releases = writes && lane->released[0];
    meeting *word = word_at(address, releases);
    if (!word)
        return;
    if (reads) {
        clock->any_known = true;
        if (word->of == clock->block)
            join_into(&lane->pending[0], word->block);
        if (scope != EMU_SCOPE_BLOCK)
            join_into(&lane->pending[1], word->device);
    }
    if (!writes)
        return;
    if (!reads || word->of != clock->block) { /* a write that has read nothing ends what was before */
        forget(&word->block);
        if (!reads)
            forget(&word->device);
    }
    word->of = clock->block;
    join_into(&word->block, lane->released[0]);
    if (scope != EMU_SCOPE_BLOCK)
        join_into(&word->device, lane->released[1]);
}

void emu_check_release(emu_worker *worker, const void *address, unsigned scope)
{
    emu_check_release_of(worker, emu_here.thread->rank, address, scope);
}

void emu_check_release_of(emu_worker *worker, unsigned rank, const void *address, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    meeting *word = word_at((uintptr_t)address, true);
    if (!word)
        return;
    clock->any_known = true;
    emu_known *all = all_known(clock, rank);
    if (scope == EMU_SCOPE_BLOCK && word->of != clock->block)
        forget(&word->block);
    word->of = clock->block;
    join_into(&word->block, all);
    if (scope != EMU_SCOPE_BLOCK)
        join_into(&word->device, all);
    emu_known_drop(all);
    emu_clock_advance(clock, rank);
}

void emu_check_acquire(emu_worker *worker, const void *address, unsigned scope)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_lane_clock *lane = &clock->lane[emu_here.thread->rank];
    const meeting *word = word_at((uintptr_t)address, false);
    if (!word)
        return;
    clock->any_known = true;
    if (word->of == clock->block)
        join_into(&lane->known, word->block);
    if (scope != EMU_SCOPE_BLOCK)
        join_into(&lane->known, word->device);
}
