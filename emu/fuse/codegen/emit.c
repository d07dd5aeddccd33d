/* The functions of each region: its blocks, copied into a loop over threads.
 *
 * In `all` the loop is over x in y in z, in `rows` over neighbours in x, and a vectoriser is told that threads do not
 * depend on each other: between two barriers they may not. In `some` it is over linear thread ids, and threads that
 * stand elsewhere are passed over.
 *
 * Invariant after: the copies read and write what the kernel did, and slots that are alive further on. */
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fused.h"
#include "../analysis/block_shape.h"
#include "../analysis/code_size_budget.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "access_group.h"
#include "access_group_store.h"
#include "atomic_reduction.h"
#include "block_sequence.h"
#include "clone.h"
#include "coarsened_blocks.h"
#include "coarsened_exit.h"
#include "context_slots.h"
#include "diverged_iteration.h"
#include "division.h"
#include "kernel_table.h"
#include "likely_path.h"
#include "loop_metadata.h"
#include "region_blocks.h"
#include "region_exits.h"
#include "register_tile_steps.h"
#include "row.h"
#include "selected_threads.h"
#include "shared_promotion.h"
#include "slot_place.h"
#include "strip_loops.h"
#include "strip_mining.h"
#include "strip_prefetch.h"
#include "strip_slots.h"
#include "thread_loops.h"
#include "uniform_divisor.h"
#include "vector_math.h"

static void add_attribute(emission *e, LLVMAttributeIndex at, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(e->function, at, LLVMCreateEnumAttribute(e->kernel->context, kind, 0));
}

/* The region's array of an address that goes anywhere else but into loads and stores: it could be any. */
static bool local_escapes(const emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++)
        if (e->kernel->slot[s].memory && e->kernel->slot[s].used[e->region])
            return true;
    return false;
}

static void make_function(emission *e, const char *what, LLVMTypeRef type)
{
    fuse_kernel *kernel = e->kernel;
    size_t length = strlen(kernel->name) + strlen(what) + 32;
    char *name = fuse_allocate(length, 1);
    snprintf(name, length, "%s__%s_%u", kernel->name, what, kernel->level);
    e->function = LLVMAddFunction(kernel->module, name, type);
    free(name);
    LLVMSetLinkage(e->function, LLVMInternalLinkage);
    LLVMSetSection(e->function, "lw_kernel_text");
    add_attribute(e, LLVMAttributeFunctionIndex, "nounwind");
    add_attribute(e, LLVMAttributeFunctionIndex, "null_pointer_is_valid"); /* what goes through one is to fault */
    add_attribute(e, 1, "noalias");
    fuse_prefer_512_bits(kernel, e->function); /* all: else it would read in one what another region stored in two */
    e->lines = fuse_debug_function(kernel, e->function);
    LLVMSetCurrentDebugLocation2(e->builder, NULL);
}

/* The block ends: each thread runs the region by itself. */
static void go_apart(fuse_kernel *kernel, int region)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(kernel->builder);
    unsigned number = EMU_FUSED_APART | EMU_FUSED_READY((unsigned)region);
    LLVMValueRef state = LLVMConstInt(LLVMInt32TypeInContext(kernel->context), number, false);
    LLVMBuildBr(kernel->builder, kernel->bail);
    LLVMAddIncoming(kernel->bail_state, &state, &here, 1);
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
    /* Else each thread by itself. */
    LLVMBasicBlockRef apart = emission_append(e);
    LLVMBuildCondBr(e->builder, together, body, apart);
    LLVMPositionBuilderAtEnd(e->builder, apart);
    if (e->within)
        emission_spill_to_context(e, e->within, e->region);
    go_apart(kernel, e->region);
}

/* The region into e->function, from the block e->entry on. */
void emission_region(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    e->frame = LLVMGetParam(e->function, 0);
    e->contains = fuse_allocate((size_t)kernel->blocks, sizeof *e->contains);
    e->copy = fuse_allocate((size_t)kernel->blocks, sizeof *e->copy);
    e->way = fuse_allocate((size_t)kernel->blocks + 1, sizeof *e->way);
    e->local = fuse_allocate((size_t)kernel->slots + 1, sizeof *e->local);
    e->leaving = fuse_allocate((size_t)kernel->slots + 1, sizeof *e->leaving);
    fuse_region_blocks(kernel, kernel->region[e->region], e->contains);
    LLVMBasicBlockRef body = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, body);
    emission_find_unconditional(e);
    emission_find_flat(e);
    emission_find_state(e);
    emission_find_preferred(e);
    e->parallel = e->together && !local_escapes(e);
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
    end_entry(e, body);
    map_free(&e->values);
    map_free(&e->hoisted);
    emission_free_divisors(e);
    map_free(&e->extended);
    map_free(&e->tiled);
    emission_free_reductions(e);
    map_free(&e->preferred);
    free(e->tile_values);
    emission_free_access_groups(e);
    free(e->first);
    free(e->contains);
    free(e->copy);
    free(e->way);
    free(e->local);
    free(e->leaving);
    free(e->targets);
}

