/* A switch of few cases as branches one after the other: no loop over threads is made for vectors that has a switch
 * in it, and what a branch asks the other passes understand.
 *
 * Invariant: the function computes what it did. */
#include "lower_switch.h"

#include "../support/kernel.h"
#include "../support/switch_chain.h"

enum { MOST_CASES = 6 };

void fuse_lower_small_switches(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef next, block = LLVMGetFirstBasicBlock(f); block; block = next) {
            next = LLVMGetNextBasicBlock(block);
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            if (LLVMIsASwitchInst(end))
                fuse_chain_switch(builder, end, MOST_CASES);
        }
    LLVMDisposeBuilder(builder);
}
