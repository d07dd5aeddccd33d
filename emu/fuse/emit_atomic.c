/* Atomics on integers in shared memory, in place: the block's lanes run on one thread, so they are a load and a store.
 * Where it is not seen that the address is of an array in shared memory, that is asked as the code runs; elsewhere, and
 * where it is misaligned, the emulator's function is called. They keep their order among the lanes: such a loop is not made for vectors. */
#include "emission.h"

#include <llvm-c/Target.h>
#include <string.h>

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
} operations[] = {{"add_", add}, {"and_", both}, {"or_", either}, {"xor_", differ}, {"exch_", replace}, {"min_", less},
                  {"max_", more}};

/* Of emu_atomic_OPERATION[_block]_TYPE with an integer of 32 or 64 bits; null: another. */
static combine *find(const char *callee, bool *is_signed)
{
    static const char prefix[] = "emu_atomic_";
    if (strncmp(callee, prefix, sizeof prefix - 1) != 0)
        return NULL;
    const char *name = callee + sizeof prefix - 1;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        size_t length = strlen(operations[i].name);
        if (strncmp(name, operations[i].name, length) != 0)
            continue;
        const char *type = name + length;
        type += strncmp(type, "block_", 6) == 0 ? 6 : 0;
        *is_signed = type[0] == 'i';
        bool known = strcmp(type, "i32") == 0 || strcmp(type, "u32") == 0 || strcmp(type, "i64") == 0 ||
                     strcmp(type, "u64") == 0;
        return known ? operations[i].combine : NULL;
    }
    return NULL;
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

/* Where the array of the block's begins that the address is in, by a multiple of so many bytes; null: that is not known
 * before the code runs. An index beyond its array is nobody's to rely on. */
static LLVMValueRef array_of(emission *e, LLVMValueRef address, uint64_t bytes)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
        if (!in_steps_of(layout, address, bytes))
            return NULL;
    LLVMValueRef made = LLVMIsALoadInst(address) ? only_value(LLVMGetOperand(address, 0)) : address;
    fuse_call call = made ? fuse_call_of(made, NULL) : FUSE_OTHER;
    return call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED ? emission_once(e, address) : NULL;
}

/* Whether the address is one of an integer in memory that only the block's lanes change. */
static LLVMValueRef is_own(emission *e, LLVMValueRef original, LLVMValueRef address, uint64_t bytes)
{
    LLVMValueRef rest = emission_number(e, e->i64, bytes - 1), zero = emission_number(e, e->i64, 0);
    LLVMValueRef array = array_of(e, original, bytes);
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

LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             LLVMValueRef (*otherwise)(emission *e, LLVMValueRef call))
{
    bool is_signed = false;
    combine *make = find(fuse_callee_name(call), &is_signed);
    if (!make)
        return otherwise(e, call);
    LLVMTypeRef type = LLVMTypeOf(value);
    uint64_t bytes = LLVMGetIntTypeWidth(type) / 8;
    LLVMBasicBlockRef here = emission_append(e), there = emission_append(e), behind = emission_append(e);
    LLVMBuildCondBr(e->builder, is_own(e, LLVMGetOperand(call, 0), address, bytes), here, there);

    LLVMPositionBuilderAtEnd(e->builder, here);
    LLVMValueRef old = LLVMBuildLoad2(e->builder, type, address, "");
    LLVMBuildStore(e->builder, make(e, old, value, is_signed), address);
    LLVMBuildBr(e->builder, behind);

    LLVMPositionBuilderAtEnd(e->builder, there);
    LLVMValueRef called = otherwise(e, call);
    LLVMBuildBr(e->builder, behind);

    LLVMPositionBuilderAtEnd(e->builder, behind);
    LLVMValueRef result = LLVMBuildPhi(e->builder, type, "");
    LLVMAddIncoming(result, (LLVMValueRef[]){old, called}, (LLVMBasicBlockRef[]){here, there}, 2);
    return result;
}
