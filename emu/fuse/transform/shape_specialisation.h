#ifndef FUSE_TRANSFORM_SHAPE_SPECIALISATION_H
#define FUSE_TRANSFORM_SHAPE_SPECIALISATION_H

#include "../support/kernel.h"

/* The kernels that leave their shape open have this one now, and are called NAME.SHAPE; the others are none any more. */
void fuse_specialise_shape(LLVMModuleRef module, const char *text);

void fuse_drop_unsuitable_shapes(LLVMModuleRef module); /* those for which the shape that is supposed is not */

#endif
