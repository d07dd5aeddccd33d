#ifndef FUSE_CODEGEN_FRAME_H
#define FUSE_CODEGEN_FRAME_H

#include "emission.h"

LLVMValueRef emission_number(const emission *e, LLVMTypeRef type, uint64_t value);
LLVMValueRef emission_at_offset(emission *e, LLVMValueRef base, LLVMValueRef offset);
/* A field's value, loaded in the entry; and the thread's element of a field that is an array by linear thread id. */
LLVMValueRef emission_get_field(emission *e, field which);

LLVMValueRef emission_element(emission *e, field array, LLVMTypeRef type);
/* Has a load or store be one that no other thread's depends on. */
LLVMValueRef emission_mark(emission *e, LLVMValueRef access);

LLVMValueRef emission_in_entry_alloca(emission *e, LLVMTypeRef type, unsigned alignment);
LLVMBasicBlockRef emission_append(emission *e);

#endif
