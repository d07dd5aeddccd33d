/* Integer arithmetic at compile time. */
#include "integer.h"

unsigned integer_width(LLVMTypeRef type)
{
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    return bits <= 64 ? bits : 0;
}

uint64_t integer_low(uint64_t number, unsigned bits)
{
    return bits < 64 ? number & ((1ull << bits) - 1) : number;
}

int64_t integer_signed(uint64_t number, unsigned bits)
{
    uint64_t sign = 1ull << (bits - 1);
    return (int64_t)((integer_low(number, bits) ^ sign) - sign);
}

static bool compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned bits)
{
    int64_t left = integer_signed(a, bits), right = integer_signed(b, bits);
    switch (predicate) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntUGT: return a > b;
    case LLVMIntUGE: return a >= b;
    case LLVMIntULT: return a < b;
    case LLVMIntULE: return a <= b;
    case LLVMIntSGT: return left > right;
    case LLVMIntSGE: return left >= right;
    case LLVMIntSLT: return left < right;
    default: return left <= right;
    }
}

bool integer_fold(LLVMValueRef operation, const uint64_t *operand, uint64_t *result)
{
    unsigned width = integer_width(LLVMTypeOf(operation)),
             bits = integer_width(LLVMTypeOf(LLVMGetOperand(operation, 0)));
    LLVMOpcode opcode = LLVMGetInstructionOpcode(operation);
    uint64_t a = operand[0], b = LLVMGetNumOperands(operation) > 1 ? operand[1] : 0;
    if (!width || !bits)
        return false;
    switch (opcode) {
    case LLVMICmp: *result = compare(LLVMGetICmpPredicate(operation), a, b, bits); return true;
    case LLVMAdd: *result = a + b; break;
    case LLVMSub: *result = a - b; break;
    case LLVMMul: *result = a * b; break;
    case LLVMAnd: *result = a & b; break;
    case LLVMOr: *result = a | b; break;
    case LLVMXor: *result = a ^ b; break;
    case LLVMUDiv:
    case LLVMURem:
        if (b == 0)
            return false;
        *result = opcode == LLVMUDiv ? a / b : a % b;
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        if (b >= bits)
            return false;
        *result = opcode == LLVMShl ? a << b : opcode == LLVMLShr ? a >> b : (uint64_t)(integer_signed(a, bits) >> b);
        break;
    case LLVMZExt:
    case LLVMTrunc: *result = a; break;
    case LLVMSExt: *result = (uint64_t)integer_signed(a, bits); break;
    default: return false;
    }
    *result = integer_low(*result, width);
    return true;
}
