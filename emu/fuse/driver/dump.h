/* lanewise-fuse --until=PASS: prints what the pass has found and made. */
#ifndef FUSE_DRIVER_DUMP_H
#define FUSE_DRIVER_DUMP_H

#include "passes.h"

void fuse_dump_kernel(const fuse_kernel *kernel, const fuse_pass *pass);
void fuse_dump_module(LLVMModuleRef module, const fuse_pass *pass);

#endif
