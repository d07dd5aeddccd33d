/* Finds the loops over threads in emitted code by their metadata for the vectoriser. */
#include "thread_loop.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 16 };

static LLVMContextRef context_of(LLVMValueRef at)
{
    return LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(at))));
}

static bool is_named(LLVMValueRef hint, const char *name)
{
    if (!LLVMIsAMDNode(hint) || LLVMGetMDNodeNumOperands(hint) == 0 || LLVMGetMDNodeNumOperands(hint) > MOST_WORDS)
        return false;
    LLVMValueRef word[MOST_WORDS];
    unsigned length = 0;
    LLVMGetMDNodeOperands(hint, word);
    const char *text = word[0] && LLVMIsAMDString(word[0]) ? LLVMGetMDString(word[0], &length) : NULL;
    return text && length == strlen(name) && memcmp(text, name, length) == 0;
}

LLVMValueRef fuse_loop_hint(LLVMValueRef jump, const char *name)
{
    LLVMValueRef hints = LLVMGetMetadata(jump, LLVMGetMDKindIDInContext(context_of(jump), "llvm.loop", 9));
    LLVMValueRef hint[MOST_WORDS];
    unsigned count = hints ? (unsigned)LLVMGetMDNodeNumOperands(hints) : 0;
    if (count == 0 || count > MOST_WORDS)
        return NULL;
    LLVMGetMDNodeOperands(hints, hint);
    for (unsigned i = 1; i < count; i++)
        if (hint[i] && is_named(hint[i], name))
            return hint[i];
    return NULL;
}

bool fuse_wants_vectors(LLVMValueRef jump)
{
    LLVMValueRef hint = fuse_loop_hint(jump, "llvm.loop.vectorize.enable"), word[2];
    if (!hint || LLVMGetMDNodeNumOperands(hint) != 2)
        return !hint;
    LLVMGetMDNodeOperands(hint, word);
    return LLVMIsAConstantInt(word[1]) && LLVMConstIntGetZExtValue(word[1]) == 1;
}

int fuse_loop_block(const thread_loop *loop, LLVMBasicBlockRef block)
{
    for (int i = 0; i < loop->blocks; i++)
        if (loop->block[i] == block)
            return i;
    return FUSE_NONE;
}

static bool add(thread_loop *loop, LLVMBasicBlockRef block)
{
    if (fuse_loop_block(loop, block) != FUSE_NONE)
        return true;
    if (loop->blocks == MOST_LOOP_BLOCKS)
        return false;
    loop->block[loop->blocks++] = block;
    return true;
}

/* Adds the blocks that reach the latch without the header. */
static bool add_blocks(thread_loop *loop)
{
    loop->block[loop->blocks++] = loop->header;
    if (!add(loop, loop->latch))
        return false;
    for (int i = 1; i < loop->blocks; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(loop->block[i])); use; use = LLVMGetNextUse(use))
            if (LLVMIsATerminatorInst(LLVMGetUser(use)) && !add(loop, LLVMGetInstructionParent(LLVMGetUser(use))))
                return false;
    return true;
}

static bool has_one_exit(const thread_loop *loop)
{
    for (int i = 0; i < loop->blocks; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->block[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
            if (end != loop->jump && fuse_loop_block(loop, LLVMGetSuccessor(end, k)) == FUSE_NONE)
                return false;
        if (LLVMGetNumSuccessors(end) == 0)
            return false;
    }
    return true;
}

bool fuse_find_thread_loop(LLVMBasicBlockRef latch, thread_loop *found)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(latch);
    if (!jump || !LLVMIsABranchInst(jump) || LLVMGetNumSuccessors(jump) != 2 ||
        !fuse_loop_hint(jump, "llvm.loop.parallel_accesses"))
        return false;
    for (unsigned i = 0; i < 2; i++) { /* the back edge is the successor from which the latch is reached */
        *found = (thread_loop){
            .jump = jump, .header = LLVMGetSuccessor(jump, i), .latch = latch, .exit = LLVMGetSuccessor(jump, !i)};
        if (add_blocks(found) && has_one_exit(found) && fuse_loop_block(found, found->exit) == FUSE_NONE)
            return true;
    }
    return false;
}

bool fuse_find_thread_counter(const thread_loop *loop, thread_counter *found)
{
    LLVMValueRef condition = LLVMGetCondition(loop->jump);
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMValueRef next = LLVMGetOperand(condition, 0), phi = LLVMIsAInstruction(next) ? LLVMGetOperand(next, 0) : NULL;
    LLVMValueRef end = LLVMGetOperand(condition, 1);
    LLVMIntPredicate by = LLVMGetICmpPredicate(condition);
    bool on = LLVMGetSuccessor(loop->jump, 0) == loop->header;
    bool counts = phi && LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
                  LLVMConstIntGetZExtValue(LLVMGetOperand(next, 1)) == 1 && LLVMIsAPHINode(phi) &&
                  LLVMGetInstructionParent(phi) == loop->header && LLVMCountIncoming(phi) == 2 &&
                  LLVMGetIntTypeWidth(LLVMTypeOf(phi)) == 64;
    if (!counts || !((on && (by == LLVMIntNE || by == LLVMIntULT)) || (!on && by == LLVMIntEQ)) ||
        (LLVMIsAInstruction(end) && fuse_loop_block(loop, LLVMGetInstructionParent(end)) != FUSE_NONE))
        return false;
    bool latch = LLVMGetIncomingBlock(phi, 0) == loop->latch;
    *found = (thread_counter){phi, next, LLVMGetIncomingValue(phi, latch), end, by != LLVMIntULT};
    return LLVMGetIncomingValue(phi, !latch) == next;
}

unsigned fuse_ways(const thread_loop *loop, int block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->block[block]);
    return end == loop->jump ? 0 : LLVMGetNumSuccessors(end);
}

int fuse_next_block(const thread_loop *loop, int block, unsigned way)
{
    return fuse_loop_block(loop, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(loop->block[block]), way));
}

block_set fuse_reached_blocks(const thread_loop *loop, int from, int closed, unsigned without)
{
    block_set seen = BLOCK_BIT(from), open = seen;
    while (open) {
        int at = __builtin_ctzll(open);
        open &= open - 1;
        for (unsigned w = 0; w < fuse_ways(loop, at); w++) {
            int to = fuse_next_block(loop, at, w);
            if ((at == closed && w == without) || (seen & BLOCK_BIT(to)))
                continue;
            seen |= BLOCK_BIT(to);
            open |= BLOCK_BIT(to);
        }
    }
    return seen;
}

static bool change_loops(const fuse_compilation *compilation, LLVMValueRef function, fuse_loop_change *change)
{
    size_t count = 0, most = LLVMCountBasicBlocks(function);
    LLVMBasicBlockRef *latch = malloc((most + 1) * sizeof *latch);
    bool changed = false;
    if (!latch)
        abort();
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (end && LLVMIsABranchInst(end) && fuse_loop_hint(end, "llvm.loop.parallel_accesses"))
            latch[count++] = block;
    }
    for (size_t i = 0; i < count; i++)
        changed = change(compilation, latch[i]) || changed;
    free(latch);
    return changed;
}

bool fuse_change_thread_loops(const fuse_compilation *compilation, fuse_loop_change *change)
{
    bool changed = false;
    unsigned cold = LLVMGetEnumAttributeKindForName("cold", 4);
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFirstBasicBlock(f) && !LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, cold))
            changed = change_loops(compilation, f, change) || changed;
    return changed;
}
