/* Finds errors that nvcc reports and a C compiler does not, when nvcc does not compile the file: kernels that use host
 * functions and variables, and kernels with more shared memory than a block on a GPU can have.
 *
 * The file is compiled once more, without optimisation. Then each use in the source is a use in the object, and its
 * relocation names the function or variable. */
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
/* Waits for the compiler and checks the object. Returns an exit status, with a message for each error. Checks nothing
 * if the compiler failed. */
int cc_portable_finish(cc_portable *portable, bool dry_run);

#endif
