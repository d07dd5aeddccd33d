/* Software pipelines are undone. Where a loop waits once an iteration, a kernel may load for the next iteration before
 * it computes, hold that in registers, and store it to shared memory before it waits again: so loads have time. Here
 * hints give them that, and what threads hold while they compute lies in memory, turned from the order of what is
 * loaded into that of the threads, and back to be stored. So such a loop is made to begin with the barrier: what
 * comes before it is done before the loop, and again at the end of each iteration; and what is stored there is loaded
 * there.
 *
 *     [store p; wait; p = load; compute] ...  becomes  [store p] -> [wait; compute; p = load; store p] ...
 *
 * Invariant: the function computes what it did; each loop has one latch and a preheader still. */
#include "undo_pipelining.h"

#include "../analysis/calls.h"
#include "../analysis/counted_loop.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "barrier_isolation.h"
#include "full_unroll.h"

/* The loop and its parts, once they are apart. */
typedef struct pipeline {
    fuse_kernel *kernel;
    LLVMBasicBlockRef before, header; /* before the loop; where it begins and waits */
    LLVMBasicBlockRef latch, end;     /* once it came back from there; now after that, from here */
    LLVMBasicBlockRef way;            /* where it loaded for the next iteration, if that was by a condition */
    map loop;                         /* its blocks, except `end` */
    map joined, copy;                 /* from values of `before` to the loop's, and to those of `end` */
    map brought;                      /* from values of an iteration to those loaded at its end */
} pipeline;

/* The wait in the block, if threads meet nowhere before it. */
static LLVMValueRef find_barrier(LLVMBasicBlockRef block)
{
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
        fuse_call call = fuse_call_of(at, NULL);
        if (fuse_is_wait(call))
            return call == FUSE_BARRIER ? at : NULL;
    }
    return NULL;
}

/* The loop's latch, if it is one that begins with this block; its blocks. */
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

/* Whether `value` is loaded in the loop, by whichever conditions, or else is what `held` was. */
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

/* Whether the phi of the block in which `barrier` is holds what an iteration loads for the next, and that is only
 * stored. */
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

/* Uses of `value` beyond `before` become those of `other`, and what an iteration hands to the next. */
static void replace_beyond(const pipeline *p, LLVMValueRef value, LLVMValueRef other)
{
    for (LLVMUseRef next, use = LLVMGetFirstUse(value); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMGetInstructionParent(user) == p->before && !LLVMIsAPHINode(user))
            continue;
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == value)
                LLVMSetOperand(user, (unsigned)i, other);
        next = LLVMGetFirstUse(value); /* more than one may have been the user's */
    }
}

/* The loop has phis for what it is given by `before`. */
static void join(pipeline *p)
{
    LLVMValueRef leave = LLVMGetBasicBlockTerminator(p->before);
    for (LLVMValueRef at = LLVMGetFirstInstruction(p->before); at != leave; at = LLVMGetNextInstruction(at)) {
        if (!LLVMGetFirstUse(at))
            continue;
        LLVMPositionBuilderBefore(p->kernel->builder, LLVMGetFirstInstruction(p->header));
        LLVMValueRef phi = LLVMBuildPhi(p->kernel->builder, LLVMTypeOf(at), "");
        LLVMInstructionSetDebugLoc(phi, LLVMInstructionGetDebugLoc(at));
        replace_beyond(p, at, phi);
        map_put(&p->joined, at, phi);
    }
}

/* Copies `before` to the iteration's end. */
static void copy(pipeline *p)
{
    LLVMBuilderRef builder = p->kernel->builder;
    LLVMValueRef leave = LLVMGetBasicBlockTerminator(p->before);
    LLVMPositionBuilderAtEnd(builder, p->end);
    for (LLVMValueRef at = LLVMGetFirstInstruction(p->before); at != leave; at = LLVMGetNextInstruction(at)) {
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

/* The loop comes back by its end: `before` comes once, and its phis are what it began with. */
static void come_back(pipeline *p)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(p->latch), leave = LLVMGetBasicBlockTerminator(p->before);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
        if (LLVMGetSuccessor(jump, i) == p->before)
            LLVMSetSuccessor(jump, i, p->end);
    for (LLVMValueRef next, at = LLVMGetFirstInstruction(p->before); at != leave; at = next) {
        LLVMValueRef phi = map_get(&p->joined, at), value[] = {at, map_get(&p->copy, at)};
        LLVMBasicBlockRef from[] = {p->before, p->end};
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
    p->before = fuse_split_before(p->kernel, barrier);
    p->end = LLVMInsertBasicBlockInContext(p->kernel->context, p->header, "");
    LLVMMoveBasicBlockAfter(p->end, p->latch);
    join(p);
    copy(p);
    come_back(p);
}

/* Whether memory stays as it is from the barrier to the iteration's end, and no thread learns of another's doing. */
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

/* The block that threads come through on the same condition as they go on to the iteration's end, if `phi` tells it
 * from those that did not come through. */
static LLVMBasicBlockRef find_same_way(const pipeline *p, LLVMValueRef phi)
{
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(p->latch);
    for (unsigned i = 0; i < 2 && LLVMCountIncoming(phi) == 2 && is_choice(jump); i++) {
        LLVMBasicBlockRef way = LLVMGetIncomingBlock(phi, i), past = LLVMGetIncomingBlock(phi, 1 - i);
        LLVMValueRef choice = LLVMGetBasicBlockTerminator(past);
        bool turns = LLVMGetSuccessor(jump, 0) == p->end;
        LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(way));
        if (!is_choice(choice) || LLVMGetNextUse(use))
            continue;
        bool same = LLVMGetCondition(choice) == LLVMGetCondition(jump) && LLVMGetSuccessor(choice, !turns) == way;
        if (same || (LLVMGetSuccessor(choice, 0) == way &&
                     fuse_continues_loop(&p->loop, jump, p->end, LLVMGetCondition(choice))))
            return way;
    }
    return NULL;
}

/* The value, loaded or computed once more at the iteration's end, where its block is `way`; null: that is not
 * possible. */
static LLVMValueRef bring(pipeline *p, LLVMValueRef value, LLVMBasicBlockRef way)
{
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != way)
        return value; /* it was known before threads came there */
    LLVMValueRef made = map_get(&p->brought, value);
    if (made || !(LLVMIsALoadInst(value) || fuse_is_speculatable(value)))
        return made;
    LLVMValueRef operand[4];
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        if (count > 4 || !(operand[i] = bring(p, LLVMGetOperand(value, (unsigned)i), way)))
            return NULL;
    made = LLVMInstructionClone(value);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(made, (unsigned)i, operand[i]);
    LLVMInsertIntoBuilder(p->kernel->builder, made);
    map_put(&p->brought, value, made);
    return made;
}

/* The value, that nothing but stores at the iteration's end asks for, loaded there; null: it is not. */
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
    LLVMValueRef made = way ? bring(p, fuse_incoming_value(value, way), way) : NULL;
    if (LLVMIsALoadInst(value))
        LLVMInsertIntoBuilder(p->kernel->builder, made = LLVMInstructionClone(value));
    else if (made)
        p->way = way;
    return made;
}

static void load_late(pipeline *p)
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

/* What the loop computes for nobody now. */
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

/* If nothing is done in `way` any more, threads do not go through it. */
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

/* Whether such a loop begins with the block; then where. */
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
                load_late(&p);
            erase_unused(&p);
            if (p.way)
                skip_empty(&p, p.way);
        }
        map_free(&p.loop);
        map_free(&p.joined);
        map_free(&p.copy);
        map_free(&p.brought);
    }
}
