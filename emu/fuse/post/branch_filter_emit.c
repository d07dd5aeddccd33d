/* The loops that take the place of one with a filtered branch. */
#include <string.h>

#include "branch_filter_plan.h"
#include "loop_copy.h"

enum { GROUP = 32 };

static LLVMBasicBlockRef new_block(const branch_filter *of)
{
    return LLVMInsertBasicBlockInContext(of->context, of->loop.header, "");
}

static LLVMValueRef number(LLVMTypeRef type, unsigned value)
{
    return LLVMConstInt(type, value, false);
}

static LLVMValueRef intrinsic(const branch_filter *of, const char *name, LLVMTypeRef type, LLVMValueRef *operand,
                              unsigned count)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(of->loop.header));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
    return LLVMBuildCall2(of->builder, LLVMGlobalGetValueType(function), function, operand, count, "");
}

static loop_copy new_copy(const branch_filter *of)
{
    return (loop_copy){.loop = &of->loop, .context = of->context, .builder = of->builder};
}

/* The number in the group of a thread, in the header of a loop that follows `before`. */
static LLVMValueRef begin_threads(const branch_filter *of, LLVMBasicBlockRef before)
{
    LLVMValueRef zero = number(of->i64, 0), k = LLVMBuildPhi(of->builder, of->i64, "");
    LLVMAddIncoming(k, &zero, &before, 1);
    return k;
}

/* Ends a loop over the group's threads where the builder is; it goes on to `after`. */
static void next_thread(const branch_filter *of, LLVMValueRef k, LLVMBasicBlockRef header, LLVMBasicBlockRef after)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(of->builder);
    unsigned kind = LLVMGetMDKindIDInContext(of->context, "llvm.loop", 9);
    LLVMValueRef next = LLVMBuildNUWAdd(of->builder, k, number(of->i64, 1), "");
    LLVMValueRef more = LLVMBuildICmp(of->builder, LLVMIntNE, next, of->count, "");
    LLVMSetMetadata(LLVMBuildCondBr(of->builder, more, header, after), kind, LLVMGetMetadata(of->loop.jump, kind));
    LLVMAddIncoming(k, &next, &here, 1);
}

/* Returns a bit for each thread of the group that takes the branch; the builder is behind the loop then. */
static LLVMValueRef emit_test(const branch_filter *of)
{
    LLVMBuilderRef builder = of->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder), hit = new_block(of), test = new_block(of),
                      done = new_block(of);
    loop_copy copy = new_copy(of);
    copy.closed_to = hit;
    copy.latch_to = test;
    fuse_begin_copy(&copy, fuse_blocks_before(of), &of->taken);
    LLVMBuildBr(builder, copy.block[0]);
    LLVMPositionBuilderAtEnd(builder, copy.block[0]);
    LLVMValueRef k = begin_threads(of, before), bits = LLVMBuildPhi(builder, of->i32, ""), none = number(of->i32, 0);
    LLVMAddIncoming(bits, &none, &before, 1);
    fuse_set_number(&copy, &of->counter, LLVMBuildNUWAdd(builder, of->base, k, ""));
    fuse_fill_copy(&copy, &of->counter);
    LLVMPositionBuilderAtEnd(builder, hit);
    LLVMBuildBr(builder, test);
    LLVMPositionBuilderAtEnd(builder, test);
    LLVMValueRef taken = LLVMBuildPhi(builder, of->i1, ""), yes = LLVMConstAllOnes(of->i1), no = LLVMConstNull(of->i1);
    LLVMAddIncoming(taken, &yes, &hit, 1);
    for (int i = 0; i < of->loop.blocks; i++)
        if (fuse_copy_leads(&copy, i, test))
            LLVMAddIncoming(taken, &no, &copy.block[i], 1);
    LLVMValueRef shift = LLVMBuildTrunc(builder, k, of->i32, "");
    LLVMValueRef bit = LLVMBuildShl(builder, LLVMBuildZExt(builder, taken, of->i32, ""), shift, "");
    LLVMValueRef all = LLVMBuildOr(builder, bits, bit, "");
    LLVMAddIncoming(bits, &all, &test, 1);
    next_thread(of, k, copy.block[0], done);
    LLVMPositionBuilderAtEnd(builder, done);
    fuse_end_copy(&copy);
    return all;
}

