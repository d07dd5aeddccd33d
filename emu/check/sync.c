/* Synchronisation of threads: barriers, and collectives of a warp. */
#include <string.h>

#include "../device/device_checked.h"
#include "inside.h"

static void note_unfenced(emu_block_clock *clock, unsigned threads)
{
    for (unsigned rank = 0; rank < threads; rank++)
        for (unsigned i = 0; i < 2; i++) {
            emu_vector_clock *read = clock->thread[rank].pending[i];
            if (!read)
                continue;
            emu_vector_clock *joined = emu_vector_clock_join(clock->unfenced, read);
            emu_vector_clock_drop(clock->unfenced);
            clock->unfenced = joined;
        }
}

void emu_check_barrier(emu_worker *worker)
{
    emu_block_clock *clock = &worker->check->clock;
    emu_check_finish_deferred();
    if (clock->any_synchronised) { /* all threads get what one has acquired, and publish what one has released */
        emu_vector_clock *acquired = 0, *released[2] = {0};
        for (unsigned rank = 0; rank < worker->threads; rank++) {
            emu_thread_clock *thread = &clock->thread[rank];
            emu_vector_clock *sides[] = {thread->acquired, thread->released[0], thread->released[1]},
                             **all[] = {&acquired, &released[0], &released[1]};
            for (unsigned i = 0; i < 3; i++) {
                emu_vector_clock *joined = emu_vector_clock_join(*all[i], sides[i]);
                emu_vector_clock_drop(*all[i]);
                *all[i] = joined;
            }
        }
        for (unsigned rank = 0; rank < worker->threads; rank++) {
            emu_thread_clock *thread = &clock->thread[rank];
            emu_vector_clock **sides[] = {&thread->acquired, &thread->released[0], &thread->released[1]},
                             *all[] = {acquired, released[0], released[1]};
            for (unsigned i = 0; i < 3; i++) {
                emu_vector_clock_drop(*sides[i]);
                *sides[i] = emu_vector_clock_share(all[i]);
            }
        }
        emu_vector_clock_drop(acquired);
        emu_vector_clock_drop(released[0]);
        emu_vector_clock_drop(released[1]);
        note_unfenced(clock, worker->threads);
    }
    if (worker->gang->size == 1 && !worker->check->pending_count) /* all reads happen before what follows */
        emu_readers_forget(&worker->check->readers);
    clock->barrier++;
    emu_clock_next_epoch(clock);
    for (unsigned rank = 0; rank < worker->threads; rank++)
        clock->thread[rank].stamp = (emu_stamp)clock->epoch << EMU_EPOCH_IN_STAMP;
}

void emu_checked_wait_ahead(void)
{
    emu_worker *worker = emu_self;
    if (!worker || !worker->check)
        return;
    emu_check_finish_deferred();
    if (!emu_clock_wait_ahead(&worker->check->clock, emu_here.thread->rank))
        emu_check_record_lost(true);
}

/* Starts the lane's stamps of its warp, if it has none in this epoch. */
static void begin_warp_stamps(emu_block_clock *clock, unsigned rank)
{
    if (clock->warp_stamps_epoch[rank] == clock->epoch)
        return;
    memset(clock->warp_stamps[rank], 0, sizeof clock->warp_stamps[rank]);
    clock->warp_stamps_epoch[rank] = clock->epoch;
}

static void join_acquired(emu_block_clock *clock, const unsigned *lanes, unsigned warps)
{
    emu_vector_clock *all = 0;
    for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            emu_vector_clock *joined =
                emu_vector_clock_join(all, clock->thread[warp * EMU_WARP + (unsigned)__builtin_ctz(left)].acquired);
            emu_vector_clock_drop(all);
            all = joined;
        }
    for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            emu_thread_clock *thread = &clock->thread[warp * EMU_WARP + (unsigned)__builtin_ctz(left)];
            emu_vector_clock_drop(thread->acquired);
            thread->acquired = emu_vector_clock_share(all);
        }
    emu_vector_clock_drop(all);
}

