/* The regions of a set, for one strip of threads after another. */
#include "strip_loops.h"

#include <stdlib.h>

#include "../../fused/fused.h"
#include "../support/ir.h"
#include "../support/memory.h"
#include "counting_loop.h"
#include "emission.h"
#include "emit_region.h"
#include "frame.h"
#include "region_continue.h"
#include "row.h"
#include "slot_place.h"
#include "strip.h"
#include "strip_mining.h"
#include "strip_slots.h"
#include "warp_collective.h"

static void emit_member(fuse_kernel *kernel, strips *set, int region)
{
    emission e = {.kernel = kernel, .region = region, .extent = ALL, .all_threads = true};
    emission_set_types(&e);
    e.function = kernel->whole_block;
    e.lines = kernel->whole_block_lines;
    e.entry = set->entry[region];
    if (kernel->plan[region].in_rows) {
        e.frame = LLVMGetParam(e.function, 0);
        e.member_of = set;
        emission_get_field(&e, CONTEXT);
        emission_region(&e);
        return;
    }
    e.fields[BLOCK_DIM] = set->length;
    e.strips = set;
    e.thread.y = set->y;
    e.thread.z = set->z;
    if (region != set->head && kernel->block[kernel->region[region]].sync.kind == EMU_FUSED_COLLECTIVE) {
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
    /* i32: the state in which a strip left; i1: strips, or the threads of one, left in different states */
    LLVMValueRef left, differ;
} ending;

/* A state in which no strip leaves. */
enum { NOWHERE = 0xffff };

static void leave(emission *e, const strips *set, const ending *at, int to)
{
    unsigned state = to == e->kernel->regions ? EMU_FUSED_ENDED : EMU_FUSED_AT((unsigned)to);
    LLVMValueRef number = emission_number(e, e->i32, state);
    LLVMPositionBuilderAtEnd(e->builder, set->exit[to]);
    if (to < e->kernel->regions)
        emission_spill_to_context(e, set, to);
    if (set->may_diverge) {
        LLVMValueRef linear_id = emission_first_id(e, set), element = emission_number(e, e->i16, state),
                     states[MOST_STRIP];
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
    LLVMBuildBr(e->builder, set->next_strip);
}

/* Whether each strip starts with the slot's value before the first strip. */
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
    static const field wanted[] = {BLOCK_DIM, BLOCK_DIM + 1, EXTENT, EXTENT + 1, EXTENT + 2, CONTEXT, STATE};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        emission_get_field(e, wanted[i]);
    size_t regions = (size_t)kernel->regions;
    set->entry = fuse_allocate(regions, sizeof *set->entry);
    set->exit = fuse_allocate(regions + 1, sizeof *set->exit);
    set->array = fuse_allocate((size_t)kernel->slots + 1, sizeof *set->array);
    set->exchange = fuse_allocate(regions, sizeof *set->exchange);
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r])
            set->entry[r] = emission_append(e);
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        if (emission_has_array(kernel, set, s))
            set->array[s] = emission_in_entry_alloca(e, LLVMArrayType2(emission_kept_type(e, slot), set->width), 64);
    }
    LLVMBasicBlockRef body = emission_append(e);
    LLVMValueRef low = emission_number(e, e->i32, set->width / set->rows - 1),
                 length = emission_get_field(e, BLOCK_DIM);
    LLVMValueRef rest =
        LLVMBuildAnd(e->builder, LLVMBuildOr(e->builder, length, emission_get_field(e, EXTENT), ""), low, "");
    LLVMValueRef fits = LLVMBuildICmp(e->builder, LLVMIntEQ, rest, emission_number(e, e->i32, 0), "");
    LLVMBuildCondBr(e->builder, fits, body, otherwise);
    LLVMPositionBuilderAtEnd(e->builder, body);
    e->fields[BLOCK_DIM] =
        LLVMBuildAnd(e->builder, length, LLVMBuildNot(e->builder, low, ""), ""); /* so that LLVM sees the multiple */
}

static void go_on(emission *e, const strips *set, const ending *at)
{
    if (set->may_diverge) {
        LLVMBasicBlockRef alike = emission_append(e);
        LLVMValueRef differ = LLVMBuildLoad2(e->builder, LLVMInt1TypeInContext(e->kernel->context), at->differ, "");
        LLVMBuildCondBr(e->builder, differ, emission_block_of(e, EMU_FUSED_MIXED), alike);
        LLVMPositionBuilderAtEnd(e->builder, alike);
    }
    LLVMValueRef state = LLVMBuildLoad2(e->builder, e->i32, at->left, ""), choice = NULL;
    for (int to = 0; to <= e->kernel->regions; to++) {
        if (!set->exit[to])
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

/* By region: whether a strip goes on with it, as an array of bytes. */
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

/* The strip's threads have diverged. They leave the set's regions before the next strip begins: that one computes
 * the uniform values anew. Each uniform value has one place, so it can be right for only one strip at a time. */
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
    LLVMBuildBr(e->builder, set->next_strip);
}

void emission_strips(fuse_kernel *kernel, strips *set, LLVMBasicBlockRef otherwise)
{
    emission e = {.kernel = kernel, .region = set->head, .extent = ALL, .all_threads = true};
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
    e.thread.z = set->z = z.number;
    e.thread.y = set->y = y.number;
    set->row = emission_row(&e);
    set->length = e.fields[BLOCK_DIM];
    LLVMValueRef width = LLVMBuildZExt(e.builder, emission_get_field(&e, EXTENT), e.i64, "");
    counting x = emission_begin_count(&e, e.i64, emission_number(&e, e.i64, 0));
    set->x = x.number;
    for (int s = 0; s < kernel->slots; s++) {
        if (before[s])
            copy_uniform(&e, &kernel->slot[s], before[s], kernel->in_block[s]);
        if (set->array[s] && kernel->slot[s].live_in[set->head])
            emission_move_strip_slot(&e, set, s, false);
    }
    LLVMBuildBr(e.builder, set->entry[set->head]);
    set->next_strip = emission_append(&e);
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r])
            emit_member(kernel, set, r);
    for (int to = 0; to <= kernel->regions; to++)
        if (set->exit[to])
            leave(&e, set, &at, to);
    if (set->diverged)
        finish_strip(&e, set, &at);
    LLVMPositionBuilderAtEnd(e.builder, set->next_strip);
    emission_end_count(&e, &x, e.i64, width, set->width / set->rows, 0);
    emission_end_count(&e, &y, e.i32, emission_get_field(&e, EXTENT + 1), set->rows, 0);
    emission_end_count(&e, &z, e.i32, emission_get_field(&e, EXTENT + 2), 1, 0);
    go_on(&e, set, &at);
    free(before);
    free(set->entry);
    free(set->exit);
    free(set->array);
    free(set->exchange);
}
