/* The strips of a thread loop that is exchanged with its inner loops:
 *
 *     for (first = begin; first + W <= end; first += W) {
 *         phase 0 for all threads of the strip;
 *         while (an inner loop goes on) its phases for all threads of the strip;
 *         the phase after it ...
 *     }
 *     the loop as it was, for the threads that are left
 */
#include <stdlib.h>
#include <string.h>

#include "outer_loop_strip.h"

/* Counters take their values on the edge into the loop (`inside`: on the back edge), all at once. */
static void step_counters(strip_code *code, const inner_loop *inner, bool inside)
{
    enum { MOST = 32 };
    const outer_plan *plan = code->plan;
    LLVMValueRef value[MOST], home[MOST];
    int count = 0;
    fuse_strip_begin_uniform(code);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->loop.block[inner->header]); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < 2 && map_get(&code->counters, phi); i++) {
            int from = fuse_loop_block(&plan->loop, LLVMGetIncomingBlock(phi, i));
            bool back = from != FUSE_NONE && (inner->blocks & BLOCK_BIT(from));
            if (back != inside)
                continue;
            if (count == MOST)
                abort();
            home[count] = map_get(&code->counters, phi);
            value[count++] = fuse_strip_uniform(code, LLVMGetIncomingValue(phi, i));
        }
    for (int i = 0; i < count; i++)
        LLVMBuildStore(code->builder, value[i], home[i]);
}

static void emit_loop(strip_code *code, int number);

/* Emits the phases in the inner loop, or in the whole loop, after its first one. */
static void emit_starts(strip_code *code, int inner)
{
    int start[MOST_LOOP_BLOCKS], count = fuse_ordered_starts(code->plan, inner, start);
    for (int i = 0; i < count; i++) {
        LLVMBasicBlockRef some = fuse_strip_block(code), after = fuse_strip_block(code);
        LLVMBuildCondBr(code->builder, fuse_strip_any_at(code, start[i]), some, after);
        LLVMPositionBuilderAtEnd(code->builder, some);
        int loop = code->plan->loop_of[start[i]];
        if (loop != inner && loop != FUSE_NONE && code->plan->inner[loop].header == start[i])
            emit_loop(code, loop);
        else
            fuse_emit_phase(code, start[i]);
        LLVMBuildBr(code->builder, after);
        LLVMPositionBuilderAtEnd(code->builder, after);
    }
}

static void emit_loop(strip_code *code, int number)
{
    const inner_loop *inner = &code->plan->inner[number];
    LLVMBasicBlockRef head = fuse_strip_block(code), after = fuse_strip_block(code);
    step_counters(code, inner, false);
    LLVMBuildBr(code->builder, head);
    LLVMPositionBuilderAtEnd(code->builder, head);
    fuse_emit_phase(code, inner->header);
    emit_starts(code, number);
    step_counters(code, inner, true);
    LLVMBuildCondBr(code->builder, fuse_strip_any_at(code, inner->header), head, after);
    LLVMPositionBuilderAtEnd(code->builder, after);
}

static LLVMValueRef array_of(const strip_code *code, int reduction)
{
    LLVMValueRef variable = map_get(&code->copy->copied, code->plan->reduction[reduction]);
    for (int v = 0; v < code->copy->variables; v++)
        if (code->copy->variable[v] == variable)
            return code->array[v];
    abort();
}

/* The reduction of the threads' values and the value before. */
static LLVMValueRef gathered(strip_code *code, int reduction, LLVMValueRef before)
{
    static const char name[] = "llvm.vector.reduce.or";
    LLVMTypeRef type = LLVMTypeOf(code->plan->reduction[reduction]);
    LLVMTypeRef vector = LLVMVectorType(fuse_kept_type(code, type), code->plan->width);
    LLVMValueRef all = LLVMBuildLoad2(code->builder, vector, array_of(code, reduction), "");
    LLVMSetAlignment(all, 64);
    LLVMValueRef function =
        LLVMGetIntrinsicDeclaration(code->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &vector, 1);
    LLVMValueRef any = LLVMBuildCall2(code->builder, LLVMGlobalGetValueType(function), function, &all, 1, "");
    return LLVMBuildOr(code->builder, before, LLVMBuildTruncOrBitCast(code->builder, any, type, ""), "");
}

static LLVMValueRef incoming_not_from(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 0) == block);
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 0) != block);
}

/* The strips have come to `last`; `before` preceded them. */
static void leave(strip_code *code, LLVMValueRef last, LLVMValueRef *gather)
{
    const outer_plan *plan = code->plan;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(code->builder);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->loop.exit); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming_from(phi, plan->loop.latch);
        for (int r = 0; r < plan->reductions; r++)
            if (value == incoming_from(plan->reduction[r], plan->loop.latch)) {
                value = gather[r];
                break;
            }
        LLVMAddIncoming(phi, &value, &here, 1);
    }
    for (int r = 0; r < plan->reductions; r++)
        LLVMAddIncoming(plan->reduction[r], &gather[r], &here, 1);
    LLVMAddIncoming(plan->counter, &last, &here, 1);
    LLVMBuildCondBr(code->builder, LLVMBuildICmp(code->builder, LLVMIntEQ, last, plan->end, ""), plan->loop.exit,
                    plan->loop.header);
}

