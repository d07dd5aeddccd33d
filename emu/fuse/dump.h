/* lanewise-fuse --until=STEP: what a step has found and made, for tests and for whoever changes one. */
#ifndef FUSE_DUMP_H
#define FUSE_DUMP_H

#include "fuse.h"

bool fuse_dump_knows(const char *step);
/* If the step is the one asked for (null: none is), prints the kernel and answers true. */
bool fuse_dump(const fuse_kernel *kernel, const char *until, const char *step);

#endif
