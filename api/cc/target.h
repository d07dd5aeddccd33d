/* A target: one copy of a kernel file, and the commands that make it.
 *
 * A product that is an object becomes part of the joined object. A product that is data (a fat binary) is embedded as a
 * hidden symbol, which the join makes local. A new copy needs an entry in compile.c. The fused copy has several steps
 * and is optional; fused.c makes it.
 *
 * Some copies need two steps. The CUDA copy of a file that includes <lanewise/device_launch.h> is relocatable code,
 * then linked with CUDA's device runtime. clang's checked copy is LLVM IR, which amend.c changes, then an object.
 */
#ifndef CC_TARGET_H
#define CC_TARGET_H

#include "options.h"

typedef struct cc_job { /* the compilation of one kernel file for one target */
    const cc_options *options;
    const char *input, *product;
    const char *part;         /* the first step's output, and the link's input; null for one step */
    const char *object;       /* the joined object's path, which the dependency file names */
    const char *dependencies; /* the dependency file to write, or null */
} cc_job;

typedef struct cc_target {
    const char *name;
    const char *suffix, *part_suffix; /* file suffixes of the product and of `part` */
    const char *symbol;               /* symbol of an embedded product; null: the product is an object */
    bool (*wanted)(const cc_options *options);
    bool (*links)(const cc_options *options, const char *input); /* whether this file needs two steps; may be null */
    bool depends; /* writes a dependency file; the CUDA copy may read other headers than the CPU copy */
    void (*command)(const cc_job *job, cc_words *command);
    void (*again)(const cc_job *job,
                  cc_words *command); /* the one step in place of two, where the first fails; may be null */
    bool (*amend)(const cc_options *options,
                  const char *part); /* changes the part before the link; may be null. False: failed */
    void (*link)(const cc_job *job, cc_words *command);   /* makes the product from the part */
    void (*finish)(const cc_job *job, cc_words *command); /* changes the product in place; may be null */
} cc_target;

extern const cc_target cc_target_cpu, cc_target_cuda, cc_target_checked;

/* The only target of a file with host code only: the C compiler with the user's flags. */
extern const cc_target cc_target_host;

/* Whether this run makes checked copies. */
bool cc_checked_wanted(const cc_options *options);

/* Whether the checked copy keeps loads whose value is not used; whether it tests local variables, which would add basic blocks to those
 * that --profile counts. */
bool cc_watches_loads(const cc_options *options);
bool cc_watches_locals(const cc_options *options);

/* clang's checked copy of CUDA C++: adds the commands that make an object of LLVM IR with the calls before accesses, and
 * that rename these. */
void cc_checked_code(const cc_options *options, const char *ir, const char *object, cc_words *command);
void cc_checked_renaming(const cc_options *options, const char *object, cc_words *command);

/* Adds clang 19, the flags of the user's that it knows and the flags that fix the source's meaning. */
void cc_clang_flags(const cc_options *options, cc_words *command);
/* Adds the C compiler, the user's flags for the CPU copy and the flags that fix the source's meaning. */
void cc_cpu_flags(const cc_options *options, cc_words *command);
/* Adds only the flags that fix the source's meaning. */
void cc_cpu_meaning(const cc_options *options, cc_words *command);

#endif
