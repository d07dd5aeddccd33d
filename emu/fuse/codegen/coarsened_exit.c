/* Where blocks stop running as one (coarsened_blocks.c). The emulator can do nothing for them meanwhile, and no loop
 * may iterate twice. So a region's entry tests, before its threads run, whether all threads that do not end go on to
 * one later region. If not, the first block begins again by itself: no region before has stored anything. Where the
 * entry cannot test that, or something has been stored, the plan runs blocks one by one.
 *
 * Threads that end by `i < n` are the last ones of their rows, which are shorter from there on. */
#include "coarsened_exit.h"

#include "coarsened_blocks.h"
#include "division.h"
#include "plan.h"
#include "row.h"

bool emission_only_ends_threads(const emission *e)
{
    return !e->diverged && fuse_only_ends_threads(e->kernel, e->region);
}

/* The split has all threads on one side, which goes to a later region: an i1. */
static LLVMValueRef is_one_sided(emission *e)
{
    LLVMTypeRef bit = LLVMInt1TypeInContext(e->kernel->context);
    LLVMValueRef width = LLVMBuildZExt(e->builder, emission_row_length(e), e->i64, "");
    LLVMValueRef all = LLVMBuildICmp(e->builder, LLVMIntEQ, e->split.count, width, "");
    LLVMValueRef none = LLVMBuildICmp(e->builder, LLVMIntEQ, e->split.count, emission_number(e, e->i64, 0), "");
    const fuse_exit_plan *exits = &e->kernel->plan[e->region].exits[COPY_ROWS];
    if (!fuse_is_later(e->kernel, e->region, exits->first))
        all = LLVMConstNull(bit);
    if (!fuse_is_later(e->kernel, e->region, exits->second))
        none = LLVMConstNull(bit);
    return LLVMBuildOr(e->builder, all, none, "");
}

/* The condition under which the blocks stay together; null: always. */
static LLVMValueRef stays_together(emission *e)
{
    LLVMValueRef holds = emission_uniform_divisors_valid(e);
    if (!e->split.by_state || emission_only_ends_threads(e))
        return holds;
    LLVMValueRef one_sided = is_one_sided(e);
    return holds ? LLVMBuildAnd(e->builder, holds, one_sided, "") : one_sided;
}

/* Goes on if `holds`, or if the block runs by itself; else the block begins again by itself. */
static void begin_again(emission *e, LLVMValueRef holds)
{
    fuse_kernel *kernel = e->kernel;
    LLVMTypeRef bit = LLVMInt1TypeInContext(kernel->context);
    LLVMBasicBlockRef on = emission_append(e), falls = emission_append(e), again = emission_append(e);
    LLVMBuildCondBr(e->builder, holds, on, falls);
    LLVMPositionBuilderAtEnd(e->builder, falls);
    LLVMBuildCondBr(e->builder, LLVMBuildLoad2(e->builder, bit, kernel->single_block, ""), on, again);
    LLVMPositionBuilderAtEnd(e->builder, again);
    emission_set_coarsened(e, emission_number(e, e->i32, 1), true);
    LLVMBuildBr(e->builder, kernel->entry[0]);
    LLVMPositionBuilderAtEnd(e->builder, on);
}

void emission_leave_coarsened(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    if (!kernel->coarsening_factor || e->extent != ALL || e->diverged)
        return;
    LLVMValueRef holds = stays_together(e);
    if (holds)
        begin_again(e, holds);
    if (!emission_only_ends_threads(e))
        return;
    LLVMValueRef alone = LLVMBuildLoad2(e->builder, LLVMInt1TypeInContext(kernel->context), kernel->single_block, "");
    LLVMValueRef left = LLVMBuildTrunc(e->builder, e->split.count, e->i32, "");
    left = LLVMBuildSelect(e->builder, alone, emission_row_length(e), left, "");
    LLVMBuildStore(e->builder, left, kernel->row_remaining);
}
