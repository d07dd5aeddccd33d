/* Switches in loops over threads become branches again. LLVM makes a switch of `if (y == '0') ... else if (y ==
 * '1')`. The vectoriser rejects a loop with a switch, but makes masks of branches' conditions.
 *
 * Invariant: the functions compute what they did. */
#include "switch_in_loop.h"

#include "../support/switch_chain.h"
#include "thread_loop.h"

/* With more cases a switch for each thread is faster than comparing with each number in turn. */
enum { MOST_CASES = 16 };

static void lower_in(LLVMBuilderRef builder, const thread_loop *loop)
{
    for (int i = 0; i < loop->blocks; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->block[i]);
        if (LLVMIsASwitchInst(end))
            fuse_chain_switch(builder, end, MOST_CASES);
    }
}

void fuse_lower_switches_in_loops(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block)) {
            thread_loop loop;
            if (LLVMGetBasicBlockTerminator(block) && fuse_find_thread_loop(block, &loop))
                lower_in(builder, &loop);
        }
    LLVMDisposeBuilder(builder);
}
