/* How the function for whole blocks goes on after a region's loops. */
#include "region_continue.h"

#include "../../fused/fused.h"
#include "coarsened_exit.h"
#include "exit_plan.h"
#include "frame.h"
#include "region_exits.h"
#include "row.h"
#include "strip.h"
#include "strip_slots.h"
#include "warp_collective.h"

/* Whether the synchronisation point needs nothing but that all threads have arrived. */
static bool needs_only_arrival(const fuse_sync_point *wait)
{
    return wait->kind == EMU_FUSED_NOTHING || wait->kind == EMU_FUSED_TILE ||
           (wait->kind == EMU_FUSED_BARRIER && !wait->operation);
}

LLVMBasicBlockRef emission_block_of(emission *e, unsigned state)
{
    fuse_kernel *kernel = e->kernel;
    if (state == EMU_FUSED_ENDED) /* nobody reads the block's slots any more */
        return kernel->ended;
    if (state > EMU_FUSED_MIXED) {
        int region = (int)EMU_FUSED_REGION(state);
        if (needs_only_arrival(&kernel->block[kernel->region[region]].sync))
            return kernel->entry[region];
    }
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), block = emission_append(e);
    LLVMValueRef value = emission_number(e, e->i32, state);
    LLVMPositionBuilderAtEnd(e->builder, block);
    LLVMBuildBr(e->builder, kernel->bail);
    LLVMAddIncoming(kernel->bail_state, &value, &block, 1);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return block;
}

void emission_run_separately(fuse_kernel *kernel, int region)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(kernel->builder);
    unsigned number = EMU_FUSED_DIVERGED | EMU_FUSED_READY((unsigned)region);
    LLVMValueRef state = LLVMConstInt(LLVMInt32TypeInContext(kernel->context), number, false);
    LLVMBuildBr(kernel->builder, kernel->bail);
    LLVMAddIncoming(kernel->bail_state, &state, &here, 1);
}

static LLVMBasicBlockRef block_of(emission *e, unsigned state)
{
    strips *set = e->strips ? e->strips : e->member_of;
    return set ? emission_strip_block(e, set, state) : emission_block_of(e, state);
}

/* A strip's threads have diverged: their values go to the context, and each goes on by itself. */
static LLVMBasicBlockRef diverged(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder), block = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, block);
    for (int r = 0; r < kernel->regions; r++) {
        if (!kernel->plan[e->region].to[r])
            continue;
        emission_spill_to_context(e, e->strips, r);
        if (emission_stays_in_strip(kernel, e->strips, r) &&
            kernel->block[kernel->region[r]].sync.kind == EMU_FUSED_COLLECTIVE)
            emission_scatter_operands(e, r);
    }
    LLVMBuildBr(e->builder, emission_strip_block(e, e->strips, EMU_FUSED_MIXED));
    LLVMPositionBuilderAtEnd(e->builder, here);
    return block;
}

/* By the recorded exits: all threads have one state, or some iterate again, or the emulator finds out. */
static void continue_as_recorded(emission *e)
{
    fuse_kernel *kernel = e->kernel;
    int start = kernel->region[e->region];
    LLVMBasicBlockRef diverged_entry_block = kernel->diverged_entry[e->region];
    LLVMBasicBlockRef mixed = e->strips              ? diverged(e)
                              : diverged_entry_block ? diverged_entry_block
                                                     : block_of(e, EMU_FUSED_MIXED);
    LLVMValueRef seen = LLVMBuildLoad2(e->builder, e->i32, e->targets.seen, "");
    LLVMValueRef choice = LLVMBuildSwitch(e->builder, seen, mixed, 2);
    for (int target = 0; target <= kernel->blocks; target++) {
        /* If only the threads that iterate again were run, others are after the loop. */
        if (!e->targets.recorded[target] || (e->diverged && target == start))
            continue;
        LLVMAddCase(choice, emission_number(e, e->i32, emission_bit_of(e, target)),
                    block_of(e, emission_state_of(e, target)));
    }
}

