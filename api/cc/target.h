/* A target: one copy of a kernel file, and how its compiler is called.
 *
 * A copy whose product is an object goes into the joined object as it is. One whose product is data (a fat binary) goes
 * in as a hidden symbol, made local when all is joined. A further copy is a further entry in
 * compile.c; the fused copy, of several steps and optional, is fused.c's.
 *
 * A kernel file that includes <lanewise/device_launch.h> launches kernels from kernels: its CUDA copy is made in two
 * steps, relocatable code and a link with CUDA's device runtime. So is clang's checked copy, whose structures' copies
 * are seen to between them.
 */
#ifndef CC_TARGET_H
#define CC_TARGET_H

#include "options.h"

typedef struct cc_job { /* one kernel file for one target */
    const cc_options *options;
    const char *input, *product;
    const char *part;         /* of a target of two steps: what its command makes and its link takes; else null */
    const char *object;       /* what the joined object will be called: the dependency file names it */
    const char *dependencies; /* the file to write them to, or null */
} cc_job;

typedef struct cc_target {
    const char *name;
    const char *suffix, *part_suffix; /* of its product; of what its first step of two makes */
    const char *symbol;               /* that its product is embedded as, or null where that is an object */
    bool (*wanted)(const cc_options *options);
    bool (*links)(const cc_options *options, const char *input); /* whether this file takes two steps; may be null */
    bool depends; /* it writes what files it read, which may be others than the CPU's */
    void (*command)(const cc_job *job, cc_words *command);
    bool (*amend)(const char *part);                      /* before that link; may be null. False: it cannot */
    void (*link)(const cc_job *job, cc_words *command);   /* from the job's part to its product */
    void (*finish)(const cc_job *job, cc_words *command); /* changes the product in place; may be null */
} cc_target;

extern const cc_target cc_target_cpu, cc_target_cuda, cc_target_checked;

/* The only target of a file that has host code alone: the C compiler with the user's flags. */
extern const cc_target cc_target_host;

/* Whether the CPU copy has a checked one beside it. */
bool cc_checked_wanted(const cc_options *options);

/* The C compiler with the user's flags for the CPU copy and those that fix its meaning; and the latter alone. */
void cc_cpu_flags(const cc_options *options, cc_words *command);
void cc_cpu_meaning(const cc_options *options, cc_words *command);

#endif
