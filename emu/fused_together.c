/* Threads of a fused block that stand at one place, where all others have ended: as those of `if (threadIdx.y == 0)`, which sum
 * what their block has left. They go on without a search for the threads that may run. */
#include "fused_inside.h"

#include <string.h>

/* Whether all bytes are those of a number of 2 or 4 bytes, which `number` repeats. Eight at a time, as blocks ask this often. */
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
    return is_filled(state + threads.first, (threads.end - threads.first) * sizeof *state, wanted * 0x0001000100010001u);
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

/* The part of a warp that is among them. */
static emu_fused_span part_of(emu_fused_span threads, unsigned warp)
{
    unsigned first = warp * EMU_WARP, end = first + EMU_WARP;
    return (emu_fused_span){first > threads.first ? first : threads.first, end < threads.end ? end : threads.end};
}

/* Of its warp, a bit each. */
static unsigned lanes_of(emu_fused_span part)
{
    return (~0u >> (EMU_WARP - (part.end - part.first))) << part.first % EMU_WARP;
}

/* Whether in each warp all name one mask, and are the threads that it stands for. */
static bool are_complete(const emu_fused_frame *frame, emu_fused_span threads)
{
    for (unsigned warp = threads.first / EMU_WARP; warp * EMU_WARP < threads.end; warp++) {
        emu_fused_span part = part_of(threads, warp);
        unsigned mask = frame->mask[part.first];
        if (lanes_of(part) & ~mask || !have_mask(frame->mask, part, mask))
            return false;
    }
    return true;
}

static void compute(emu_fused_frame *frame, emu_fused_span threads, unsigned operation)
{
    for (unsigned warp = threads.first / EMU_WARP; warp * EMU_WARP < threads.end; warp++) {
        emu_fused_span part = part_of(threads, warp);
        emu_compute(frame->value + warp * EMU_WARP, frame->operand + warp * EMU_WARP, operation, lanes_of(part));
    }
}

bool emu_fused_release_together(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    emu_fused_frame *frame = &worker->frame;
    unsigned state = frame->state[threads.first], holds = 0;
    const emu_fused_region *region = &kernel->region[EMU_FUSED_REGION(state)];
    if (state == EMU_FUSED_ENDED || !have_state(frame->state, threads, state))
        return false;
    if (emu_fused_waits(kernel, state)) {
        switch (region->wait) {
        case EMU_FUSED_BARRIER:
            for (unsigned i = threads.first; i < threads.end && region->operation; i++)
                holds += frame->value[i] != 0;
            frame->barrier = EMU_FUSED_RESULT(holds, threads.end - threads.first);
            break;
        case EMU_FUSED_MEETING:
            if (!are_complete(frame, threads))
                return false;
            compute(frame, threads, region->operation);
            break;
        default:
            return false;
        }
    }
    for (unsigned i = threads.first; i < threads.end; i++)
        frame->state[i] = (uint16_t)(state | 1);
    return true;
}
