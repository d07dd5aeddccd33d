/* Running the compilers: posix_spawn, no shell between. */
#ifndef CC_PROCESS_H
#define CC_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "words.h"

typedef struct cc_process {
    pid_t id;      /* 0 when nothing runs */
    bool spare;    /* its failure is told by who waits for it; set once it has started */
    bool reported; /* why it failed has been said */
    const char *program;
} cc_process;

/* How commands are treated from now on: printed first (-v), or printed alone (-###). */
void cc_process_mode(bool print, bool run);

/* Starts a command; its standard output and error go to the file `log` where given. False, with a message, where it
 * cannot start. */
bool cc_start(cc_process *process, const cc_words *command, const char *log);
/* Its exit status; where a signal ended it 1, with a message, or for a spare one the shell's 128 and the signal. */
int cc_wait(cc_process *process);
/* Ends it and what it started. */
void cc_stop(cc_process *process);
/* Starts and waits. */
int cc_run(const cc_words *command);
/* The same for a question that another command depends on: never printed, asked even with -###, its words to `log`. */
int cc_ask(const cc_words *command, const char *log);

/* From now on signals that would end this program end the running commands, then this program, with its files removed. */
void cc_catch_signals(void);
/* Acts on a signal that came; called after every wait. */
void cc_check_signals(void);

#endif
