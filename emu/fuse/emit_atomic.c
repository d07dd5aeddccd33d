/* Atomics on integers in shared memory, in place: the block's lanes run on one thread, so they are a load and a store.
 * Whether the address is in shared memory is asked as the code runs; elsewhere, and where it is misaligned, the emulator's
 * function is called. They keep their order among the lanes: such a loop is not made for vectors. */
#include "emission.h"

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
    LLVMValueRef at = LLVMBuildPtrToInt(e->builder, address, e->i64, "");
    LLVMValueRef begin = LLVMBuildPtrToInt(e->builder, emission_get_field(e, SHARED), e->i64, "");
    LLVMValueRef offset = LLVMBuildSub(e->builder, at, begin, "");
    LLVMValueRef inside = LLVMBuildICmp(e->builder, LLVMIntULT, offset, emission_get_field(e, SHARED_SIZE), "");
    LLVMValueRef rest = LLVMBuildAnd(e->builder, at, emission_number(e, e->i64, bytes - 1), "");
    LLVMValueRef aligned = LLVMBuildICmp(e->builder, LLVMIntEQ, rest, emission_number(e, e->i64, 0), "");
    LLVMBuildCondBr(e->builder, LLVMBuildAnd(e->builder, inside, aligned, ""), here, there);

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
