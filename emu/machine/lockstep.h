/* The schedule lockstep. */
#ifndef EMU_LOCKSTEP_H
#define EMU_LOCKSTEP_H

#include "machine.h"

bool emu_lockstep_make(emu_worker *worker); /* false: no memory */
void emu_lockstep_free(emu_worker *worker);
void emu_lockstep_begin(emu_worker *worker); /* before each block */
int emu_lockstep_pick(emu_worker *worker, int after);
/* Before an access of the running thread, whose place is `pc`. */
void emu_lockstep_step(emu_worker *worker, uintptr_t pc);

#endif
