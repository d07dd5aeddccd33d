/* The fused copy, with work-item loops. clang makes the file's bitcode, and lanewise-fuse makes an object for each
 * level. The copy is optional: without it the file's kernels run on fibers. */
#ifndef CC_FUSED_H
#define CC_FUSED_H

#include "options.h"
#include "process.h"

enum { CC_LEVELS = 3 };

typedef struct cc_fused_level {
    const char *processor;
    int number; /* index in the descriptor's `fused` */
    cc_words command;
    cc_process process;
    char *object, *log;
} cc_fused_level;

typedef struct cc_fused {
    const cc_options *options;
    const char *input;
    cc_words command; /* makes the bitcode */
    cc_process process;
    char *bitcode, *dependencies, *log;
    cc_fused_level level[CC_LEVELS];
    size_t levels; /* 0: no fused copy */
    bool broken;   /* the first step could not be started; a message was printed */
} cc_fused;

/* Whether this run makes fused copies. With --fused=on, exits with a message if it cannot. */
bool cc_fused_wanted(const cc_options *options);

/* Whether the user's flags ask for line information, which remarks and breakpoints need. */
bool cc_has_lines(const cc_options *options);

/* Makes the commands; none if no fused copy is wanted. */
void cc_fused_prepare(cc_fused *fused, const cc_options *options, const char *input);
/* The same for the bitcode `ir`, which lanewise-lower-cuda has made of the input. */
void cc_fused_prepare_ir(cc_fused *fused, const cc_options *options, const char *input, const char *ir);
void cc_fused_free(cc_fused *fused);

/* Starts the first step. */
void cc_fused_start(cc_fused *fused);
void cc_fused_stop(cc_fused *fused);
/* Runs the other steps, all levels at the same time. Returns an exit status. With --fused=auto a failed step is no
 * failure: it prints a warning and drops the fused copy (`levels` is 0). */
int cc_fused_finish(cc_fused *fused);

#endif
