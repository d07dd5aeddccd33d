/* Splits a block of known shape where conditions on a thread's place and constants change, as `threadIdx.y == 7`
 * does: into ranges of rows, and these into ranges of x. In each range the condition is a constant. So threads that
 * do something special have a loop of their own, and the loop for the others has no condition. */
#include "constant_ranges.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/integer.h"
#include "piece.h"
#include "reaching_store.h"
#include "region_blocks.h"

enum { DEEPEST = 12, MOST_PERIOD = 1024, MOST_INSTRUCTIONS = 600 }; /* of the region's copies together */

/* The value for the threads at the place; false: it depends on something else, too. */
static bool evaluate(emission *e, LLVMValueRef value, int along, unsigned place, int depth, uint64_t *result)
{
    int axis = 0;
    if (!integer_width(LLVMTypeOf(value)) || depth == DEEPEST)
        return false;
    if (LLVMIsAConstantInt(value)) {
        *result = LLVMConstIntGetZExtValue(value);
        return true;
    }
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return false;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD || call == FUSE_LINEAR_ID) {
        *result = place;
        return call == FUSE_LINEAR_ID ? e->rows.flat && along == 0 : axis == along;
    }
    if (LLVMIsALoadInst(value)) {
        LLVMValueRef stored = emission_stored_value(e, value);
        return stored && evaluate(e, stored, along, place, depth + 1, result);
    }
    uint64_t operand[2];
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        if (count > 2 || !evaluate(e, LLVMGetOperand(value, (unsigned)i), along, place, depth + 1, &operand[i]))
            return false;
    return count > 0 && integer_fold(value, operand, result);
}

/* ---- rows of a block that is one row ---- */
/* Whether it is a quotient by the period of what grows by one from thread to thread, or the rest; its value for
 * thread 0. */
static bool is_periodic(emission *e, LLVMValueRef value, uint64_t *period, uint64_t *start)
{
    bool rest;
    uint64_t next;
    *period = LLVMIsAInstruction(value) ? piece_period(value, &rest) : 0;
    if (!*period || !evaluate(e, LLVMGetOperand(value, 0), 0, 0, 0, start) ||
        !evaluate(e, LLVMGetOperand(value, 0), 0, 1, 0, &next) || next != *start + 1)
        return false;
    *start %= *period;
    return true;
}

void emission_find_period(emission *e, LLVMValueRef quotient)
{
    uint64_t period, start;
    if (!e->rows.flat || e->rows.period || !is_periodic(e, quotient, &period, &start) || period > MOST_PERIOD)
        return;
    e->rows.period = (unsigned)period;
    e->rows.phase = (unsigned)start;
}

bool emission_is_of_period(emission *e, LLVMValueRef value)
{
    uint64_t period, start;
    return e->rows.period && is_periodic(e, value, &period, &start) && period == e->rows.period &&
           start == e->rows.phase;
}

/* ---- where ranges end ---- */
static bool add_range_end(emission_ranges *ranges, unsigned place)
{
    unsigned i = 0;
    while (i < ranges->count && ranges->end[i] < place)
        i++;
    if (i < ranges->count && ranges->end[i] == place)
        return true;
    if (ranges->count == MOST_RANGES)
        return false;
    for (unsigned k = ranges->count++; k > i; k--)
        ranges->end[k] = ranges->end[k - 1];
    ranges->end[i] = place;
    return true;
}

/* Splits where the condition changes, unless that is at too many places. */
static void split_by(emission *e, LLVMValueRef condition, int along, unsigned length, emission_ranges *ranges)
{
    emission_ranges more = *ranges;
    uint64_t before, now;
    if (!evaluate(e, condition, along, 0, 0, &before))
        return;
    for (unsigned place = 1; place < length; place++, before = now)
        if (!evaluate(e, condition, along, place, 0, &now) || (now != before && !add_range_end(&more, place)))
            return;
    *ranges = more;
}

/* Splits by the parts of an `and` or `or`. */
static void split_by_parts(emission *e, LLVMValueRef condition, int along, unsigned length, emission_ranges *ranges)
{
    if (LLVMIsAInstruction(condition) && !LLVMIsAICmpInst(condition) && LLVMGetNumOperands(condition) > 1 &&
        integer_width(LLVMTypeOf(condition)) == 1)
        for (int i = 0; i < LLVMGetNumOperands(condition); i++)
            split_by_parts(e, LLVMGetOperand(condition, (unsigned)i), along, length, ranges);
    else
        split_by(e, condition, along, length, ranges);
}

static emission_ranges find(emission *e, int along, unsigned length)
{
    const fuse_kernel *kernel = e->kernel;
    emission_ranges ranges = {.count = 1, .end = {length}};
    for (int i = 0; i < kernel->blocks && length > 1; i++)
        if (e->contains[i] && kernel->block[i].divergent_branch && LLVMIsABranchInst(kernel->block[i].end))
            split_by_parts(e, LLVMGetOperand(kernel->block[i].end, 0), along, length, &ranges);
    return ranges;
}

void emission_find_ranges(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    const unsigned *shape = kernel->shape;
    int size = emission_instructions(e);
    unsigned length = e->rows.flat ? shape[0] * shape[1] * shape[2] : shape[0];
    e->rows.ranges[0] = find(e, 0, length);
    e->rows.ranges[1] = find(e, 1, e->rows.flat ? 0 : shape[1]);
    for (int i = 1; i >= 0; i--) {
        if (e->of_prefix || (unsigned)size * e->rows.ranges[0].count * e->rows.ranges[1].count > MOST_INSTRUCTIONS)
            e->rows.ranges[i] = (emission_ranges){.count = 1, .end = {i == 0 ? length : shape[1]}};
    }
}

/* The constant that the value is in the current range, or by the condition of the split. */
LLVMValueRef emission_known(emission *e, LLVMValueRef value)
{
    if (value == e->split.condition && e->part.assumed)
        return e->part.assumed;
    if (value == e->lone_thread.condition && e->lone_thread.outcome)
        return e->lone_thread.outcome;
    if (value == e->strided.condition && e->strided.holds)
        return LLVMConstInt(LLVMTypeOf(value), 1, false);
    if (!LLVMIsAInstruction(value) || !integer_width(LLVMTypeOf(value)))
        return NULL;
    int outcome = integer_width(LLVMTypeOf(value)) == 1 ? emission_interior_outcome(e, value) : -1;
    if (outcome >= 0)
        return LLVMConstInt(LLVMTypeOf(value), (unsigned)outcome, false);
    for (int along = 0; along < 2; along++) {
        uint64_t all, other;
        unsigned place = e->part.range[along].first;
        if (e->part.range[along].end == 0 || !evaluate(e, value, along, place, 0, &all))
            continue;
        while (++place < e->part.range[along].end && evaluate(e, value, along, place, 0, &other) && other == all)
            continue;
        if (place >= e->part.range[along].end)
            return LLVMConstInt(LLVMTypeOf(value), all, false);
    }
    return NULL;
}
