/* An iteration of a loop that some threads have left. All threads run the loop together, but not equally often:
 * those that have left wait while the others iterate. The emulator would run them in the same order, thread by
 * thread. Here they stay in the loops over x, and each tests its state, which becomes a vector's mask.
 *
 * During the iteration frame->state holds the states of all threads: the region's, or that of the region after the
 * loop. */
#include "diverged_iteration.h"

#include "../../fused/fused.h"
#include "counting_loop.h"
#include "emission.h"
#include "frame.h"
#include "strip.h"

static LLVMValueRef is_here(emission *e)
{
    LLVMValueRef state = emission_mark(e, LLVMBuildLoad2(e->builder, e->i16, emission_element(e, STATE, e->i16), ""));
    LLVMValueRef here = emission_number(e, e->i16, EMU_FUSED_AT((unsigned)e->region));
    return LLVMBuildICmp(e->builder, LLVMIntEQ, state, here, "");
}

/* At a thread's beginning: goes to e->thread.end if the thread does not iterate again. */
void emission_test_state(emission *e)
{
    if (!e->diverged || e->of_prefix || e->part.all_here)
        return;
    if (e->targets.seen)
        LLVMBuildStore(e->builder, emission_number(e, e->i32, 0), e->targets.left_for);
    LLVMBasicBlockRef on = emission_append(e);
    LLVMBuildCondBr(e->builder, is_here(e), on, e->thread.end);
    LLVMPositionBuilderAtEnd(e->builder, on);
}

/* Whether all threads of the chunk iterate again. */
static LLVMValueRef all_are_here(emission *e, LLVMValueRef first, unsigned threads)
{
    LLVMTypeRef vector = LLVMVectorType(e->i16, threads), bits = LLVMIntTypeInContext(e->kernel->context, threads);
    LLVMValueRef here[MOST_STRIP];
    for (unsigned i = 0; i < threads; i++)
        here[i] = emission_number(e, e->i16, EMU_FUSED_AT((unsigned)e->region));
    e->thread.linear_id = first;
    LLVMValueRef states = LLVMBuildLoad2(e->builder, vector, emission_element(e, STATE, e->i16), "");
    LLVMSetAlignment(states, 2);
    LLVMValueRef same = LLVMBuildICmp(e->builder, LLVMIntEQ, states, LLVMConstVector(here, threads), "");
    same = LLVMBuildBitCast(e->builder, same, bits, "");
    return LLVMBuildICmp(e->builder, LLVMIntEQ, same, LLVMConstAllOnes(bits), "");
}

/* If threads are tested one by one, vectors of their inner loops gain nothing. */
static void for_some(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *for_threads)
{
    bool before = e->part.scalar;
    for (int l = 0; l < e->kernel->loops; l++)
        if (e->contains[e->kernel->loop[l].header] && !e->kernel->block[e->kernel->loop[l].header].start)
            e->part.scalar = true;
    for_threads(e, row, from, end);
    e->part.scalar = before;
}

static void for_chunk(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                      emission_row_loop *for_threads)
{
    LLVMBasicBlockRef all = emission_append(e), some = emission_append(e), after = emission_append(e);
    LLVMValueRef first = LLVMBuildNUWAdd(e->builder, row, from, "");
    LLVMBuildCondBr(e->builder, all_are_here(e, first, DIVERGED_CHUNK), all, some);
    LLVMPositionBuilderAtEnd(e->builder, all);
    e->part.all_here = true;
    for_threads(e, row, from, end);
    e->part.all_here = false;
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, some);
    for_some(e, row, from, end, for_threads);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

/* Threads that have left the loop are mostly neighbours, as those beyond the end of an array. Chunks that no thread
 * has left need no masks. */
void emission_for_diverged_row(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                               emission_row_loop *for_threads)
{
    if (!e->parallel) {
        for_threads(e, row, from, end);
        return;
    }
    LLVMValueRef size = emission_number(e, e->i64, DIVERGED_CHUNK);
    LLVMValueRef count = LLVMBuildSub(e->builder, end, from, "");
    LLVMValueRef rest = LLVMBuildURem(e->builder, count, size, ""), last = LLVMBuildSub(e->builder, end, rest, "");
    LLVMBasicBlockRef chunks = emission_append(e), others = emission_append(e);
    LLVMBasicBlockRef left = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, from, last, ""), chunks, others);
    LLVMPositionBuilderAtEnd(e->builder, chunks);
    counting place = emission_begin_count(e, e->i64, from);
    for_chunk(e, row, place.number, LLVMBuildNUWAdd(e->builder, place.number, size, ""), for_threads);
    emission_end_count(e, &place, e->i64, last, DIVERGED_CHUNK, 0);
    LLVMBuildBr(e->builder, others);
    LLVMPositionBuilderAtEnd(e->builder, others);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, last, end, ""), left, after);
    LLVMPositionBuilderAtEnd(e->builder, left);
    for_some(e, row, last, end, for_threads);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}
