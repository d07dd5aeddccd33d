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
static void step_counters(strip_code *of, const inner_loop *inner, bool inside)
{
    enum { MOST = 32 };
    const outer_plan *plan = of->plan;
    LLVMValueRef value[MOST], home[MOST];
    int count = 0;
    fuse_strip_begin_once(of);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->loop.block[inner->header]); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < 2 && map_get(&of->counters, phi); i++) {
            int from = fuse_loop_block(&plan->loop, LLVMGetIncomingBlock(phi, i));
            bool back = from != FUSE_NONE && (inner->blocks & BLOCK_BIT(from));
            if (back != inside)
                continue;
            if (count == MOST)
                abort();
            home[count] = map_get(&of->counters, phi);
            value[count++] = fuse_strip_once(of, LLVMGetIncomingValue(phi, i));
        }
    for (int i = 0; i < count; i++)
        LLVMBuildStore(of->builder, value[i], home[i]);
}

static void emit_loop(strip_code *of, int number);

/* Emits the phases in the inner loop, or in the whole loop, after its first one. */
static void emit_starts(strip_code *of, int inner)
{
    int start[MOST_LOOP_BLOCKS], count = fuse_ordered_starts(of->plan, inner, start);
    for (int i = 0; i < count; i++) {
        LLVMBasicBlockRef some = fuse_strip_block(of), after = fuse_strip_block(of);
        LLVMBuildCondBr(of->builder, fuse_strip_any_at(of, start[i]), some, after);
        LLVMPositionBuilderAtEnd(of->builder, some);
        int loop = of->plan->loop_of[start[i]];
        if (loop != inner && loop != FUSE_NONE && of->plan->inner[loop].header == start[i])
            emit_loop(of, loop);
        else
            fuse_emit_phase(of, start[i]);
        LLVMBuildBr(of->builder, after);
        LLVMPositionBuilderAtEnd(of->builder, after);
    }
}

static void emit_loop(strip_code *of, int number)
{
    const inner_loop *inner = &of->plan->inner[number];
    LLVMBasicBlockRef head = fuse_strip_block(of), after = fuse_strip_block(of);
    step_counters(of, inner, false);
    LLVMBuildBr(of->builder, head);
    LLVMPositionBuilderAtEnd(of->builder, head);
    fuse_emit_phase(of, inner->header);
    emit_starts(of, number);
    step_counters(of, inner, true);
    LLVMBuildCondBr(of->builder, fuse_strip_any_at(of, inner->header), head, after);
    LLVMPositionBuilderAtEnd(of->builder, after);
}

static LLVMValueRef array_of(const strip_code *of, int reduction)
{
    LLVMValueRef variable = map_get(&of->copy->copied, of->plan->reduction[reduction]);
    for (int v = 0; v < of->copy->variables; v++)
        if (of->copy->variable[v] == variable)
            return of->array[v];
    abort();
}

