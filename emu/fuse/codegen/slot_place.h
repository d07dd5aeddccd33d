#ifndef FUSE_CODEGEN_SLOT_PLACE_H
#define FUSE_CODEGEN_SLOT_PLACE_H

#include "emission.h"

/* The address in the context of the slot of the thread with that linear thread id. */
LLVMValueRef emission_in_context(emission *e, const fuse_slot *slot, LLVMValueRef linear_id);
/* The address of a local array of the thread that is emitted. */
LLVMValueRef emission_own_array(emission *e, const fuse_slot *slot);
/* The address of uniform slot number `s`; and its value, loaded where the builder is. */
LLVMValueRef emission_in_uniform(emission *e, int s);
LLVMValueRef emission_load_uniform(emission *e, int s);

/* In the function for whole blocks, where the builder is: saves the uniform slots in the frame, for the emulator;
 * and restores those that are live where the region starts (FUSE_NONE: all). */
void emission_save_uniform(emission *e);
void emission_restore_uniform(emission *e, int region);

/* Begins the function for whole blocks: makes its first block, where the builder is then, and the variables of
 * uniform slots. */
void emission_begin_places(emission *e);

#endif
