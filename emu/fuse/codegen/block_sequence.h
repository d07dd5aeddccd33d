#ifndef FUSE_CODEGEN_BLOCK_SEQUENCE_H
#define FUSE_CODEGEN_BLOCK_SEQUENCE_H

#include "emission.h"

/* In kernel->ended, where all threads have ended. */
void emission_end_block(emission *e);

#endif
