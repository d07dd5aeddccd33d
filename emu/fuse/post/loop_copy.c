/* Copies blocks of a loop over threads, with the phis' values from the blocks that are copied. */
#include "loop_copy.h"

static bool is_copied(const loop_copy *copy, int block)
{
    return (copy->blocks & BLOCK_BIT(block)) != 0;
}

static bool is_closed(const loop_copy *copy, int block, unsigned way)
{
    return copy->closed && copy->closed->block == block && copy->closed->way == way;
}

void fuse_begin_copy(loop_copy *copy, block_set blocks, const loop_way *closed)
{
    copy->blocks = blocks;
    copy->closed = closed;
    for (int i = 0; i < copy->loop->blocks; i++)
        copy->block[i] =
            is_copied(copy, i) ? LLVMInsertBasicBlockInContext(copy->context, copy->loop->header, "") : NULL;
}

void fuse_set_number(loop_copy *copy, const thread_counter *counter, LLVMValueRef x)
{
    map_put(&copy->copied, counter->x, x);
    map_put(&copy->copied, counter->next, LLVMBuildNUWAdd(copy->builder, x, LLVMConstInt(LLVMTypeOf(x), 1, false), ""));
}

static LLVMValueRef copy_of(const loop_copy *copy, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&copy->copied, value);
    return made ? made : value;
}

static void copy_instructions(loop_copy *copy, int block, const thread_counter *counter)
{
    LLVMPositionBuilderAtEnd(copy->builder, copy->block[block]);
    for (LLVMValueRef at = LLVMGetFirstInstruction(copy->loop->block[block]); !LLVMIsATerminatorInst(at);
         at = LLVMGetNextInstruction(at)) {
        if (at == counter->x || at == counter->next)
            continue;
        LLVMValueRef made;
        if (LLVMIsAPHINode(at)) {
            made = LLVMBuildPhi(copy->builder, LLVMTypeOf(at), "");
        } else {
            made = LLVMInstructionClone(at);
            LLVMInsertIntoBuilder(copy->builder, made);
        }
        map_put(&copy->copied, at, made);
    }
}

static void fill_phi(const loop_copy *copy, int block, LLVMValueRef phi, LLVMValueRef made)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        int from = fuse_loop_block(copy->loop, LLVMGetIncomingBlock(phi, i));
        LLVMValueRef value = copy_of(copy, LLVMGetIncomingValue(phi, i));
        LLVMBasicBlockRef predecessor = copy->block[from];
        bool twice = i > 0 && LLVMGetIncomingBlock(phi, i) == LLVMGetIncomingBlock(phi, i - 1);
        if (!twice && is_copied(copy, from) && fuse_copy_leads(copy, from, copy->block[block]))
            LLVMAddIncoming(made, &value, &predecessor, 1);
    }
}

/* Null: the copy does not go that way. */
static LLVMBasicBlockRef target(const loop_copy *copy, int block, unsigned way)
{
    int to = fuse_next_block(copy->loop, block, way);
    if (is_closed(copy, block, way))
        return copy->closed_to;
    return is_copied(copy, to) ? copy->block[to] : copy->latch_to;
}

bool fuse_copy_leads(const loop_copy *copy, int block, LLVMBasicBlockRef to)
{
    for (unsigned w = 0; is_copied(copy, block) && w < fuse_ways(copy->loop, block); w++)
        if (target(copy, block, w) == to)
            return true;
    return false;
}

static void connect(loop_copy *copy, int block, const thread_counter *counter)
{
    for (LLVMValueRef at = LLVMGetFirstInstruction(copy->loop->block[block]); !LLVMIsATerminatorInst(at);
         at = LLVMGetNextInstruction(at)) {
        LLVMValueRef made = map_get(&copy->copied, at);
        if (at == counter->x || at == counter->next)
            continue;
        if (LLVMIsAPHINode(at))
            fill_phi(copy, block, at, made);
        for (int i = 0; !LLVMIsAPHINode(at) && i < LLVMGetNumOperands(at); i++)
            LLVMSetOperand(made, (unsigned)i, copy_of(copy, LLVMGetOperand(at, (unsigned)i)));
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(copy->loop->block[block]);
    if (end == copy->loop->jump)
        return;
    LLVMPositionBuilderAtEnd(copy->builder, copy->block[block]);
    LLVMBasicBlockRef first = target(copy, block, 0),
                      second = LLVMGetNumSuccessors(end) == 2 ? target(copy, block, 1) : NULL;
    if (first && second && first != second)
        LLVMBuildCondBr(copy->builder, copy_of(copy, LLVMGetCondition(end)), first, second);
    else
        LLVMBuildBr(copy->builder, first ? first : second);
}

void fuse_fill_copy(loop_copy *copy, const thread_counter *counter)
{
    for (int i = 0; i < copy->loop->blocks; i++)
        if (is_copied(copy, i))
            copy_instructions(copy, i, counter);
    for (int i = 0; i < copy->loop->blocks; i++)
        if (is_copied(copy, i))
            connect(copy, i, counter);
}

void fuse_end_copy(loop_copy *copy)
{
    map_free(&copy->copied);
}
