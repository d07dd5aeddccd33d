#ifndef FUSE_CODEGEN_SLOT_PLACE_H
#define FUSE_CODEGEN_SLOT_PLACE_H

#include "emission.h"

/* Where a slot of the thread of that linear thread id lies in the context. */
LLVMValueRef emission_in_context(emission *e, const fuse_slot *slot, LLVMValueRef linear_id);
/* Where the block keeps uniform slot number `s`; and what it keeps there, where the builder is. */
LLVMValueRef emission_in_uniform(emission *e, int s);
LLVMValueRef emission_load_uniform(emission *e, int s);

/* In the function for whole blocks, where the builder is: what the block keeps goes to the frame, for the emulator; and comes
 * back, what is live where the region starts (FUSE_NONE: all). */
void emission_save_uniform(emission *e);
void emission_restore_uniform(emission *e, int region);

/* Begins the function for whole blocks: its first block, where the builder is then, and where uniform slots lie. */
void emission_begin_places(emission *e);

#endif
