/* Barriers of tiles larger than a warp, when threads have diverged. */
#include "fused_inside.h"

bool emu_fused_release_tiles(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    emu_fused_frame *frame = &worker->frame;
    bool any = false;
    for (unsigned i = threads.first; i < threads.end; i++) {
        unsigned state = frame->state[i];
        if (state == EMU_FUSED_ENDED || !emu_fused_waits(kernel, state) ||
            kernel->region[EMU_FUSED_REGION(state)].wait != EMU_FUSED_TILE)
            continue;
        unsigned size = kernel->region[EMU_FUSED_REGION(state)].operation, first = i & ~(size - 1), end = first + size;
        bool all = true;
        end = end < worker->threads ? end : worker->threads;
        for (unsigned k = first; k < end && all; k++) {
            const emu_fused_region *region = &kernel->region[EMU_FUSED_REGION(frame->state[k])];
            all = frame->state[k] == EMU_FUSED_ENDED || (emu_fused_waits(kernel, frame->state[k]) &&
                                                         region->wait == EMU_FUSED_TILE && region->operation == size);
        }
        for (unsigned k = first; k < end && all; k++)
            frame->state[k] |= frame->state[k] != EMU_FUSED_ENDED;
        any = any || all;
    }
    return any;
}
