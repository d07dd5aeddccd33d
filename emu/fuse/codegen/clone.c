/* The kernel's blocks, copied for one thread. */
#include "clone.h"

#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/atomic_operation.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "access_group.h"
#include "access_group_store.h"
#include "atomic_reduction.h"
#include "atomics.h"
#include "builtin_call.h"
#include "coarsened_blocks.h"
#include "constant_ranges.h"
#include "context_slots.h"
#include "division.h"
#include "exit_plan.h"
#include "frame.h"
#include "guard_splitting.h"
#include "kept_table.h"
#include "launch_arguments.h"
#include "loop_metadata.h"
#include "loop_notes.h"
#include "permuted_access_thread.h"
#include "piece_heads.h"
#include "region_exits.h"
#include "strip.h"
#include "uniform_divisor.h"
#include "uniform_hoist.h"
#include "vector_fetch.h"
#include "vector_math.h"
#include "warp_collective.h"

/* ---- copying blocks ---- */
static LLVMValueRef copied(emission *e, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&e->clones.value, value);
    return made ? made : value;
}

/* The value of emu_here.thread in calls that may name the thread. If many blocks run as one it is their first thread. */
static LLVMValueRef thread_to_name(emission *e)
{
    LLVMValueRef thread = e->thread.linear_id, blocks = emission_coarsening_factor(e);
    if (blocks) {
        LLVMValueRef alone = LLVMBuildICmp(e->builder, LLVMIntEQ, blocks, emission_number(e, e->i32, 1), "");
        thread = LLVMBuildSelect(e->builder, alone, thread, emission_number(e, e->i64, 0), "");
    }
    LLVMValueRef offset = LLVMBuildMul(e->builder, thread, emission_number(e, e->i64, 64), "");
    return emission_at_offset(e, emission_get_field(e, THREADS), offset);
}

static void set_thread(emission *e)
{
    LLVMBuildStore(e->builder, thread_to_name(e), emission_get_field(e, RUNNING));
}

static void bring(emission *e, LLVMValueRef call)
{
    int from = fuse_block_number(e->kernel, LLVMGetInstructionParent(call));
    const fuse_block *to = &e->kernel->block[e->kernel->block[from].to[0]];
    const fuse_sync_point *wait = &to->sync;
    if (wait->kind == EMU_FUSED_TILE || wait->kind == EMU_FUSED_GRID ||
        (wait->kind == EMU_FUSED_BARRIER && !wait->operation))
        return;
    if (wait->kind == EMU_FUSED_COLLECTIVE && e->strips && emission_stays_in_strip(e->kernel, e->strips, to->region)) {
        emission_give_operand(e, to->region, copied(e, LLVMGetOperand(call, 1)), copied(e, LLVMGetOperand(call, 2)));
        return;
    }
    emission_mark(e,
                  LLVMBuildStore(e->builder, copied(e, LLVMGetOperand(call, 1)), emission_element(e, VALUE, e->i64)));
    if (wait->kind == EMU_FUSED_BARRIER)
        return;
    emission_mark(e, LLVMBuildStore(e->builder, copied(e, LLVMGetOperand(call, 0)), emission_element(e, MASK, e->i32)));
    emission_mark(e,
                  LLVMBuildStore(e->builder, copied(e, LLVMGetOperand(call, 2)), emission_element(e, OPERAND, e->i32)));
}

static LLVMValueRef clone(emission *e, LLVMValueRef from)
{
    LLVMValueRef made = LLVMInstructionClone(from);
    for (int i = 0; i < LLVMGetNumOperands(from); i++)
        LLVMSetOperand(made, (unsigned)i, copied(e, LLVMGetOperand(from, (unsigned)i)));
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, from);
    return made;
}

static void declare_vectors(emission *e, LLVMValueRef call)
{
    unsigned strip = e->strips ? e->strips->width : 0;
    if (LLVMIsACallInst(call) && fuse_finds_fetch(call))
        fuse_declare_vector_fetch(e->kernel, call, strip);
    else
        fuse_declare_vector_variants(e->kernel, call, strip);
}

/* A call of the emulator, made for the thread. */
static LLVMValueRef call_as_thread(emission *e, LLVMValueRef call)
{
    set_thread(e);
    return clone(e, call);
}

/* A fetch sets the thread itself, so that the rest of the loop can be vectors. */
static LLVMValueRef fetch(emission *e, LLVMValueRef call)
{
    LLVMValueRef thread = LLVMBuildPtrToInt(e->builder, thread_to_name(e), e->i64, "");
    LLVMValueRef made = clone(e, call);
    LLVMSetOperand(made, LLVMGetNumArgOperands(made) - 1, thread);
    emission_mark(e, made); /* what it reads no thread of the launch writes */
    if (e->parallel)
        fuse_declare_vector_fetch(e->kernel, made, e->strips ? e->strips->width : 0);
    return made;
}

LLVMValueRef emission_call_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value)
{
    LLVMValueRef made = LLVMInstructionClone(call);
    LLVMSetOperand(made, 0, address);
    LLVMSetOperand(made, 1, value);
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, call);
    return made;
}

static LLVMValueRef call_atomic_as_thread(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value)
{
    set_thread(e);
    return emission_call_atomic(e, call, address, value);
}

static LLVMValueRef atomic(emission *e, LLVMValueRef call)
{
    fuse_atomic what;
    if (!fuse_find_atomic(call, &what))
        return call_as_thread(e, call);
    LLVMValueRef address = copied(e, LLVMGetOperand(call, 0)), value = copied(e, LLVMGetOperand(call, 1));
    return emission_reduce(e, call, address, value, call_atomic_as_thread)
               ? call
               : emission_atomic(e, call, address, value, call_atomic_as_thread);
}

