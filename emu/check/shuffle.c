/* Shuffles that read a lane that takes no part. The result is undefined, and CUDA forbids it. Only a lane given by its
 * number is reported. Up, down and xor are not: correct programs use them to add up fewer than 32 lanes, and ignore
 * such results. */
#include <stdio.h>

#include "inside.h"

void emu_check_inactive_source(emu_worker *worker, unsigned warp, const emu_inactive_source *read)
{
    const emu_thread *reader = &worker->thread[warp * EMU_WARP + read->lane];
    const emu_coordinates *at = &reader->at;
    const emu_site *site = reader->site;
    bool fresh;
    if (!emu_check_wanted.synchronisation)
        return;
    emu_finding *finding = emu_finding_note(EMU_FOUND_SHUFFLE, (uintptr_t)site, 0, 0, &fresh);
    if (!finding || !fresh)
        return;
    finding->kernel = worker->grid->kernel;
    snprintf(finding->why, sizeof finding->why,
             "Warning: Invalid source of %s at %s:%d: thread (%u,%u,%u) in block (%u,%u,%u) reads lane %u, which %s "
             "(mask 0x%08x)",
             site->what, site->file, site->line, at->x, at->y, at->z, emu_here.block[0], emu_here.block[1],
             emu_here.block[2], read->from,
             read->mask >> read->from & 1 ? "has ended or does not exist" : "the mask does not name", read->mask);
}
