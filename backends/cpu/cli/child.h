/* One run of the program, as a child process that checks its kernels and counts findings. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "../../../emu/check/tally.h"
#include "options.h"

typedef struct cli_child {
    pid_t id;         /* 0: not running */
    emu_tally *tally; /* in memory shared with the child */
    int tally_file;
    int output;          /* file with its output; -1: it writes to our standard output and error */
    bool again;          /* the program's second run */
    int report;          /* file with the report; -1: it goes where the options say */
    int status;          /* after its end: its exit status, or 128 + signal */
    int signal;          /* the signal that ended it; 0: none */
    unsigned unreported; /* findings that the program did not report before it ended; counted as errors */
} cli_child;

/* Starts a run. `schedule`: null: the environment's. `keep`: writes its output to a file. */
void cli_child_start(cli_child *child, const cli_options *options, const char *schedule, bool keep, bool colour);
/* Starts a further run once the last has ended; it adds to the same tally, and reports nothing that is in there. Its output and its
 * report go to files. `input`: its standard input. */
void cli_child_start_again(cli_child *child, const cli_options *options, const char *schedule, int input, bool colour);
void cli_child_wait(cli_child *child, const cli_options *options); /* until it has ended */
/* Records the child's end, with waitpid()'s status. */
void cli_child_ended(cli_child *child, int wait_status);
void cli_child_free(cli_child *child);
void cli_child_stop(const cli_child *child);

int cli_make_file(const char *name); /* in memory; its descriptor is closed in children */
/* Appends what is in the file to `out`. */
void cli_copy_file(int file, FILE *out);

/* From now on signals that would end this process go to the children, and this process goes on to report. */
void cli_signals_catch(void);
int cli_signals_caught(void); /* 0: none */

#endif
