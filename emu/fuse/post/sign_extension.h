#ifndef FUSE_POST_SIGN_EXTENSION_H
#define FUSE_POST_SIGN_EXTENSION_H

#include "../support/kernel.h"

/* Numbers that are not negative by a condition are extended with their sign: the vectoriser's next. */
void fuse_prefer_sign_extension(LLVMModuleRef module);

#endif
