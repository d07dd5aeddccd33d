/* When waiting threads may continue: at the block's barrier, and at collectives of a warp. */
#include "fused_inside.h"

#include <string.h>

#include "../device/collective.h"
#include "../machine/barrier_place.h"

static void set_thread(emu_worker *worker, unsigned rank)
{
    emu_here.thread = &worker->thread[rank].at;
}

/* ---- threads at any region ---- */
/* Whether threads at these places wait at one barrier, as on fibers. A warp's __syncthreads() must be at one place of
 * the source. Other barriers of the block may be anywhere, but not mixed with it in one warp. */
static bool share_barrier(const emu_site *a, const emu_site *b, bool one_warp)
{
    if (emu_is_syncthreads(a) && emu_is_syncthreads(b))
        return emu_same_place(a, b) || (!one_warp && strcmp(a->what, b->what) == 0);
    return emu_is_syncthreads(a) == emu_is_syncthreads(b) || !one_warp;
}

static void check_barrier(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    const emu_fused_frame *frame = &worker->frame;
    const emu_site *first = 0, *warp_first = 0;
    for (unsigned i = threads.first; i < threads.end; i++) {
        unsigned state = frame->state[i];
        const emu_fused_region *region = &kernel->region[EMU_FUSED_REGION(state)];
        if (i % EMU_WARP == 0)
            warp_first = 0;
        if (state == EMU_FUSED_ENDED || !emu_fused_waits(kernel, state) || region->wait != EMU_FUSED_BARRIER)
            continue;
        const emu_site *other = first && !share_barrier(first, region->site, false)            ? first
                                : warp_first && !share_barrier(warp_first, region->site, true) ? warp_first
                                                                                               : 0;
        if (other) {
            emu_fused_publish_threads(worker, kernel);
            worker->barrier.site = other;
            set_thread(worker, i);
            emu_fail(worker, LW_ERROR_DIVERGENT_BARRIER, region->site);
        }
        if (!warp_first)
            warp_first = region->site;
        if (!first && emu_is_syncthreads(region->site))
            first = region->site;
    }
}

bool emu_fused_release_barrier(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned arrived = 0, true_predicates = 0;
    check_barrier(worker, kernel, threads);
    for (unsigned i = threads.first; i < threads.end; i++) {
        unsigned state = frame->state[i];
        if (state == EMU_FUSED_ENDED)
            continue;
        const emu_fused_region *region = &kernel->region[EMU_FUSED_REGION(state)];
        if (!emu_fused_waits(kernel, state) || region->wait != EMU_FUSED_BARRIER)
            return false;
        arrived++;
        true_predicates += region->operation && frame->value[i] != 0;
    }
    frame->barrier = EMU_FUSED_RESULT(true_predicates, arrived);
    for (unsigned i = threads.first; i < threads.end; i++)
        frame->state[i] |= frame->state[i] != EMU_FUSED_ENDED;
    return true;
}

/* The lanes of the warp that wait at a collective, a bit each. `alive`: the lanes that have not ended. */
static unsigned in_collectives(const emu_worker *worker, const emu_fused_kernel *kernel, unsigned warp, unsigned *alive)
{
    const emu_fused_frame *frame = &worker->frame;
    unsigned first = warp * EMU_WARP, count = worker->threads - first, waiting = 0;
    *alive = 0;
    for (unsigned i = 0; i < (count < EMU_WARP ? count : EMU_WARP); i++) {
        unsigned state = frame->state[first + i];
        if (state == EMU_FUSED_ENDED)
            continue;
        *alive |= 1u << i;
        if (emu_fused_waits(kernel, state) && kernel->region[EMU_FUSED_REGION(state)].wait == EMU_FUSED_COLLECTIVE)
            waiting |= 1u << i;
    }
    return waiting;
}

static void check_mask(emu_worker *worker, const emu_fused_kernel *kernel, unsigned rank)
{
    const emu_fused_frame *frame = &worker->frame;
    if (frame->mask[rank] >> rank % EMU_WARP & 1)
        return;
    emu_fused_publish_threads(worker, kernel);
    worker->fault_record.mask = frame->mask[rank];
    set_thread(worker, rank);
    emu_fail(worker, LW_ERROR_INVALID_MASK, worker->thread[rank].site);
}

static unsigned operation_of(const emu_fused_frame *frame, const emu_fused_kernel *kernel, unsigned rank)
{
    return kernel->region[EMU_FUSED_REGION(frame->state[rank])].operation;
}

