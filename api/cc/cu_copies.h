/* The copies of CUDA C++ for the device, and steps: commands with a product, whose messages are shown together. */
#ifndef CC_CU_COPIES_H
#define CC_CU_COPIES_H

#include "fused.h"
#include "options.h"
#include "process.h"

typedef struct cc_step { /* a command, and what it writes */
    cc_words command;
    cc_process process;
    char *product, *log;
    bool shown; /* its messages are shown, also if it succeeds */
    bool ended; /* it has ended with `status`; not: another step failed before */
    int status;
} cc_step;

cc_step cc_new_step(const char *suffix);
void cc_free_step(cc_step *of);
/* Starts the steps that have a command and waits for all. Returns the first status that is not 0, after that step's
 * messages. */
int cc_run_steps(const char *input, cc_step *const *steps, size_t count);
/* The same in two parts: without messages; then the messages. */
int cc_run_quietly(cc_step *const *steps, size_t count);
void cc_show_steps(const char *input, cc_step *const *steps, size_t count);

typedef struct cc_cu_copies {
    const cc_options *options;
    const char *input; /* the source, for messages */
    const char *id;    /* what no other file of the program has */
    char *descriptors;
    cc_step lower[3]; /* fiber, fused, checked; without a command: the copy is not made */
    cc_step fiber, described, checked, renamed;
    cc_fused fused;
} cc_cu_copies;

/* Makes the commands, for clang's bitcode of the device. All texts must outlive `copies`. */
void cc_cu_copies_prepare(cc_cu_copies *copies, const cc_options *options, const char *input, const char *bitcode,
                          const char *id);
/* Makes the copies, joined in the object; their names are local. Returns an exit status. */
int cc_cu_copies_make(cc_cu_copies *copies, const char *object);
void cc_cu_copies_free(cc_cu_copies *copies);

#endif
