#ifndef FUSE_CODEGEN_LAUNCH_ARGUMENTS_H
#define FUSE_CODEGEN_LAUNCH_ARGUMENTS_H

#include "emission.h"

/* Whether the pointer points into the launch's arguments, which are read-only; and the metadata for such a load. */
bool emission_is_argument(const emission *e, LLVMValueRef pointer);

void emission_mark_invariant(emission *e, LLVMValueRef load);

/* Tells LLVM that the memory that the pointer, a field of the frame, points to may be read speculatively. */
void emission_mark_dereferenceable(emission *e, LLVMValueRef pointer);

#endif
