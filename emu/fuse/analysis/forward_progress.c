/* Loops whose end depends on memory that other threads may write meanwhile.
 *   - A loop without a wait is a spin, or a lock. It stays on fibers.
 *   - A loop with a block barrier in each iteration lets the block's own threads go on. But all of them may wait for
 *     another block, through the barrier or a vote. Grids of several such blocks run on fibers. No block waits if the loop ends by an
 *     atomic that takes the next number, as from a queue of work.
 *   - In a loop where only a warp's threads wait for each other, they may wait for another warp, through a vote or a
 *     shuffle. No warp may run such a loop to its end before others run.
 *   - A loop that retries a compare-and-swap until no other thread was faster is none of these: float additions and
 *     the like are made so.
 *
 * Dependences are followed through the thread's own memory, too: an atomic may return a value through a pointer.
 *
 * Invariant: nothing is changed. */
#include "forward_progress.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../support/ir.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "atomic_operation.h"
#include "calls.h"
#include "graph.h"
#include "memory_object.h"

typedef enum others { THREADS, WARPS, BLOCKS } others;

typedef struct search {
    const fuse_kernel *kernel;
    const fuse_loop *loop;
    others others;           /* those that the loop may wait for */
    bool time_passes;        /* it has a fence, clock, sleep or volatile access: plain loads may change, too */
    bool foreign_at_barrier; /* a thread brings a foreign value to a barrier */
    bool *foreign_decides;   /* by block: a foreign value decides whether threads reach it */
    bool *foreign_paths;     /* by block: `foreign_decides`, or a block where such paths join */
    map foreign;             /* values that other threads may change, and values that depend on these */
    map objects;             /* memory that holds such a value, by its base address */
} search;

/* The base of the address, before steps within an object. */
static LLVMValueRef object_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

enum { MOST_OBJECTS = 64 };

/* `left`: how many more addresses are looked at, since in a loop addresses may be chosen from each other. */
static bool any_of(search *w, LLVMValueRef pointer, int *left, bool (*is)(search *w, LLVMValueRef object))
{
    LLVMValueRef object = object_of(pointer);
    bool select = LLVMIsASelectInst(object) != NULL, phi = LLVMIsAPHINode(object) != NULL, any = false;
    if ((!select && !phi) || --*left <= 0)
        return is(w, object);
    for (int i = select; i < LLVMGetNumOperands(object); i++)
        any = any_of(w, LLVMGetOperand(object, (unsigned)i), left, is) || any;
    return any;
}

/* Whether `is` holds for an object that the address may point into. */
static bool any_object(search *w, LLVMValueRef pointer, bool (*is)(search *w, LLVMValueRef object))
{
    int left = MOST_OBJECTS;
    return any_of(w, pointer, &left, is);
}

static bool is_marked(search *w, LLVMValueRef object)
{
    return map_get(&w->objects, object) != NULL;
}

static bool is_shared(LLVMValueRef object)
{
    fuse_call call = fuse_call_of(object, NULL);
    return call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED;
}

/* Returns true if that is new. Values that threads hand on before a barrier are left out: they keep no thread from
 * reaching the barrier. A block takes its next piece of work so. */
static bool mark_object(search *w, LLVMValueRef object)
{
    if (is_marked(w, object) || (w->others == THREADS && w->loop->has_barrier && !LLVMIsAAllocaInst(object)))
        return false;
    map_put(&w->objects, object, object);
    return true;
}

static bool mark_own_object(search *w, LLVMValueRef object)
{
    return (LLVMIsAAllocaInst(object) || is_shared(object)) && mark_object(w, object);
}

/* Whether other blocks may write there: it is neither the memory of the thread or block, nor the launch's arguments. */
static bool is_global(search *w, LLVMValueRef object)
{
    (void)w;
    return !LLVMIsAAllocaInst(object) && !LLVMIsAArgument(object) && !is_shared(object);
}

static bool lets_time_pass(const fuse_kernel *kernel, const fuse_loop *loop)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = loop->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (fuse_call_of(at, NULL) == FUSE_YIELDS ||
                ((LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) && LLVMGetVolatile(at)))
                return true;
    return false;
}

static bool may_share_word(const fuse_kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
    fuse_object of_a = fuse_object_of(kernel, a), of_b = fuse_object_of(kernel, b);
    bool known = of_a.kind != FUSE_OBJECT_UNKNOWN && of_b.kind != FUSE_OBJECT_UNKNOWN;
    return !known || object_of(a) == object_of(b);
}

/* Whether the atomic takes the next number, as from a queue of work: it adds to a word that the loop's other atomics
 * leave alone. So the word reaches any limit without other threads. */
