/* Barriers that threads have ended without reaching. CUDA wants a barrier to be reached by all threads or by none; a GPU
 * since Volta counts threads that have ended as arrived, so such a kernel may pass there. */
#include <stdio.h>

#include "inside.h"

typedef struct ended_threads {
    unsigned count, of;
    const emu_coordinates *first; /* null: none */
} ended_threads;

static ended_threads find(const emu_worker *worker, unsigned first_warp, unsigned warps)
{
    ended_threads found = {0, 0, NULL};
    unsigned first = first_warp * EMU_WARP, end = (first_warp + warps) * EMU_WARP;
    for (unsigned rank = first; rank < end && rank < worker->threads; rank++) {
        found.of++;
        if (worker->alive[rank / EMU_WARP] >> rank % EMU_WARP & 1)
            continue;
        found.count++;
        if (!found.first)
            found.first = &worker->thread[rank].at;
    }
    return found;
}

void emu_check_ended(emu_worker *worker, unsigned first_warp, unsigned warps, const emu_site *site)
{
    bool fresh;
    if (worker->live == worker->threads || !emu_check_wanted.synchronisation)
        return;
    ended_threads ended = find(worker, first_warp, warps);
    if (!ended.count)
        return;
    emu_finding *finding = emu_finding_note(EMU_FOUND_ENDED, (uintptr_t)site, 0, 0, &fresh);
    if (!finding || !fresh)
        return;
    const unsigned *block = worker == emu_self ? emu_here.block : worker->here.block;
    finding->kernel = worker->grid->kernel;
    snprintf(finding->why, sizeof finding->why,
             "Warning: Divergent barrier %s at %s:%d: %u of %u threads of block (%u,%u,%u) have ended without it, the "
             "first of them thread (%u,%u,%u)",
             site->what, site->file, site->line, ended.count, ended.of, block[0], block[1], block[2], ended.first->x,
             ended.first->y, ended.first->z);
}
