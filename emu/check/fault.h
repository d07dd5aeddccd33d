/* Findings about what ended a launch. */
#ifndef EMU_CHECK_FAULT_H
#define EMU_CHECK_FAULT_H

#include "../machine/machine.h"

typedef struct emu_fault_place {
    const emu_thread *thread;
    uintptr_t pc;         /* 0: see `site` */
    const emu_site *site; /* if pc is 0; may be null */
    bool by_signal;
} emu_fault_place;

/* `what`: the fault, as lines of text. `all_threads`: lines that say where all threads are. */
void emu_check_fault(const emu_worker *worker, const emu_fault_place *at, lw_status status, const char *what,
                     const char *all_threads);

#endif
