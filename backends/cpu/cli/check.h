#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include <stdio.h>

#include "child.h"
#include "options.h"

/* Runs the program as the options say; the exit status. */
int cli_check(const cli_options *options);

/* ---- between check.c and runs.c ---- */
typedef struct cli_report {
    FILE *text, *json; /* where the summary goes; null: nowhere */
    bool colour, races;
} cli_report;

/* What a child's end means beside its findings. */
void cli_say_end(const cli_report *report, const cli_child *child);
/* The last lines. `status`: of the program. */
void cli_say_summary(const cli_report *report, const emu_tally *tally, int status);
/* Many runs; their findings added up in `all`. The program's status: of the first run that has one other than 0. */
int cli_check_runs(const cli_options *options, const cli_report *report, emu_tally *all);

#endif