static LLVMValueRef emit_alone(fuse_kernel *kernel, int region, extent over)
{
    emission e = {.kernel = kernel, .region = region, .extent = over, .together = over == ROWS};
    emission_set_types(&e);
    LLVMTypeRef parameters[] = {e.pointer, over == ROWS ? e.pointer : e.i32, e.i32};
    char what[32];
    snprintf(what, sizeof what, "region_%d_%s", region, over == ROWS ? "rows" : "some");
    make_function(&e, what, LLVMFunctionType(LLVMVoidTypeInContext(kernel->context), parameters, 3, false));
    if (over == SOME || kernel->strip[region].width > 0) /* where blocks end, not where time is spent */
        add_attribute(&e, LLVMAttributeFunctionIndex, "cold");
    e.entry = emission_append(&e);
    emission_region(&e);
    return e.function;
}

/* ---- whole blocks: every region in one function, so that what the block keeps stays in registers ---- */
static void begin_whole_block(emission *e)
{
    fuse_kernel *kernel = e->kernel;
    LLVMTypeRef parameters[] = {e->pointer, e->i32};
    make_function(e, "region_all", LLVMFunctionType(e->i32, parameters, 2, false));
    kernel->whole_block = e->function;
    kernel->whole_block_lines = e->lines;
    e->frame = LLVMGetParam(e->function, 0);
    kernel->allocas = emission_append(e);
    kernel->bail = emission_append(e);
    kernel->ended = emission_append(e);
    kernel->entry = fuse_allocate((size_t)kernel->regions, sizeof *kernel->entry);
    kernel->diverged_entry = fuse_allocate((size_t)kernel->regions, sizeof *kernel->diverged_entry);
    kernel->outcome = fuse_allocate((size_t)kernel->regions, sizeof *kernel->outcome);
    kernel->in_block = fuse_allocate((size_t)kernel->slots + 1, sizeof *kernel->in_block);
    LLVMPositionBuilderAtEnd(e->builder, kernel->allocas);
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        if (!slot->uniform || !slot->live_across)
            continue;
        kernel->in_block[s] = LLVMBuildAlloca(e->builder, slot->type, "");
        LLVMSetAlignment(kernel->in_block[s], slot->alignment);
    }
    emission_begin_coarsening(e);
    LLVMBasicBlockRef nowhere = emission_append(e);
    LLVMValueRef state = LLVMGetParam(e->function, 1);
    kernel->dispatch = emission_append(e);
    LLVMBuildBr(e->builder, kernel->dispatch);
    LLVMPositionBuilderAtEnd(e->builder, kernel->dispatch);
    kernel->begin_state = LLVMBuildPhi(e->builder, e->i32, "");
    LLVMAddIncoming(kernel->begin_state, &state, &kernel->allocas, 1);
    LLVMValueRef choice = LLVMBuildSwitch(e->builder, kernel->begin_state, nowhere, (unsigned)kernel->regions);
    for (int r = 0; r < kernel->regions; r++) { /* a block begins where nothing is alive: it moves nothing in */
        LLVMBasicBlockRef arrive = emission_append(e);
        kernel->entry[r] = emission_append(e);
        LLVMAddCase(choice, emission_number(e, e->i32, EMU_FUSED_READY((unsigned)r)), arrive);
        LLVMPositionBuilderAtEnd(e->builder, arrive);
        emission_restore_uniform(e, r);
        emission_enter_coarsened(e, r == 0);
        LLVMBuildBr(e->builder, kernel->entry[r]);
        if (fuse_iterates_diverged(kernel, r))
            kernel->diverged_entry[r] = emission_append(e);
    }
    LLVMPositionBuilderAtEnd(e->builder, nowhere);
    LLVMBuildUnreachable(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, kernel->bail);
    kernel->bail_state = LLVMBuildPhi(e->builder, e->i32, "");
    emission_save_uniform(e);
    LLVMBuildRet(e->builder, kernel->bail_state);
    emission_end_block(e);
}

static LLVMBasicBlockRef apart_from(fuse_kernel *kernel, int region)
{
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(kernel->context, kernel->whole_block, "");
    LLVMPositionBuilderAtEnd(kernel->builder, block);
    go_apart(kernel, region);
    return block;
}

