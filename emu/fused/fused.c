/* Runs the blocks of a fused kernel: region after region, each for all threads. What is the same for all blocks of a
 * run is set up before the first.
 *
 * When threads diverge, those at the lowest region run first, until they reach the others. So threads reconverge where
 * they can; and a waiting thread is released only when no other can run.
 */
#include "fused_inside.h"

#include <string.h>

#include "../machine/blocks.h"

/* ---- diverged threads ---- */
/* Runs the region's function for the threads of the span that have the state, which is READY of that region. */
static void run_region(emu_worker *worker, const emu_fused_region *region, emu_fused_span threads, unsigned state)
{
    emu_fused_frame *frame = &worker->frame;
    emu_fused_row *row = worker->fused_rows;
    unsigned count = 0;
    if (!region->rows) {
        region->some(frame, threads.first, threads.end);
        return;
    }
    for (unsigned i = threads.first; i < threads.end; i++) {
        unsigned first = i, beyond = i + worker->shape.x - worker->thread[i].at.x;
        while (i < threads.end && i < beyond && frame->state[i] == state)
            i++;
        if (i > first)
            row[count++] = (emu_fused_row){first, i--};
    }
    region->rows(frame, row, count);
}

/* Runs the threads at the lowest region, of those that need not wait and whose region is in `member` (null: any).
 * False: there are none. */
static bool run_lowest(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads, const bool *member)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned lowest = kernel->regions, first = 0, end = 0;
    for (unsigned i = threads.first; i < threads.end; i++) {
        unsigned state = frame->state[i];
        if (state == EMU_FUSED_ENDED || emu_fused_waits(kernel, state) || EMU_FUSED_REGION(state) > lowest ||
            (member && !member[EMU_FUSED_REGION(state)]))
            continue;
        if (EMU_FUSED_REGION(state) < lowest) {
            lowest = EMU_FUSED_REGION(state);
            first = i;
        }
        end = i + 1;
    }
    if (lowest == kernel->regions)
        return false;
    if (kernel->region[lowest].wait == EMU_FUSED_NOTHING)
        for (unsigned i = first; i < end; i++)
            if (frame->state[i] == EMU_FUSED_AT(lowest))
                frame->state[i] = EMU_FUSED_READY(lowest);
    run_region(worker, &kernel->region[lowest], (emu_fused_span){first, end}, EMU_FUSED_READY(lowest));
    return true;
}

/* Releases collectives and tiles, without preference: a warp may poll by votes for what a tile does. */
static bool release_collectives_and_tiles(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    bool collectives = emu_fused_complete_collectives(worker, kernel, threads, NULL);
    return emu_fused_release_tiles(worker, kernel, threads) || collectives;
}

/* Runs until all threads that have not ended have one state, and returns it. MIXED: they all wait for the grid. */
static unsigned run_diverged(emu_worker *worker, const emu_fused_kernel *kernel)
{
    const uint16_t *state = worker->frame.state;
    emu_fused_span threads = emu_fused_trim(worker, (emu_fused_span){0, worker->threads});
    unsigned common = EMU_FUSED_MIXED;
    while (common == EMU_FUSED_MIXED && threads.first < threads.end) {
        emu_stop_if_cancelled(worker, 0);
        if (emu_fused_release_together(worker, kernel, threads)) {
            unsigned ready = state[threads.first];
            run_region(worker, &kernel->region[EMU_FUSED_REGION(ready)], threads, ready);
        } else if (!run_lowest(worker, kernel, threads, NULL) && !emu_fused_release_barrier(worker, kernel, threads) &&
                   !release_collectives_and_tiles(worker, kernel, threads)) {
            if (emu_fused_waits_for_grid(worker, kernel, threads))
                return EMU_FUSED_MIXED;
            emu_fused_publish_threads(worker, kernel);
            emu_fail(worker, LW_ERROR_DEADLOCK, 0);
        }
        threads = emu_fused_trim(worker, threads);
        if (threads.first == 0 && threads.end > 0)
            common = emu_fused_common_state(worker, kernel);
    }
    return threads.first < threads.end ? common : EMU_FUSED_ENDED;
}

/* Whether threads of the strip wait for others of their warp. If so, the strip consists of whole warps. If not, other
 * threads of a warp may be in strips that have not run yet, and have no state. */
static bool has_collective(const emu_fused_kernel *kernel, const bool *member)
{
    for (unsigned r = 0; r < kernel->regions; r++)
        if (member[r] && kernel->region[r].wait == EMU_FUSED_COLLECTIVE)
            return true;
    return false;
}

/* Runs the strip's threads that have not ended, if all of them are at or before one of its regions. */
static bool run_together(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span strip, const bool *member)
{
    if (strip.first == strip.end)
        return false;
    unsigned state = worker->frame.state[strip.first], region = EMU_FUSED_REGION(state);
    if (!member[region] || (emu_fused_waits(kernel, state) && kernel->region[region].wait != EMU_FUSED_COLLECTIVE) ||
        !emu_fused_release_together(worker, kernel, strip))
        return false;
    run_region(worker, &kernel->region[region], strip, EMU_FUSED_READY(region));
    return true;
}

