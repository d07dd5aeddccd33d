/* Undoes software pipelining. In a loop with one barrier an iteration, a kernel may load for the next iteration
 * before it computes, hold the values in registers, and store them to shared memory before the next barrier: that
 * gives the loads time. Here prefetches do that. And values that threads hold while they compute would lie in
 * memory, shuffled from the order of the loads to that of the threads, and back for the stores. So the loop is
 * changed to begin with the barrier: the code before the barrier runs once before the loop, and again at the end of
 * each iteration, where the loads now are, too.
 *
 *     [store p; wait; p = load; compute] ...  becomes  [store p] -> [wait; compute; p = load; store p] ...
 *
 * Invariant: the function computes what it did; each loop still has one latch and a preheader. */
#include "undo_pipelining.h"

#include "../analysis/calls.h"
#include "../analysis/counted_loop.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "barrier_isolation.h"
#include "full_unroll.h"

/* The loop and its parts, after it was divided. */
typedef struct pipeline {
    fuse_kernel *kernel;
    LLVMBasicBlockRef prologue, header; /* the code before the barrier; where the loop begins and waits */
    LLVMBasicBlockRef latch, end;       /* the old latch; the new one, the end of an iteration */
    LLVMBasicBlockRef load_block;       /* where it loaded for the next iteration, if under a condition */
    map loop;                           /* its blocks, except `end` */
    map loop_value, copy;               /* values of `prologue` -> the loop's; -> those of `end` */
    map at_end;                         /* values of an iteration -> those loaded at its end */
} pipeline;

/* The block's barrier, if no other synchronisation point precedes it. */
static LLVMValueRef find_barrier(LLVMBasicBlockRef block)
{
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
        fuse_call call = fuse_call_of(at, NULL);
        if (fuse_is_wait(call))
            return call == FUSE_BARRIER ? at : NULL;
    }
    return NULL;
}

/* The loop's latch, if a loop begins with this block; and its blocks. */
static LLVMBasicBlockRef find_latch(const fuse_kernel *kernel, LLVMBasicBlockRef header, map *loop)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(header)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsATerminatorInst(user))
            continue;
        map_free(loop);
        fuse_blocks_between(header, LLVMGetInstructionParent(user), loop);
        if (!map_get(loop, LLVMGetEntryBasicBlock(kernel->function)))
            return LLVMGetInstructionParent(user);
    }
    return NULL;
}

/* Whether `value` is loaded in the loop, perhaps under conditions, or else is the previous `held`. */
static bool is_loaded(const map *loop, LLVMValueRef value, LLVMValueRef held, int depth)
{
    if (value == held || LLVMIsConstant(value))
        return true;
    if (!LLVMIsAInstruction(value) || !map_get(loop, LLVMGetInstructionParent(value)) || depth == 0)
        return false;
    bool loaded = LLVMIsAPHINode(value);
    for (unsigned i = 0; loaded && i < LLVMCountIncoming(value); i++)
        loaded = is_loaded(loop, LLVMGetIncomingValue(value, i), held, depth - 1);
    return loaded || LLVMIsALoadInst(value);
}

/* Whether the phi holds a value that an iteration loads for the next one, and that is only stored. `barrier` is in
 * the phi's block. */
static bool is_staged(const map *loop, LLVMValueRef phi, LLVMValueRef barrier, LLVMBasicBlockRef latch)
{
    enum { CONDITIONS = 4 };
    bool stored = false;
    for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), at = barrier;
        while (at && at != user)
            at = LLVMGetPreviousInstruction(at);
        stored = stored || (at && LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == phi);
        if (!(at && LLVMIsAStoreInst(user)) && !LLVMIsAPHINode(user))
            return false;
    }
    LLVMValueRef next = fuse_incoming_value(phi, latch);
    return stored && next != phi && !LLVMIsConstant(next) && is_loaded(loop, next, phi, CONDITIONS);
}

/* Replaces uses of `value` outside `prologue`, and in the phis of `prologue`, by `other`. */
static void replace_after(const pipeline *p, LLVMValueRef value, LLVMValueRef other)
{
    for (LLVMUseRef next, use = LLVMGetFirstUse(value); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMGetInstructionParent(user) == p->prologue && !LLVMIsAPHINode(user))
            continue;
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == value)
                LLVMSetOperand(user, (unsigned)i, other);
        next = LLVMGetFirstUse(value); /* its user may have used it more than once */
    }
}

/* Adds phis to the loop for the values of `prologue`. */
static void add_loop_phis(pipeline *p)
{
    LLVMValueRef leave = LLVMGetBasicBlockTerminator(p->prologue);
    for (LLVMValueRef at = LLVMGetFirstInstruction(p->prologue); at != leave; at = LLVMGetNextInstruction(at)) {
        if (!LLVMGetFirstUse(at))
            continue;
        LLVMPositionBuilderBefore(p->kernel->builder, LLVMGetFirstInstruction(p->header));
        LLVMValueRef phi = LLVMBuildPhi(p->kernel->builder, LLVMTypeOf(at), "");
        LLVMInstructionSetDebugLoc(phi, LLVMInstructionGetDebugLoc(at));
        replace_after(p, at, phi);
        map_put(&p->loop_value, at, phi);
    }
}

