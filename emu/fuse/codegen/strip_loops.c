/* The regions of a set, for one strip of threads after another. What the threads keep lies in arrays of the strip's
 * width, as long as the strip runs: only whole vectors are read and written there, so that LLVM makes registers of
 * them. Where the split of a row falls into a strip, its threads run the region one by one, out of the context and
 * back. */
#include "strip_loops.h"

#include <stdlib.h>

#include "../../fused.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "access_group.h"
#include "access_group_store.h"
#include "clone.h"
#include "context_slots.h"
#include "counting_loop.h"
#include "emission.h"
#include "emit.h"
#include "frame.h"
#include "loop_metadata.h"
#include "must_execute.h"
#include "region_exits.h"
#include "register_tile_threads.h"
#include "row.h"
#include "slot_place.h"
#include "strip.h"
#include "strip_slots.h"
#include "thread_loops.h"
#include "warp_collective.h"

/* ---- one region of a strip ---- */
static void for_threads(emission *e, LLVMValueRef assumed)
{
    const strips *set = e->strips;
    LLVMValueRef from = LLVMBuildTrunc(e->builder, set->x, e->i32, "");
    LLVMValueRef first = emission_first_id(e, set);
    e->assumed = assumed;
    if (assumed)
        emission_find_access_groups(e);
    emission_load_tile_by_thread(e);
    unsigned width = !e->parallel ? 0 : emission_has_partial_accesses(e) ? ANY_WIDTH : set->width;
    counting turns = emission_begin_count(e, e->i64, emission_number(e, e->i64, 0));
    e->thread = turns.number;
    LLVMValueRef thread = LLVMBuildTrunc(e->builder, e->thread, e->i32, "");
    if (set->rows > 1) { /* of a power of two each */
        LLVMValueRef across = emission_number(e, e->i32, set->width / set->rows);
        e->y = LLVMBuildNUWAdd(e->builder, set->y, LLVMBuildUDiv(e->builder, thread, across, ""), "");
        thread = LLVMBuildURem(e->builder, thread, across, "");
    }
    e->x = LLVMBuildNUWAdd(e->builder, from, thread, "");
    e->linear_id = LLVMBuildNUWAdd(e->builder, first, e->thread, "");
    e->thread_end = emission_append(e);
    emission_begin_slots(e);
    emission_clone_thread(e);
    e->assumed = NULL;
    map_free(&e->part_access_groups);
    LLVMPositionBuilderAtEnd(e->builder, e->thread_end);
    emission_record_exit(e);
    emission_end_count(e, &turns, e->i64, emission_number(e, e->i64, set->width), 1, width);
    emission_store_tile_by_thread(e);
    emission_flush_store_groups(e);
}

/* The threads one by one, as those of a block without strips. */
static void for_threads_apart(emission *e)
{
    strips *set = e->strips;
    const fuse_kernel *kernel = e->kernel;
    const bool *to = kernel->outcome[e->region].to;
    emission_get_field(e, CONTEXT);
    emission_spill_to_context(e, set, e->region);
    if (e->region != set->head && kernel->block[kernel->region[e->region]].sync.kind == EMU_FUSED_MEETING)
        emission_scatter_results(e, emission_first_id(e, set));
    e->strips = NULL;
    e->one_by_one = true;
    unsigned across = set->width / set->rows;
    LLVMValueRef end = LLVMBuildAdd(e->builder, set->x, emission_number(e, e->i64, across), "");
    counting rows = emission_begin_count(e, e->i64, emission_number(e, e->i64, 0));
    e->y = LLVMBuildAdd(e->builder, set->y, LLVMBuildTrunc(e->builder, rows.number, e->i32, ""), "");
    LLVMValueRef linear_ids = LLVMBuildMul(e->builder, rows.number, emission_number(e, e->i64, across), "");
    emission_for_row(e, LLVMBuildAdd(e->builder, set->row, linear_ids, ""), set->x, end);
    emission_end_count(e, &rows, e->i64, emission_number(e, e->i64, set->rows), 1, 0);
    e->strips = set;
    e->one_by_one = false;
    if (e->split.by_state)
        return;
    for (int s = 0; s < kernel->slots; s++) {
        bool alive = false;
        for (int t = 0; t < kernel->regions; t++)
            alive = alive || (to[t] && kernel->slot[s].live_in[t]);
        if (set->array[s] && alive && kernel->slot[s].written[e->region])
            emission_move_strip_slot(e, set, s, false);
    }
    for (int t = 0; t < kernel->regions; t++)
        if (to[t] && emission_stays_in_strip(kernel, set, t) && kernel->block[kernel->region[t]].sync.kind == EMU_FUSED_MEETING)
            emission_gather_operands(e, t, emission_first_id(e, set));
}