/* The first `count` threads of each row get the split's first state, the others its second. */
static void store_states(emission *e, LLVMValueRef length, LLVMValueRef count)
{
    static const char name[] = "emu_fused_split_rows";
    fuse_kernel *kernel = e->kernel;
    LLVMTypeRef parameters[] = {e->pointer, e->i32, e->i32, e->i64, e->i32, e->i32};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(kernel->context), parameters, 6, false);
    LLVMValueRef function = LLVMGetNamedFunction(kernel->module, name), rows = emission_number(e, e->i32, 1);
    if (!function)
        function = LLVMAddFunction(kernel->module, name, type);
    if (!e->rows.flat)
        rows = LLVMBuildMul(e->builder, emission_get_field(e, EXTENT + 1), emission_get_field(e, EXTENT + 2), "");
    LLVMValueRef arguments[] = {e->frame,
                                rows,
                                length,
                                count,
                                emission_number(e, e->i32, e->split.first_state),
                                emission_number(e, e->i32, e->split.second_state)};
    LLVMBuildCall2(e->builder, type, function, arguments, 6, "");
}

void emission_store_prefix_states(emission *e)
{
    LLVMValueRef count = LLVMBuildZExt(e->builder, emission_row_length(e), e->i64, "");
    store_states(e, emission_whole_row_length(e), count);
}

/* Some threads of each row go one way, the others another. In a loop the first ones iterate again, in a copy of the
 * region for these alone. */
static void continue_split(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMBasicBlockRef again = kernel->diverged_entry[e->region];
    if (again && kernel->plan[e->region].of_prefix) {
        LLVMBuildStore(e->builder, LLVMBuildTrunc(e->builder, e->split.count, e->i32, ""), kernel->prefix_length);
        LLVMBuildBr(e->builder, again);
        return;
    }
    store_states(e, emission_row_length(e), e->split.count);
    LLVMBuildBr(e->builder, again ? again : block_of(e, EMU_FUSED_MIXED));
}

void emission_continue(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    if (e->targets.seen) {
        continue_as_recorded(e);
        return;
    }
    if (e->exits.strip_state) {
        LLVMValueRef choice = LLVMBuildSwitch(e->builder, e->exits.strip_state, block_of(e, EMU_FUSED_MIXED), 2);
        LLVMAddCase(choice, emission_number(e, e->i32, e->split.first_state), block_of(e, e->split.first_state));
        LLVMAddCase(choice, emission_number(e, e->i32, e->split.second_state), block_of(e, e->split.second_state));
        return;
    }
    if (e->split.by_state) {
        LLVMValueRef width = LLVMBuildZExt(e->builder, emission_row_length(e), e->i64, "");
        LLVMValueRef zero = emission_number(e, e->i64, 0);
        LLVMBasicBlockRef not_all = emission_append(e);
        LLVMBasicBlockRef all_first =
            e->of_prefix ? kernel->diverged_entry[e->region] : block_of(e, e->split.first_state);
        LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, e->split.count, width, ""), all_first,
                        not_all);
        LLVMPositionBuilderAtEnd(e->builder, not_all);
        LLVMBasicBlockRef mixed = emission_append(e); /* rare: so no loop over threads needs to store states */
        LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, e->split.count, zero, ""),
                        block_of(e, e->split.second_state), mixed);
        LLVMPositionBuilderAtEnd(e->builder, mixed);
        if (emission_only_ends_threads(e)) {
            LLVMBasicBlockRef alone = emission_append(e);
            LLVMValueRef whole =
                LLVMBuildLoad2(e->builder, LLVMInt1TypeInContext(kernel->context), kernel->single_block, "");
            LLVMBuildCondBr(e->builder, whole, alone, block_of(e, e->split.first_state));
            LLVMPositionBuilderAtEnd(e->builder, alone);
        }
        continue_split(e);
        return;
    }
    if (!e->targets.next) {
        LLVMBuildBr(e->builder, block_of(e, e->targets.state));
        return;
    }
    LLVMValueRef state = LLVMBuildLoad2(e->builder, e->i32, e->targets.next, ""), choice = NULL;
    LLVMSetVolatile(state, e->targets.is_opaque);
    for (int target = 0; target <= kernel->blocks; target++) {
        if (!e->exits.exit[target])
            continue;
        LLVMBasicBlockRef block = block_of(e, emission_state_of(e, target));
        if (!choice)
            choice = LLVMBuildSwitch(e->builder, state, block, 4);
        else
            LLVMAddCase(choice, emission_number(e, e->i32, emission_state_of(e, target)), block);
    }
}
