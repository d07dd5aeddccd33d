#ifndef FUSE_CODEGEN_EMIT_H
#define FUSE_CODEGEN_EMIT_H

#include "emission.h"

void fuse_emit(fuse_kernel *kernel);

#endif
