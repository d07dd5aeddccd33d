#ifndef FUSE_CODEGEN_WARP_COLLECTIVE_H
#define FUSE_CODEGEN_WARP_COLLECTIVE_H

#include "strip.h"

/* The exchange of a warp's lanes before the region; false: vectors cannot do it. */
bool emission_find_collective(const fuse_kernel *kernel, int region, exchange *found);

void emission_give_operand(emission *e, int region, LLVMValueRef value, LLVMValueRef operand);
LLVMValueRef emission_collective_result(emission *e);
/* Stores the results to the frame, for threads that go on one by one. */
void emission_scatter_results(emission *e, LLVMValueRef linear_id);

/* Stores the strip's operands of the collective to the frame, for threads that come to it by themselves. */
void emission_scatter_operands(emission *e, int region);
void emission_gather_operands(emission *e, int region, LLVMValueRef linear_id);
void emission_collective(emission *e, int region);

#endif
