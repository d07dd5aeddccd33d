#ifndef FUSE_CODEGEN_COUNTING_LOOP_H
#define FUSE_CODEGEN_COUNTING_LOOP_H

#include "emission.h"

counting emission_begin_count(emission *e, LLVMTypeRef type, LLVMValueRef from);
void emission_end_count(emission *e, const counting *made, LLVMTypeRef type, LLVMValueRef end, unsigned step, unsigned width);
/* The step is known only when it runs. */
void emission_end_count_by(emission *e, const counting *made, LLVMValueRef end, LLVMValueRef step, unsigned width);
void emission_mark_loop(emission *e, LLVMValueRef branch, unsigned width);
LLVMMetadataRef emission_vectors_hint(emission *e, bool wanted); /* of a loop's name */
/* No vectors are wanted of the loops in these blocks of the whole block's function, whatever was said of them before. */
void emission_leave_scalar(fuse_kernel *kernel, LLVMBasicBlockRef first, LLVMBasicBlockRef last);

#endif
