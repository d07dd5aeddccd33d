#ifndef FUSE_ANALYSIS_BLOCK_SHAPE_H
#define FUSE_ANALYSIS_BLOCK_SHAPE_H

#include "../support/kernel.h"

#define FUSE_SHAPE_MARK "lanewise-shape" /* the attribute that names a specialised copy's shape */

bool fuse_has_rows(const unsigned *shape);

/* The rows of which a strip of `width` threads consists; 1: it is part of a row, or the shape is not known; 0: such strips do
 * not fit the shape. */
unsigned fuse_rows_of_strip(const unsigned *shape, unsigned width);

/* The shape, or zeros, and the most threads of a block, or 0: what the kernel says of itself. */
unsigned fuse_declared_shape(LLVMValueRef function, unsigned *shape);

/* Of "256x1", "16x16" or "8x8x4"; false: it is no shape of a block. */
bool fuse_read_shape(const char *text, unsigned *shape);

bool fuse_specialised_shape(LLVMValueRef function, unsigned *shape); /* false: it has none that is supposed */
bool fuse_specialisation_pays(fuse_kernel *kernel);                  /* false: it has not, and that is kernel->reason */
const char *fuse_specialised_copy(const fuse_kernel *kernel);        /* the latest that was kept of it; null: none */

#endif