/* The reduction of the threads' values and the value before. */
static LLVMValueRef gathered(strip_code *of, int reduction, LLVMValueRef before)
{
    static const char name[] = "llvm.vector.reduce.or";
    LLVMTypeRef type = LLVMTypeOf(of->plan->reduction[reduction]);
    LLVMTypeRef vector = LLVMVectorType(fuse_kept_type(of, type), of->plan->width);
    LLVMValueRef all = LLVMBuildLoad2(of->builder, vector, array_of(of, reduction), "");
    LLVMSetAlignment(all, 64);
    LLVMValueRef function =
        LLVMGetIntrinsicDeclaration(of->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &vector, 1);
    LLVMValueRef any = LLVMBuildCall2(of->builder, LLVMGlobalGetValueType(function), function, &all, 1, "");
    return LLVMBuildOr(of->builder, before, LLVMBuildTruncOrBitCast(of->builder, any, type, ""), "");
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
static void leave(strip_code *of, LLVMValueRef last, LLVMValueRef *gather)
{
    const outer_plan *plan = of->plan;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(of->builder);
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
    LLVMBuildCondBr(of->builder, LLVMBuildICmp(of->builder, LLVMIntEQ, last, plan->end, ""), plan->loop.exit,
                    plan->loop.header);
}

static void emit_strips(strip_code *of, LLVMBasicBlockRef before)
{
    const outer_plan *plan = of->plan;
    LLVMBuilderRef builder = of->builder;
    LLVMBasicBlockRef strip = fuse_strip_block(of), done = fuse_strip_block(of);
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(before), width = fuse_strip_number(of, of->i64, plan->width),
                 gather[MOST_REDUCTIONS];
    LLVMPositionBuilderBefore(builder, jump);
    LLVMValueRef count = LLVMBuildSub(builder, plan->end, plan->first, "");
    LLVMValueRef whole =
        LLVMBuildAnd(builder, count, fuse_strip_number(of, of->i64, (uint64_t)-(int64_t)plan->width), "");
    LLVMValueRef last = LLVMBuildAdd(builder, plan->first, whole, "");
    LLVMValueRef many = LLVMBuildAnd(builder, LLVMBuildICmp(builder, LLVMIntULT, plan->first, plan->end, ""),
                                     LLVMBuildICmp(builder, LLVMIntUGE, count, width, ""), "");
    LLVMBuildCondBr(builder, many, strip, plan->loop.header);
    LLVMInstructionEraseFromParent(jump);
    LLVMPositionBuilderAtEnd(builder, strip);
    of->first = LLVMBuildPhi(builder, of->i64, "");
    for (int r = 0; r < plan->reductions; r++) {
        gather[r] = LLVMBuildPhi(builder, LLVMTypeOf(plan->reduction[r]), "");
        LLVMValueRef start = incoming_not_from(plan->reduction[r], plan->loop.latch);
        LLVMAddIncoming(gather[r], &start, &before, 1);
    }
    LLVMValueRef result[MOST_REDUCTIONS];
    for (int r = 0; r < plan->reductions; r++) {
        LLVMTypeRef vector = LLVMVectorType(fuse_kept_type(of, LLVMTypeOf(gather[r])), plan->width);
        LLVMSetAlignment(LLVMBuildStore(builder, LLVMConstNull(vector), array_of(of, r)), 64);
    }
    fuse_emit_phase(of, 0);
    emit_starts(of, FUSE_NONE);
    for (int r = 0; r < plan->reductions; r++)
        result[r] = gathered(of, r, gather[r]);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(builder);
    LLVMValueRef next = LLVMBuildNUWAdd(builder, of->first, width, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, last, ""), strip, done);
    LLVMValueRef first = plan->first;
    LLVMAddIncoming(of->first, &first, &before, 1);
    LLVMAddIncoming(of->first, &next, &here, 1);
    for (int r = 0; r < plan->reductions; r++)
        LLVMAddIncoming(gather[r], &result[r], &here, 1);
    LLVMPositionBuilderAtEnd(builder, done);
    leave(of, last, result);
}

void fuse_emit_outer_loop(const outer_plan *plan, outer_copy *copy)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(plan->loop.header);
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    LLVMContextRef context = LLVMGetModuleContext(module);
    strip_code of = {.plan = plan,
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
    fuse_find_kept_variables(&of);
    of.state =
        fuse_strip_variable(&of, plan->masked ? LLVMArrayType2(of.i32, plan->width) : of.i32, plan->masked ? 64 : 4);
    of.thread_state = plan->masked ? fuse_strip_variable(&of, of.i32, 4) : NULL;
    for (int i = 0; i < plan->inners; i++)
        for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->loop.block[plan->inner[i].header]); LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi))
            if (map_get(&plan->counters, phi))
                map_put(&of.counters, phi, fuse_strip_variable(&of, LLVMTypeOf(phi), 0));
    emit_strips(&of, before);
    free(of.array);
    free(of.spilled);
    map_free(&of.counters);
    map_free(&of.once);
    map_free(&of.values);
    LLVMDisposeBuilder(of.builder);
}