static void emit_strips(strip_code *code, LLVMBasicBlockRef before)
{
    const outer_plan *plan = code->plan;
    LLVMBuilderRef builder = code->builder;
    LLVMBasicBlockRef strip = fuse_strip_block(code), done = fuse_strip_block(code);
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(before), width = fuse_strip_number(code, code->i64, plan->width),
                 gather[MOST_REDUCTIONS];
    LLVMPositionBuilderBefore(builder, jump);
    LLVMValueRef count = LLVMBuildSub(builder, plan->end, plan->first, "");
    LLVMValueRef whole =
        LLVMBuildAnd(builder, count, fuse_strip_number(code, code->i64, (uint64_t)-(int64_t)plan->width), "");
    LLVMValueRef last = LLVMBuildAdd(builder, plan->first, whole, "");
    LLVMValueRef many = LLVMBuildAnd(builder, LLVMBuildICmp(builder, LLVMIntULT, plan->first, plan->end, ""),
                                     LLVMBuildICmp(builder, LLVMIntUGE, count, width, ""), "");
    LLVMBuildCondBr(builder, many, strip, plan->loop.header);
    LLVMInstructionEraseFromParent(jump);
    LLVMPositionBuilderAtEnd(builder, strip);
    code->first = LLVMBuildPhi(builder, code->i64, "");
    for (int r = 0; r < plan->reductions; r++) {
        gather[r] = LLVMBuildPhi(builder, LLVMTypeOf(plan->reduction[r]), "");
        LLVMValueRef start = incoming_not_from(plan->reduction[r], plan->loop.latch);
        LLVMAddIncoming(gather[r], &start, &before, 1);
    }
    LLVMValueRef result[MOST_REDUCTIONS];
    for (int r = 0; r < plan->reductions; r++) {
        LLVMTypeRef vector = LLVMVectorType(fuse_kept_type(code, LLVMTypeOf(gather[r])), plan->width);
        LLVMSetAlignment(LLVMBuildStore(builder, LLVMConstNull(vector), array_of(code, r)), 64);
    }
    fuse_emit_phase(code, 0);
    emit_starts(code, FUSE_NONE);
    for (int r = 0; r < plan->reductions; r++)
        result[r] = gathered(code, r, gather[r]);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(builder);
    LLVMValueRef next = LLVMBuildNUWAdd(builder, code->first, width, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, last, ""), strip, done);
    LLVMValueRef first = plan->first;
    LLVMAddIncoming(code->first, &first, &before, 1);
    LLVMAddIncoming(code->first, &next, &here, 1);
    for (int r = 0; r < plan->reductions; r++)
        LLVMAddIncoming(gather[r], &result[r], &here, 1);
    LLVMPositionBuilderAtEnd(builder, done);
    leave(code, last, result);
}

void fuse_emit_outer_loop(const outer_plan *plan, outer_copy *copy)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(plan->loop.header);
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    LLVMContextRef context = LLVMGetModuleContext(module);
    strip_code code = {.plan = plan,
                       .copy = copy,
                       .context = context,
                       .module = module,
                       .function = function,
                       .builder = LLVMCreateBuilderInContext(context),
                       .i1 = LLVMInt1TypeInContext(context),
                       .i8 = LLVMInt8TypeInContext(context),
                       .i32 = LLVMInt32TypeInContext(context),
                       .i64 = LLVMInt64TypeInContext(context)};
    LLVMBasicBlockRef before =
        LLVMGetIncomingBlock(plan->counter, LLVMGetIncomingBlock(plan->counter, 0) == plan->loop.latch);
    fuse_find_kept_variables(&code);
    code.state = fuse_strip_variable(&code, plan->masked ? LLVMArrayType2(code.i32, plan->width) : code.i32,
                                     plan->masked ? 64 : 4);
    code.thread_state = plan->masked ? fuse_strip_variable(&code, code.i32, 4) : NULL;
    for (int i = 0; i < plan->inners; i++)
        for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->loop.block[plan->inner[i].header]); LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi))
            if (map_get(&plan->counters, phi))
                map_put(&code.counters, phi, fuse_strip_variable(&code, LLVMTypeOf(phi), 0));
    emit_strips(&code, before);
    free(code.array);
    free(code.spilled);
    map_free(&code.counters);
    map_free(&code.uniform);
    map_free(&code.values);
    LLVMDisposeBuilder(code.builder);
}
