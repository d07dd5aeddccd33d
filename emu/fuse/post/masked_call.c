/* Gives mathematical functions arguments of 1 for threads that do not call them. The vectoriser makes one call for all
 * threads of a vector, whatever conditions it stands under. Behind `if (d > 0)` the others of sqrtf(d) have NaNs, and a
 * NaN, as other rare arguments, sends a vector function to its slow way, thread by thread.
 *
 * Invariant: in a thread the arguments are what they were. */
#include "masked_call.h"

#include <string.h>

#include "thread_loop.h"
#include "vectorisable.h"

enum { MOST_CONDITIONS = 8 };

/* The ways that all paths to the block take, the first one first. */
typedef struct conditions {
    struct {
        int block, depth; /* depth: ways that lead to the block */
        unsigned way;
    } of[MOST_CONDITIONS];
    int count;
} conditions;

static bool needs(const thread_loop *loop, int block, int from, unsigned way)
{
    return !(fuse_reached_blocks(loop, 0, from, way) & BLOCK_BIT(block));
}

static bool is_choice(const thread_loop *loop, int block)
{
    return fuse_ways(loop, block) == 2 && LLVMIsABranchInst(LLVMGetBasicBlockTerminator(loop->block[block])) &&
           fuse_next_block(loop, block, 0) != fuse_next_block(loop, block, 1);
}

static int depth_of(const thread_loop *loop, int block)
{
    int depth = 0;
    for (int i = 0; i < loop->blocks; i++)
        for (unsigned w = 0; w < 2 && is_choice(loop, i); w++)
            depth += needs(loop, block, i, w);
    return depth;
}

static conditions conditions_of(const thread_loop *loop, int block)
{
    conditions found = {.count = 0};
    for (int i = 0; i < loop->blocks; i++)
        for (unsigned w = 0; w < 2 && is_choice(loop, i) && found.count < MOST_CONDITIONS; w++) {
            if (!needs(loop, block, i, w))
                continue;
            int depth = depth_of(loop, i), at = found.count++;
            for (; at > 0 && found.of[at - 1].depth > depth; at--)
                found.of[at] = found.of[at - 1];
            found.of[at].block = i;
            found.of[at].depth = depth;
            found.of[at].way = w;
        }
    return found;
}

/* Whether the thread takes all these ways. A select, as a later condition may be undefined if an earlier one is false. */
static LLVMValueRef build_mask(const thread_loop *loop, const conditions *under, LLVMBuilderRef builder)
{
    LLVMValueRef mask = NULL;
    for (int i = 0; i < under->count; i++) {
        LLVMValueRef own = LLVMGetCondition(LLVMGetBasicBlockTerminator(loop->block[under->of[i].block]));
        if (under->of[i].way == 1)
            own = LLVMBuildNot(builder, own, "");
        mask = mask ? LLVMBuildSelect(builder, mask, own, LLVMConstNull(LLVMTypeOf(own)), "") : own;
    }
    return mask;
}

static bool is_number(LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* The exponential has no slow way. Fetches have masks. */
static bool may_be_slow(LLVMValueRef call)
{
    const char *name = fuse_called_name(call);
    return fuse_has_vector_forms(call) && strncmp(name, "emu_math_", 9) == 0 && strcmp(name, "emu_math_expf") != 0 &&
           strcmp(name, "emu_math_exp") != 0;
}

static void mask_calls(const thread_loop *loop, int block, LLVMBuilderRef builder)
{
    LLVMValueRef mask = NULL;
    conditions under = {.count = -1};
    for (LLVMValueRef at = LLVMGetFirstInstruction(loop->block[block]); at; at = LLVMGetNextInstruction(at)) {
        if (!LLVMIsACallInst(at) || !may_be_slow(at))
            continue;
        if (under.count < 0)
            under = conditions_of(loop, block);
        if (under.count == 0)
            return;
        LLVMPositionBuilderBefore(builder, at);
        if (!mask)
            mask = build_mask(loop, &under, builder);
        for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++) {
            LLVMValueRef argument = LLVMGetOperand(at, i);
            if (is_number(argument) && !LLVMIsAConstant(argument))
                LLVMSetOperand(at, i,
                               LLVMBuildSelect(builder, mask, argument, LLVMConstReal(LLVMTypeOf(argument), 1), ""));
        }
    }
}

static bool mask_loop(const fuse_compilation *compilation, LLVMBasicBlockRef latch)
{
    thread_loop loop;
    if (!fuse_find_thread_loop(latch, &loop) || !fuse_wants_vectors(loop.jump))
        return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(compilation->module));
    for (int i = 0; i < loop.blocks; i++)
        mask_calls(&loop, i, builder);
    LLVMDisposeBuilder(builder);
    return false;
}

void fuse_mask_calls(const fuse_compilation *compilation)
{
    fuse_change_thread_loops(compilation, mask_loop);
}
