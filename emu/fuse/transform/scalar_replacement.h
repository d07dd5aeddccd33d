#ifndef FUSE_TRANSFORM_SCALAR_REPLACEMENT_H
#define FUSE_TRANSFORM_SCALAR_REPLACEMENT_H

#include "../support/kernel.h"

void fuse_scalarise_copies(LLVMModuleRef module);
void fuse_scalarise_vectors(LLVMModuleRef module);
void fuse_separate_products(LLVMModuleRef module);

#endif