static LLVMBasicBlockRef begin_part(emission *e, LLVMBasicBlockRef *behind)
{
    LLVMBasicBlockRef part = emission_append(e);
    if (!*behind)
        *behind = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, part);
    return part;
}

/* The split lies after the strip, before it, or in it. */
void emission_for_strip(emission *e)
{
    if (!e->split.condition) {
        for_threads(e, NULL);
        return;
    }
    const strips *set = e->strips;
    const emission_split *split = &e->split;
    LLVMTypeRef bit = LLVMInt1TypeInContext(e->kernel->context);
    LLVMValueRef end = LLVMBuildAdd(e->builder, set->x, emission_number(e, e->i64, set->width / set->rows), "");
    LLVMValueRef all = LLVMBuildICmp(e->builder, LLVMIntUGE, split->count, end, "");
    LLVMValueRef none = LLVMBuildICmp(e->builder, LLVMIntULE, split->count, set->x, "");
    if (split->valid) {
        all = LLVMBuildAnd(e->builder, all, split->valid, "");
        none = LLVMBuildAnd(e->builder, none, split->valid, "");
    }
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), behind = NULL, not_all = emission_append(e);
    LLVMBasicBlockRef part[3], from[3];
    unsigned state[3] = {split->first_state, split->second_state, EMU_FUSED_MIXED};
    for (int i = 0; i < 3; i++) {
        part[i] = begin_part(e, &behind);
        if (i < 2)
            for_threads(e, LLVMConstInt(bit, (i == 0) == split->first_holds, false));
        else
            for_threads_apart(e);
        LLVMBuildBr(e->builder, behind);
        from[i] = LLVMGetInsertBlock(e->builder);
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMBuildCondBr(e->builder, all, part[0], not_all);
    LLVMPositionBuilderAtEnd(e->builder, not_all);
    LLVMBuildCondBr(e->builder, none, part[1], part[2]);
    LLVMPositionBuilderAtEnd(e->builder, behind);
    if (!split->by_state)
        return;
    e->part = LLVMBuildPhi(e->builder, e->i32, "");
    for (int i = 0; i < 3; i++) {
        LLVMValueRef value = emission_number(e, e->i32, state[i]);
        LLVMAddIncoming(e->part, &value, &from[i], 1);
    }
}

static bool uses_kept(const fuse_kernel *kernel, const strips *set, int region)
{
    for (int s = 0; s < kernel->slots; s++)
        if (set->array[s] && kernel->slot[s].used[region])
            return true;
    return false;
}

/* Where the strip is the block, a region that uses nothing of what it keeps is better off in rows and pieces. */
static void emit_member(fuse_kernel *kernel, strips *set, int region)
{
    emission e = {.kernel = kernel, .region = region, .extent = ALL, .together = true};
    emission_set_types(&e);
    e.function = kernel->whole_block;
    e.lines = kernel->whole_block_lines;
    e.entry = set->entry[region];
    if (set->whole && !uses_kept(kernel, set, region)) {
        kernel->strip[region].in_rows = true;
        e.frame = LLVMGetParam(e.function, 0);
        e.within = set;
        emission_get_field(&e, CONTEXT);
        emission_region(&e);
        return;
    }
    e.strips = set;
    e.y = set->y;
    e.z = set->z;
    if (region != set->head && kernel->block[kernel->region[region]].sync.kind == EMU_FUSED_MEETING) {
        LLVMPositionBuilderAtEnd(e.builder, e.entry);
        e.parallel = true;
        e.group = fuse_new_access_group(kernel);
        emission_collective(&e, region);
        e.parallel = false;
        e.entry = LLVMGetInsertBlock(e.builder);
    }
    emission_region(&e);
}

/* ---- the strips of a block ---- */
typedef struct ending {
    LLVMValueRef left, differ; /* i32, a strip's state where it has left; i1, not that of all, or its threads' */
} ending;

/* A state that no strip leaves with. */
enum { NOWHERE = 0xffff };