/* The group without the branch, which no thread takes. */
static LLVMBasicBlockRef emit_none(const branch_filter *of, LLVMBasicBlockRef before, LLVMBasicBlockRef after)
{
    loop_copy copy = new_copy(of);
    fuse_begin_copy(&copy, of->taken.without, &of->taken);
    LLVMPositionBuilderAtEnd(of->builder, copy.block[0]);
    LLVMValueRef k = begin_threads(of, before);
    fuse_set_number(&copy, &of->counter, LLVMBuildNUWAdd(of->builder, of->base, k, ""));
    fuse_fill_copy(&copy, &of->counter);
    LLVMPositionBuilderAtEnd(of->builder, copy.block[fuse_loop_block(&of->loop, of->loop.latch)]);
    next_thread(of, k, copy.block[0], after);
    LLVMBasicBlockRef header = copy.block[0];
    fuse_end_copy(&copy);
    return header;
}

/* The threads with a bit, one by one. */
static LLVMBasicBlockRef emit_few(const branch_filter *of, LLVMValueRef bits, LLVMBasicBlockRef before,
                                  LLVMBasicBlockRef after)
{
    LLVMBuilderRef builder = of->builder;
    loop_copy copy = new_copy(of);
    fuse_begin_copy(&copy, fuse_reached_blocks(&of->loop, 0, FUSE_NONE, 0), NULL);
    LLVMBasicBlockRef header = copy.block[0], latch = copy.block[fuse_loop_block(&of->loop, of->loop.latch)];
    LLVMPositionBuilderAtEnd(builder, header);
    LLVMValueRef left = LLVMBuildPhi(builder, of->i32, "");
    LLVMValueRef first = intrinsic(of, "llvm.cttz", of->i32, (LLVMValueRef[]){left, LLVMConstAllOnes(of->i1)}, 2);
    fuse_set_number(&copy, &of->counter,
                    LLVMBuildNUWAdd(builder, of->base, LLVMBuildZExt(builder, first, of->i64, ""), ""));
    fuse_fill_copy(&copy, &of->counter);
    LLVMPositionBuilderAtEnd(builder, latch);
    LLVMValueRef rest = LLVMBuildAnd(builder, left, LLVMBuildSub(builder, left, number(of->i32, 1), ""), "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, rest, number(of->i32, 0), ""), header, after);
    LLVMAddIncoming(left, &bits, &before, 1);
    LLVMAddIncoming(left, &rest, &latch, 1);
    fuse_end_copy(&copy);
    return header;
}

/* The loop as it was, over the group. */
static LLVMBasicBlockRef keep_many(const branch_filter *of, LLVMBasicBlockRef before, LLVMBasicBlockRef after)
{
    const thread_loop *loop = &of->loop;
    LLVMBasicBlockRef latch = loop->latch;
    LLVMValueRef base = of->base, x, next = of->counter.next, condition = LLVMGetCondition(loop->jump);
    LLVMPositionBuilderBefore(of->builder, of->counter.x);
    x = LLVMBuildPhi(of->builder, of->i64, "");
    LLVMAddIncoming(x, &base, &before, 1);
    LLVMAddIncoming(x, &next, &latch, 1);
    LLVMReplaceAllUsesWith(of->counter.x, x);
    LLVMInstructionEraseFromParent(of->counter.x);
    LLVMPositionBuilderBefore(of->builder, loop->jump);
    LLVMValueRef end = LLVMBuildNUWAdd(of->builder, base, of->count, "");
    LLVMValueRef now = LLVMBuildICmp(of->builder, LLVMGetICmpPredicate(condition), next, end, "");
    LLVMSetCondition(loop->jump, now);
    for (unsigned w = 0; w < 2; w++)
        if (LLVMGetSuccessor(loop->jump, w) == loop->exit)
            LLVMSetSuccessor(loop->jump, w, after);
    return loop->header;
}

/* The blocks behind the loop come from the block `now` instead of the latch. */
static void change_predecessor(const branch_filter *of, LLVMBasicBlockRef now)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(of->loop.exit), next; LLVMIsAPHINode(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        LLVMPositionBuilderBefore(of->builder, phi);
        LLVMValueRef made = LLVMBuildPhi(of->builder, LLVMTypeOf(phi), "");
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
            LLVMValueRef value = LLVMGetIncomingValue(phi, i);
            LLVMAddIncoming(made, &value, from == of->loop.latch ? &now : &from, 1);
        }
        LLVMReplaceAllUsesWith(phi, made);
        LLVMInstructionEraseFromParent(phi);
    }
}

