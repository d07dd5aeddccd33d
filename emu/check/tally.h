/* Counts of findings, in memory that a program shares with the `lanewise check` that started it. So the counts survive
 * when the program closes its device, forks, or is killed. */
#ifndef EMU_CHECK_TALLY_H
#define EMU_CHECK_TALLY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

enum { EMU_TALLY_SIGNATURES = 4096 };
typedef struct emu_tally {
    atomic_uint devices;       /* devices opened for checking */
    atomic_uint launches;      /* launches of kernels whose findings count, as --kernel-name and the like say */
    atomic_uint left_out;      /* launches of other kernels */
    char left_out_names[1024]; /* of these kernels, as many as fit, each once with a new line after it */
    atomic_uint found;         /* findings of all kinds, also suppressed ones */
    atomic_uint judged;        /* findings whose class is decided: one of these, or ignored */
    atomic_uint errors, warnings, suppressed;
    atomic_uint unnoted;            /* records lost for lack of memory */
    atomic_uint unwritten;          /* findings that could not be written to a file */
    atomic_uint printed, unprinted; /* errors and warnings, up to the limit and beyond */
    atomic_uint ended_launches;     /* findings that ended a launch */
    char running[64];               /* the kernel whose blocks began last, as much of its name as fits */
    atomic_uint given_up;           /* the second run was, in this kernel */
    char given_up_in[64];
    atomic_ullong signature; /* sum of the findings' signatures, independent of their order */
    /* The signatures, as many as fit. The first `earlier` ones are of an earlier run of the program: such findings are not reported
     * again. */
    atomic_uint signatures, earlier;
    atomic_ullong known[EMU_TALLY_SIGNATURES];
} emu_tally;

/* The tally in the file; the process's own if `path` is null. Returns null if the file holds no tally. */
emu_tally *emu_tally_open(const char *path);
/* Counts a launch of the kernel. `asked`: its findings count. Calls exclude one another in a process. */
void emu_tally_add_launch(emu_tally *tally, const char *kernel, bool asked);
/* The last lines of a report. `races`: only races are checked; then in the form of compute-sanitizer's racecheck. */
void emu_tally_print(FILE *out, const emu_tally *tally, bool races);

#endif
