/* What a call is to this tool, by the callee's name and attributes. */
#include "calls.h"

#include <string.h>

#include "../support/kernel.h"

const char *fuse_callee_name(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : NULL;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Encoded as in LLVM's MemoryEffects: two bits a kind of memory; none at all is 0. */
static bool touches_no_memory(LLVMValueRef call)
{
    static unsigned kind;
    if (!kind)
        kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef own = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    LLVMAttributeRef callees = LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), LLVMAttributeFunctionIndex, kind);
    return (own && LLVMGetEnumAttributeValue(own) == 0) || (callees && LLVMGetEnumAttributeValue(callees) == 0);
}

static const struct {
    const char *name;
    bool whole; /* the whole name must match, else its beginning */
    fuse_call call;
} known[] = {
    {"lw_fused_thread_", false, FUSE_THREAD},
    {"lw_fused_rank", true, FUSE_LINEAR_ID},
    {"lw_fused_block_dim_", false, FUSE_BLOCK_DIM},
    {"lw_fused_block_", false, FUSE_BLOCK},
    {"lw_fused_grid_dim_", false, FUSE_GRID_DIM},
    {"lw_fused_shared", true, FUSE_SHARED},
    {"lw_fused_dynamic_shared", true, FUSE_DYNAMIC_SHARED},
    {"lw_fused_tile_slots", true, FUSE_TILE_SLOTS},
    {"lw_fused_barrier", true, FUSE_BARRIER},
    {"lw_fused_tile", true, FUSE_TILE},
    {"lw_fused_grid", true, FUSE_GRID},
    {"lw_fused_collective", true, FUSE_COLLECTIVE},
    {"lw_fused_bring", true, FUSE_OPERANDS},
    {"lw_fused_result", true, FUSE_RESULT},
    {"llvm.lifetime.", false, FUSE_LIFETIME},
    {"llvm.dbg.", false, FUSE_LIFETIME},
    {"llvm.assume", false, FUSE_LIFETIME},
    {"llvm.experimental.noalias.scope.decl", false, FUSE_LIFETIME},
    {"llvm.prefetch.", false, FUSE_LIFETIME}, /* a hint */
    {"llvm.trap", true, FUSE_OTHER_EMULATOR},
    {"llvm.memcpy.", false, FUSE_OTHER_EMULATOR},
    {"llvm.memmove.", false, FUSE_OTHER_EMULATOR},
    {"llvm.memset.", false, FUSE_OTHER_EMULATOR},
    {"emu_atomic_", false, FUSE_ATOMIC},
    {"emu_multimem_", false, FUSE_ATOMIC}, /* the values of copies, which other devices' threads change, too */
    {"emu_clock64", true, FUSE_YIELDS},
    {"emu_globaltimer", true, FUSE_YIELDS},
    {"emu_nanosleep", true, FUSE_YIELDS},
    {"emu_threadfence", false, FUSE_YIELDS},
    {"emu_math_norm", false, FUSE_OTHER_EMULATOR}, /* takes an array */
    {"emu_math_rnorm", false, FUSE_OTHER_EMULATOR},
    {"frexp", true, FUSE_OTHER_EMULATOR}, /* the C library's; it returns a second result through a pointer */
    {"frexpf", true, FUSE_OTHER_EMULATOR},
    {"modf", true, FUSE_OTHER_EMULATOR},
    {"modff", true, FUSE_OTHER_EMULATOR},
    {"remquo", true, FUSE_OTHER_EMULATOR},
    {"remquof", true, FUSE_OTHER_EMULATOR},
    {"emu_printf", true, FUSE_OTHER_EMULATOR},
    {"emu_printf_packed", true, FUSE_OTHER_EMULATOR},
    {"emu_malloc", true, FUSE_OTHER_EMULATOR},
    {"emu_aligned_malloc", true, FUSE_OTHER_EMULATOR},
    {"emu_free", true, FUSE_OTHER_EMULATOR},
    {"emu_space_of", true, FUSE_OTHER_EMULATOR},
    {"emu_in_arguments", true, FUSE_OTHER_EMULATOR},
    {"emu_multiprocessor", false, FUSE_OTHER_EMULATOR},
    {"emu_trap", true, FUSE_OTHER_EMULATOR},
    {"emu_assert_failed", true, FUSE_OTHER_EMULATOR},
    {"emu_promise_broken", true, FUSE_OTHER_EMULATOR},
    {"emu_fused_wrong_width", true, FUSE_OTHER_EMULATOR},
    {"emu_fused_check_copy", true, FUSE_OTHER_EMULATOR},
    {"emu_matrix_fail", false, FUSE_OTHER_EMULATOR},
    {"emu_round_", false, FUSE_OTHER_EMULATOR},
    {"emu_fetch_", false, FUSE_OTHER_EMULATOR},
    {"emu_surface_", false, FUSE_OTHER_EMULATOR},
    {"memcpy", true, FUSE_OTHER_EMULATOR},
    {"memset", true, FUSE_OTHER_EMULATOR},
    {"memmove", true, FUSE_OTHER_EMULATOR},
};

