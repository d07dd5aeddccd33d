/* The latest accesses of threads, in order, for the page of `lanewise check --html`. Kept only where that is wanted. */
#ifndef EMU_CHECK_HISTORY_H
#define EMU_CHECK_HISTORY_H

#include "finding.h"
#include "inside.h"

typedef struct emu_history_access {
    uintptr_t address, pc;
    uint64_t block; /* its number in the grid */
    uint32_t grid;  /* the number of the launch */
    uint32_t barrier;
    uint16_t rank, size;
    bool write, atomic, is_volatile;
} emu_history_access;

extern emu_history_access *emu_history; /* null: not wanted */

/* False: no memory. */
bool emu_history_open(void);
void emu_history_close(void);
void emu_history_note(const emu_touch *touch);
/* How many accesses were noted. */
uint64_t emu_history_now(void);
/* The last accesses of the finding's memory up to the finding, oldest first; `most` of them at most. Returns their number. */
unsigned emu_history_of(const emu_finding *finding, emu_history_access *accesses, unsigned most);

#endif
