#ifndef FUSE_DRIVER_PIPELINE_H
#define FUSE_DRIVER_PIPELINE_H

#include "passes.h"

/* Each runs the passes of its stage, up to `until` if that is one of them. Null: all of them. */
bool fuse_run_prepare(const fuse_preparation *of, const fuse_pass *until); /* false: it has reported an error */
/* Makes all decisions for emission. False: a check failed, and has set kernel->reason. */
bool fuse_run_kernel(fuse_kernel *kernel, const fuse_pass *until);
/* Emits the kernel. If `until` is an earlier pass: prints it, or keeps its function for one thread. */
void fuse_finish_kernel(fuse_kernel *kernel, const fuse_pass *until);
bool fuse_run_post(const fuse_compilation *compilation, FILE *remarks, const fuse_pass *until);

#endif
