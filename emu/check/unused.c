/* Memory that nothing has written when it is freed, or when the program ends: too large, or forgotten. */
#include <stdio.h>

#include "inside.h"

void emu_check_unused(const emu_allocation *allocation)
{
    size_t unwritten = 0, first = 0;
    bool fresh;
    if (!emu_check_wanted.initialised)
        return;
    for (size_t i = 0; i < allocation->size; i++)
        if (emu_check_written(&emu_device_region, allocation->pointer + i, 1) == EMU_UNWRITTEN && unwritten++ == 0)
            first = i;
    if (unwritten == 0 || allocation->foreign)
        return;
    emu_finding *finding = emu_finding_note(EMU_FOUND_UNUSED, allocation->made_at, 0, allocation->pointer, &fresh);
    if (!finding || !fresh)
        return;
    char owner[32];
    emu_check_owner_text(allocation->pointer, owner);
    finding->address = allocation->pointer + first;
    finding->made_at = allocation->made_at;
    snprintf(finding->where, sizeof finding->where, "an allocation of %zu bytes%s", allocation->size, owner);
    snprintf(finding->why, sizeof finding->why,
             "Warning: Unused memory: %zu of the %zu bytes at %#zx were never written, the first of them byte %zu",
             unwritten, allocation->size, (size_t)allocation->pointer, first);
}
