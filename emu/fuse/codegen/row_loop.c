/* The loop over some threads of a row: copies each, from where it begins to where it has left the region. */
#include "row_loop.h"

#include "clone.h"
#include "counting_loop.h"
#include "diverged_iteration.h"
#include "loop_metadata.h"
#include "region_exits.h"

/* Copies the thread at x, up to where it has left the region. */
static void for_thread(emission *e, LLVMValueRef row, LLVMValueRef x)
{
    e->thread.x = LLVMBuildTrunc(e->builder, x, e->i32, "");
    e->thread.linear_id = LLVMBuildNUWAdd(e->builder, row, x, "");
    e->thread.end = emission_append(e);
    emission_test_state(e);
    emission_clone_thread(e);
    LLVMPositionBuilderAtEnd(e->builder, e->thread.end);
    emission_record_exit(e);
}

/* for (x = from; x < end; x++), at least one iteration. */
void emission_for_row(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    counting x = emission_begin_count(e, e->i64, from);
    for_thread(e, row, x.number);
    emission_end_count(e, &x, e->i64, end, 1, !e->parallel ? 0 : e->part.all_here ? DIVERGED_CHUNK : ANY_WIDTH);
}

void emission_permuted_threads(emission *e, LLVMValueRef row, LLVMValueRef x, unsigned threads, LLVMValueRef *number,
                               void (*begin)(emission *e), void (*end)(emission *e))
{
    counting thread = emission_begin_count(e, e->i64, emission_number(e, e->i64, 0));
    *number = thread.number;
    begin(e);
    for_thread(e, row, LLVMBuildNUWAdd(e->builder, x, thread.number, ""));
    end(e);
    emission_end_count(e, &thread, e->i64, emission_number(e, e->i64, threads), 1, threads);
}

void emission_for_every(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, LLVMValueRef stride)
{
    counting x = emission_begin_count(e, e->i64, from);
    for_thread(e, row, x.number);
    emission_end_count_by(e, &x, end, stride, 0);
}
