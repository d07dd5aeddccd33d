/* Atomics on integers, in place. In shared memory they are a load and a store, as the block's threads run on one
 * thread; in an array that the kernel was given, one instruction, where there is such. Where it is not seen what the
 * address is of, it is asked as the code runs whether that is shared memory; elsewhere, and where it is misaligned,
 * the emulator's function is called. They keep their order among the threads: such a loop is not made for vectors. */
#include "atomics.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "../analysis/calls.h"
#include "clone.h"
#include "emission.h"
#include "frame.h"
#include "uniform_hoist.h"

typedef LLVMValueRef combine(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed);

static LLVMValueRef add(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    (void)is_signed;
    return LLVMBuildAdd(e->builder, old, value, "");
}

static LLVMValueRef both(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    (void)is_signed;
    return LLVMBuildAnd(e->builder, old, value, "");
}

static LLVMValueRef either(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    (void)is_signed;
    return LLVMBuildOr(e->builder, old, value, "");
}

static LLVMValueRef differ(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    (void)is_signed;
    return LLVMBuildXor(e->builder, old, value, "");
}

static LLVMValueRef replace(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    (void)e, (void)old, (void)is_signed;
    return value;
}

static LLVMValueRef less(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    LLVMValueRef is_less = LLVMBuildICmp(e->builder, is_signed ? LLVMIntSLT : LLVMIntULT, value, old, "");
    return LLVMBuildSelect(e->builder, is_less, value, old, "");
}

static LLVMValueRef more(emission *e, LLVMValueRef old, LLVMValueRef value, bool is_signed)
{
    LLVMValueRef is_more = LLVMBuildICmp(e->builder, is_signed ? LLVMIntSGT : LLVMIntUGT, value, old, "");
    return LLVMBuildSelect(e->builder, is_more, value, old, "");
}

static const struct {
    const char *name;
    combine *combine;
    bool native;
    LLVMAtomicRMWBinOp instruction;
} operations[] = {{"add_", add, true, LLVMAtomicRMWBinOpAdd}, {"and_", both, true, LLVMAtomicRMWBinOpAnd},
                  {"or_", either, true, LLVMAtomicRMWBinOpOr}, {"xor_", differ, true, LLVMAtomicRMWBinOpXor},
                  {"exch_", replace, true, LLVMAtomicRMWBinOpXchg}, {"min_", less, false, 0}, {"max_", more, false, 0}};

typedef struct atomic {
    combine *combine;
    bool is_signed;
    bool of_block; /* its scope: no other thread is at the word */
    bool native;   /* it is one instruction elsewhere, this: */
    LLVMAtomicRMWBinOp instruction;
} atomic;

/* Of emu_atomic_OPERATION[_block]_TYPE with an integer of 32 or 64 bits; false: another. */
static bool find(const char *callee, atomic *found)
{
    static const char prefix[] = "emu_atomic_";
    if (strncmp(callee, prefix, sizeof prefix - 1) != 0)
        return false;
    const char *name = callee + sizeof prefix - 1;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        size_t length = strlen(operations[i].name);
        if (strncmp(name, operations[i].name, length) != 0)
            continue;
        const char *type = name + length;
        bool of_block = strncmp(type, "block_", 6) == 0;
        type += of_block ? 6 : 0;
        *found = (atomic){.combine = operations[i].combine, .is_signed = type[0] == 'i', .of_block = of_block,
                          .native = operations[i].native, .instruction = operations[i].instruction};
        return strcmp(type, "i32") == 0 || strcmp(type, "u32") == 0 || strcmp(type, "i64") == 0 ||
               strcmp(type, "u64") == 0;
    }
    return false;
}

/* Whether indices into it are multiples of so many bytes. */
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

/* The one value that is ever stored to the slot, or null. */
static LLVMValueRef only_value(LLVMValueRef slot)
{
    LLVMValueRef found = NULL;
    for (LLVMUseRef use = LLVMIsAAllocaInst(slot) ? LLVMGetFirstUse(slot) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user))
            continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot || found)
            return NULL;
        found = LLVMGetOperand(user, 0);
    }
    return found;
}

typedef enum place { ANYWHERE, OF_BLOCK, GIVEN } place;

/* Where the array begins that the address is in, by a multiple of so many bytes: one of the block's, or given to the
 * kernel. Null: that is not known before the code runs. An index beyond its array is nobody's to rely on. */
static LLVMValueRef array_of(emission *e, LLVMValueRef address, uint64_t bytes, place *where)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
        if (!in_steps_of(layout, address, bytes))
            return NULL;
    LLVMValueRef made = LLVMIsALoadInst(address) ? only_value(LLVMGetOperand(address, 0)) : address;
    made = made ? made : address;
    fuse_call call = fuse_call_of(made, NULL);
    bool given = LLVMIsALoadInst(made) && emission_is_argument(e, LLVMGetOperand(made, 0));
    *where = call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED ? OF_BLOCK : given ? GIVEN : ANYWHERE;
    return *where == ANYWHERE ? NULL : emission_hoist_uniform(e, address);
}

/* Whether the address is one of an integer in memory that only the block's threads change; `meets`: or in an array
 * where others do, which one instruction is enough for. Null: it never is. */
static LLVMValueRef is_known(emission *e, LLVMValueRef original, LLVMValueRef address, const atomic *what,
                             uint64_t bytes, bool *meets)
{
    LLVMValueRef rest = emission_number(e, e->i64, bytes - 1), zero = emission_number(e, e->i64, 0);
    place where = ANYWHERE;
    LLVMValueRef array = array_of(e, original, bytes, &where);
    *meets = array && where == GIVEN && !what->of_block;
    if (*meets && !what->native)
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

/* What was there before. `meets`: other threads may be at the word. */
static LLVMValueRef in_place(emission *e, const atomic *what, LLVMValueRef address, LLVMValueRef value, bool meets)
{
    if (meets)
        return LLVMBuildAtomicRMW(e->builder, what->instruction, address, value, LLVMAtomicOrderingMonotonic, false);
    LLVMValueRef old = LLVMBuildLoad2(e->builder, LLVMTypeOf(value), address, "");
    LLVMBuildStore(e->builder, what->combine(e, old, value, what->is_signed), address);
    return old;
}

LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             LLVMValueRef (*otherwise)(emission *e, LLVMValueRef call))
{
    atomic found;
    bool meets;
    if (!find(fuse_callee_name(call), &found))
        return otherwise(e, call);
    LLVMTypeRef type = LLVMTypeOf(value);
    uint64_t bytes = LLVMGetIntTypeWidth(type) / 8;
    LLVMValueRef known = is_known(e, LLVMGetOperand(call, 0), address, &found, bytes, &meets);
    if (!known)
        return otherwise(e, call);
    LLVMBasicBlockRef here = emission_append(e), there = emission_append(e), behind = emission_append(e);
    LLVMBuildCondBr(e->builder, known, here, there);

    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMValueRef old = in_place(e, &found, address, value, meets);
    LLVMBuildBr(e->builder, behind);

    LLVMPositionBuilderAtEnd(e->builder, there);
    LLVMValueRef called = otherwise(e, call);
    LLVMBuildBr(e->builder, behind);

    LLVMPositionBuilderAtEnd(e->builder, behind);
    LLVMValueRef result = LLVMBuildPhi(e->builder, type, "");
    LLVMAddIncoming(result, (LLVMValueRef[]){old, called}, (LLVMBasicBlockRef[]){here, there}, 2);
    return result;
}
