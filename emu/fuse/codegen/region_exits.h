#ifndef FUSE_CODEGEN_REGION_EXITS_H
#define FUSE_CODEGEN_REGION_EXITS_H

#include "emission.h"

void emission_find_state(emission *e);
/* After the loops of the function for whole blocks: on to the next region, or back to the emulator. */
void emission_continue(emission *e);

/* The block of the function for whole blocks that goes on from a state. */
LLVMBasicBlockRef emission_block_of(emission *e, unsigned state);

/* The block through which threads leave for the start `target`, or for the end. */
LLVMBasicBlockRef emission_exit_to(emission *e, int target);

int emission_target_of(const emission *e, int block);
/* Where a thread ends: it is seen which way it has gone. */
void emission_record_exit(emission *e);

#endif
