/* How many findings there are: memory that a program shares with the `lanewise check` that started it, so that what was
 * counted stays counted whether the program closes its device, forks, or is killed. */
#ifndef EMU_CHECK_TALLY_H
#define EMU_CHECK_TALLY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct emu_tally {
    atomic_uint devices; /* opened for checking */
    atomic_uint found;   /* of all kinds, before anything is left out */
    atomic_uint judged;  /* of these, those of which it was decided what they count as: one of these, or nothing */
    atomic_uint errors, warnings, suppressed;
    atomic_uint unnoted;            /* what there was no memory to note */
    atomic_uint unwritten;          /* what a file did not take */
    atomic_uint printed, unprinted; /* the errors and warnings beyond the limit */
    atomic_ullong signature;        /* of which errors and warnings they are, whatever their order */
} emu_tally;

/* The process's own, or what lies in the file. Null where the file is none of this kind. */
emu_tally *emu_tally_open(const char *path);
/* The last lines of a report. `races`: of races alone, as compute-sanitizer's racecheck has it. */
void emu_tally_print(FILE *out, const emu_tally *tally, bool races);

#endif
