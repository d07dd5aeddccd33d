#ifndef FUSE_CODEGEN_REGISTER_TILE_STEPS_H
#define FUSE_CODEGEN_REGISTER_TILE_STEPS_H

#include "emission.h"

/* Makes the steps of tiles in the entry, where the builder is, for all threads of the strip. */
void emission_register_tile_steps(emission *e);

#endif
