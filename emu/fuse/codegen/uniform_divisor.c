/* Quotients and remainders of a thread's own number by a divisor that all threads of the block share, as in `x = i %
 * width, y = i / width`. Processors have no vector division of integers: the entry makes a multiplier of the divisor
 * once, and each thread multiplies and shifts (Granlund and Montgomery, "Division by invariant integers using
 * multiplication", PLDI 1994, figures 4.1 and 5.1). Results are exact for all dividends of 32 bits.
 *
 * If the divisor is 0, threads run the region's other functions, where the first one that divides is reported. */
#include "uniform_divisor.h"

#include <stdlib.h>

#include "../support/map.h"
#include "../support/memory.h"
#include "division.h"
#include "uniform_hoist.h"

typedef struct uniform_divisor {
    LLVMValueRef magnitude;  /* unsigned */
    LLVMValueRef multiplier; /* i64 */
    LLVMValueRef first_shift, second_shift;
    LLVMValueRef sign; /* -1 or 0; null: the division is unsigned */
} uniform_divisor;

/* -1 for a negative number, else 0. */
static LLVMValueRef sign_of(emission *e, LLVMValueRef number)
{
    return LLVMBuildAShr(e->builder, number, emission_number(e, e->i32, 31), "");
}

/* Negates the number if the sign is -1. */
static LLVMValueRef with_sign(emission *e, LLVMValueRef number, LLVMValueRef sign)
{
    return LLVMBuildSub(e->builder, LLVMBuildXor(e->builder, number, sign, ""), sign, "");
}

/* The binary logarithm of the divisor, rounded up: 32 less the leading zeros of divisor - 1. */
static LLVMValueRef ceiling_of_logarithm(emission *e, LLVMValueRef divisor)
{
    LLVMTypeRef types[] = {e->i32, LLVMInt1TypeInContext(e->kernel->context)};
    LLVMValueRef zeros =
        LLVMGetIntrinsicDeclaration(e->kernel->module, LLVMLookupIntrinsicID("llvm.ctlz", 9), types, 1);
    LLVMTypeRef function = LLVMFunctionType(e->i32, types, 2, false);
    LLVMValueRef less = LLVMBuildSub(e->builder, divisor, emission_number(e, e->i32, 1), "");
    LLVMValueRef argument[] = {less, LLVMConstNull(types[1])};
    return LLVMBuildSub(e->builder, emission_number(e, e->i32, 32),
                        LLVMBuildCall2(e->builder, function, zeros, argument, 2, ""), "");
}

/* Makes the multiplier, in the entry. */
static void make_multiplier(emission *e, uniform_divisor *made, LLVMValueRef divisor, bool is_signed)
{
    LLVMBuilderRef b = e->builder;
    LLVMValueRef one = emission_number(e, e->i32, 1), zero = LLVMConstNull(e->i32);
    made->sign = is_signed ? sign_of(e, divisor) : NULL;
    made->magnitude = is_signed ? with_sign(e, divisor, made->sign) : divisor;
    LLVMValueRef logarithm = ceiling_of_logarithm(e, made->magnitude);
    LLVMValueRef wide = LLVMBuildZExt(b, made->magnitude, e->i64, "");
    LLVMValueRef power = LLVMBuildShl(b, emission_number(e, e->i64, 1), LLVMBuildZExt(b, logarithm, e->i64, ""), "");
    LLVMValueRef over = LLVMBuildShl(b, LLVMBuildSub(b, power, wide, ""), emission_number(e, e->i64, 32), "");
    LLVMValueRef quotient = LLVMBuildUDiv(b, over, wide, "");
    LLVMValueRef multiplier = LLVMBuildAdd(b, quotient, emission_number(e, e->i64, 1), "");
    made->multiplier = LLVMBuildAnd(b, multiplier, emission_number(e, e->i64, UINT32_MAX), "");
    LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, logarithm, zero, "");
    made->first_shift = LLVMBuildSelect(b, none, zero, one, "");
    made->second_shift = LLVMBuildSelect(b, none, zero, LLVMBuildSub(b, logarithm, one, ""), "");
}

static const uniform_divisor *find_divisor(emission *e, LLVMValueRef division, bool is_signed)
{
    map *known = &e->hoisted.divisors[is_signed];
    LLVMValueRef divisor = emission_hoist_uniform(e, LLVMGetOperand(division, 1));
    uniform_divisor *found = map_get(known, divisor);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    LLVMValueRef not_zero = emission_divisor_but_zero(e, division, divisor); /* each division has its own guard */
    if (!found) {
        found = fuse_allocate(1, sizeof *found);
        map_put(known, divisor, found);
        make_multiplier(e, found, not_zero, is_signed);
    }
    LLVMPositionBuilderAtEnd(e->builder, here);
    return found;
}

static LLVMValueRef unsigned_quotient(emission *e, LLVMValueRef dividend, const uniform_divisor *by)
{
    LLVMBuilderRef b = e->builder;
    LLVMValueRef product = LLVMBuildMul(b, LLVMBuildZExt(b, dividend, e->i64, ""), by->multiplier, "");
    LLVMValueRef high = LLVMBuildTrunc(b, LLVMBuildLShr(b, product, emission_number(e, e->i64, 32), ""), e->i32, "");
    LLVMValueRef rest = LLVMBuildLShr(b, LLVMBuildSub(b, dividend, high, ""), by->first_shift, "");
    return LLVMBuildLShr(b, LLVMBuildAdd(b, high, rest, ""), by->second_shift, "");
}

bool emission_is_uniform_divisor(emission *e, LLVMValueRef division)
{
    return emission_is_division(division) && LLVMTypeOf(division) == e->i32 && e->extent == ALL && !e->strips &&
           emission_hoist_uniform(e, LLVMGetOperand(division, 1));
}

LLVMValueRef emission_divide_by_uniform(emission *e, LLVMValueRef division, LLVMValueRef dividend)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem, rest = opcode == LLVMURem || opcode == LLVMSRem;
    if (!emission_is_uniform_divisor(e, division))
        return NULL;
    const uniform_divisor *by = find_divisor(e, division, is_signed);
    LLVMValueRef sign = is_signed ? sign_of(e, dividend) : NULL;
    LLVMValueRef quotient = unsigned_quotient(e, is_signed ? with_sign(e, dividend, sign) : dividend, by);
    if (rest) { /* the remainder has the dividend's sign, whatever the divisor's */
        LLVMValueRef whole = LLVMBuildMul(e->builder, quotient, by->magnitude, "");
        whole = is_signed ? with_sign(e, whole, sign) : whole;
        return LLVMBuildSub(e->builder, dividend, whole, "");
    }
    return is_signed ? with_sign(e, quotient, LLVMBuildXor(e->builder, sign, by->sign, "")) : quotient;
}

void emission_free_divisors(emission *e)
{
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < e->hoisted.divisors[i].capacity; k++)
            free(e->hoisted.divisors[i].value[k]);
        map_free(&e->hoisted.divisors[i]);
    }
}