/* Copies `prologue` to the iteration's end. */
static void copy(pipeline *p)
{
    LLVMBuilderRef builder = p->kernel->builder;
    LLVMValueRef leave = LLVMGetBasicBlockTerminator(p->prologue);
    LLVMPositionBuilderAtEnd(builder, p->end);
    for (LLVMValueRef at = LLVMGetFirstInstruction(p->prologue); at != leave; at = LLVMGetNextInstruction(at)) {
        if (LLVMIsAPHINode(at)) {
            map_put(&p->copy, at, fuse_incoming_value(at, p->latch));
            continue;
        }
        LLVMValueRef copy = LLVMInstructionClone(at);
        for (int i = 0; i < LLVMGetNumOperands(copy); i++) {
            LLVMValueRef other = map_get(&p->copy, LLVMGetOperand(copy, (unsigned)i));
            if (other)
                LLVMSetOperand(copy, (unsigned)i, other);
        }
        LLVMInsertIntoBuilder(builder, copy);
        map_put(&p->copy, at, copy);
    }
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMBuildBr(builder, p->header);
}

/* The loop's back edge now comes from `end`: `prologue` runs once, with its phis' first values. */
static void redirect_back_edge(pipeline *p)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(p->latch), leave = LLVMGetBasicBlockTerminator(p->prologue);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
        if (LLVMGetSuccessor(jump, i) == p->prologue)
            LLVMSetSuccessor(jump, i, p->end);
    for (LLVMValueRef next, at = LLVMGetFirstInstruction(p->prologue); at != leave; at = next) {
        LLVMValueRef phi = map_get(&p->loop_value, at), value[] = {at, map_get(&p->copy, at)};
        LLVMBasicBlockRef from[] = {p->prologue, p->end};
        next = LLVMGetNextInstruction(at);
        if (phi)
            LLVMAddIncoming(phi, value, from, 2);
        if (!LLVMIsAPHINode(at))
            continue;
        LLVMReplaceAllUsesWith(at, LLVMGetIncomingValue(at, LLVMGetIncomingBlock(at, 0) == p->latch));
        LLVMInstructionEraseFromParent(at);
    }
}

static void rotate(pipeline *p, LLVMValueRef barrier)
{
    p->header = LLVMGetInstructionParent(barrier);
    p->prologue = fuse_split_before(p->kernel, barrier);
    p->end = LLVMInsertBasicBlockInContext(p->kernel->context, p->header, "");
    LLVMMoveBasicBlockAfter(p->end, p->latch);
    add_loop_phis(p);
    copy(p);
    redirect_back_edge(p);
}

/* Whether memory stays unchanged from the barrier to the iteration's end, and no thread sees another's actions. */
static bool leaves_memory(const pipeline *p, LLVMValueRef barrier)
{
    for (size_t i = 0; i < p->loop.capacity; i++)
        for (LLVMValueRef at = p->loop.key[i] ? LLVMGetFirstInstruction(p->loop.value[i]) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool ordered = LLVMIsALoadInst(at) && !fuse_is_simple_access(at);
            if (at != barrier && (ordered || LLVMIsAStoreInst(at) || fuse_may_write(at)))
                return false;
        }
    return true;
}

static bool is_choice(LLVMValueRef end)
{
    return LLVMIsABranchInst(end) && LLVMGetNumSuccessors(end) == 2;
}

/* The block that threads pass under the same condition under which they reach the iteration's end, if `phi`
 * distinguishes them from threads that did not pass it. */
static LLVMBasicBlockRef find_same_way(const pipeline *p, LLVMValueRef phi)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(p->latch);
    for (unsigned i = 0; i < 2 && LLVMCountIncoming(phi) == 2 && is_choice(jump); i++) {
        LLVMBasicBlockRef way = LLVMGetIncomingBlock(phi, i), past = LLVMGetIncomingBlock(phi, 1 - i);
        LLVMValueRef choice = LLVMGetBasicBlockTerminator(past);
        bool ends_first = LLVMGetSuccessor(jump, 0) == p->end;
        LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(way));
        if (!is_choice(choice) || LLVMGetNextUse(use))
            continue;
        bool same = LLVMGetCondition(choice) == LLVMGetCondition(jump) && LLVMGetSuccessor(choice, !ends_first) == way;
        if (same || (LLVMGetSuccessor(choice, 0) == way &&
                     fuse_continues_loop(&p->loop, jump, p->end, LLVMGetCondition(choice))))
            return way;
    }
    return NULL;
}

