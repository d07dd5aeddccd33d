#ifndef FUSE_CODEGEN_LAUNCH_ARGUMENTS_H
#define FUSE_CODEGEN_LAUNCH_ARGUMENTS_H

#include "emission.h"

/* Whether it points into the launch's arguments, which nobody changes; and how a load says so. */
bool emission_is_argument(const emission *e, LLVMValueRef pointer);

void emission_mark_invariant(emission *e, LLVMValueRef load);

/* Has LLVM know that what the pointer, of the frame, points to may be read before it is asked for. */
void emission_mark_dereferenceable(emission *e, LLVMValueRef pointer);

#endif
