/* Small helpers on LLVM's IR that LLVM-C lacks. */
#include "ir.h"

#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel.h"

LLVMValueRef fuse_incoming_value(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == block)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* LLVM-C makes no distinct node; a line of text parsed in the same context does. */
LLVMValueRef fuse_new_access_group(fuse_kernel *kernel)
{
    static const char text[] = "!g = !{!0}\n!0 = distinct !{}\n";
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "group");
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(kernel->context, buffer, &module, &message)) {
        fprintf(stderr, "lanewise-fuse: %s\n", message);
        exit(1);
    }
    LLVMValueRef group;
    LLVMGetNamedMetadataOperands(module, "g", &group);
    LLVMDisposeModule(module);
    return group;
}

void fuse_build_prefetch(LLVMBuilderRef builder, LLVMValueRef address)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
    LLVMTypeRef type = LLVMTypeOf(address), i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef hint = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.prefetch", 13), &type, 1);
    LLVMValueRef to_read = LLVMConstInt(i32, 0, false), keep = LLVMConstInt(i32, 3, false),
                 data = LLVMConstInt(i32, 1, false);
    LLVMValueRef words[] = {address, to_read, keep, data};
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(hint), hint, words, 4, "");
}

LLVMBasicBlockRef fuse_split_block(LLVMBuilderRef builder, LLVMValueRef at)
{
    LLVMBasicBlockRef after = LLVMGetInstructionParent(at);
    LLVMBasicBlockRef front = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(LLVMTypeOf(at)), after, "");
    LLVMValueRef function = LLVMGetBasicBlockParent(after);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef end = block == front ? NULL : LLVMGetBasicBlockTerminator(block);
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
            if (LLVMGetSuccessor(end, i) == after)
                LLVMSetSuccessor(end, i, front);
    }
    LLVMPositionBuilderAtEnd(builder, front);
    for (LLVMValueRef next, move = LLVMGetFirstInstruction(after); move != at; move = next) {
        next = LLVMGetNextInstruction(move);
        size_t length;
        const char *kept = LLVMGetValueName2(move, &length);
        char name[64];
        snprintf(name, sizeof name, "%s", kept); /* extraction removes the name */
        LLVMInstructionRemoveFromParent(move);
        LLVMInsertIntoBuilderWithName(builder, move, name);
    }
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMBuildBr(builder, after);
    return front;
}
