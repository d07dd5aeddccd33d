/* The passes of lanewise-fuse, in the order in which they run: `lanewise-fuse --passes` prints them. */
#ifndef FUSE_DRIVER_PASSES_H
#define FUSE_DRIVER_PASSES_H

#include "../post/optimize.h"
#include "../support/kernel.h"
#include "../transform/prepare.h"

typedef struct fuse_pass {
    const char *name, *what;
    /* Exactly one of these is set, by stage. prepare: over the module before its kernels are taken one by one. run,
     * check: over one kernel; `check` sets kernel->reason where it returns false. post: over the module of emitted
     * code, with --optimize. */
    bool (*prepare)(const fuse_preparation *of);
    bool (*check)(fuse_kernel *kernel);
    void (*run)(fuse_kernel *kernel);
    bool (*post)(fuse_optimizer *of);
} fuse_pass;

extern const fuse_pass fuse_passes[]; /* ends with an entry without a name */

void fuse_print_passes(void);
const fuse_pass *fuse_find_pass(const char *name); /* null: there is none */
/* Whether `pass` is the named one, or runs after it. */
bool fuse_is_after(const fuse_pass *pass, const char *name);

#endif
