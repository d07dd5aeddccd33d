/* What nvcc refuses and a C compiler does not see, for files that no nvcc compiles here: kernels that use functions and
 * variables of the host, and kernels with more shared variables than a block of a GPU can have.
 *
 * The file is compiled once more, without optimisation: then each use that is written is one in the object, whose
 * relocations tell of what. */
#ifndef CC_PORTABLE_H
#define CC_PORTABLE_H

#include "options.h"
#include "process.h"

typedef struct cc_portable {
    const cc_options *options;
    const char *input;
    cc_words command; /* without words: nvcc compiles the file itself */
    cc_process process;
    char *object, *log;
} cc_portable;

void cc_portable_prepare(cc_portable *portable, const cc_options *options, const char *input);
void cc_portable_free(cc_portable *portable);

void cc_portable_start(cc_portable *portable);
void cc_portable_stop(cc_portable *portable);
/* Waits for the compiler and checks the object. Returns an exit status, with a message for each error. Checks nothing if the
 * compiler failed. */
int cc_portable_finish(cc_portable *portable, bool dry_run);

#endif
