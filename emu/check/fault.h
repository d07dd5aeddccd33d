/* What ends a launch, and what keeps one from beginning, as findings beside the others. */
#ifndef EMU_CHECK_FAULT_H
#define EMU_CHECK_FAULT_H

#include "../machine/machine.h"

typedef struct emu_fault_place {
    const emu_thread *thread;
    uintptr_t pc;         /* or ... */
    const emu_site *site; /* ... where the pc is 0; may be null, too */
    bool by_signal;
} emu_fault_place;

/* `what` happened, and the lines that say where everyone is. */
void emu_check_fault(const emu_worker *worker, const emu_fault_place *at, lw_status status, const char *what,
                     const char *everyone);

#endif
