/* The loops over the threads of a block: rows, in ranges, parts and pieces. */
#include "thread_loops.h"

#include "constant_ranges.h"
#include "counting_loop.h"
#include "diverged_iteration.h"
#include "emission.h"
#include "frame.h"
#include "index_set_splitting.h"
#include "interior.h"
#include "permuted_access_loop.h"
#include "region_blocks.h"
#include "row.h"
#include "row_loop.h"
#include "strided_guard.h"

static bool is_one_thread(LLVMValueRef from, LLVMValueRef end)
{
    return LLVMIsAConstantInt(from) && LLVMIsAConstantInt(end) &&
           LLVMConstIntGetZExtValue(end) - LLVMConstIntGetZExtValue(from) == 1;
}

static void for_pieces(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    if (is_one_thread(from, end) || !emission_for_pieces(e, row, from, end, emission_for_row))
        emission_for_row(e, row, from, end);
}

static void for_row(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    if (e->diverged && !e->of_prefix)
        emission_for_diverged_row(e, row, from, end, emission_for_row);
    else
        for_pieces(e, row, from, end);
}

/* Threads from 0 on, in strips as far as possible; at least one thread. */
static void for_threads_from_0(emission *e, LLVMValueRef row, LLVMValueRef end)
{
    LLVMValueRef zero = emission_number(e, e->i64, 0);
    bool one_by_one = false;
    LLVMValueRef done = e->diverged || e->rows.flat ? NULL : emission_permuted_strips(e, row, end, &one_by_one);
    if (!done) {
        for_row(e, row, zero, end);
        return;
    }
    LLVMBasicBlockRef rest = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, done, end, ""), rest, after);
    LLVMPositionBuilderAtEnd(e->builder, rest);
    e->part.scalar = one_by_one;
    emission_for_row(e, row, done, end);
    e->part.scalar = false;
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

/* Threads from 0 on, in strips as far as possible; or any others. */
static void for_threads(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    if (LLVMIsAConstantInt(from) && LLVMConstIntGetZExtValue(from) == 0)
        for_threads_from_0(e, row, end);
    else
        for_row(e, row, from, end);
}

static void for_part(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, bool holds)
{
    LLVMBasicBlockRef some = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, from, end, ""), some, after);
    LLVMPositionBuilderAtEnd(e->builder, some);
    e->part.assumed = LLVMConstInt(LLVMInt1TypeInContext(e->kernel->context), holds, false);
    for_threads(e, row, from, end);
    e->part.assumed = NULL;
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

static LLVMValueRef limit(emission *e, LLVMIntPredicate keeps, LLVMValueRef number, LLVMValueRef bound)
{
    return LLVMBuildSelect(e->builder, LLVMBuildICmp(e->builder, keeps, number, bound, ""), number, bound, "");
}

static void if_any(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *loop)
{
    LLVMBasicBlockRef some = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, from, end, ""), some, after);
    LLVMPositionBuilderAtEnd(e->builder, some);
    loop(e, row, from, end);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

static void if_any_at_border(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    if_any(e, row, from, end, emission_for_row);
}

static void for_all_parts(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    if (emission_for_interior(e, row, from, end, for_row, if_any_at_border))
        return;
    if (!e->split.condition || emission_known(e, e->split.condition)) {
        for_threads(e, row, from, end);
        return;
    }
    LLVMValueRef count = limit(e, LLVMIntUGT, limit(e, LLVMIntULT, e->split.count, end), from);
    for_part(e, row, from, count, e->split.first_holds);
    for_part(e, row, count, end, !e->split.first_holds);
}

static void for_parts(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    if (is_one_thread(from, end) || !emission_for_strided(e, row, from, end, for_all_parts))
        for_all_parts(e, row, from, end);
}

static void for_whole_periods(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end)
{
    counting place = emission_begin_count(e, e->i64, from);
    LLVMValueRef after = LLVMBuildNUWAdd(e->builder, place.number, emission_number(e, e->i64, e->rows.period), "");
    for_parts(e, row, place.number, after);
    emission_end_count(e, &place, e->i64, end, e->rows.period, 0);
}

