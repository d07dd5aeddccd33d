/* Atomics on numbers, as instructions in place. In shared memory they are a load and a store, as the block's threads
 * run on one OS thread. In an array that an argument points to they are one instruction, if the processor has it. If
 * the memory is unknown, the code tests at run time whether it is shared memory. Elsewhere, and for misaligned
 * addresses, it calls the emulator's function. Atomics keep their order among the threads: the vectoriser leaves
 * such a loop alone. */
#include "atomics.h"

#include <llvm-c/Target.h>

#include "../analysis/atomic_operation.h"
#include "../analysis/calls.h"
#include "../analysis/memory_object.h"
#include "emission.h"
#include "frame.h"
#include "launch_arguments.h"
#include "uniform_hoist.h"

LLVMValueRef emission_combine(emission *e, const fuse_atomic *what, LLVMValueRef old, LLVMValueRef value)
{
    LLVMIntPredicate less = what->is_signed ? LLVMIntSLT : LLVMIntULT, more = what->is_signed ? LLVMIntSGT : LLVMIntUGT;
    switch (what->kind) {
    case FUSE_ATOMIC_ADD:
        return what->is_float ? LLVMBuildFAdd(e->builder, old, value, "") : LLVMBuildAdd(e->builder, old, value, "");
    case FUSE_ATOMIC_AND: return LLVMBuildAnd(e->builder, old, value, "");
    case FUSE_ATOMIC_OR: return LLVMBuildOr(e->builder, old, value, "");
    case FUSE_ATOMIC_XOR: return LLVMBuildXor(e->builder, old, value, "");
    case FUSE_ATOMIC_EXCHANGE: return value;
    default: {
        bool least = what->kind == FUSE_ATOMIC_MIN;
        LLVMValueRef better = LLVMBuildICmp(e->builder, least ? less : more, value, old, "");
        return LLVMBuildSelect(e->builder, better, value, old, "");
    }
    }
}

/* The instruction for the operation; false: there is none. */
static bool find_instruction(const fuse_atomic *what, LLVMAtomicRMWBinOp *found)
{
    static const LLVMAtomicRMWBinOp instructions[] = {[FUSE_ATOMIC_ADD] = LLVMAtomicRMWBinOpAdd,
                                                      [FUSE_ATOMIC_AND] = LLVMAtomicRMWBinOpAnd,
                                                      [FUSE_ATOMIC_OR] = LLVMAtomicRMWBinOpOr,
                                                      [FUSE_ATOMIC_XOR] = LLVMAtomicRMWBinOpXor,
                                                      [FUSE_ATOMIC_EXCHANGE] = LLVMAtomicRMWBinOpXchg};
    if (what->is_float || what->kind == FUSE_ATOMIC_MIN || what->kind == FUSE_ATOMIC_MAX)
        return false;
    *found = instructions[what->kind];
    return true;
}

/* Whether indices into the element are multiples of `bytes`. */
static bool in_steps_of(LLVMTargetDataRef layout, LLVMValueRef element, uint64_t bytes)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(element);
    for (int i = 1; i < LLVMGetNumOperands(element); i++) {
        LLVMValueRef index = LLVMGetOperand(element, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return false;
        type = i > 1 ? LLVMGetElementType(type) : type;
        uint64_t size = LLVMABISizeOfType(layout, type);
        if (size % bytes != 0 && !(LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) * size % bytes == 0))
            return false;
    }
    return true;
}

typedef enum place { ANYWHERE, OF_BLOCK, GIVEN } place;

/* The start of the array that the address is in, if the address is a multiple of `bytes` from it: an array of the
 * block, or one that an argument points to. Null: unknown at compile time. An index beyond its array is undefined. */
static LLVMValueRef array_of(emission *e, LLVMValueRef address, uint64_t bytes, place *where)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
        if (!in_steps_of(layout, address, bytes))
            return NULL;
    LLVMValueRef made = LLVMIsALoadInst(address) ? fuse_only_value(LLVMGetOperand(address, 0)) : address;
    made = made ? made : address;
    fuse_call call = fuse_call_of(made, NULL);
    bool given = LLVMIsALoadInst(made) && emission_is_argument(e, LLVMGetOperand(made, 0));
    *where = call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED ? OF_BLOCK : given ? GIVEN : ANYWHERE;
    return *where == ANYWHERE ? NULL : emission_hoist_uniform(e, address);
}

/* Whether the address is, at run time, of a number in memory that only the block's threads change. `others`: or in an
 * array that others change too, for which one instruction is enough. Null: it never is. */