static void drop_loop(const thread_loop *loop)
{
    for (int i = 0; i < loop->blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(loop->block[i]), next; at; at = next) {
            next = LLVMGetNextInstruction(at);
            if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind)
                LLVMReplaceAllUsesWith(at, LLVMGetPoison(LLVMTypeOf(at)));
            LLVMInstructionEraseFromParent(at);
        }
    for (int i = 0; i < loop->blocks; i++)
        LLVMDeleteBasicBlock(loop->block[i]);
}

/* Branches, after the test, to what the number of bits asks for. */
static void emit_choice(const branch_filter *of, LLVMValueRef bits, LLVMBasicBlockRef after)
{
    LLVMBuilderRef builder = of->builder;
    LLVMBasicBlockRef tested = LLVMGetInsertBlock(builder), some = new_block(of);
    LLVMBasicBlockRef none = of->others_do ? emit_none(of, tested, after) : after;
    LLVMBasicBlockRef few = of->others_do ? NULL : emit_few(of, bits, some, after);
    LLVMBasicBlockRef many = of->costly ? keep_many(of, some, after) : NULL;
    LLVMPositionBuilderAtEnd(builder, tested);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, bits, number(of->i32, 0), ""), some, none);
    LLVMPositionBuilderAtEnd(builder, some);
    if (few && many) {
        static const unsigned lanes[] = {4, 8, 16}; /* a thread costs about as much as a vector */
        LLVMValueRef taking = LLVMBuildZExt(builder, intrinsic(of, "llvm.ctpop", of->i32, &bits, 1), of->i64, "");
        LLVMValueRef as_threads = LLVMBuildMul(builder, taking, number(of->i64, lanes[of->level]), "");
        LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULE, as_threads, of->count, ""), few, many);
    } else {
        LLVMBuildBr(builder, few ? few : many);
    }
}

void fuse_emit_filter(branch_filter *of)
{
    const thread_loop *loop = &of->loop;
    of->context = LLVMGetTypeContext(LLVMTypeOf(of->counter.x));
    of->builder = LLVMCreateBuilderInContext(of->context);
    of->i1 = LLVMInt1TypeInContext(of->context);
    of->i32 = LLVMInt32TypeInContext(of->context);
    of->i64 = LLVMInt64TypeInContext(of->context);
    LLVMBasicBlockRef group = new_block(of), after = new_block(of);
    LLVMBasicBlockRef before =
        LLVMGetIncomingBlock(of->counter.x, LLVMGetIncomingBlock(of->counter.x, 0) == loop->latch);
    LLVMValueRef enters = LLVMGetBasicBlockTerminator(before), first = of->counter.first, size = number(of->i64, GROUP);
    for (unsigned w = 0; w < LLVMGetNumSuccessors(enters); w++)
        if (LLVMGetSuccessor(enters, w) == loop->header)
            LLVMSetSuccessor(enters, w, group);
    LLVMPositionBuilderBefore(of->builder, enters);
    LLVMValueRef second = LLVMBuildAdd(of->builder, first, number(of->i64, 1), ""), end = of->counter.end;
    if (!of->counter.is_exact)
        end = intrinsic(of, "llvm.umax", of->i64, (LLVMValueRef[]){end, second}, 2);
    LLVMPositionBuilderAtEnd(of->builder, group);
    of->base = LLVMBuildPhi(of->builder, of->i64, "");
    LLVMValueRef left = LLVMBuildSub(of->builder, end, of->base, "");
    of->count = intrinsic(of, "llvm.umin", of->i64, (LLVMValueRef[]){left, size}, 2);
    emit_choice(of, emit_test(of), after);
    change_predecessor(of, after);
    LLVMPositionBuilderAtEnd(of->builder, after);
    LLVMValueRef next = LLVMBuildNUWAdd(of->builder, of->base, size, "");
    LLVMValueRef more = LLVMBuildICmp(of->builder, LLVMIntULT, next, end, "");
    LLVMBuildCondBr(of->builder, more, group, loop->exit);
    LLVMAddIncoming(of->base, &first, &before, 1);
    LLVMAddIncoming(of->base, &next, &after, 1);
    LLVMDisposeBuilder(of->builder);
    if (!of->costly)
        drop_loop(loop);
}
