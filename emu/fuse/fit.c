/* What stays on fibers: what the steps do not know, and loops in which a lane may wait for what another lane does.
 *
 * Invariant: the function is as it was; where nothing was refused, only cuts wait for other lanes, and every call is
 * known. */
#include "fuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_computed_goto(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        if (LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(block)))
            return true;
    return false;
}

static bool fit_call(fuse_kernel *kernel, LLVMValueRef call)
{
    const char *name = fuse_callee_name(call);
    if (!name)
        return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? fuse_refuse(kernel, "it has inline assembly")
                                                           : fuse_refuse(kernel, "it calls through a pointer");
    if (LLVMGetFirstBasicBlock(LLVMGetCalledValue(call))) /* it could not be inlined */
        return has_computed_goto(LLVMGetCalledValue(call))
                   ? fuse_refuse(kernel, "it has a computed goto")
                   : fuse_refuse(kernel, "it calls %s, which calls itself", name);
    return fuse_call_of(call, NULL) != FUSE_OTHER || fuse_refuse(kernel, "it calls %s, which may wait for lanes", name);
}

static bool fit_instruction(fuse_kernel *kernel, LLVMValueRef at)
{
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMCall:
        return fit_call(kernel, at);
    case LLVMIndirectBr: case LLVMInvoke: case LLVMCallBr: case LLVMResume:
        return fuse_refuse(kernel, "it has a computed goto");
    case LLVMVAArg:
        return fuse_refuse(kernel, "it has a variable list of arguments");
    case LLVMAlloca:
        return LLVMIsAConstantInt(LLVMGetOperand(at, 0)) ||
               fuse_refuse(kernel, "it has an array of a length known only as it runs");
    default:
        return true;
    }
}

/* ---- loops that wait ---- */
/* Whether other lanes may have changed what the instruction reads since the loop's last turn. */
static bool is_foreign(LLVMValueRef at, bool time_passes)
{
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
        return time_passes || !fuse_is_plain(at);
    case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
        return true;
    case LLVMCall: {
        fuse_call call = fuse_call_of(at, NULL);
        return call == FUSE_ATOMIC || call == FUSE_TIME || call == FUSE_LANE;
    }
    default:
        return false;
    }
}

static bool lets_time_pass(const fuse_kernel *kernel, const fuse_loop *loop)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = loop->has[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (fuse_call_of(at, NULL) == FUSE_TIME ||
                ((LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) && LLVMGetVolatile(at)))
                return true;
    return false;
}

/* Values of the loop that depend on foreign ones, by data or by a branch. */
static bool spread(const fuse_kernel *kernel, const fuse_loop *loop, map *foreign, bool time_passes, const bool *forked)
{
    bool changed = false;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = loop->has[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool is = is_foreign(at, time_passes) || (LLVMIsAPHINode(at) && forked[i]);
            for (int k = 0; k < LLVMGetNumOperands(at) && !is; k++)
                is = map_get(foreign, LLVMGetOperand(at, k)) != NULL;
            if (is && !map_get(foreign, at)) {
                map_put(foreign, at, at);
                changed = true;
            }
        }
    return changed;
}

static bool leaves_loop(const fuse_kernel *kernel, const fuse_loop *loop, int number)
{
    for (int i = 0; i < kernel->block[number].to_count; i++)
        if (!loop->has[kernel->block[number].to[i]])
            return true;
    return false;
}

static bool may_spin(const fuse_kernel *kernel, const fuse_loop *loop)
{
    map foreign = {0};
    /* Blocks that a lane comes to or not; those, and where the ways meet again. */
    bool *chosen = fuse_allocate((size_t)kernel->blocks, sizeof *chosen), spins = false;
    bool *forked = fuse_allocate((size_t)kernel->blocks, sizeof *forked);
    bool time_passes = lets_time_pass(kernel, loop);
    while (spread(kernel, loop, &foreign, time_passes, forked))
        for (int i = 0; i < kernel->blocks; i++)
            if (loop->has[i] && kernel->block[i].to_count > 1 && map_get(&foreign, kernel->block[i].end)) {
                for (int k = 0; k < kernel->block[i].to_count; k++)
                    fuse_reach(kernel, kernel->block[i].to[k], kernel->block[i].postdominator, chosen);
                for (int k = 0; k < kernel->blocks; k++)
                    forked[k] = forked[k] || chosen[k];
                if (kernel->block[i].postdominator != FUSE_NONE)
                    forked[kernel->block[i].postdominator] = true;
            }
    for (int i = 0; i < kernel->blocks && !spins; i++)
        spins = loop->has[i] && kernel->block[i].to_count > 1 && leaves_loop(kernel, loop, i) &&
                (map_get(&foreign, kernel->block[i].end) || chosen[i]);
    map_free(&foreign);
    free(chosen);
    free(forked);
    return spins;
}

bool fuse_fit(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); at; at = LLVMGetNextInstruction(at))
            if (!fit_instruction(kernel, at)) {
                kernel->reason_line = fuse_debug_own_line(kernel, at);
                return false;
            }
    for (int l = 0; l < kernel->loops; l++)
        if (may_spin(kernel, &kernel->loop[l])) {
            kernel->reason_line = fuse_loop_line(kernel, &kernel->loop[l]);
            return fuse_refuse(kernel, "how often a loop runs depends on memory that other lanes may write meanwhile");
        }
    return true;
}
