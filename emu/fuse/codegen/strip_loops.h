#ifndef FUSE_CODEGEN_STRIP_LOOPS_H
#define FUSE_CODEGEN_STRIP_LOOPS_H

#include "emission.h"

/* At kernel->entry[set->head], for blocks that have such strips; else on to `otherwise`. */
void emission_strips(fuse_kernel *kernel, strips *set, LLVMBasicBlockRef otherwise);

/* A slot of the thread, in its strip's array. */
LLVMValueRef emission_load_strip_slot(emission *e, int s);

void emission_store_strip_slot(emission *e, int s, LLVMValueRef value);
void emission_for_strip(emission *e);
/* What members have written and is alive at the region goes to the context. */
void emission_spill_to_context(emission *e, const strips *set, int region);
LLVMValueRef emission_first_id(emission *e, const strips *set); /* the linear id of the strip's first thread */

/* The block in which a strip goes on from a state. */
LLVMBasicBlockRef emission_strip_block(emission *e, strips *set, unsigned state);

#endif