void emu_fused_finish_strip(emu_fused_frame *frame, unsigned first, unsigned count, const bool *member)
{
    emu_worker *worker = emu_self;
    const emu_fused_kernel *kernel = worker->grid->fused;
    emu_fused_span strip = {first, first + count};
    bool has_collectives = has_collective(kernel, member);
    (void)frame; /* it is the worker's frame; a parameter, so that a compiler assumes that it is read and written */
    do {
        emu_stop_if_cancelled(worker, 0);
        strip = emu_fused_trim(worker, strip);
    } while ((has_collectives && run_together(worker, kernel, strip, member)) ||
             run_lowest(worker, kernel, strip, member) ||
             (has_collectives && emu_fused_complete_collectives(worker, kernel, strip, member)));
}

/* Sets up what is the same for all blocks of the run. */
void emu_fused_begin(emu_worker *worker, const emu_fused_kernel *kernel)
{
    emu_fused_frame *frame = &worker->frame;
    const emu_place *here = &emu_here;
    frame->coarsened = 1;
    emu_fused_allocate(worker, kernel);
    frame->arguments = worker->arguments;
    frame->shared = here->shared;
    frame->shared_size = (uint64_t)(worker->arena_end - here->shared);
    frame->dynamic_shared = here->shared + here->dynamic_offset;
    frame->running = &emu_here.thread;
    frame->threads = (const char *)worker->thread;
    frame->blocks_begun = (unsigned *)&worker->blocks_begun;
    frame->failed = (const int *)&worker->grid->failed;
    memcpy(frame->block, here->block, sizeof frame->block);
    memcpy(frame->block_dim, here->block_dim, sizeof frame->block_dim);
    memcpy(frame->extent, here->block_dim, sizeof frame->extent);
    memcpy(frame->grid_dim, here->grid_dim, sizeof frame->grid_dim);
}

/* Whether the state is common to all threads, and they wait for the grid. */
static bool is_at_grid(const emu_fused_kernel *kernel, unsigned state)
{
    return !(state & 1) && !(state & EMU_FUSED_DIVERGED) &&
           kernel->region[EMU_FUSED_REGION(state)].wait == EMU_FUSED_GRID;
}

__attribute__((noinline)) unsigned emu_fused_advance(emu_worker *worker, const emu_fused_kernel *kernel, unsigned state)
{
    while (state != EMU_FUSED_ENDED && !is_at_grid(kernel, state)) {
        if (state & EMU_FUSED_DIVERGED) {
            emu_fused_set_states(worker, state & ~EMU_FUSED_DIVERGED);
            state = run_diverged(worker, kernel);
            if (state == EMU_FUSED_MIXED)
                break;
        } else if (state == EMU_FUSED_MIXED) {
            unsigned common = emu_fused_common_state(worker, kernel);
            state = common == EMU_FUSED_MIXED ? run_diverged(worker, kernel) : common;
            if (state == EMU_FUSED_MIXED)
                break;
        } else if (!(state & 1) && !emu_fused_release_all(worker, &kernel->region[EMU_FUSED_REGION(state)])) {
            emu_fused_set_states(worker, state);
            state = run_diverged(worker, kernel);
            if (state == EMU_FUSED_MIXED)
                break;
        } else {
            state = kernel->all(&worker->frame, state | 1);
        }
    }
    return state;
}

void emu_fused_run(emu_worker *worker)
{
    const emu_fused_kernel *kernel = worker->grid->fused;
    emu_fused_frame *frame = &worker->frame;
    emu_place *here = &emu_here;
    if (worker->grid->cooperative) {
        emu_fused_run_grid(worker, kernel);
        return;
    }
    emu_fused_begin(worker, kernel);
    do {
        here->thread = &worker->thread[0].at;
        unsigned first = frame->block[0];
        uint64_t left = worker->end - worker->block, row = frame->grid_dim[0] - first;
        frame->end = first + (unsigned)(left < row ? left : row);
        unsigned state = kernel->all(frame, EMU_FUSED_READY(0));
        if (state != EMU_FUSED_ENDED) {
            state = emu_fused_advance(worker, kernel, state);
            if (state != EMU_FUSED_ENDED)
                emu_fused_fail_not_cooperative(worker, kernel, state);
            memcpy(frame->extent, frame->block_dim, sizeof frame->extent);
        }
        worker->block += frame->block[0] - first;
        emu_next_block(worker);
        frame->block[0] = here->block[0];
        if (here->block[0] == 0) /* only then: a wide load of what narrow stores have just written is slow */
            memcpy(frame->block, here->block, sizeof frame->block);
    } while (emu_enter_block(worker));
}

void emu_fused_wrong_width(int width, const emu_site *site)
{
    emu_fail_saying(emu_self, LW_ERROR_INVALID_MASK, site,
                    "invalid width: %s with a width of %d, which must be 1, 2, 4, 8, 16 or 32", site->what, width);
}