/* After the entries: sets of regions strip by strip, or the region for all threads. A region is in one set. */
static void link_entries(fuse_kernel *kernel, const LLVMBasicBlockRef *plain, const LLVMBasicBlockRef *last)
{
    bool *taken = fuse_allocate((size_t)kernel->regions, sizeof *taken);
    kernel->resident = fuse_allocate((size_t)kernel->regions, sizeof *kernel->resident);
    kernel->strip = fuse_allocate((size_t)kernel->regions, sizeof *kernel->strip);
    bool in_strips = kernel->shape[0] || kernel->has_collectives; /* all blocks are, or rows of threads do as well */
    int plain_until = 0; /* threads of too small a dynamic shared memory come to regions before this one, too */
    for (int r = 0; r < kernel->regions; r++) {
        strips set;
        bool needs_plain = false;
        int end = taken[r] ? FUSE_NONE : emission_promote_shared(kernel, r, plain[r], &needs_plain);
        if (end != FUSE_NONE) {
            kernel->resident[r] = end;
            memset(taken + r, true, (size_t)(end - r) * sizeof *taken);
            plain_until = needs_plain ? end : plain_until;
            continue;
        }
        if (!taken[r] && !kernel->coarsened && emission_find_strips(kernel, r, &set)) {
            for (int i = 0; i < kernel->regions; i++)
                if (set.member[i]) {
                    taken[i] = true;
                    kernel->strip[i] = (fuse_strip){.width = set.width, .head = set.head, .in_place = set.in_place};
                    if (set.exceeds_registers && !in_strips)
                        emission_leave_scalar(kernel, plain[i], last[i]);
                }
            emission_strips(kernel, &set, in_strips ? apart_from(kernel, r) : plain[r]);
            free(set.member);
        } else if (taken[r] && in_strips && r >= plain_until) { /* only strips come to it together */
            LLVMPositionBuilderAtEnd(kernel->builder, kernel->entry[r]);
            go_apart(kernel, r);
        } else {
            LLVMPositionBuilderAtEnd(kernel->builder, kernel->entry[r]);
            LLVMBuildBr(kernel->builder, plain[r]);
        }
    }
    free(taken);
}

static void emit_whole_block(fuse_kernel *kernel)
{
    emission first = {.kernel = kernel, .extent = ALL, .together = true};
    emission_set_types(&first);
    begin_whole_block(&first);
    LLVMBasicBlockRef *plain = fuse_allocate((size_t)kernel->regions, sizeof *plain);
    LLVMBasicBlockRef *last = fuse_allocate((size_t)kernel->regions, sizeof *last);
    for (int r = 0; r < kernel->regions; r++) {
        emission e = {.kernel = kernel, .region = r, .extent = ALL, .together = true};
        emission_set_types(&e);
        e.function = kernel->whole_block;
        e.lines = kernel->whole_block_lines;
        e.entry = plain[r] = emission_append(&e);
        emission_region(&e);
        last[r] = LLVMGetLastBasicBlock(e.function);
        if (!kernel->diverged_entry[r])
            continue;
        if (!e.seen && !e.split.by_state) { /* threads leave it together */
            LLVMDeleteBasicBlock(kernel->diverged_entry[r]);
            kernel->diverged_entry[r] = NULL;
            continue;
        }
        emission some = {.kernel = kernel, .region = r, .extent = ALL, .together = true, .diverged = true};
        emission_set_types(&some);
        some.function = e.function;
        some.lines = e.lines;
        some.entry = kernel->diverged_entry[r];
        emission_region(&some);
    }
    link_entries(kernel, plain, last);
    if (LLVMCountIncoming(kernel->bail_state) == 0) /* from no region does it go back to the emulator midway */
        LLVMDeleteBasicBlock(kernel->bail);
    for (int r = 0; r < kernel->regions; r++)
        free(kernel->outcome[r].to);
    free(plain);
    free(last);
    free(kernel->outcome);
    free(kernel->entry);
    free(kernel->diverged_entry);
    free(kernel->in_block);
}

/* Once more block by block, if many that run as one would diverge. */
static void emit_wide_or_not(fuse_kernel *kernel)
{
    unsigned loops = kernel->whole->loops;
    kernel->coarsened = kernel->coarsened && !kernel->context_size;
    emit_whole_block(kernel);
    if (!kernel->abandon_coarsening)
        return;
    LLVMDeleteFunction(kernel->whole_block);
    free(kernel->strip);
    free(kernel->resident);
    kernel->whole->loops = loops;
    kernel->notes = kernel->resident_made = 0;
    kernel->coarsened = kernel->abandon_coarsening = false;
    emit_whole_block(kernel);
}

void fuse_emit(fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions; r++)
        kernel->has_collectives = kernel->has_collectives || kernel->block[kernel->region[r]].sync.kind == EMU_FUSED_MEETING;
    LLVMValueRef *functions = fuse_allocate((size_t)kernel->regions, sizeof *functions);
    emit_wide_or_not(kernel);
    kernel->made = fuse_count_instructions(kernel->whole_block);
    bool kept = fuse_specialisation_pays(kernel);
    for (int r = 0; r < kernel->regions && kept && fuse_within_code_budget(kernel); r++) {
        functions[r] = emit_alone(kernel, r, kernel->has_collectives ? ROWS : SOME);
        kernel->made += fuse_count_instructions(functions[r]);
    }
    if (kept && fuse_within_code_budget(kernel)) {
        fuse_emit_kernel_table(kernel, functions);
    } else {
        LLVMDeleteFunction(kernel->whole_block);
        for (int r = 0; r < kernel->regions; r++)
            if (functions[r])
                LLVMDeleteFunction(functions[r]);
    }
    free(functions);
}