static void leave(emission *e, const strips *set, const ending *at, int to)
{
    unsigned state = to == e->kernel->regions ? EMU_FUSED_ENDED : EMU_FUSED_AT((unsigned)to);
    LLVMValueRef number = emission_number(e, e->i32, state);
    LLVMPositionBuilderAtEnd(e->builder, set->leave[to]);
    if (to < e->kernel->regions)
        emission_spill_to_context(e, set, to);
    if (set->parts) {
        LLVMValueRef linear_id = emission_first_id(e, set), element = emission_number(e, e->i16, state), states[MOST_STRIP];
        for (unsigned i = 0; i < set->width; i++)
            states[i] = element;
        LLVMValueRef into = LLVMBuildInBoundsGEP2(e->builder, e->i16, emission_get_field(e, STATE), &linear_id, 1, "");
        LLVMSetAlignment(LLVMBuildStore(e->builder, LLVMConstVector(states, set->width), into), 2);
        LLVMValueRef before = LLVMBuildLoad2(e->builder, e->i32, at->left, "");
        LLVMValueRef other = LLVMBuildICmp(e->builder, LLVMIntNE, before, number, "");
        LLVMValueRef later = LLVMBuildICmp(e->builder, LLVMIntNE, before, emission_number(e, e->i32, NOWHERE), "");
        LLVMTypeRef bit = LLVMInt1TypeInContext(e->kernel->context);
        LLVMValueRef differ = LLVMBuildLoad2(e->builder, bit, at->differ, "");
        other = LLVMBuildAnd(e->builder, other, later, "");
        LLVMBuildStore(e->builder, LLVMBuildOr(e->builder, differ, other, ""), at->differ);
    }
    LLVMBuildStore(e->builder, number, at->left);
    LLVMBuildBr(e->builder, set->next);
}

/* Each strip starts with what the block keeps as it was before the first one. */
static bool starts_anew(const emission *e, const strips *set, int s)
{
    const fuse_slot *slot = &e->kernel->slot[s];
    return e->kernel->in_block[s] && slot->live_in[set->head] && emission_used_in_strip(e, set, slot->written);
}

static void copy_uniform(emission *e, const fuse_slot *slot, LLVMValueRef from, LLVMValueRef to)
{
    LLVMValueRef value = LLVMBuildLoad2(e->builder, slot->type, from, "");
    LLVMSetAlignment(value, slot->alignment);
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, to), slot->alignment);
}

static void begin_strips(emission *e, strips *set, LLVMBasicBlockRef otherwise)
{
    fuse_kernel *kernel = e->kernel;
    static const field wanted[] = {BLOCK_DIM, BLOCK_DIM + 1, BLOCK_DIM + 2, CONTEXT, STATE};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        emission_get_field(e, wanted[i]);
    size_t regions = (size_t)kernel->regions;
    set->entry = fuse_allocate(regions, sizeof *set->entry);
    set->leave = fuse_allocate(regions + 1, sizeof *set->leave);
    set->array = fuse_allocate((size_t)kernel->slots + 1, sizeof *set->array);
    set->exchange = fuse_allocate(regions, sizeof *set->exchange);
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r])
            set->entry[r] = emission_append(e);
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        if (!set->in_place && !slot->tile && !slot->uniform && !slot->memory && slot->live_across && emission_used_in_strip(e, set, slot->used))
            set->array[s] = emission_in_entry_alloca(e, LLVMArrayType2(emission_kept_type(e, slot), set->width), 64);
    }
    LLVMBasicBlockRef body = emission_append(e);
    LLVMValueRef rest = emission_number(e, e->i32, set->width / set->rows - 1);
    rest = LLVMBuildAnd(e->builder, emission_get_field(e, BLOCK_DIM), rest, "");
    LLVMValueRef fits = LLVMBuildICmp(e->builder, LLVMIntEQ, rest, emission_number(e, e->i32, 0), "");
    LLVMBuildCondBr(e->builder, fits, body, otherwise);
    LLVMPositionBuilderAtEnd(e->builder, body);
}

static void go_on(emission *e, const strips *set, const ending *at)
{
    if (set->parts) {
        LLVMBasicBlockRef alike = emission_append(e);
        LLVMValueRef differ = LLVMBuildLoad2(e->builder, LLVMInt1TypeInContext(e->kernel->context), at->differ, "");
        LLVMBuildCondBr(e->builder, differ, emission_block_of(e, EMU_FUSED_MIXED), alike);
        LLVMPositionBuilderAtEnd(e->builder, alike);
    }
    LLVMValueRef state = LLVMBuildLoad2(e->builder, e->i32, at->left, ""), choice = NULL;
    for (int to = 0; to <= e->kernel->regions; to++) {
        if (!set->leave[to])
            continue;
        unsigned number = to == e->kernel->regions ? EMU_FUSED_ENDED : EMU_FUSED_AT((unsigned)to);
        LLVMBasicBlockRef block = emission_block_of(e, number);
        if (!choice)
            choice = LLVMBuildSwitch(e->builder, state, block, 4);
        else
            LLVMAddCase(choice, emission_number(e, e->i32, number), block);
    }
    if (!choice)
        LLVMBuildUnreachable(e->builder);
}

/* Whether each region is one that a strip goes on with: an array of bytes. */
static LLVMValueRef members(emission *e, const strips *set)
{
    size_t regions = (size_t)e->kernel->regions;
    LLVMValueRef *has = fuse_allocate(regions, sizeof *has);
    for (size_t r = 0; r < regions; r++)
        has[r] = emission_number(e, e->i8, emission_stays_in_strip(e->kernel, set, (int)r));
    LLVMValueRef array = LLVMConstArray2(e->i8, has, regions);
    LLVMValueRef global = LLVMAddGlobal(e->kernel->module, LLVMTypeOf(array), "members");
    LLVMSetInitializer(global, array);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    free(has);
    return global;
}

