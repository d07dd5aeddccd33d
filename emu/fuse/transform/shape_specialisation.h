#ifndef FUSE_TRANSFORM_SHAPE_SPECIALISATION_H
#define FUSE_TRANSFORM_SHAPE_SPECIALISATION_H

#include "../support/kernel.h"

/* Kernels that leave their shape open now have this one, and are called NAME.SHAPE; the others are no kernels any
 * more. */
void fuse_specialise_shape(LLVMModuleRef module, const char *text);

void fuse_drop_unsuitable_shapes(LLVMModuleRef module); /* those that the assumed shape does not suit */

#endif
