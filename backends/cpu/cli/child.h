/* One run of the program, as a child process that checks and counts what it finds. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "../../../emu/check/tally.h"
#include "options.h"

typedef struct cli_child {
    pid_t id;         /* 0: it does not run */
    emu_tally *tally; /* shared with it */
    int tally_file;
    int output;      /* what it printed; -1: it went where ours goes */
    int status;      /* once it has ended: its own, or 128 and the signal */
    int signal;      /* that ended it; 0: none */
    unsigned untold; /* findings that were not told, as the program ended before; counted as errors by now */
} cli_child;

/* Starts it, with that schedule (null: as the environment says), with its output kept where `keep`. */
void cli_child_start(cli_child *child, const cli_options *options, const char *schedule, bool keep, bool colour);
/* Notes that it has ended, as waitpid() says it. */
void cli_child_ended(cli_child *child, int wait_status);
void cli_child_free(cli_child *child);
void cli_child_stop(const cli_child *child);

/* From now on signals that end programs end the children, and we go on to say what was found. */
void cli_signals_catch(void);
int cli_signals_caught(void); /* 0: none */

#endif