/* The threads of a flat block from a constant on, in rows: a quotient of the linear thread id changes between two. */
static void for_periods(emission *e, LLVMValueRef first, LLVMValueRef end)
{
    uint64_t begin = LLVMConstIntGetZExtValue(first), before = (begin + e->rows.phase) % e->rows.period;
    LLVMValueRef period = emission_number(e, e->i64, e->rows.period);
    LLVMValueRef from = emission_number(e, e->i64, before ? begin + e->rows.period - before : begin);
    from = limit(e, LLVMIntULT, from, end);
    LLVMValueRef rest = LLVMBuildURem(e->builder, LLVMBuildSub(e->builder, end, from, ""), period, "");
    rest = LLVMBuildSub(e->builder, end, rest, "");
    LLVMValueRef row = emission_number(e, e->i64, 0);
    if_any(e, row, first, from, for_parts);
    if_any(e, row, from, rest, for_whole_periods);
    if_any(e, row, rest, end, for_parts);
}

/* A row, range by range. */
static void for_ranges(emission *e, LLVMValueRef row, LLVMValueRef width)
{
    const emission_ranges *ranges = &e->rows.ranges[0];
    LLVMValueRef first = emission_number(e, e->i64, 0);
    for (unsigned i = 0; i < ranges->count; i++) {
        LLVMValueRef end = ranges->count > 1 ? emission_number(e, e->i64, ranges->end[i]) : width;
        if (ranges->count > 1)
            e->part.range[0] = (emission_range){i ? ranges->end[i - 1] : 0, ranges->end[i]};
        if (e->rows.period)
            for_periods(e, first, end);
        else
            for_parts(e, row, first, end);
        first = end;
    }
    e->part.range[0] = (emission_range){0};
}

/* Rows, range by range. */
static void for_rows(emission *e, LLVMValueRef height, LLVMValueRef width)
{
    const emission_ranges *ranges = &e->rows.ranges[1];
    LLVMValueRef first = emission_number(e, e->i32, 0);
    for (unsigned i = 0; i < ranges->count; i++) {
        LLVMValueRef end = ranges->count > 1 ? emission_number(e, e->i32, ranges->end[i]) : height;
        if (ranges->count > 1)
            e->part.range[1] = (emission_range){i ? ranges->end[i - 1] : 0, ranges->end[i]};
        if (is_one_thread(first, end)) {
            e->thread.y = first;
            for_ranges(e, emission_row(e), width);
        } else {
            counting y = emission_begin_count(e, e->i32, first);
            e->thread.y = y.number;
            for_ranges(e, emission_row(e), width);
            emission_end_count(e, &y, e->i32, end, 1, 0);
        }
        first = end;
    }
    e->part.range[1] = (emission_range){0};
}

static void for_block(emission *e, LLVMValueRef width)
{
    if (e->rows.flat) {
        for_ranges(e, emission_number(e, e->i64, 0), width);
        return;
    }
    if (!emission_uses_rows(e)) {
        LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder);
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        LLVMValueRef rows =
            LLVMBuildNUWMul(e->builder, emission_get_field(e, EXTENT + 1), emission_get_field(e, EXTENT + 2), "");
        LLVMPositionBuilderAtEnd(e->builder, before);
        counting row = emission_begin_count(e, e->i32, emission_number(e, e->i32, 0));
        LLVMValueRef linear_id = LLVMBuildNUWMul(e->builder, row.number, emission_get_field(e, BLOCK_DIM), "");
        for_ranges(e, LLVMBuildZExt(e->builder, linear_id, e->i64, ""), width);
        emission_end_count(e, &row, e->i32, rows, 1, 0);
        return;
    }
    counting z = emission_begin_count(e, e->i32, emission_number(e, e->i32, 0));
    e->thread.z = z.number;
    for_rows(e, emission_get_field(e, EXTENT + 1), width);
    emission_end_count(e, &z, e->i32, emission_get_field(e, EXTENT + 2), 1, 0);
}

void emission_for_all(emission *e)
{
    for (int i = 0; i < 3; i++) {
        emission_get_field(e, (field)(BLOCK_DIM + i));
        emission_get_field(e, (field)(EXTENT + i));
    }
    LLVMValueRef length = emission_row_length(e);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef width = LLVMBuildZExt(e->builder, length, e->i64, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    if (e->rows.flat && e->parallel)
        emission_find_rows(e);
    emission_find_ranges(e);
    LLVMValueRef inner = emission_begin_interior(e, width);
    if (!inner) {
        for_block(e, width);
        return;
    }
    LLVMBasicBlockRef within = emission_append(e), others = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, inner, within, others);
    LLVMPositionBuilderAtEnd(e->builder, within);
    for_block(e, width);
    LLVMBuildBr(e->builder, after);
    emission_end_interior(e);
    LLVMPositionBuilderAtEnd(e->builder, others);
    e->part.in_halo = true;
    for_block(e, width);
    e->part.in_halo = false;
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, after);
}
