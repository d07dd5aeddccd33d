/* The functions of a kernel: one for whole blocks, and one a region for threads that run by themselves. */
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/code_size_budget.h"
#include "../support/debug_lines.h"
#include "../support/memory.h"
#include "block_sequence.h"
#include "coarsened_blocks.h"
#include "emit_region.h"
#include "kernel_table.h"
#include "plan.h"
#include "region_continue.h"
#include "shared_promotion.h"
#include "slot_place.h"
#include "strip_loops.h"
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
    /* an access through a null pointer must fault */
    add_attribute(e, LLVMAttributeFunctionIndex, "null_pointer_is_valid");
    add_attribute(e, 1, "noalias");
    /* for all functions: else one would read in one load what another region stored in two */
    fuse_prefer_512_bits(kernel, e->function);
    e->lines = fuse_debug_function(kernel, e->function);
    LLVMSetCurrentDebugLocation2(e->builder, NULL);
}

static LLVMValueRef emit_alone(fuse_kernel *kernel, int region, extent over)
{
    emission e = {.kernel = kernel, .region = region, .extent = over, .all_threads = over == ROWS};
    emission_set_types(&e);
    LLVMTypeRef parameters[] = {e.pointer, over == ROWS ? e.pointer : e.i32, e.i32};
    char what[32];
    snprintf(what, sizeof what, "region_%d_%s", region, over == ROWS ? "rows" : "some");
    make_function(&e, what, LLVMFunctionType(LLVMVoidTypeInContext(kernel->context), parameters, 3, false));
    if (over == SOME || kernel->plan[region].width > 0) /* blocks end there; little time is spent */
        add_attribute(&e, LLVMAttributeFunctionIndex, "cold");
    e.entry = emission_append(&e);
    emission_region(&e);
    return e.function;
}

