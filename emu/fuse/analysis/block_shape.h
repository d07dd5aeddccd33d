#ifndef FUSE_ANALYSIS_BLOCK_SHAPE_H
#define FUSE_ANALYSIS_BLOCK_SHAPE_H

#include "../support/kernel.h"

#define FUSE_SHAPE_MARK "lanewise-shape" /* the attribute that names a specialised copy's shape */

bool fuse_has_rows(const unsigned *shape);

/* Returns how many rows a strip of `width` threads consists of. 1: it is part of a row, or the shape is unknown. 0:
 * such strips do not fit the shape. */
unsigned fuse_rows_of_strip(const unsigned *shape, unsigned width);

/* What the kernel declares: sets the shape, or zeros; returns the maximum of threads in a block, or 0. */
unsigned fuse_declared_shape(LLVMValueRef function, unsigned *shape);

/* Reads "256x1", "16x16" or "8x8x4". False: the text is no block shape. */
bool fuse_read_shape(const char *text, unsigned *shape);

bool fuse_specialised_shape(LLVMValueRef function, unsigned *shape); /* false: it is no specialised copy */
bool fuse_specialisation_pays(fuse_kernel *kernel);                  /* false: sets kernel->reason */
const char *fuse_specialised_copy(const fuse_kernel *kernel);        /* the last one that was kept; null: none */

#endif