/* The strip's threads have diverged. They leave the set's regions before the next strip begins, as that one computes anew
 * what the block keeps: each uniform value has one home, so it can be right for one strip at a time alone. */
static void finish_strip(emission *e, const strips *set, const ending *at)
{
    static const char name[] = "emu_fused_finish_strip";
    fuse_kernel *kernel = e->kernel;
    LLVMTypeRef parameters[] = {e->pointer, e->i32, e->i32, e->pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(kernel->context), parameters, 4, false);
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name);
    if (!function)
        function = LLVMAddFunction(kernel->module, name, type);
    LLVMPositionBuilderAtEnd(e->builder, set->diverged);
    LLVMBuildStore(e->builder, LLVMConstInt(LLVMInt1TypeInContext(kernel->context), 1, false), at->differ);
    emission_save_uniform(e);
    LLVMValueRef arguments[] = {e->frame, LLVMBuildTrunc(e->builder, emission_first_id(e, set), e->i32, ""),
                                emission_number(e, e->i32, set->width), members(e, set)};
    LLVMBuildCall2(e->builder, type, function, arguments, 4, "");
    emission_restore_uniform(e, FUSE_NONE);
    LLVMBuildBr(e->builder, set->next);
}

void emission_strips(fuse_kernel *kernel, strips *set, LLVMBasicBlockRef otherwise)
{
    emission e = {.kernel = kernel, .region = set->head, .extent = ALL, .together = true};
    emission_set_types(&e);
    e.function = kernel->whole_block;
    e.lines = kernel->whole_block_lines;
    e.frame = LLVMGetParam(e.function, 0);
    e.entry = kernel->entry[set->head];
    LLVMSetCurrentDebugLocation2(e.builder, NULL);
    LLVMPositionBuilderAtEnd(e.builder, e.entry);
    begin_strips(&e, set, otherwise);
    LLVMTypeRef bit = LLVMInt1TypeInContext(kernel->context);
    ending at = {emission_in_entry_alloca(&e, e.i32, 0), emission_in_entry_alloca(&e, bit, 0)};
    LLVMBuildStore(e.builder, emission_number(&e, e.i32, NOWHERE), at.left);
    LLVMBuildStore(e.builder, LLVMConstNull(bit), at.differ);
    LLVMValueRef *before = fuse_allocate((size_t)kernel->slots + 1, sizeof *before);
    for (int s = 0; s < kernel->slots; s++)
        if (starts_anew(&e, set, s)) {
            before[s] = emission_in_entry_alloca(&e, kernel->slot[s].type, kernel->slot[s].alignment);
            copy_uniform(&e, &kernel->slot[s], kernel->in_block[s], before[s]);
        }
    LLVMValueRef zero = emission_number(&e, e.i32, 0);
    counting z = emission_begin_count(&e, e.i32, zero), y = emission_begin_count(&e, e.i32, zero);
    e.z = set->z = z.number;
    e.y = set->y = y.number;
    set->row = emission_row(&e);
    LLVMValueRef width = LLVMBuildZExt(e.builder, emission_get_field(&e, BLOCK_DIM), e.i64, "");
    counting x = emission_begin_count(&e, e.i64, emission_number(&e, e.i64, 0));
    set->x = x.number;
    for (int s = 0; s < kernel->slots; s++) {
        if (before[s])
            copy_uniform(&e, &kernel->slot[s], before[s], kernel->in_block[s]);
        if (set->array[s] && kernel->slot[s].live_in[set->head])
            emission_move_strip_slot(&e, set, s, false);
    }
    LLVMBuildBr(e.builder, set->entry[set->head]);
    set->next = emission_append(&e);
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r])
            emit_member(kernel, set, r);
    for (int to = 0; to <= kernel->regions; to++)
        if (set->leave[to])
            leave(&e, set, &at, to);
    if (set->diverged)
        finish_strip(&e, set, &at);
    LLVMPositionBuilderAtEnd(e.builder, set->next);
    emission_end_count(&e, &x, e.i64, width, set->width / set->rows, 0);
    emission_end_count(&e, &y, e.i32, emission_get_field(&e, BLOCK_DIM + 1), set->rows, 0);
    emission_end_count(&e, &z, e.i32, emission_get_field(&e, BLOCK_DIM + 2), 1, 0);
    go_on(&e, set, &at);
    free(before);
    free(set->entry);
    free(set->leave);
    free(set->array);
    free(set->exchange);
}
