#ifndef FUSE_CODEGEN_REGION_CONTINUE_H
#define FUSE_CODEGEN_REGION_CONTINUE_H

#include "emission.h"

/* After the loops of the function for whole blocks: on to the next region, or back to the emulator. */
void emission_continue(emission *e);

/* Before leaving a loop of which only the first threads of each row iterate again: stores each thread's state. */
void emission_store_prefix_states(emission *e);

/* The block of the function for whole blocks that goes on from a state. If the emulator must act first, it returns
 * the state. */
LLVMBasicBlockRef emission_block_of(emission *e, unsigned state);

/* Ends the basic block: the function returns, and each thread runs the region by itself. */
void emission_run_separately(fuse_kernel *kernel, int region);

#endif