static void complete(emu_fused_frame *frame, unsigned first, unsigned operation, unsigned group)
{
    emu_collective_results(frame->value + first, frame->operand + first, operation, group);
    for (; group; group &= group - 1)
        frame->state[first + (unsigned)__builtin_ctz(group)] |= 1;
}

/* Completes an __activemask() of the warp, in which none of the waiting lanes can run: of those in the first region. */
static bool complete_active(emu_fused_frame *frame, const emu_fused_kernel *kernel, unsigned first, unsigned waiting)
{
    unsigned group = 0, least = 0;
    for (unsigned left = waiting; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left), state = frame->state[first + lane];
        if (operation_of(frame, kernel, first + lane) != EMU_COLLECTIVE_ACTIVE || (group && state > least))
            continue;
        group = (group && state == least ? group : 0) | 1u << lane;
        least = state;
    }
    if (group)
        complete(frame, first, EMU_COLLECTIVE_ACTIVE, group);
    return group;
}

static bool complete_collectives_of(emu_worker *worker, const emu_fused_kernel *kernel, unsigned warp,
                                    const bool *member)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned first = warp * EMU_WARP, alive, waiting = in_collectives(worker, kernel, warp, &alive);
    for (unsigned left = member ? waiting : 0; left; left &= left - 1)
        if (!member[EMU_FUSED_REGION(frame->state[first + (unsigned)__builtin_ctz(left)])])
            waiting &= ~(left & -left);
    for (unsigned left = waiting; left; left &= left - 1)
        check_mask(worker, kernel, first + (unsigned)__builtin_ctz(left));
    bool any = false;
    for (unsigned left = waiting; left;) {
        unsigned lane = (unsigned)__builtin_ctz(left), mask = frame->mask[first + lane], group = 0;
        unsigned operation = operation_of(frame, kernel, first + lane);
        for (unsigned others = left; others; others &= others - 1) {
            unsigned other = (unsigned)__builtin_ctz(others);
            if (frame->mask[first + other] == mask && operation_of(frame, kernel, first + other) == operation)
                group |= 1u << other;
        }
        left &= ~group;
        if ((mask & alive) != group || operation == EMU_COLLECTIVE_ACTIVE)
            continue;
        complete(frame, first, operation, group);
        any = true;
    }
    return any || complete_active(frame, kernel, first, waiting);
}

bool emu_fused_complete_collectives(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads,
                                    const bool *member)
{
    bool any = false;
    for (unsigned warp = threads.first / EMU_WARP; warp * EMU_WARP < threads.end; warp++)
        any = complete_collectives_of(worker, kernel, warp, member) || any;
    return any;
}

/* ---- threads at one region, when all others have ended ---- */
/* Whether the array repeats the 8 bytes of `number`, which hold a value of 2 or 4 bytes several times. Compares 8 bytes
 * at a time, because this runs often. */
static bool is_filled(const void *array, size_t bytes, uint64_t number)
{
    const char *at = array;
    uint64_t differ = 0, part;
    for (; bytes >= sizeof part; at += sizeof part, bytes -= sizeof part) {
        memcpy(&part, at, sizeof part);
        differ |= part ^ number;
    }
    return !differ && (bytes == 0 || memcmp(at, &number, bytes) == 0);
}

static bool have_state(const uint16_t *state, emu_fused_span threads, unsigned wanted)
{
    return is_filled(state + threads.first, (threads.end - threads.first) * sizeof *state,
                     wanted * 0x0001000100010001u);
}

static bool have_mask(const uint32_t *mask, emu_fused_span threads, unsigned wanted)
{
    return is_filled(mask + threads.first, (threads.end - threads.first) * sizeof *mask, wanted * 0x100000001u);
}

emu_fused_span emu_fused_trim(const emu_worker *worker, emu_fused_span threads)
{
    enum { AT_ONCE = 32 };
    const uint16_t *state = worker->frame.state;
    while (threads.end - threads.first > AT_ONCE &&
           have_state(state, (emu_fused_span){threads.end - AT_ONCE, threads.end}, EMU_FUSED_ENDED))
        threads.end -= AT_ONCE;
    while (threads.end > threads.first && state[threads.end - 1] == EMU_FUSED_ENDED)
        threads.end--;
    while (threads.first < threads.end && state[threads.first] == EMU_FUSED_ENDED)
        threads.first++;
    return threads;
}

