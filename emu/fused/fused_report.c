/* Copies the states of a fused block's threads to where reports read them. */
#include "fused_inside.h"

#include <string.h>

void emu_fused_publish_threads(emu_worker *worker, const emu_fused_kernel *kernel)
{
    const emu_fused_frame *frame = &worker->frame;
    memset(worker->alive, 0, sizeof worker->alive);
    memset(worker->runnable, 0, sizeof worker->runnable);
    worker->live = 0;
    for (unsigned i = 0; i < worker->threads; i++) {
        emu_thread *thread = &worker->thread[i];
        unsigned state = frame->state[i], bit = 1u << i % EMU_WARP;
        if (state == EMU_FUSED_ENDED)
            continue;
        const emu_fused_region *region = &kernel->region[EMU_FUSED_REGION(state)];
        worker->live++;
        worker->alive[i / EMU_WARP] |= bit;
        thread->context = worker; /* it has begun */
        thread->pc = 0;
        thread->site = region->site;
        thread->mask = emu_fused_waits(kernel, state) && region->wait == EMU_FUSED_COLLECTIVE ? frame->mask[i] : 0;
        if (!emu_fused_waits(kernel, state))
            worker->runnable[1 + i / EMU_WARP] |= bit;
    }
}
