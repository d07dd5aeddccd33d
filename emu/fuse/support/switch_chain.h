#ifndef FUSE_SUPPORT_SWITCH_CHAIN_H
#define FUSE_SUPPORT_SWITCH_CHAIN_H

#include "kernel.h"

/* Replaces the switch by branches, one a case, if it has at most `most_cases`. */
bool fuse_chain_switch(LLVMBuilderRef builder, LLVMValueRef at, unsigned most_cases);

#endif
