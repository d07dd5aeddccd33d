/* Marks loops for full unrolling: loops with barriers or warp collectives, in which a distance doubles or halves, perhaps rounded, from iteration to
 * iteration. They have few iterations, and each uses other places in shared memory, or shuffles over another
 * distance. If LLVM can count the iterations, it unrolls them: shared_promotion.c then sees threads' places as
 * constants, and a shuffle is one of vectors.
 *
 * Invariant: the function computes what it did; each unrolled iteration keeps its barriers and collectives. */
#include "full_unroll.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../support/kernel.h"
#include "../support/map.h"

void fuse_blocks_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to, map *found)
{
    if (map_get(found, to))
        return;
    map_put(found, to, to);
    if (to == from)
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(to)); use; use = LLVMGetNextUse(use))
        if (LLVMIsATerminatorInst(LLVMGetUser(use)))
            fuse_blocks_between(from, LLVMGetInstructionParent(LLVMGetUser(use)), found);
}

static const char unrolled_mark[] = "lanewise-unrolled";

bool fuse_is_unrolled_barrier(LLVMValueRef wait)
{
    return LLVMGetCallSiteStringAttribute(wait, LLVMAttributeFunctionIndex, unrolled_mark, sizeof unrolled_mark - 1) !=
           NULL;
}

/* Marks the barriers in the blocks; false: there is none, and no collective. */
static bool mark_waits(LLVMContextRef context, const map *blocks)
{
    bool any = false;
    for (size_t i = 0; i < blocks->capacity; i++)
        for (LLVMValueRef at = blocks->key[i] ? LLVMGetFirstInstruction(blocks->value[i]) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            fuse_call call = fuse_call_of(at, NULL);
            any = any || fuse_is_wait(call);
            if (call != FUSE_BARRIER)
                continue;
            LLVMAddCallSiteAttribute(
                at, LLVMAttributeFunctionIndex,
                LLVMCreateStringAttribute(context, unrolled_mark, sizeof unrolled_mark - 1, "", 0));
        }
    return any;
}

/* Whether the value is the phi, or, as rounding up makes it, the phi and a constant. */
static bool is_of(LLVMValueRef value, LLVMValueRef phi)
{
    bool more = LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd &&
                LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    return value == phi || (more && LLVMGetOperand(value, 0) == phi);
}

/* Whether the header has a phi that `latch` hands back shifted or multiplied. */
static bool has_distance(LLVMBasicBlockRef header, LLVMBasicBlockRef latch)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMValueRef next = LLVMGetIncomingValue(phi, i);
            if (LLVMGetIncomingBlock(phi, i) != latch || !LLVMIsAInstruction(next))
                continue;
            LLVMOpcode code = LLVMGetInstructionOpcode(next);
            bool scales = code == LLVMShl || code == LLVMLShr || code == LLVMAShr || code == LLVMMul ||
                          code == LLVMUDiv || code == LLVMSDiv;
            if (scales && is_of(LLVMGetOperand(next, 0), phi) && LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
                return true;
        }
    return false;
}

void fuse_mark_loop(LLVMValueRef branch)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
    static const char word[] = "llvm.loop.unroll.full";
    LLVMMetadataRef full = LLVMMDStringInContext2(context, word, sizeof word - 1);
    LLVMMetadataRef stand_in = LLVMTemporaryMDNode(context, NULL, 0);
    LLVMMetadataRef name[2] = {stand_in, LLVMMDNodeInContext2(context, &full, 1)};
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, name, 2);
    LLVMMetadataReplaceAllUsesWith(stand_in, node);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, node));
}

bool fuse_is_among(const char *name, const fuse_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

bool fuse_is_kernel_among(LLVMValueRef function, const fuse_names *names)
{
    size_t length;
    const char *whole = LLVMGetValueName2(function, &length);
    char *name = strndup(whole, length - strlen("__fiber"));
    if (!name)
        abort();
    bool is = fuse_is_among(name, names);
    free(name);
    return is;
}

void fuse_mark_full_unroll(LLVMModuleRef module, const fuse_names *except)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (!fuse_is_kernel(function) || fuse_is_kernel_among(function, except))
            continue;
        for (LLVMBasicBlockRef latch = LLVMGetFirstBasicBlock(function); latch; latch = LLVMGetNextBasicBlock(latch)) {
            LLVMValueRef branch = LLVMGetBasicBlockTerminator(latch);
            for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++) {
                LLVMBasicBlockRef header = LLVMGetSuccessor(branch, i);
                map blocks = {0};
                if (!has_distance(header, latch))
                    continue;
                fuse_blocks_between(header, latch, &blocks);
                if (mark_waits(context, &blocks))
                    fuse_mark_loop(branch);
                map_free(&blocks);
            }
        }
    }
}

/* By the regions of all these waits, except the last one, which is followed by other code. */
bool fuse_unrolled_in_vain(const fuse_kernel *kernel)
{
    int unrolled = 0, promoted = 0, end = 0;
    for (int r = 0; r < kernel->regions && kernel->plan; r++) {
        end = kernel->plan[r].after_promoted > end ? kernel->plan[r].after_promoted : end;
        unrolled += kernel->block[kernel->region[r]].sync.unrolled;
        promoted += kernel->block[kernel->region[r]].sync.unrolled && r < end;
    }
    return promoted + 1 < unrolled;
}
