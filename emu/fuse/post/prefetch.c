/* Vector loops over the kernel's arrays: prefetches data a page ahead of its loads and stores. A processor's own
 * prefetching stops at the end of each page of memory, and a launch's arrays have many pages. A line that is only
 * stored to has to come from memory, too.
 *
 * A vector of several lines, of a strip, has nothing fetched: the processor goes along its lines by itself, and was slower with hints.
 *
 * Invariant: nothing else is changed; a prefetch reads nothing, so it may be for addresses beyond the array. */
#include "prefetch.h"

#include <llvm-c/Target.h>

#include "../support/ir.h"
#include "../support/kernel.h"

enum { LOADS_AHEAD = 4096, STORES_AHEAD = 1024, LINE = 64, LEAST = 32, MOST_STREAMS = 8, MOST_PHIS = 16, DEEPEST = 4 };

static bool is_loop_block(LLVMBasicBlockRef block)
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

typedef struct origin {
    LLVMValueRef function, phi[MOST_PHIS]; /* phi: those that were visited */
    int phis;
} origin;

/* Whether the pointer comes from the launch's arguments, to which the frame, the function's first parameter, points;
 * on every path. */
static bool is_argument(origin *of, LLVMValueRef pointer)
{
    if (LLVMIsAPHINode(pointer)) {
        for (int i = 0; i < of->phis; i++)
            if (of->phi[i] == pointer)
                return true;
        if (of->phis == MOST_PHIS)
            return false;
        of->phi[of->phis++] = pointer;
        for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++) {
            LLVMValueRef from = LLVMGetIncomingValue(pointer, i);
            if (!LLVMIsUndef(from) && !is_argument(of, start_of(from)))
                return false;
        }
        return true;
    }
    LLVMValueRef arguments = LLVMIsALoadInst(pointer) ? start_of(LLVMGetOperand(pointer, 0)) : NULL;
    return arguments && LLVMIsALoadInst(arguments) &&
           start_of(LLVMGetOperand(arguments, 0)) == LLVMGetParam(of->function, 0);
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

/* Whether this vector is the first of a cache line, among vectors at one address and after it. */
static bool begins_line(LLVMValueRef pointer, LLVMBasicBlockRef loop)
{
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2 ||
        !LLVMIsAConstantInt(LLVMGetOperand(pointer, 1)))
        return true;
    unsigned long long number = LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 1));
    return number * size_of(loop, LLVMGetGEPSourceElementType(pointer)) % LINE == 0;
}

/* Whether the loop also loads from there: then it is fetched anyway. */
static bool is_loaded(LLVMValueRef pointer, LLVMBasicBlockRef loop)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) && LLVMGetInstructionParent(user) == loop)
            return true;
    }
    return false;
}

/* The address of a vector load or store whose next iteration accesses the next vector; null: it is neither, or wider than
 * a line. */
static LLVMValueRef stream_of(LLVMValueRef at, LLVMBasicBlockRef loop)
{
    bool store = LLVMIsAStoreInst(at);
    LLVMTypeRef type = store ? LLVMTypeOf(LLVMGetOperand(at, 0)) : LLVMTypeOf(at);
    if ((!store && !LLVMIsALoadInst(at)) || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
        size_of(loop, type) < LEAST || size_of(loop, type) > LINE)
        return NULL;
    LLVMValueRef pointer = LLVMGetOperand(at, store);
    origin of = {.function = LLVMGetBasicBlockParent(loop)};
    bool follows = is_argument(&of, start_of(pointer)) && changes_with(pointer, loop, DEEPEST) &&
                   begins_line(pointer, loop) && !(store && is_loaded(pointer, loop));
    return follows ? pointer : NULL;
}

static void fetch(LLVMBuilderRef builder, LLVMValueRef at, LLVMValueRef pointer)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
    unsigned ahead = LLVMIsAStoreInst(at) ? STORES_AHEAD : LOADS_AHEAD;
    LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(context), ahead, false);
    LLVMPositionBuilderBefore(builder, at);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
    fuse_build_prefetch(builder, LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), pointer, &by, 1, ""));
}

void fuse_insert_prefetches(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
            int streams = 0;
            bool loop = LLVMGetBasicBlockTerminator(block) && is_loop_block(block);
            for (LLVMValueRef at = loop ? LLVMGetFirstInstruction(block) : NULL; at; at = LLVMGetNextInstruction(at)) {
                LLVMValueRef pointer = stream_of(at, block);
                if (pointer && ++streams <= MOST_STREAMS)
                    fetch(builder, at, pointer);
            }
        }
    LLVMDisposeBuilder(builder);
}