/* ---- whole blocks: every region in one function, so that the block's uniform values stay in registers ---- */
static void begin_whole_block(emission *e)
{
    fuse_kernel *kernel = e->kernel;
    LLVMTypeRef parameters[] = {e->pointer, e->i32};
    make_function(e, "region_all", LLVMFunctionType(e->i32, parameters, 2, false));
    kernel->whole_block = e->function;
    kernel->whole_block_lines = e->lines;
    e->frame = LLVMGetParam(e->function, 0);
    emission_begin_places(e);
    kernel->prefix_length = NULL;
    for (int r = 0; r < kernel->regions && !kernel->prefix_length; r++)
        if (kernel->plan[r].iterates && kernel->plan[r].of_prefix)
            kernel->prefix_length = LLVMBuildAlloca(e->builder, e->i32, "prefix_length");
    kernel->bail = emission_append(e);
    kernel->ended = emission_append(e);
    kernel->entry = fuse_allocate((size_t)kernel->regions, sizeof *kernel->entry);
    kernel->diverged_entry = fuse_allocate((size_t)kernel->regions, sizeof *kernel->diverged_entry);
    emission_begin_coarsening(e);
    LLVMBasicBlockRef nowhere = emission_append(e);
    LLVMValueRef state = LLVMGetParam(e->function, 1);
    kernel->dispatch = emission_append(e);
    LLVMBuildBr(e->builder, kernel->dispatch);
    LLVMPositionBuilderAtEnd(e->builder, kernel->dispatch);
    kernel->begin_state = LLVMBuildPhi(e->builder, e->i32, "");
    LLVMAddIncoming(kernel->begin_state, &state, &kernel->allocas, 1);
    LLVMValueRef choice = LLVMBuildSwitch(e->builder, kernel->begin_state, nowhere, (unsigned)kernel->regions);
    for (int r = 0; r < kernel->regions; r++) { /* a block begins where no slot is live: nothing is moved in */
        LLVMBasicBlockRef arrive = emission_append(e);
        kernel->entry[r] = emission_append(e);
        LLVMAddCase(choice, emission_number(e, e->i32, EMU_FUSED_READY((unsigned)r)), arrive);
        LLVMPositionBuilderAtEnd(e->builder, arrive);
        emission_restore_uniform(e, r);
        emission_enter_coarsened(e, r == 0);
        LLVMBuildBr(e->builder, kernel->entry[r]);
        if (kernel->plan[r].iterates)
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

static LLVMBasicBlockRef separate_exit(fuse_kernel *kernel, int region)
{
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(kernel->context, kernel->whole_block, "");
    LLVMPositionBuilderAtEnd(kernel->builder, block);
    emission_run_separately(kernel, region);
    return block;
}

/* From this entry up to another region, the block's shared memory is values. */
static void enter_promoted(fuse_kernel *kernel, int region, LLVMBasicBlockRef plain)
{
    emission e = {.kernel = kernel, .extent = ALL};
    emission_set_types(&e);
    e.function = kernel->whole_block;
    int after = kernel->plan[region].after_promoted;
    unsigned state = after == kernel->regions ? EMU_FUSED_ENDED : EMU_FUSED_AT((unsigned)after);
    LLVMBasicBlockRef made = emission_promote_shared(kernel, region, plain);
    LLVMPositionBuilderAtEnd(kernel->builder, made);
    LLVMBuildBr(kernel->builder, emission_block_of(&e, state));
}

/* Links the entries to the sets of regions run strip by strip, or to the region for all threads. A region is in one
 * set. */
static void link_entries(fuse_kernel *kernel, const LLVMBasicBlockRef *plain)
{
    for (int r = 0; r < kernel->regions; r++) {
        const fuse_region_plan *plan = &kernel->plan[r];
        if (plan->promoted) {
            enter_promoted(kernel, r, plain[r]);
        } else if (plan->set) {
            emission_strips(kernel, plan->set, plan->has_rows ? plain[r] : separate_exit(kernel, r));
        } else {
            LLVMPositionBuilderAtEnd(kernel->builder, kernel->entry[r]);
            if (plan->has_rows)
                LLVMBuildBr(kernel->builder, plain[r]);
            else
                emission_run_separately(kernel, r);
        }
    }
}

static void emit_copy(fuse_kernel *kernel, int region, LLVMBasicBlockRef entry, bool diverged)
{
    emission e = {.kernel = kernel,
                  .region = region,
                  .extent = ALL,
                  .all_threads = true,
                  .diverged = diverged,
                  .of_prefix = diverged && kernel->plan[region].of_prefix};
    emission_set_types(&e);
    e.function = kernel->whole_block;
    e.lines = kernel->whole_block_lines;
    e.entry = entry;
    e.is_rare =
        !diverged && kernel->plan[region].width && fuse_exceeds_registers(kernel, region) && !fuse_only_strips(kernel);
    emission_region(&e);
}

static void emit_whole_block(fuse_kernel *kernel)
{
    emission first = {.kernel = kernel, .extent = ALL, .all_threads = true};
    emission_set_types(&first);
    begin_whole_block(&first);
    LLVMBasicBlockRef *plain = fuse_allocate((size_t)kernel->regions, sizeof *plain);
    for (int r = 0; r < kernel->regions; r++) {
        const fuse_region_plan *plan = &kernel->plan[r];
        if (plan->has_rows)
            emit_copy(kernel, r, plain[r] = emission_append(&first), false);
        if (plan->iterates)
            emit_copy(kernel, r, kernel->diverged_entry[r], true);
    }
    link_entries(kernel, plain);
    if (LLVMCountIncoming(kernel->bail_state) == 0) /* no region returns to the emulator midway */
        LLVMDeleteBasicBlock(kernel->bail);
    free(plain);
    free(kernel->entry);
    free(kernel->diverged_entry);
    free(kernel->in_block);
}

void fuse_emit(fuse_kernel *kernel)
{
    if (kernel->reason[0])
        return;
    LLVMValueRef *functions = fuse_allocate((size_t)kernel->regions, sizeof *functions);
    emit_whole_block(kernel);
    kernel->emitted = fuse_count_instructions(kernel->whole_block);
    for (int r = 0; r < kernel->regions && fuse_within_code_budget(kernel); r++) {
        functions[r] = emit_alone(kernel, r, kernel->has_collectives ? ROWS : SOME);
        kernel->emitted += fuse_count_instructions(functions[r]);
    }
    if (fuse_within_code_budget(kernel)) {
        fuse_emit_kernel_table(kernel, functions);
    } else {
        LLVMDeleteFunction(kernel->whole_block);
        for (int r = 0; r < kernel->regions; r++)
            if (functions[r])
                LLVMDeleteFunction(functions[r]);
    }
    free(functions);
}
