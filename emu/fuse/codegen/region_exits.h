#ifndef FUSE_CODEGEN_REGION_EXITS_H
#define FUSE_CODEGEN_REGION_EXITS_H

#include "emission.h"

/* The target's bit: bit n for the region's n-th target. */
uint64_t emission_bit_of(const emission *e, int target);

/* The block through which threads leave for a start, or for the kernel's end. */
LLVMBasicBlockRef emission_exit_to(emission *e, int target);
/* At a thread's end: records through which exit it has left. */
void emission_record_exit(emission *e);

#endif
