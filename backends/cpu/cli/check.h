#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include <stdio.h>

#include "child.h"
#include "options.h"

/* Runs the program as the options say; returns the exit status. */
int cli_check(const cli_options *options);

/* ---- between check.c, again.c and runs.c ---- */
typedef struct cli_report {
    FILE *text, *json; /* destinations of the summary; null: none */
    bool colour, races;
} cli_report;

/* Reports how a child ended. */
void cli_say_end(const cli_report *report, const cli_child *child);
/* Prints the last lines. `status`: the program's. */
void cli_say_summary(const cli_report *report, const emu_tally *tally, int status);
/* Whether the program is to run once more, in reverse order. */
bool cli_is_to_run_again(const cli_options *options, const cli_child *child);
off_t cli_input_begins(void); /* where our standard input is before a run; -1: it cannot be read again */
/* Runs it again, and reports what is new. `input`: of cli_input_begins(). `seconds`: what the first run took.
 * Returns the status that is not 0, if there is one. */
int cli_check_again(const cli_options *options, const cli_report *report, cli_child *child, off_t input,
                    double seconds);
/* Runs the program many times, and adds the findings up in `all`. Returns the first status that is not 0. */
int cli_check_runs(const cli_options *options, const cli_report *report, emu_tally *all);

#endif
