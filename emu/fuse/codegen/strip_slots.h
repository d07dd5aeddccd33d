#ifndef FUSE_CODEGEN_STRIP_SLOTS_H
#define FUSE_CODEGEN_STRIP_SLOTS_H

#include "strip.h"

LLVMTypeRef emission_kept_type(const emission *e, const fuse_slot *slot);
/* `regions`, by region: it is so in one of the set's. */
bool emission_used_in_strip(const emission *e, const strips *set, const bool *regions);

/* A slot of the thread, in its strip's array. */
LLVMValueRef emission_load_strip_slot(emission *e, int s);
void emission_store_strip_slot(emission *e, int s, LLVMValueRef value);

/* Copies the slot between the context and a strip's array, as a vector. The frame's fields were loaded before. */
void emission_move_strip_slot(emission *e, const strips *set, int s, bool out);
/* Stores to the context the slots that members have written and that are live at the region. */
void emission_spill_to_context(emission *e, const strips *set, int region);

#endif