/* The value at the iteration's end: loaded or recomputed there, if its block is `way`. Null: impossible. */
static LLVMValueRef recompute(pipeline *p, LLVMValueRef value, LLVMBasicBlockRef way)
{
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != way)
        return value; /* it was known before threads came there */
    LLVMValueRef made = map_get(&p->at_end, value);
    if (made || !(LLVMIsALoadInst(value) || fuse_is_speculatable(value)))
        return made;
    LLVMValueRef operand[4];
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        if (count > 4 || !(operand[i] = recompute(p, LLVMGetOperand(value, (unsigned)i), way)))
            return NULL;
    made = LLVMInstructionClone(value);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(made, (unsigned)i, operand[i]);
    LLVMInsertIntoBuilder(p->kernel->builder, made);
    map_put(&p->at_end, value, made);
    return made;
}

/* Loads the value at the iteration's end, if only stores there use it; null: impossible. */
static LLVMValueRef load_at_end(pipeline *p, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !map_get(&p->loop, LLVMGetInstructionParent(value)))
        return NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMBasicBlockRef home = LLVMGetInstructionParent(LLVMGetUser(use));
        if (home != p->end && !(home == p->header && LLVMIsAPHINode(LLVMGetUser(use))))
            return NULL;
    }
    LLVMBasicBlockRef way = LLVMIsAPHINode(value) ? find_same_way(p, value) : NULL;
    LLVMValueRef made = way ? recompute(p, fuse_incoming_value(value, way), way) : NULL;
    if (LLVMIsALoadInst(value))
        LLVMInsertIntoBuilder(p->kernel->builder, made = LLVMInstructionClone(value));
    else if (made)
        p->load_block = way;
    return made;
}

static void load_at_ends(pipeline *p)
{
    LLVMPositionBuilderBefore(p->kernel->builder, LLVMGetFirstInstruction(p->end));
    for (LLVMValueRef at = LLVMGetFirstInstruction(p->end); at; at = LLVMGetNextInstruction(at)) {
        LLVMValueRef value = LLVMIsAStoreInst(at) ? LLVMGetOperand(at, 0) : NULL;
        LLVMValueRef made = value ? load_at_end(p, value) : NULL;
        if (made)
            LLVMReplaceAllUsesWith(value, made);
    }
}

static bool is_unused(LLVMValueRef at)
{
    return !LLVMGetFirstUse(at) &&
           (LLVMIsAPHINode(at) || fuse_is_speculatable(at) || (LLVMIsALoadInst(at) && fuse_is_simple_access(at)));
}

/* Erases instructions of the loop that are no longer used. */
static void erase_unused(const pipeline *p)
{
    for (bool any = true; any;) {
        any = false;
        for (size_t i = 0; i < p->loop.capacity; i++)
            for (LLVMValueRef before, at = p->loop.key[i] ? LLVMGetLastInstruction(p->loop.value[i]) : NULL; at;
                 at = before) {
                before = LLVMGetPreviousInstruction(at);
                if (!is_unused(at))
                    continue;
                LLVMInstructionEraseFromParent(at);
                any = true;
            }
    }
}

/* If `way` is now empty, threads skip it. */
static void skip_empty(const pipeline *p, LLVMBasicBlockRef way)
{
    LLVMValueRef jump = LLVMGetFirstInstruction(way), choice = LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(way)));
    if (!LLVMIsATerminatorInst(jump) || LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(jump, 0))))
        return;
    LLVMPositionBuilderBefore(p->kernel->builder, choice);
    LLVMBuildBr(p->kernel->builder, LLVMGetSuccessor(jump, 0));
    LLVMInstructionEraseFromParent(choice);
    LLVMDeleteBasicBlock(way);
}

/* Whether the block begins such a loop; finds its parts. */
static bool find_pipeline(LLVMBasicBlockRef header, LLVMValueRef barrier, pipeline *p)
{
    p->latch = barrier ? find_latch(p->kernel, header, &p->loop) : NULL;
    bool staged = false;
    LLVMValueRef at = LLVMGetFirstInstruction(header);
    for (; p->latch && !staged && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
        staged = LLVMCountIncoming(at) == 2 && is_staged(&p->loop, at, barrier, p->latch);
    return staged;
}

void fuse_undo_pipelining(fuse_kernel *kernel)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function); block;
         block = LLVMGetNextBasicBlock(block)) {
        pipeline p = {.kernel = kernel};
        LLVMValueRef barrier = find_barrier(block);
        if (find_pipeline(block, barrier, &p)) {
            rotate(&p, barrier);
            if (leaves_memory(&p, barrier))
                load_at_ends(&p);
            erase_unused(&p);
            if (p.load_block)
                skip_empty(&p, p.load_block);
        }
        map_free(&p.loop);
        map_free(&p.loop_value);
        map_free(&p.copy);
        map_free(&p.at_end);
    }
}