fuse_call fuse_call_of(LLVMValueRef instruction, int *axis)
{
    const char *name = LLVMIsACallInst(instruction) ? fuse_callee_name(instruction) : NULL;
    if (!name)
        return FUSE_OTHER;
    fuse_call call = FUSE_OTHER;
    for (size_t i = 0; i < sizeof known / sizeof *known && call == FUSE_OTHER; i++)
        if (known[i].whole ? strcmp(name, known[i].name) == 0 : starts(name, known[i].name))
            call = known[i].call;
    if (axis)
        *axis = name[0] ? name[strlen(name) - 1] - 'x' : 0;
    if ((call == FUSE_OTHER || starts(name, "emu_math_")) && touches_no_memory(instruction))
        return FUSE_NO_MEMORY;
    return call;
}

bool fuse_is_fetch(LLVMValueRef call)
{
    const char *name = fuse_callee_name(call);
    return name && starts(name, "emu_fetch_");
}

bool fuse_finds_fetch(LLVMValueRef call)
{
    const char *name = fuse_callee_name(call);
    return name && starts(name, "emu_plain_");
}

bool fuse_touches_no_memory(LLVMValueRef call)
{
    switch (fuse_call_of(call, NULL)) {
    case FUSE_THREAD:
    case FUSE_LINEAR_ID:
    case FUSE_BLOCK:
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM:
    case FUSE_SHARED:
    case FUSE_DYNAMIC_SHARED:
    case FUSE_TILE_SLOTS:
    case FUSE_OPERANDS:
    case FUSE_RESULT:
    case FUSE_NO_MEMORY:
    case FUSE_LIFETIME: return true;
    default: return false;
    }
}

bool fuse_is_simple_access(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

bool fuse_is_minimum(LLVMValueRef instruction)
{
    static const char *const names[] = {"llvm.umin.i", "llvm.umax.i", "llvm.smin.i", "llvm.smax.i"};
    const char *name = LLVMIsACallInst(instruction) ? fuse_callee_name(instruction) : NULL;
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (starts(name, names[i]))
            return true;
    return false;
}

bool fuse_may_move_call(LLVMValueRef call)
{
    switch (fuse_call_of(call, NULL)) {
    case FUSE_THREAD:
    case FUSE_LINEAR_ID:
    case FUSE_BLOCK:
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM:
    case FUSE_SHARED:
    case FUSE_DYNAMIC_SHARED:
    case FUSE_NO_MEMORY: return true;
    default: return false;
    }
}

bool fuse_is_speculatable(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement: return true;
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem: { /* the divisor is not 0, and not -1 for the smallest number */
        LLVMValueRef divisor = LLVMGetOperand(instruction, 1);
        long long number = LLVMIsAConstantInt(divisor) ? LLVMConstIntGetSExtValue(divisor) : 0;
        return number != 0 && number != -1;
    }
    default: return false;
    }
}

bool fuse_may_write(LLVMValueRef at)
{
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMStore: { /* slots belong to one thread */
        LLVMValueRef pointer = LLVMGetOperand(at, 1);
        return !LLVMIsAAllocaInst(pointer);
    }
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMInvoke: return true;
    case LLVMCall: return !fuse_touches_no_memory(at);
    case LLVMUnreachable: return true;
    default: return false;
    }
}
