/* One region of a strip: the loop over its threads. If the split of a row lies inside a strip, its threads run the
 * region one by one, with their values in the context. */
#include "strip_threads.h"

#include "../../fused/fused.h"
#include "../support/map.h"
#include "access_group.h"
#include "access_group_store.h"
#include "clone.h"
#include "counting_loop.h"
#include "frame.h"
#include "loop_metadata.h"
#include "must_execute.h"
#include "region_exits.h"
#include "register_tile_threads.h"
#include "row_loop.h"
#include "strip.h"
#include "strip_slots.h"
#include "warp_collective.h"

/* Which threads of a strip take the branch of the lone thread. */
typedef enum lone { ANY, ABSENT, PRESENT } lone;

/* The condition's outcome for the thread; null: it must be computed. */
static LLVMValueRef lone_outcome(emission *e, lone thread)
{
    const strips *set = e->strips;
    const emission_lone_thread *found = &e->lone_thread;
    if (thread == ANY || (thread == PRESENT && !found->is_fixed))
        return NULL;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(found->condition);
    if (thread == ABSENT)
        return LLVMConstInt(LLVMTypeOf(found->condition), predicate == LLVMIntNE, false);
    LLVMValueRef number = e->thread.number;
    if (!found->is_linear && set->rows > 1)
        number = LLVMBuildURem(e->builder, number, emission_number(e, e->i64, set->width / set->rows), "");
    return LLVMBuildICmp(e->builder, predicate, number, emission_number(e, e->i64, found->place), "lone");
}

static void for_threads(emission *e, LLVMValueRef assumed, lone lone_thread)
{
    const strips *set = e->strips;
    LLVMValueRef from = LLVMBuildTrunc(e->builder, set->x, e->i32, "");
    LLVMValueRef first = emission_first_id(e, set);
    e->part.assumed = assumed;
    if (assumed)
        emission_find_access_groups(e);
    emission_load_tile_by_thread(e);
    unsigned width = !e->parallel ? 0 : emission_has_partial_accesses(e) ? ANY_WIDTH : set->width;
    counting loop = emission_begin_count(e, e->i64, emission_number(e, e->i64, 0));
    e->thread.number = loop.number;
    LLVMValueRef thread = LLVMBuildTrunc(e->builder, e->thread.number, e->i32, "");
    if (set->rows > 1) { /* each is a power of two */
        LLVMValueRef across = emission_number(e, e->i32, set->width / set->rows);
        e->thread.y = LLVMBuildNUWAdd(e->builder, set->y, LLVMBuildUDiv(e->builder, thread, across, ""), "");
        thread = LLVMBuildURem(e->builder, thread, across, "");
    }
    e->thread.x = LLVMBuildNUWAdd(e->builder, from, thread, "");
    e->thread.linear_id = LLVMBuildNUWAdd(e->builder, first, e->thread.number, "");
    e->thread.end = emission_append(e);
    e->lone_thread.outcome = lone_outcome(e, lone_thread);
    emission_clone_thread(e);
    e->lone_thread.outcome = NULL;
    e->part.assumed = NULL;
    map_free(&e->accesses.part_group);
    LLVMPositionBuilderAtEnd(e->builder, e->thread.end);
    emission_record_exit(e);
    emission_end_count(e, &loop, e->i64, emission_number(e, e->i64, set->width), 1, width);
    emission_store_tile_by_thread(e);
    emission_flush_store_groups(e);
}

/* The threads one by one, as in a block without strips. */
static void for_threads_one_by_one(emission *e)
{
    strips *set = e->strips;
    const fuse_kernel *kernel = e->kernel;
    const bool *to = kernel->plan[e->region].to;
    emission_get_field(e, CONTEXT);
    emission_spill_to_context(e, set, e->region);
    if (e->region != set->head && kernel->block[kernel->region[e->region]].sync.kind == EMU_FUSED_COLLECTIVE)
        emission_scatter_results(e, emission_first_id(e, set));
    e->strips = NULL;
    e->part.one_by_one = true;
    unsigned across = set->width / set->rows;
    LLVMValueRef end = LLVMBuildAdd(e->builder, set->x, emission_number(e, e->i64, across), "");
    counting rows = emission_begin_count(e, e->i64, emission_number(e, e->i64, 0));
    e->thread.y = LLVMBuildAdd(e->builder, set->y, LLVMBuildTrunc(e->builder, rows.number, e->i32, ""), "");
    LLVMValueRef linear_ids = LLVMBuildMul(e->builder, rows.number, emission_number(e, e->i64, across), "");
    emission_for_row(e, LLVMBuildAdd(e->builder, set->row, linear_ids, ""), set->x, end);
    emission_end_count(e, &rows, e->i64, emission_number(e, e->i64, set->rows), 1, 0);
    e->strips = set;
    e->part.one_by_one = false;
    if (e->split.by_state)
        return;
    for (int s = 0; s < kernel->slots; s++) {
        bool live = false;
        for (int t = 0; t < kernel->regions; t++)
            live = live || (to[t] && kernel->slot[s].live_in[t]);
        if (set->array[s] && live && kernel->slot[s].written[e->region])
            emission_move_strip_slot(e, set, s, false);
    }
    for (int t = 0; t < kernel->regions; t++)
        if (to[t] && emission_stays_in_strip(kernel, set, t) &&
            kernel->block[kernel->region[t]].sync.kind == EMU_FUSED_COLLECTIVE)
            emission_gather_operands(e, t, emission_first_id(e, set));
}

