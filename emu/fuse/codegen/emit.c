/* The functions of a kernel: one for whole blocks, and one a region for threads that run by themselves. */
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fused.h"
#include "../analysis/block_shape.h"
#include "../analysis/code_size_budget.h"
#include "../support/debug_lines.h"
#include "../support/memory.h"
#include "block_sequence.h"
#include "coarsened_blocks.h"
#include "diverged_iteration.h"
#include "emit_region.h"
#include "kernel_table.h"
#include "loop_metadata.h"
#include "region_continue.h"
#include "shared_promotion.h"
#include "slot_place.h"
#include "strip_loops.h"
#include "strip_mining.h"
#include "vector_math.h"

static void add_attribute(emission *e, LLVMAttributeIndex at, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(e->function, at, LLVMCreateEnumAttribute(e->kernel->context, kind, 0));
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
    emission_go_apart(kernel, region);
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
            emission_go_apart(kernel, r);
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
        if (!e.targets.seen && !e.split.by_state) { /* threads leave it together */
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