static bool takes_next(const search *w, LLVMValueRef call)
{
    fuse_atomic found;
    LLVMValueRef step = LLVMGetOperand(call, 1);
    if (!fuse_find_atomic(call, &found) || found.kind != FUSE_ATOMIC_ADD || !LLVMIsAConstantInt(step) ||
        LLVMIsNull(step))
        return false;
    for (int i = 0; i < w->kernel->blocks; i++)
        for (LLVMValueRef at = w->loop->contains[i] ? LLVMGetFirstInstruction(w->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool changes = at != call && (fuse_call_of(at, NULL) == FUSE_ATOMIC || LLVMIsAAtomicRMWInst(at) ||
                                          LLVMIsAAtomicCmpXchgInst(at));
            if (changes && may_share_word(w->kernel, LLVMGetOperand(at, 0), LLVMGetOperand(call, 0)))
                return false;
        }
    return true;
}

static bool is_foreign_call(search *w, LLVMValueRef call)
{
    switch (fuse_call_of(call, NULL)) {
    case FUSE_ATOMIC:
        if (w->others != THREADS && takes_next(w, call))
            return false;
        return w->others != BLOCKS || any_object(w, LLVMGetOperand(call, 0), is_global) ||
               any_object(w, LLVMGetOperand(call, 0), is_marked);
    case FUSE_YIELDS:
    case FUSE_OTHER_EMULATOR: return w->others != BLOCKS;
    case FUSE_RESULT: return w->others != THREADS && w->foreign_at_barrier;
    default: return false;
    }
}

/* Whether others may have changed the value that the instruction reads since the loop's last iteration. */
static bool is_foreign(search *w, LLVMValueRef at)
{
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad: {
        LLVMValueRef from = LLVMGetOperand(at, 0);
        bool changes =
            w->others == BLOCKS ? any_object(w, from, is_global) : w->time_passes || !fuse_is_simple_access(at);
        return changes || any_object(w, from, is_marked);
    }
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return true;
    case LLVMCall: return is_foreign_call(w, at);
    default: return false;
    }
}

static bool has_foreign_operand(const search *w, LLVMValueRef at)
{
    for (int k = 0; k < LLVMGetNumOperands(at); k++)
        if (map_get(&w->foreign, LLVMGetOperand(at, (unsigned)k)))
            return true;
    return false;
}

/* A foreign value spreads into memory by a store of it, by a store that it decides, and by an atomic that returns
 * through a pointer. */
static bool spread_to_memory(search *w, LLVMValueRef at, int block)
{
    bool any = false;
    if (LLVMIsAStoreInst(at))
        return map_get(&w->foreign, LLVMGetOperand(at, 0)) ? any_object(w, LLVMGetOperand(at, 1), mark_object)
               : w->foreign_paths[block]                   ? any_object(w, LLVMGetOperand(at, 1), mark_own_object)
                                                           : false;
    if (!LLVMIsACallInst(at) || fuse_call_of(at, NULL) != FUSE_ATOMIC ||
        !(is_foreign(w, at) || has_foreign_operand(w, at)))
        return false;
    for (unsigned k = w->others == THREADS ? 1 : 0; k < LLVMGetNumArgOperands(at); k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(at, k))) == LLVMPointerTypeKind)
            any = any_object(w, LLVMGetOperand(at, k), mark_object) || any;
    return any;
}

