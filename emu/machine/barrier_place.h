/* Places of the source at which threads wait at the block's barrier. */
#ifndef EMU_MACHINE_BARRIER_PLACE_H
#define EMU_MACHINE_BARRIER_PLACE_H

#include <stdbool.h>
#include <string.h>

#include "../device/device.h"

/* An inlined device function may have several records of one place, so records are compared by content. */
static inline bool emu_same_place(const emu_site *a, const emu_site *b)
{
    return a == b || (a->line == b->line && strcmp(a->what, b->what) == 0 && strcmp(a->file, b->file) == 0);
}

/* Else it is __barrier_sync(0) or the like, the same barrier by another name. */
static inline bool emu_is_syncthreads(const emu_site *site)
{
    return strncmp(site->what, "__syncthreads", 13) == 0;
}

#endif
