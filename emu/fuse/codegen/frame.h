#ifndef FUSE_CODEGEN_FRAME_H
#define FUSE_CODEGEN_FRAME_H

#include "emission.h"

/* emission_get_field: a field's value, loaded in the entry. emission_element: the thread's element of a field that
 * is an array by linear thread id. */
LLVMValueRef emission_get_field(emission *e, field which);

LLVMValueRef emission_element(emission *e, field array, LLVMTypeRef type);

#endif
