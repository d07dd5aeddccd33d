/* Addresses of a promoted shared memory: in its own variables, bytes that are known here; outside, what all threads
 * share plus a number of each, so that neighbours are seen. */
#include "shared_promotion.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "../support/integer.h"

node *promoted_root(node *address)
{
    while (address->kind == ADDRESS)
        address = address->operand[0];
    return address;
}

/* Has each index of the address come with the bytes that it counts. */
static bool for_indices(resident *of, node *address, bool (*use)(resident *of, node *index, int64_t times, void *with),
                        void *with)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(of->e->kernel->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address->value);
    for (int i = 0; i < address->operands; i++) {
        if (i > 0 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return false;
        type = i > 0 ? LLVMGetElementType(type) : type;
        if (!use(of, address->index[i], (int64_t)LLVMABISizeOfType(layout, type), with))
            return false;
    }
    return true;
}

static bool add_known(resident *of, node *index, int64_t times, void *with)
{
    offsets *to = with;
    const uint64_t *number = promoted_numbers(of, index, to->threads);
    for (int i = 0; i < STRIP && number; i++)
        to->of[i] += (int64_t)((uint64_t)integer_signed(number[i], integer_width(index->type)) * (uint64_t)times);
    if (number)
        return true;
    LLVMValueRef made = promoted_make(of, index, to->threads);
    for (int i = 0; i < STRIP && !of->failed; i++) {
        LLVMValueRef one = LLVMIsConstant(made) ? LLVMGetAggregateElement(made, (unsigned)i) : NULL;
        to->known[i] = to->known[i] && one && LLVMIsAConstantInt(one);
        if (to->known[i])
            to->of[i] += (int64_t)((uint64_t)LLVMConstIntGetSExtValue(one) * (uint64_t)times);
    }
    return !of->failed;
}

void promoted_offsets(resident *of, node *address, const view *threads, offsets *found)
{
    *found = (offsets){.threads = threads};
    bool whole = promoted_root(address)->kind == VARIABLE;
    for (int i = 0; i < STRIP; i++)
        found->known[i] = whole;
    for (; whole && address->kind == ADDRESS; address = address->operand[0])
        if (!for_indices(of, address, add_known, found)) {
            memset(found->known, 0, sizeof found->known);
            return;
        }
}

bool promoted_element(const offsets *found, int thread, const promoted_variable *in, int *element)
{
    int64_t offset = found->of[thread];
    if (!found->known[thread] || offset < 0 || offset % in->size != 0 || (uint64_t)offset >= in->bytes)
        return false;
    *element = (int)(offset / in->size);
    return true;
}

/* A sum of what all threads share, and a number of each. */
typedef struct sum {
    const view *threads;
    LLVMValueRef shared; /* i64; null: nothing */
    int64_t each[STRIP];
} sum;

static LLVMValueRef plus(resident *of, LLVMValueRef a, LLVMValueRef b)
{
    return a && b ? LLVMBuildAdd(of->e->builder, a, b, "") : a ? a : b;
}

static bool is_wide(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
}

/* A sum of narrow numbers that does not wrap around is one of the numbers extended. */
static bool may_extend(LLVMValueRef operation, LLVMOpcode extension)
{
    return extension == LLVMZExt ? LLVMGetNUW(operation) : extension == LLVMSExt ? LLVMGetNSW(operation) : true;
}

/* `extension`: of what, to 64 bits; LLVMAdd: it has them. */
static bool find_sum(resident *of, node *what, LLVMOpcode extension, sum *found)
{
    LLVMBuilderRef builder = of->e->builder;
    LLVMTypeRef wide = of->e->i64;
    *found = (sum){.threads = found->threads};
    if (what->kind == SCALAR && !LLVMIsConstant(what->value)) {
        found->shared = extension == LLVMAdd ? what->value : LLVMBuildCast(builder, extension, what->value, wide, "");
        return true;
    }
    const uint64_t *number = promoted_numbers(of, what, found->threads);
    for (int i = 0; i < STRIP && number; i++)
        found->each[i] = extension == LLVMZExt ? (int64_t)number[i] : integer_signed(number[i], integer_width(what->type));
    if (number)
        return true;
    LLVMValueRef vector = promoted_make(of, what, found->threads);
    bool known = !of->failed && LLVMIsConstant(vector);
    for (int i = 0; i < STRIP && known; i++) {
        LLVMValueRef one = LLVMGetAggregateElement(vector, (unsigned)i);
        known = one && LLVMIsAConstantInt(one);
        if (known)
            found->each[i] = extension == LLVMZExt ? (int64_t)LLVMConstIntGetZExtValue(one) : LLVMConstIntGetSExtValue(one);
    }
    if (known || of->failed || what->kind != OPERATION)
        return known;
    LLVMOpcode code = LLVMGetInstructionOpcode(what->value);
    if ((code == LLVMZExt || code == LLVMSExt) && extension == LLVMAdd)
        return find_sum(of, what->operand[0], code, found);
    sum other = {.threads = found->threads};
    bool adds = code == LLVMAdd ? may_extend(what->value, extension) : code == LLVMOr && LLVMGetIsDisjoint(what->value);
    if (!adds || !find_sum(of, what->operand[0], extension, found) || !find_sum(of, what->operand[1], extension, &other))
        return false;
    found->shared = plus(of, found->shared, other.shared);
    for (int i = 0; i < STRIP; i++)
        found->each[i] += other.each[i];
    return true;
}

static bool add_sum(resident *of, node *index, int64_t times, void *with)
{
    sum *to = with, more = {.threads = to->threads};
    if (!find_sum(of, index, is_wide(index->type) ? LLVMAdd : LLVMSExt, &more))
        return false;
    LLVMValueRef by = emission_number(of->e, of->e->i64, (uint64_t)times);
    to->shared = plus(of, to->shared, more.shared ? LLVMBuildMul(of->e->builder, more.shared, by, "") : NULL);
    for (int i = 0; i < STRIP; i++)
        to->each[i] += (int64_t)((uint64_t)more.each[i] * (uint64_t)times);
    return true;
}

LLVMValueRef promoted_place(resident *of, node *address, const view *threads, unsigned size, bool *one)
{
    sum found = {.threads = threads};
    bool row = true;
    for (; address->kind == ADDRESS; address = address->operand[0])
        if (!for_indices(of, address, add_sum, &found))
            return NULL;
    *one = true;
    for (int i = 0; i < STRIP; i++) {
        row = row && found.each[i] - found.each[0] == (int64_t)i * size;
        *one = *one && found.each[i] == found.each[0];
    }
    if (address->kind != SCALAR || (!row && !*one))
        return NULL;
    LLVMValueRef offset = plus(of, found.shared, emission_number(of->e, of->e->i64, (uint64_t)found.each[0]));
    return LLVMBuildGEP2(of->e->builder, of->e->i8, address->value, &offset, 1, "");
}
