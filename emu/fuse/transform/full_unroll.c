/* Marks loops for full unrolling.
 *
 * Loops with barriers or warp collectives, in which a distance doubles or halves, perhaps rounded, from iteration to
 * iteration. They have few iterations, and each uses other places in shared memory, or shuffles over another
 * distance. If LLVM can count the iterations, it unrolls them: shared_promotion.c then sees threads' places as
 * constants, and a shuffle is one of vectors.
 *
 * Loops that index an array of the thread's own. If LLVM finds them short enough to unroll, the array can be in
 * registers.
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

static void mark(LLVMContextRef context, LLVMValueRef branch)
{
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

static bool is_excepted(LLVMValueRef function, const fuse_names *except)
{
    size_t length;
    const char *whole = LLVMGetValueName2(function, &length);
    char *name = strndup(whole, length - strlen("__fiber"));
    if (!name)
        abort();
    bool is = fuse_is_among(name, except);
    free(name);
    return is;
}

void fuse_mark_full_unroll(LLVMModuleRef module, const fuse_names *except)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (!fuse_is_kernel(function) || is_excepted(function, except))
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
                    mark(context, branch);
                map_free(&blocks);
            }
        }
    }
}

/* ---- loops over an array of the thread's own ---- */

/* A loop's back edge: every path to the latch passes the header. */
static bool is_way_back(LLVMBasicBlockRef latch, LLVMBasicBlockRef header)
{
    map blocks = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(header));
    fuse_blocks_between(header, latch, &blocks);
    bool is = !map_get(&blocks, entry);
    map_free(&blocks);
    return is;
}

/* clang marks loops without an unroll pragma as not to be unrolled: removes that mark from the phi's loop. */
static void allow(LLVMValueRef phi)
{
    LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(phi)), "llvm.loop", 9);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i));
        if (LLVMGetMetadata(branch, kind) && is_way_back(LLVMGetIncomingBlock(phi, i), header))
            LLVMSetMetadata(branch, kind, NULL);
    }
}

/* Allows unrolling for the loops whose phis the index depends on. */
static void allow_by_index(LLVMValueRef index, map *seen)
{
    if (!LLVMIsAInstruction(index) || map_get(seen, index))
        return;
    map_put(seen, index, index);
    bool is_phi = LLVMIsAPHINode(index);
    if (is_phi)
        allow(index);
    for (int i = 0; (is_phi || fuse_is_speculatable(index)) && i < LLVMGetNumOperands(index); i++)
        allow_by_index(LLVMGetOperand(index, (unsigned)i), seen);
}

/* The same for the indices of addresses in the array. */
static void allow_by_address(LLVMValueRef address, map *seen)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAGetElementPtrInst(user) || map_get(seen, user))
            continue;
        map_put(seen, user, user);
        for (int i = 1; i < LLVMGetNumOperands(user); i++)
            allow_by_index(LLVMGetOperand(user, (unsigned)i), seen);
        allow_by_address(user, seen);
    }
}

void fuse_allow_array_unroll(LLVMModuleRef module)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
                map seen = {0};
                if (LLVMIsAAllocaInst(at))
                    allow_by_address(at, &seen);
                map_free(&seen);
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