/* The threads of the warp that are in the span. */
static emu_fused_span part_of(emu_fused_span threads, unsigned warp)
{
    unsigned first = warp * EMU_WARP, end = first + EMU_WARP;
    return (emu_fused_span){first > threads.first ? first : threads.first, end < threads.end ? end : threads.end};
}

/* The lanes of the span in its warp, a bit each. */
static unsigned lane_bits(emu_fused_span part)
{
    return (~0u >> (EMU_WARP - (part.end - part.first))) << part.first % EMU_WARP;
}

/* Whether the masks (by lane) of the waiting lanes form complete groups: all lanes of a lane's mask wait with the same
 * mask. */
static bool are_complete(const uint32_t *mask, unsigned lanes)
{
    for (unsigned left = lanes; left;) {
        unsigned lane = (unsigned)__builtin_ctz(left), group = mask[lane] & lanes;
        if (!(group >> lane & 1) || group & ~left)
            return false;
        left &= ~group;
        for (unsigned others = group; others; others &= others - 1)
            if (mask[__builtin_ctz(others)] != mask[lane])
                return false;
    }
    return true;
}

/* All threads of the span wait at collectives of one kind. Computes them if all are complete; else does nothing. */
static bool complete_all(emu_fused_frame *frame, emu_fused_span threads, unsigned operation)
{
    for (unsigned warp = threads.first / EMU_WARP; operation == EMU_COLLECTIVE_ACTIVE && warp * EMU_WARP < threads.end;
         warp++) {
        emu_fused_span part = part_of(threads, warp);
        emu_collective_results(frame->value + warp * EMU_WARP, frame->operand + warp * EMU_WARP, operation,
                               lane_bits(part));
    }
    if (operation == EMU_COLLECTIVE_ACTIVE)
        return true;
    for (unsigned warp = threads.first / EMU_WARP; warp * EMU_WARP < threads.end; warp++) {
        emu_fused_span part = part_of(threads, warp);
        unsigned mask = frame->mask[part.first], lanes = lane_bits(part);
        bool same_mask = !(lanes & ~mask) && have_mask(frame->mask, part, mask);
        if (!same_mask && !are_complete(frame->mask + warp * EMU_WARP, lanes))
            return false;
    }
    for (unsigned warp = threads.first / EMU_WARP; warp * EMU_WARP < threads.end; warp++) {
        unsigned first = warp * EMU_WARP, lanes = lane_bits(part_of(threads, warp));
        for (unsigned left = lanes, group; left; left &= ~group) {
            group = frame->mask[first + (unsigned)__builtin_ctz(left)] & lanes;
            emu_collective_results(frame->value + first, frame->operand + first, operation, group);
        }
    }
    return true;
}

bool emu_fused_release_all(emu_worker *worker, const emu_fused_region *region)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned rows = frame->extent[1] * frame->extent[2], count = rows * frame->extent[0], true_predicates = 0;
    if (region->wait == EMU_FUSED_NOTHING)
        return true;
    emu_stop_if_cancelled(worker, region->site);
    switch (region->wait) {
    case EMU_FUSED_TILE: return true;
    case EMU_FUSED_BARRIER:
        if (region->operation)
            for (unsigned row = 0; row < rows; row++)
                for (unsigned x = 0; x < frame->extent[0]; x++)
                    true_predicates += frame->value[row * worker->shape.x + x] != 0;
        frame->barrier = EMU_FUSED_RESULT(true_predicates, count);
        return true;
    default: return complete_all(frame, (emu_fused_span){0, count}, region->operation);
    }
}

bool emu_fused_release_together(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned state = frame->state[threads.first], true_predicates = 0;
    const emu_fused_region *region = &kernel->region[EMU_FUSED_REGION(state)];
    if (state == EMU_FUSED_ENDED || !have_state(frame->state, threads, state))
        return false;
    if (emu_fused_waits(kernel, state)) {
        switch (region->wait) {
        case EMU_FUSED_BARRIER:
            for (unsigned i = threads.first; i < threads.end && region->operation; i++)
                true_predicates += frame->value[i] != 0;
            frame->barrier = EMU_FUSED_RESULT(true_predicates, threads.end - threads.first);
            break;
        case EMU_FUSED_COLLECTIVE:
            if (!complete_all(frame, threads, region->operation))
                return false;
            break;
        default: return false;
        }
    }
    for (unsigned i = threads.first; i < threads.end; i++)
        frame->state[i] = (uint16_t)(state | 1);
    return true;
}