void emu_check_join_warp(emu_worker *worker, unsigned warp, unsigned lanes)
{
    emu_block_clock *clock = &worker->check->clock;
    unsigned first = warp * EMU_WARP;
    emu_stamp warp_stamps[EMU_WARP] = {0};
    emu_check_finish_deferred();
    for (unsigned left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        begin_warp_stamps(clock, first + lane);
        for (unsigned i = 0; i < EMU_WARP; i++)
            if (clock->warp_stamps[first + lane][i] > warp_stamps[i])
                warp_stamps[i] = clock->warp_stamps[first + lane][i];
    }
    for (unsigned left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        warp_stamps[lane] = clock->thread[first + lane].stamp;
    }
    for (unsigned left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        memcpy(clock->warp_stamps[first + lane], warp_stamps, sizeof warp_stamps);
        emu_clock_advance(clock, first + lane);
    }
    if (clock->any_synchronised) {
        unsigned all[EMU_MAX_WARPS] = {0};
        all[warp] = lanes;
        join_acquired(clock, all, warp + 1);
    }
}

/* Lanes of several warps: each acquires the stamps of all others. */
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
    emu_check_finish_deferred();
    emu_vector_clock *stamps = 0;
    for (unsigned warp = 0; warp < worker->warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            unsigned rank = warp * EMU_WARP + (unsigned)__builtin_ctz(left);
            emu_vector_clock_note(&stamps, clock->block, rank, clock->thread[rank].stamp);
            for (unsigned i = 0; clock->warp_stamps_epoch[rank] == clock->epoch && i < EMU_WARP; i++)
                if (clock->warp_stamps[rank][i])
                    emu_vector_clock_note(&stamps, clock->block, warp * EMU_WARP + i, clock->warp_stamps[rank][i]);
        }
    for (unsigned warp = 0; warp < worker->warps; warp++)
        for (unsigned left = lanes[warp]; left; left &= left - 1) {
            unsigned rank = warp * EMU_WARP + (unsigned)__builtin_ctz(left);
            emu_vector_clock *joined = emu_vector_clock_join(clock->thread[rank].acquired, stamps);
            emu_vector_clock_drop(clock->thread[rank].acquired);
            clock->thread[rank].acquired = joined;
            emu_clock_advance(clock, rank);
        }
    emu_vector_clock_drop(stamps);
    clock->any_synchronised = true;
    join_acquired(clock, lanes, worker->warps);
}

void emu_check_join_blocks(emu_worker *const *workers, unsigned count, bool whole_grid)
{
    emu_vector_clock *all = 0;
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        emu_block_clock *clock = &workers[i]->check->clock;
        any = any || clock->any_synchronised;
        for (unsigned rank = 0; clock->any_synchronised && rank < workers[i]->threads; rank++) {
            emu_vector_clock *joined = emu_vector_clock_join(all, clock->thread[rank].acquired);
            emu_vector_clock_drop(all);
            all = joined;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        emu_block_clock *clock = &workers[i]->check->clock;
        emu_check_barrier(workers[i]);
        for (unsigned rank = 0; any && rank < workers[i]->threads; rank++) {
            emu_vector_clock_drop(clock->thread[rank].acquired);
            clock->thread[rank].acquired = emu_vector_clock_share(all);
        }
        clock->any_synchronised = any;
        emu_clock_fresh_epoch(clock);
        for (unsigned rank = 0; rank < workers[i]->threads; rank++)
            clock->thread[rank].stamp = (emu_stamp)clock->epoch << EMU_EPOCH_IN_STAMP;
    }
    /* The first worker's fresh epoch is the lowest: all accesses in epochs below it happen before. */
    for (unsigned i = 0; i < count; i++)
        emu_clock_raise(&workers[i]->check->clock, whole_grid, workers[0]->check->clock.epoch);
    emu_vector_clock_drop(all);
}
