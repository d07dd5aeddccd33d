/* Runs the compilers by posix_spawn(), without a shell. */
#ifndef CC_PROCESS_H
#define CC_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "words.h"

typedef struct cc_process {
    pid_t id;      /* 0: not running */
    bool spare;    /* cc_wait() prints no message for a signal; set it after the start */
    bool reported; /* the reason of its failure was printed */
    const char *program;
} cc_process;

/* Sets whether commands are printed (-v) and whether they run (not with -###). */
void cc_process_mode(bool print, bool run);

/* Starts a command. Its standard output and error go to the file `log`, unless null. False, with a message, if it
 * cannot start. */
bool cc_start(cc_process *process, const cc_words *command, const char *log);
/* Waits and returns the exit status. If a signal ended the command: 1, with a message, or for a spare one 128 +
 * signal. */
int cc_wait(cc_process *process);
/* Ends the command and its child processes. */
void cc_stop(cc_process *process);
/* Starts a command and waits for it. */
int cc_run(const cc_words *command);
/* The same for a query that other commands depend on: it is never printed, and runs even with -###; output to `log`. */
int cc_ask(const cc_words *command, const char *log);

/* From now on, a signal that would end this program ends the running commands, and then this program without leaving
 * scratch files. */
void cc_catch_signals(void);
/* Ends the program if such a signal has arrived; called after each wait. */
void cc_check_signals(void);

#endif
