/* Makes a switch of few cases a chain of branches: the vectoriser rejects loops with a switch, and the other passes
 * understand branches' conditions.
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
