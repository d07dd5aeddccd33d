#ifndef FUSE_DRIVER_PIPELINE_H
#define FUSE_DRIVER_PIPELINE_H

#include "passes.h"

/* Each runs the passes of its stage, up to `until` if that is one of them; a null `until`: all of them. */
bool fuse_run_prepare(const fuse_preparation *of, const fuse_pass *until); /* false: it has reported an error */
/* Decides all that emission does. False: a check fails, which sets kernel->reason. */
bool fuse_run_kernel(fuse_kernel *kernel, const fuse_pass *until);
/* Emits the kernel; after an `until` before that, prints it, or keeps its function for one thread. */
void fuse_finish_kernel(fuse_kernel *kernel, const fuse_pass *until);
bool fuse_run_post(const fuse_module *whole, FILE *remarks, const fuse_pass *until);

#endif
