/* The blocks of a row, in one call: what is the same for all of them, arguments, constants in vectors, strides, is
 * made before the first then, and a short block costs little more than its loops. In long kernels whose threads wait
 * it would keep too many values over too much code. */
#include "block_sequence.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "../../fused.h"
#include "coarsened_blocks.h"
#include "emission.h"
#include "frame.h"

bool emission_is_barrier_free(const fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions; r++)
        if (kernel->block[kernel->region[r]].sync.kind != EMU_FUSED_NOTHING)
            return false;
    return true;
}

bool emission_runs_next_block(const fuse_kernel *kernel)
{
    enum { SHORT = 128 }; /* instructions of a thread */
    return emission_is_barrier_free(kernel) || kernel->size <= SHORT;
}

/* Up to the end of the last argument that is read through the pointer, as far as that is seen. */
static uint64_t arguments_size(const emission *e, LLVMValueRef pointer)
{
    uint64_t size = 0;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef at = LLVMGetUser(use);
        uint64_t end = 0;
        if (LLVMIsALoadInst(at))
            end = LLVMStoreSizeOfType(layout, LLVMTypeOf(at));
        else if (LLVMIsAGetElementPtrInst(at) && LLVMGetGEPSourceElementType(at) == e->i8 &&
                 LLVMIsAConstantInt(LLVMGetOperand(at, 1)))
            end = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1)) + arguments_size(e, at);
        size = end > size ? end : size;
    }
    return size;
}

void emission_mark_dereferenceable(emission *e, LLVMValueRef pointer)
{
    LLVMContextRef context = e->kernel->context;
    const struct {
        const char *name;
        uint64_t value;
    } known[] = {{"dereferenceable", arguments_size(e, LLVMGetParam(e->kernel->function, 0))}, {"align", 8}};
    for (int i = 0; i < 2 && known[0].value; i++) {
        LLVMMetadataRef value = LLVMValueAsMetadata(emission_number(e, e->i64, known[i].value));
        LLVMMetadataRef node = LLVMMDNodeInContext2(context, &value, 1);
        unsigned kind = LLVMGetMDKindIDInContext(context, known[i].name, (unsigned)strlen(known[i].name));
        LLVMSetMetadata(pointer, kind, LLVMMetadataAsValue(context, node));
    }
}

static LLVMValueRef read(emission *e, LLVMTypeRef type, LLVMValueRef from)
{
    LLVMValueRef load = LLVMBuildLoad2(e->builder, type, from, "");
    LLVMSetOrdering(load, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(load, 4);
    return load;
}

/* As emu_enter_block() does it. */
static void count_block(emission *e, LLVMValueRef beat)
{
    LLVMValueRef next = LLVMBuildAdd(e->builder, read(e, e->i32, beat), emission_number(e, e->i32, 1), "");
    LLVMValueRef one = emission_number(e, e->i32, 1), zero = emission_number(e, e->i32, 0);
    next = LLVMBuildSelect(e->builder, LLVMBuildICmp(e->builder, LLVMIntEQ, next, zero, ""), one, next, "");
    LLVMValueRef store = LLVMBuildStore(e->builder, next, beat);
    LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(store, 4);
}

/* In emu_here, whose first member is the thread, for reports of faults, too: so it is stored each time. */
static void set_block(emission *e, LLVMValueRef block)
{
    LLVMValueRef offset = emission_number(e, e->i64, offsetof(emu_place, block));
    LLVMValueRef store = LLVMBuildStore(e->builder, block, emission_at_offset(e, emission_get_field(e, THREAD), offset));
    LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(store, 4);
    offset = emission_number(e, e->i64, offsetof(emu_fused_frame, block));
    LLVMBuildStore(e->builder, block, emission_at_offset(e, e->frame, offset));
}

void emission_end_block(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    LLVMValueRef ended = emission_number(e, e->i32, EMU_FUSED_ENDED);
    LLVMPositionBuilderAtEnd(e->builder, kernel->ended);
    if (!emission_runs_next_block(kernel)) {
        LLVMBuildRet(e->builder, ended);
        return;
    }
    e->entry = kernel->ended;
    LLVMValueRef one = emission_number(e, e->i32, 1), abreast = emission_coarsening_factor(e);
    LLVMValueRef next = LLVMBuildAdd(e->builder, emission_get_field(e, BLOCK), abreast ? abreast : one, "");
    LLVMValueRef failed = read(e, e->i32, emission_get_field(e, FAILED));
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, emission_get_field(e, END), "");
    LLVMValueRef sound = LLVMBuildICmp(e->builder, LLVMIntEQ, failed, emission_number(e, e->i32, 0), "");
    LLVMBasicBlockRef on = emission_append(e), back = emission_append(e);
    LLVMBuildCondBr(e->builder, LLVMBuildAnd(e->builder, more, sound, ""), on, back);
    LLVMPositionBuilderAtEnd(e->builder, back);
    if (abreast)
        set_block(e, LLVMBuildSub(e->builder, next, one, ""));
    LLVMBuildRet(e->builder, ended);
    e->entry = on;
    LLVMPositionBuilderAtEnd(e->builder, on);
    count_block(e, emission_get_field(e, BEAT));
    LLVMBuildStore(e->builder, emission_get_field(e, LANE), emission_get_field(e, THREAD));
    set_block(e, next);
    LLVMValueRef state = emission_number(e, e->i32, EMU_FUSED_READY(0));
    LLVMBuildBr(e->builder, kernel->dispatch);
    LLVMAddIncoming(kernel->begin_state, &state, &on, 1);
}
