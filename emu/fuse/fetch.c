/* Loops of vectors that go through the kernel's arrays: what they load a page further on is brought to the cache. A
 * processor's own guess ends with each page of memory, where it has to find out anew, and a launch's arrays have many.
 *
 * Invariant: nothing else is changed; a hint reads nothing, so it may be for places beyond the array. */
#include "fuse.h"

#include <llvm-c/Target.h>

enum { AHEAD = 4096, LINE = 64, LEAST = 32, MOST_STREAMS = 8, DEEPEST = 4 };

static bool turns_itself(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == block)
            return true;
    return false;
}

static LLVMValueRef start_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* It was among the launch's arguments, to which the frame, the function's first parameter, points. */
static bool is_argument(LLVMValueRef pointer, LLVMValueRef function)
{
    LLVMValueRef arguments = LLVMIsALoadInst(pointer) ? start_of(LLVMGetOperand(pointer, 0)) : NULL;
    return arguments && LLVMIsALoadInst(arguments) &&
           start_of(LLVMGetOperand(arguments, 0)) == LLVMGetParam(function, 0);
}

static bool changes_with(LLVMValueRef value, LLVMBasicBlockRef loop, int depth)
{
    if (!depth || !LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != loop || LLVMIsALoadInst(value))
        return false;
    if (LLVMIsAPHINode(value))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (changes_with(LLVMGetOperand(value, (unsigned)i), loop, depth - 1))
            return true;
    return false;
}

static unsigned long long size_of(LLVMBasicBlockRef within, LLVMTypeRef type)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetBasicBlockParent(within))), type);
}

/* Of a row of vectors at one address and behind it, those that begin a line. */
static bool begins_line(LLVMValueRef pointer, LLVMBasicBlockRef loop)
{
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2 ||
        !LLVMIsAConstantInt(LLVMGetOperand(pointer, 1)))
        return true;
    unsigned long long number = LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 1));
    return number * size_of(loop, LLVMGetGEPSourceElementType(pointer)) % LINE == 0;
}

static bool is_stream(LLVMValueRef at, LLVMBasicBlockRef loop)
{
    if (!LLVMIsALoadInst(at) || LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVectorTypeKind ||
        size_of(loop, LLVMTypeOf(at)) < LEAST)
        return false;
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    return is_argument(start_of(pointer), LLVMGetBasicBlockParent(loop)) && changes_with(pointer, loop, DEEPEST) &&
           begins_line(pointer, loop);
}

void fuse_hint(LLVMBuilderRef builder, LLVMValueRef address)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
    LLVMTypeRef type = LLVMTypeOf(address), i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef hint = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.prefetch", 13), &type, 1);
    LLVMValueRef to_read = LLVMConstInt(i32, 0, false), keep = LLVMConstInt(i32, 3, false), data = LLVMConstInt(i32, 1, false);
    LLVMValueRef words[] = {address, to_read, keep, data};
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(hint), hint, words, 4, "");
}

static void fetch(LLVMBuilderRef builder, LLVMValueRef load)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(context), AHEAD, false);
    LLVMPositionBuilderBefore(builder, load);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
    fuse_hint(builder, LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), LLVMGetOperand(load, 0), &by, 1, ""));
}

void fuse_fetch_ahead(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            int streams = 0;
            bool loop = LLVMGetBasicBlockTerminator(block) && turns_itself(block);
            for (LLVMValueRef at = loop ? LLVMGetFirstInstruction(block) : NULL; at; at = LLVMGetNextInstruction(at))
                if (is_stream(at, block) && ++streams <= MOST_STREAMS)
                    fetch(builder, at);
        }
    LLVMDisposeBuilder(builder);
}