static void copy_instruction(emission *e, LLVMValueRef from)
{
    LLVMValueRef made = NULL;
    if (LLVMIsAAllocaInst(from) || (e->strips && map_get(&e->tiles.made, from)))
        return;
    if (LLVMIsALoadInst(from) || LLVMIsAStoreInst(from))
        emission_meet_table(e, from, copied(e, LLVMGetOperand(from, LLVMIsAStoreInst(from) != NULL)),
                            emission_call_atomic);
    made = emission_known(e, from);
    if (!made && e->all_threads && LLVMGetTypeKind(LLVMTypeOf(from)) != LLVMVoidTypeKind)
        made = emission_hoist_uniform(e, from);
    if (!made && e->pieces.current)
        made = emission_in_piece(e, from);
    if (!made && e->strips)
        made = emission_extended(e, from);
    if (!made && e->strips && LLVMIsALoadInst(from))
        made = emission_load_from_group(e, from);
    if (!made && e->strips && LLVMIsAStoreInst(from))
        made = emission_store_to_group(e, from, copied(e, LLVMGetOperand(from, 0)));
    if (!made && LLVMIsACallInst(from)) {
        fuse_call call = fuse_call_of(from, NULL);
        if (call == FUSE_OPERANDS) {
            bring(e, from);
            return;
        }
        made = emission_replace_call(e, from);
        if (call == FUSE_ATOMIC && e->all_threads)
            made = atomic(e, from);
        else if (!made && fuse_is_fetch(from))
            made = fetch(e, from);
        else if (!made && call != FUSE_NO_MEMORY && strncmp(fuse_callee_name(from), "llvm.", 5) != 0)
            made = call_as_thread(e, from);
    }
    if (!made && e->permuted.strip && (LLVMIsALoadInst(from) || LLVMIsAStoreInst(from)))
        made = emission_permuted_access(e, from, copied(e, LLVMGetOperand(from, 0)));
    if (!made && e->all_threads && emission_is_division(from))
        made = emission_divide_by_uniform(e, from, copied(e, LLVMGetOperand(from, 0)));
    if (!made) {
        made = clone(e, from);
        if (e->all_threads && emission_is_division(from))
            emission_divide_by_thread(e, made);
        if (e->parallel)
            declare_vectors(e, made);
        bool store = LLVMIsAStoreInst(from);
        if (LLVMIsALoadInst(from) && emission_is_argument(e, LLVMGetOperand(from, 0)))
            emission_mark_invariant(e, made);
        if ((LLVMIsALoadInst(from) || store) && !LLVMGetVolatile(from))
            emission_mark(e, made);
        if (store && e->deferred.reductions)
            emission_forward_store(e, from, copied(e, LLVMGetOperand(from, 1)));
        else if (LLVMIsALoadInst(from) && e->deferred.reductions)
            made = emission_forward_load(e, from, copied(e, LLVMGetOperand(from, 0)), made);
    }
    map_put(&e->clones.value, from, made);
}

static void copy_end(emission *e, int from)
{
    LLVMValueRef end = e->kernel->block[from].end;
    if (LLVMGetInstructionOpcode(end) == LLVMRet) {
        LLVMBuildBr(e->builder, emission_exit_to(e, e->kernel->blocks));
        return;
    }
    if (LLVMGetInstructionOpcode(end) == LLVMUnreachable) {
        LLVMBuildUnreachable(e->builder);
        return;
    }
    /* Operands that are blocks are set as successors. */
    LLVMValueRef made = LLVMInstructionClone(end);
    LLVMInsertIntoBuilder(e->builder, made);
    fuse_debug_line(e->kernel, e->lines, made, end);
    /* the metadata is of another function */
    LLVMSetMetadata(made, LLVMGetMDKindIDInContext(e->kernel->context, "llvm.loop", 9), NULL);
    emission_mark_own_loop(e, from, made);
    if (LLVMGetNumSuccessors(end) > 1)
        LLVMSetOperand(made, 0, copied(e, LLVMGetOperand(end, 0)));
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        int to = fuse_block_number(e->kernel, LLVMGetSuccessor(end, i));
        const fuse_block *block = &e->kernel->block[to];
        bool leaves = block->start || block->returns;
        LLVMSetSuccessor(made, i, leaves ? emission_exit_to(e, emission_target_of(e, to)) : e->clones.block[to]);
    }
}

void emission_clone_thread(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    emission_begin_reductions(e);
    emission_begin_slots(e);
    emission_begin_note(e);
    map_free(&e->clones.value);
    memset(e->exits.exit, 0, ((size_t)kernel->blocks + 1) * sizeof *e->exits.exit);
    e->exits.join = NULL;
    map_put(&e->clones.value, LLVMGetParam(kernel->function, 0), emission_get_field(e, ARGUMENTS));
    for (int s = 0; s < kernel->slots; s++)
        if (e->slots.local[s])
            map_put(&e->clones.value, kernel->slot[s].alloca, e->slots.local[s]);
    for (int i = 0; i < kernel->blocks; i++)
        if (e->contains[i])
            e->clones.block[i] = emission_append(e);
    LLVMBuildBr(e->builder, e->clones.block[kernel->region[e->region]]);
    for (int k = 0; k < kernel->blocks; k++) {
        int i = kernel->ordered[k];
        if (!e->contains[i])
            continue;
        LLVMPositionBuilderAtEnd(e->builder, e->clones.block[i]);
        LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block);
        for (; at != kernel->block[i].end; at = LLVMGetNextInstruction(at))
            copy_instruction(e, at);
        copy_end(e, i);
    }
}