/* Adds the loop's values that depend on foreign ones, by data or by a branch. True: some are new. */
static bool spread(search *w)
{
    bool changed = false;
    for (int i = 0; i < w->kernel->blocks; i++)
        for (LLVMValueRef at = w->loop->contains[i] ? LLVMGetFirstInstruction(w->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool is = is_foreign(w, at) || (LLVMIsAPHINode(at) && w->foreign_paths[i]) || has_foreign_operand(w, at);
            if (is && !map_get(&w->foreign, at)) {
                map_put(&w->foreign, at, at);
                w->foreign_at_barrier = w->foreign_at_barrier || fuse_call_of(at, NULL) == FUSE_OPERANDS;
                changed = true;
            }
            changed = spread_to_memory(w, at, i) || changed;
        }
    return changed;
}

static void spread_control(search *w, int block)
{
    const fuse_block *from = &w->kernel->block[block];
    for (int k = 0; k < from->to_count; k++)
        fuse_reach(w->kernel, from->to[k], from->postdominator, w->foreign_decides);
    for (int k = 0; k < w->kernel->blocks; k++)
        w->foreign_paths[k] = w->foreign_paths[k] || w->foreign_decides[k];
    if (from->postdominator != FUSE_NONE)
        w->foreign_paths[from->postdominator] = true;
}

static bool leaves_loop(const fuse_kernel *kernel, const fuse_loop *loop, int number)
{
    for (int i = 0; i < kernel->block[number].to_count; i++)
        if (!loop->contains[kernel->block[number].to[i]])
            return true;
    return false;
}

/* Whether the loop's number of iterations depends on other threads. */
static bool depends(const fuse_kernel *kernel, const fuse_loop *loop, others others)
{
    size_t blocks = (size_t)kernel->blocks;
    search w = {.kernel = kernel,
                .loop = loop,
                .others = others,
                .time_passes = lets_time_pass(kernel, loop),
                .foreign_decides = fuse_allocate(blocks, sizeof(bool)),
                .foreign_paths = fuse_allocate(blocks, sizeof(bool))};
    bool does = false;
    while (spread(&w))
        for (int i = 0; i < kernel->blocks; i++)
            if (loop->contains[i] && kernel->block[i].to_count > 1 && map_get(&w.foreign, kernel->block[i].end))
                spread_control(&w, i);
    for (int i = 0; i < kernel->blocks && !does; i++)
        does = loop->contains[i] && kernel->block[i].to_count > 1 && leaves_loop(kernel, loop, i) &&
               (map_get(&w.foreign, kernel->block[i].end) || w.foreign_decides[i]);
    map_free(&w.foreign);
    map_free(&w.objects);
    free(w.foreign_decides);
    free(w.foreign_paths);
    return does;
}

/* Whether the compare-and-swap expects the value last found there: by itself an iteration ago, or by a load in this
 * one. */
static bool expects_latest(const fuse_kernel *kernel, const fuse_loop *loop, LLVMValueRef exchange)
{
    LLVMValueRef expected = LLVMGetOperand(exchange, 1);
    if (LLVMIsAPHINode(expected) && fuse_block_number(kernel, LLVMGetInstructionParent(expected)) == loop->header)
        return fuse_incoming_value(expected, kernel->block[loop->latch].block) == exchange;
    return LLVMIsALoadInst(expected) && LLVMGetOperand(expected, 0) == LLVMGetOperand(exchange, 0) &&
           loop->contains[fuse_block_number(kernel, LLVMGetInstructionParent(expected))];
}

/* Whether threads leave the loop at the block if the exchange succeeded, that is, found the expected value. */
static bool leaves_if_done(const fuse_kernel *kernel, const fuse_loop *loop, int number)
{
    const fuse_block *block = &kernel->block[number];
    if (LLVMGetInstructionOpcode(block->end) != LLVMBr || !LLVMIsConditional(block->end))
        return false;
    LLVMValueRef compared = LLVMGetCondition(block->end);
    if (!LLVMIsAICmpInst(compared))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compared);
    bool equal = predicate == LLVMIntEQ;
    if (!equal && predicate != LLVMIntNE)
        return false;
    LLVMBasicBlockRef done = LLVMGetSuccessor(block->end, equal ? 0 : 1);
    for (unsigned side = 0; side < 2; side++) {
        LLVMValueRef exchange = LLVMGetOperand(compared, side), other = LLVMGetOperand(compared, 1 - side);
        const char *name = LLVMIsACallInst(exchange) ? fuse_callee_name(exchange) : NULL;
        if (name && strncmp(name, "emu_atomic_cas_", 15) == 0 && LLVMGetNumArgOperands(exchange) == 3 &&
            LLVMGetOperand(exchange, 1) == other && expects_latest(kernel, loop, exchange))
            return !loop->contains[fuse_block_number(kernel, done)];
    }
    return false;
}

/* Whether each iteration except the last tries to exchange the value found last. It fails only because another
 * thread was faster, and that thread made progress. So no thread waits for one that waits. */
static bool retries(const fuse_kernel *kernel, const fuse_loop *loop)
{
    for (int i = loop->latch;; i = kernel->block[i].dominator) {
        if (leaves_if_done(kernel, loop, i))
            return true;
        if (i == loop->header)
            return false;
    }
}

/* Whether each iteration waits for the whole grid, so that no block waits alone. `or_block`: or for the whole block. */
static bool waits_for_all(const fuse_kernel *kernel, const fuse_loop *loop, bool or_block)
{
    for (int i = loop->latch;; i = kernel->block[i].dominator) {
        unsigned wait = kernel->block[i].sync.kind;
        if (wait == EMU_FUSED_GRID || (or_block && wait == EMU_FUSED_BARRIER))
            return true;
        if (i == loop->header)
            return false;
    }
}

bool fuse_may_wait_forever(const fuse_kernel *kernel, const fuse_loop *loop)
{
    return !waits_for_all(kernel, loop, true) && depends(kernel, loop, THREADS) && !retries(kernel, loop);
}

bool fuse_waits_for_blocks(const fuse_kernel *kernel)
{
    for (int l = 0; l < kernel->loops; l++) {
        const fuse_loop *loop = &kernel->loop[l];
        if (loop->has_barrier && !waits_for_all(kernel, loop, false) && depends(kernel, loop, BLOCKS))
            return true;
    }
    return false;
}

bool fuse_may_wait_for_warps(const fuse_kernel *kernel, const fuse_loop *loop)
{
    return loop->has_barrier && !waits_for_all(kernel, loop, true) && depends(kernel, loop, WARPS) &&
           !retries(kernel, loop);
}
