#ifndef FUSE_CODEGEN_REGION_EXITS_H
#define FUSE_CODEGEN_REGION_EXITS_H

#include "emission.h"

/* A target is a block that starts a region, or kernel->blocks for the end: where threads leave for. */
int emission_target_of(const emission *e, int block);
unsigned emission_state_of(const emission *e, int target);
/* The target's bit: it is the n-th of the region's. */
uint64_t emission_bit_of(const emission *e, int target);

/* The block through which threads leave for the target. */
LLVMBasicBlockRef emission_exit_to(emission *e, int target);
/* Where a thread ends: it is seen which way it has gone. */
void emission_record_exit(emission *e);

#endif
