#ifndef FUSE_CODEGEN_REGION_EXITS_H
#define FUSE_CODEGEN_REGION_EXITS_H

#include "emission.h"

/* The target's bit: it is the n-th of the region's. */
uint64_t emission_bit_of(const emission *e, int target);

/* The block through which threads leave for the target. */
LLVMBasicBlockRef emission_exit_to(emission *e, int target);
/* Where a thread ends: it is seen which way it has gone. */
void emission_record_exit(emission *e);

#endif
