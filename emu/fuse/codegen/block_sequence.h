#ifndef FUSE_CODEGEN_BLOCK_SEQUENCE_H
#define FUSE_CODEGEN_BLOCK_SEQUENCE_H

#include "emission.h"

/* Where all threads have ended, in kernel->ended. */
void emission_end_block(emission *e);

#endif
