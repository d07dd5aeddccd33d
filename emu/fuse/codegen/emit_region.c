/* A region of a kernel as code: its blocks, copied into loops over threads.
 *
 * For the extent `all` the loop is over x in y in z, for `rows` over neighbours in x, and its metadata says that
 * threads do not depend on each other: between two barriers they may not. For `some` it is over linear thread ids,
 * and skips threads that stand elsewhere.
 *
 * Invariant after: the copies read and write what the kernel did, and the slots that are live later. */
#include "emit_region.h"

#include <stdlib.h>

#include "../../fused/fused.h"
#include "../analysis/graph.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "access_group.h"
#include "access_group_store.h"
#include "atomic_reduction.h"
#include "clone.h"
#include "coarsened_exit.h"
#include "context_slots.h"
#include "division.h"
#include "kept_table.h"
#include "likely_path.h"
#include "region_blocks.h"
#include "region_continue.h"
#include "region_targets.h"
#include "register_tile_steps.h"
#include "row.h"
#include "selected_threads.h"
#include "strided_guard.h"
#include "strip_prefetch.h"
#include "strip_slots.h"
#include "strip_threads.h"
#include "thread_loops.h"
#include "uniform_divisor.h"

/* Whether threads use a local array in turns: one that lies on the stack, as no other region uses it. */
static bool shares_array(const emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (slot->memory && slot->used[e->region] && !slot->live_across)
            return true;
    }
    return false;
}

static void end_entry(emission *e, LLVMBasicBlockRef body)
{
    fuse_kernel *kernel = e->kernel;
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    emission_leave_coarsened(e);
    LLVMValueRef together = e->strips ? NULL : emission_uniform_divisors_valid(e);
    if (!together) {
        LLVMBuildBr(e->builder, body);
        return;
    }
    /* Else each thread runs by itself. */
    LLVMBasicBlockRef separate = emission_append(e);
    LLVMBuildCondBr(e->builder, together, body, separate);
    e->entry = separate; /* instructions hoisted to the entry from now on go here: the old entry has its terminator */
    LLVMBasicBlockRef way = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, way);
    emission_empty_table(e, emission_call_atomic);
    if (e->member_of)
        emission_spill_to_context(e, e->member_of, e->region);
    if (e->of_prefix)
        emission_store_prefix_states(e);
    if (e->diverged) /* those that have left the loop keep their states */
        LLVMBuildBr(e->builder, emission_block_of(e, EMU_FUSED_MIXED));
    else
        emission_run_separately(kernel, e->region);
    LLVMPositionBuilderAtEnd(e->builder, separate);
    LLVMBuildBr(e->builder, way);
}

void emission_region(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    e->frame = LLVMGetParam(e->function, 0);
    e->contains = fuse_allocate((size_t)kernel->blocks, sizeof *e->contains);
    e->clones.block = fuse_allocate((size_t)kernel->blocks, sizeof *e->clones.block);
    e->exits.exit = fuse_allocate((size_t)kernel->blocks + 1, sizeof *e->exits.exit);
    e->slots.local = fuse_allocate((size_t)kernel->slots + 1, sizeof *e->slots.local);
    e->slots.leaving = fuse_allocate((size_t)kernel->slots + 1, sizeof *e->slots.leaving);
    fuse_region_blocks(kernel, kernel->region[e->region], e->contains);
    LLVMBasicBlockRef body = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, body);
    emission_find_unconditional(e);
    emission_find_flat(e);
    emission_begin_exits(e);
    if (e->extent == ALL)
        emission_find_strided_guard(e);
    emission_find_preferred(e);
    e->parallel = e->all_threads && !shares_array(e);
    if (e->parallel)
        e->group = fuse_new_access_group(e->kernel);
    emission_find_reductions(e);
    if (e->strips) {
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        emission_register_tile_steps(e);
        emission_find_access_groups(e);
        emission_prefetch_next(e);
        LLVMPositionBuilderAtEnd(e->builder, body);
        emission_find_store_groups(e);
    }
    if (e->strips)
        emission_for_strip(e);
    else if (e->extent == ALL)
        emission_for_all(e);
    else if (e->extent == ROWS)
        emission_for_selected_rows(e);
    else
        emission_for_selected_threads(e);
    emission_finish_reductions(e, emission_call_atomic);
    emission_store_uniform(e);
    if (e->extent == ALL)
        emission_continue(e);
    else
        LLVMBuildRetVoid(e->builder);
    emission_leave_table(e, body, emission_call_atomic);
    end_entry(e, body);
    map_free(&e->clones.value);
    map_free(&e->hoisted.possible);
    map_free(&e->hoisted.values);
    emission_free_divisors(e);
    map_free(&e->extended);
    map_free(&e->tiles.made);
    emission_free_reductions(e);
    map_free(&e->pieces.preferred);
    free(e->tiles.values);
    emission_free_access_groups(e);
    free(e->unconditional);
    free(e->contains);
    free(e->clones.block);
    free(e->exits.exit);
    free(e->slots.local);
    free(e->slots.leaving);
}
