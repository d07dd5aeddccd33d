/* Which kernels stay on fibers: those with operations that the passes do not know, and those with loops in which a
 * thread may wait for another thread's action.
 *
 * Invariant: the function is unchanged. If nothing was refused, only synchronisation points wait for other threads,
 * and every call is known. Each synchronisation point records whether a loop around it may wait for other warps. */
#include "legality.h"

#include "../support/debug_lines.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "calls.h"
#include "forward_progress.h"

static bool has_computed_goto(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        if (LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(block)))
            return true;
    return false;
}

static bool is_legal_call(fuse_kernel *kernel, LLVMValueRef call)
{
    const char *name = fuse_callee_name(call);
    if (!name)
        return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? fuse_refuse(kernel, "it has inline assembly")
                                                          : fuse_refuse(kernel, "it calls through a pointer");
    if (LLVMGetFirstBasicBlock(LLVMGetCalledValue(call))) /* a function with a body could not be inlined */
        return has_computed_goto(LLVMGetCalledValue(call)) ? fuse_refuse(kernel, "it has a computed goto")
               : LLVMIsFunctionVarArg(LLVMGlobalGetValueType(LLVMGetCalledValue(call)))
                   ? fuse_refuse(kernel, "it calls %s, which has a variable list of arguments", name)
                   : fuse_refuse(kernel, "it calls %s, which calls itself", name);
    fuse_call kind = fuse_call_of(call, NULL);
    if (kind == FUSE_SHARED && !LLVMIsAGlobalVariable(LLVMGetOperand(call, 0)))
        return fuse_refuse(kernel, "which shared variable it means is known only as it runs");
    return kind != FUSE_OTHER || fuse_refuse(kernel, "it calls %s, which may wait for threads", name);
}

/* A function with a body that the constant mentions, also in the initial value of a variable; or null. */
static LLVMValueRef mentioned_function(LLVMValueRef constant, int depth)
{
    enum { DEEPEST = 8 }; /* initial values may mention each other */
    if (LLVMIsAFunction(constant))
        return LLVMGetFirstBasicBlock(constant) ? constant : NULL;
    if (!LLVMIsAConstant(constant) || depth == DEEPEST)
        return NULL;
    if (LLVMIsAGlobalVariable(constant)) {
        LLVMValueRef initial = LLVMGetInitializer(constant);
        return initial ? mentioned_function(initial, depth + 1) : NULL;
    }
    LLVMValueRef found = NULL;
    for (int i = 0; i < LLVMGetNumOperands(constant) && !found; i++)
        found = mentioned_function(LLVMGetOperand(constant, (unsigned)i), depth + 1);
    return found;
}

/* Who calls the function by its address may be another kernel, on another engine. */
static bool takes_no_address(fuse_kernel *kernel, LLVMValueRef at)
{
    int operands = LLVMIsACallInst(at) ? (int)LLVMGetNumArgOperands(at) : LLVMGetNumOperands(at);
    for (int i = 0; i < operands; i++) {
        LLVMValueRef function = mentioned_function(LLVMGetOperand(at, (unsigned)i), 0);
        if (function)
            return fuse_refuse(kernel, "it takes the address of %s", LLVMGetValueName2(function, &(size_t){0}));
    }
    return true;
}

static bool is_legal_instruction(fuse_kernel *kernel, LLVMValueRef at)
{
    if (!takes_no_address(kernel, at))
        return false;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMCall: return is_legal_call(kernel, at);
    case LLVMIndirectBr:
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMResume: return fuse_refuse(kernel, "it has a computed goto");
    case LLVMVAArg: return fuse_refuse(kernel, "it has a variable list of arguments");
    case LLVMAlloca:
        return LLVMIsAConstantInt(LLVMGetOperand(at, 0)) ||
               fuse_refuse(kernel, "it has an array of a length known only as it runs");
    default: return true;
    }
}

static void mark_polls(fuse_kernel *kernel)
{
    for (int l = 0; l < kernel->loops; l++) {
        const fuse_loop *loop = &kernel->loop[l];
        bool polls = fuse_may_wait_for_warps(kernel, loop);
        for (int i = 0; i < kernel->blocks && polls; i++) {
            fuse_sync_point *point = loop->contains[i] ? map_get(&kernel->sync_points, kernel->block[i].block) : NULL;
            if (point)
                kernel->block[i].sync.polls = point->polls = true;
        }
    }
}

bool fuse_check_legality(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = LLVMGetNextInstruction(at))
            if (!is_legal_instruction(kernel, at)) {
                kernel->reason_line = fuse_debug_own_line(kernel, at);
                return false;
            }
    for (int l = 0; l < kernel->loops; l++)
        if (fuse_may_wait_forever(kernel, &kernel->loop[l])) {
            kernel->reason_line = fuse_loop_line(kernel, &kernel->loop[l]);
            return fuse_refuse(kernel,
                               "how often a loop runs depends on memory that other threads may write meanwhile");
        }
    kernel->waits_for_blocks = fuse_waits_for_blocks(kernel);
    mark_polls(kernel);
    return true;
}