static LLVMBasicBlockRef begin_part(emission *e, LLVMBasicBlockRef *after)
{
    LLVMBasicBlockRef part = emission_append(e);
    if (!*after)
        *after = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, part);
    return part;
}

/* Strips without the lone thread have a loop of their own. */
static void for_strip_without_split(emission *e)
{
    const strips *set = e->strips;
    if (!e->lone_thread.condition) {
        for_threads(e, NULL, ANY);
        return;
    }
    unsigned across = e->lone_thread.is_linear ? set->width : set->width / set->rows;
    LLVMValueRef absent =
        LLVMBuildICmp(e->builder, LLVMIntUGE, e->lone_thread.number, emission_number(e, e->i64, across), "");
    if (e->lone_thread.valid)
        absent = LLVMBuildAnd(e->builder, absent, e->lone_thread.valid, "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), after = NULL, part[2];
    for (int i = 0; i < 2; i++) {
        part[i] = begin_part(e, &after);
        for_threads(e, NULL, i == 0 ? ABSENT : PRESENT);
        LLVMBuildBr(e->builder, after);
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMBuildCondBr(e->builder, absent, part[0], part[1]);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

/* If an index would wrap around, the strip's threads keep their values in the context meanwhile. A loop in which
 * LLVM tests for that itself would keep a strip's vectors in memory. */
static void for_strip_with_extensions(emission *e)
{
    if (!e->extends) {
        for_strip_without_split(e);
        return;
    }
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), after = NULL;
    LLVMBasicBlockRef extends = begin_part(e, &after);
    for_strip_without_split(e);
    LLVMBuildBr(e->builder, after);
    LLVMBasicBlockRef wraps = begin_part(e, &after);
    for_threads_one_by_one(e);
    LLVMBuildBr(e->builder, after);
    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMBuildCondBr(e->builder, e->extends, extends, wraps);
    LLVMPositionBuilderAtEnd(e->builder, after);
}

/* The split lies after the strip, before it, or inside it. */
void emission_for_strip(emission *e)
{
    if (!e->split.condition) {
        for_strip_with_extensions(e);
        return;
    }
    const strips *set = e->strips;
    const emission_split *split = &e->split;
    LLVMTypeRef bit = LLVMInt1TypeInContext(e->kernel->context);
    LLVMValueRef end = LLVMBuildAdd(e->builder, set->x, emission_number(e, e->i64, set->width / set->rows), "");
    LLVMValueRef all = LLVMBuildICmp(e->builder, LLVMIntUGE, split->count, end, "");
    LLVMValueRef none = LLVMBuildICmp(e->builder, LLVMIntULE, split->count, set->x, "");
    LLVMValueRef valid[] = {split->valid, e->extends};
    for (int i = 0; i < 2; i++)
        if (valid[i]) {
            all = LLVMBuildAnd(e->builder, all, valid[i], "");
            none = LLVMBuildAnd(e->builder, none, valid[i], "");
        }
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), after = NULL, not_all = emission_append(e);
    LLVMBasicBlockRef part[3], from[3];
    unsigned state[3] = {split->first_state, split->second_state, EMU_FUSED_MIXED};
    for (int i = 0; i < 3; i++) {
        part[i] = begin_part(e, &after);
        if (i < 2)
            for_threads(e, LLVMConstInt(bit, (i == 0) == split->first_holds, false), ANY);
        else
            for_threads_one_by_one(e);
        LLVMBuildBr(e->builder, after);
        from[i] = LLVMGetInsertBlock(e->builder);
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMBuildCondBr(e->builder, all, part[0], not_all);
    LLVMPositionBuilderAtEnd(e->builder, not_all);
    LLVMBuildCondBr(e->builder, none, part[1], part[2]);
    LLVMPositionBuilderAtEnd(e->builder, after);
    if (!split->by_state)
        return;
    e->exits.strip_state = LLVMBuildPhi(e->builder, e->i32, "");
    for (int i = 0; i < 3; i++) {
        LLVMValueRef value = emission_number(e, e->i32, state[i]);
        LLVMAddIncoming(e->exits.strip_state, &value, &from[i], 1);
    }
}