static LLVMValueRef is_known(emission *e, LLVMValueRef original, LLVMValueRef address, const fuse_atomic *what,
                             uint64_t bytes, bool *others)
{
    LLVMValueRef rest = emission_number(e, e->i64, bytes - 1), zero = emission_number(e, e->i64, 0);
    LLVMAtomicRMWBinOp instruction;
    place where = ANYWHERE;
    LLVMValueRef array = array_of(e, original, bytes, &where);
    bool given = array && where == GIVEN;
    *others = given && !what->of_block;
    /* a GPU's sums of floats are not C's */
    if ((*others && !find_instruction(what, &instruction)) || (given && what->is_float))
        return NULL;
    if (array) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
        LLVMPositionBuilderAtEnd(e->builder, e->entry);
        LLVMValueRef over = LLVMBuildAnd(e->builder, LLVMBuildPtrToInt(e->builder, array, e->i64, ""), rest, "");
        LLVMValueRef aligned = LLVMBuildICmp(e->builder, LLVMIntEQ, over, zero, "");
        LLVMPositionBuilderAtEnd(e->builder, here);
        return aligned;
    }
    LLVMValueRef at = LLVMBuildPtrToInt(e->builder, address, e->i64, "");
    LLVMValueRef begin = LLVMBuildPtrToInt(e->builder, emission_get_field(e, SHARED), e->i64, "");
    LLVMValueRef offset = LLVMBuildSub(e->builder, at, begin, "");
    LLVMValueRef inside = LLVMBuildICmp(e->builder, LLVMIntULT, offset, emission_get_field(e, SHARED_SIZE), "");
    LLVMValueRef aligned = LLVMBuildICmp(e->builder, LLVMIntEQ, LLVMBuildAnd(e->builder, at, rest, ""), zero, "");
    return LLVMBuildAnd(e->builder, inside, aligned, "");
}

/* Returns the old value. `others`: other threads may use the word meanwhile. If a sum is a NaN, the emulator's
 * function makes it, in the block `there`: a GPU's NaNs are not C's. */
static LLVMValueRef in_place(emission *e, const fuse_atomic *what, LLVMValueRef address, LLVMValueRef value,
                             bool others, LLVMBasicBlockRef there)
{
    LLVMAtomicRMWBinOp instruction;
    if (others && find_instruction(what, &instruction))
        return LLVMBuildAtomicRMW(e->builder, instruction, address, value, LLVMAtomicOrderingMonotonic, false);
    LLVMValueRef old = LLVMBuildLoad2(e->builder, LLVMTypeOf(value), address, "");
    LLVMValueRef made = emission_combine(e, what, old, value);
    if (what->is_float) {
        LLVMBasicBlockRef number = emission_append(e);
        LLVMBuildCondBr(e->builder, LLVMBuildFCmp(e->builder, LLVMRealORD, made, made, ""), number, there);
        LLVMPositionBuilderAtEnd(e->builder, number);
    }
    LLVMBuildStore(e->builder, made, address);
    return old;
}

LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             emission_atomic_call *otherwise)
{
    fuse_atomic found;
    bool others;
    if (!fuse_find_atomic(call, &found))
        return otherwise(e, call, address, value);
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef known =
        is_known(e, LLVMGetOperand(call, 0), address, &found, emission_atomic_bits(&found, type) / 8, &others);
    if (!known)
        return otherwise(e, call, address, value);
    LLVMBasicBlockRef here = emission_append(e), there = emission_append(e), after = emission_append(e);
    LLVMBuildCondBr(e->builder, known, here, there);

    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMValueRef old = in_place(e, &found, address, value, others, there);
    here = LLVMGetInsertBlock(e->builder);
    LLVMBuildBr(e->builder, after);

    LLVMPositionBuilderAtEnd(e->builder, there);
    LLVMValueRef called = otherwise(e, call, address, value);
    LLVMBuildBr(e->builder, after);

    LLVMPositionBuilderAtEnd(e->builder, after);
    LLVMValueRef result = LLVMBuildPhi(e->builder, type, "");
    LLVMAddIncoming(result, (LLVMValueRef[]){old, called}, (LLVMBasicBlockRef[]){here, there}, 2);
    return result;
}

unsigned emission_atomic_bits(const fuse_atomic *what, LLVMTypeRef type)
{
    return what->is_float ? LLVMGetTypeKind(type) == LLVMFloatTypeKind ? 32 : 64 : LLVMGetIntTypeWidth(type);
}

LLVMValueRef emission_atomic_identity(const fuse_atomic *what, LLVMTypeRef type)
{
    if (what->is_float)
        return LLVMConstReal(type, -0.0);
    unsigned bits = LLVMGetIntTypeWidth(type);
    uint64_t ones = ~0ull >> (64 - bits), top = 1ull << (bits - 1);
    bool is_signed = what->is_signed;
    switch (what->kind) {
    case FUSE_ATOMIC_AND: return LLVMConstInt(type, ones, false);
    case FUSE_ATOMIC_MIN: return LLVMConstInt(type, is_signed ? ones ^ top : ones, false);
    case FUSE_ATOMIC_MAX: return LLVMConstInt(type, is_signed ? top : 0, false);
    default: return LLVMConstNull(type);
    }
}
