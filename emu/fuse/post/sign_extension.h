#ifndef FUSE_POST_SIGN_EXTENSION_H
#define FUSE_POST_SIGN_EXTENSION_H

#include "../support/kernel.h"

/* Sign-extends numbers that a condition makes non-negative: for the vectoriser. */
void fuse_prefer_sign_extension(LLVMModuleRef module);

#endif
