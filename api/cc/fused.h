/* The fused copy: loops over threads. The file's bitcode by clang, each level's object by lanewise-fuse. It is one that a
 * file may do without: its kernels then run as fibers. */
#ifndef CC_FUSED_H
#define CC_FUSED_H

#include "options.h"
#include "process.h"

enum { CC_LEVELS = 3 };

typedef struct cc_fused_level {
    const char *processor;
    int number; /* of the descriptor's `fused` */
    cc_words command;
    cc_process process;
    char *object, *log;
} cc_fused_level;

typedef struct cc_fused {
    const cc_options *options;
    const char *input;
    cc_words command; /* the bitcode's */
    cc_process process;
    char *bitcode, *dependencies, *log;
    cc_fused_level level[CC_LEVELS];
    size_t levels; /* 0: no fused copy */
    bool broken;   /* the first step could not be started, and that was told */
} cc_fused;

/* Whether this run makes fused copies at all; where it cannot, and --fused=on, ends the program with a sentence. */
bool cc_fused_wanted(const cc_options *options);

/* Whether the user's flags ask for what tells lines: remarks and breakpoints are nothing without. */
bool cc_has_lines(const cc_options *options);

/* Makes the commands; nothing where no fused copy is wanted. */
void cc_fused_prepare(cc_fused *fused, const cc_options *options, const char *input);
void cc_fused_free(cc_fused *fused);

/* Starts the first step. */
void cc_fused_start(cc_fused *fused);
void cc_fused_stop(cc_fused *fused);
/* The rest, all levels at once. Answers an exit status; with --fused=auto a step that fails costs a line of warning and
 * the fused copy (no levels are left), and is no failure. */
int cc_fused_finish(cc_fused *fused);

#endif
