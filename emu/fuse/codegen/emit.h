#ifndef FUSE_CODEGEN_EMIT_H
#define FUSE_CODEGEN_EMIT_H

#include "emission.h"

void fuse_emit(fuse_kernel *kernel);
void emission_region(emission *e);
/* In the function for whole blocks, where the builder is: what the block keeps goes to the frame, for the emulator; and comes
 * back, what is live where the region starts (FUSE_NONE: all). */
void emission_save_uniform(emission *e);
void emission_restore_uniform(emission *e, int region);

#endif
