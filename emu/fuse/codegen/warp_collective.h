#ifndef FUSE_CODEGEN_WARP_COLLECTIVE_H
#define FUSE_CODEGEN_WARP_COLLECTIVE_H

#include "strip.h"

/* What the lanes of a warp exchange before the region; false: not what vectors can. */
bool emission_find_collective(const fuse_kernel *kernel, int region, exchange *found);

void emission_give_operand(emission *e, int region, LLVMValueRef value, LLVMValueRef operand);
LLVMValueRef emission_collective_result(emission *e);
/* To the frame, for threads that go on one by one. */
void emission_scatter_results(emission *e, LLVMValueRef linear_id);

/* What the strip's threads give to the collective goes to the frame, for those that come to it by themselves. */
void emission_scatter_operands(emission *e, int region);
void emission_gather_operands(emission *e, int region, LLVMValueRef linear_id);
void emission_collective(emission *e, int region);

#endif
