/* Finds the sum that an address is. */
#include "linear_address.h"

#include <llvm-c/Target.h>

#include "integer.h"

enum { DEEPEST = 8, POINTER_BITS = 64 };

/* An element of a vector, or a number. */
typedef struct element {
    LLVMValueRef of;
    unsigned lane;
    LLVMOpcode extended; /* as of a term */
} element;

static void add_term(linear_address *to, element value, uint64_t times)
{
    for (unsigned i = 0; i < to->terms; i++)
        if (to->term[i].of == value.of && to->term[i].lane == value.lane && to->term[i].extended == value.extended) {
            to->term[i].times += times;
            return;
        }
    to->is_known = to->is_known && to->terms < MOST_TERMS;
    if (!to->is_known)
        return;
    to->term[to->terms].of = value.of;
    to->term[to->terms].lane = value.lane;
    to->term[to->terms].extended = value.extended;
    to->term[to->terms++].times = times;
}

static bool is_vector(LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

static bool is_constant(element value, uint64_t *number)
{
    LLVMValueRef constant = value.of;
    if (is_vector(constant))
        constant = LLVMIsAConstant(constant) ? LLVMGetAggregateElement(constant, value.lane) : NULL;
    if (!constant || !LLVMIsAConstantInt(constant) || !integer_width(LLVMTypeOf(constant)))
        return false;
    *number = (uint64_t)LLVMConstIntGetSExtValue(constant);
    return true;
}

/* Whether `next` is `phi` plus one number in all lanes. */
static bool is_stepped(LLVMValueRef phi, LLVMValueRef next)
{
    uint64_t first, other;
    if (!LLVMIsAInstruction(next) || LLVMGetInstructionOpcode(next) != LLVMAdd || LLVMGetOperand(next, 0) != phi ||
        !is_constant((element){LLVMGetOperand(next, 1), 0, 0}, &first))
        return false;
    for (unsigned i = 1; i < LLVMGetVectorSize(LLVMTypeOf(phi)); i++)
        if (!is_constant((element){LLVMGetOperand(next, 1), i, 0}, &other) || other != first)
            return false;
    return true;
}

/* How much lanes of a vectoriser's counter differ: a vector; null: it is no counter. */
static LLVMValueRef start_of(LLVMValueRef phi)
{
    if (!LLVMIsAPHINode(phi) || !is_vector(phi) || LLVMCountIncoming(phi) != 2)
        return NULL;
    for (unsigned i = 0; i < 2; i++)
        if (is_stepped(phi, LLVMGetIncomingValue(phi, i)))
            return LLVMGetIncomingValue(phi, !i);
    return NULL;
}

/* The number that is extended: zext nneg is a sign extension. False: `value` is no extension to 64 bits. */
static bool is_extension(element value, element *number)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value.of);
    if (value.extended || is_vector(value.of) || (opcode != LLVMZExt && opcode != LLVMSExt))
        return false;
    bool by_sign = opcode == LLVMSExt || LLVMGetNNeg(value.of);
    *number = (element){LLVMGetOperand(value.of, 0), value.lane, by_sign ? LLVMSExt : LLVMZExt};
    return integer_width(LLVMTypeOf(number->of)) > 1;
}

/* Whether the extended result is the operation on extended operands. */
static bool may_extend_before(element value)
{
    switch (LLVMGetInstructionOpcode(value.of)) {
    case LLVMOr: return true; /* disjoint */
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl: return !value.extended || (value.extended == LLVMSExt ? LLVMGetNSW(value.of) : LLVMGetNUW(value.of));
    default: return !value.extended;
    }
}

/* Adds times * value, which is as wide as a pointer or extended to it. */
static void add(linear_address *to, element value, uint64_t times, int depth)
{
    uint64_t number;
    element narrow;
    if (is_constant(value, &number)) {
        if (value.extended == LLVMZExt)
            number = integer_low(number, integer_width(LLVMTypeOf(value.of)));
        to->offset += number * times;
        return;
    }
    if (depth == 0 || !LLVMIsAInstruction(value.of) || !may_extend_before(value)) {
        add_term(to, value, times);
        return;
    }
    bool binary = LLVMIsABinaryOperator(value.of);
    element left = {LLVMGetOperand(value.of, 0), value.lane, value.extended},
            right = {binary ? LLVMGetOperand(value.of, 1) : NULL, value.lane, value.extended};
    LLVMOpcode operation = LLVMGetInstructionOpcode(value.of);
    bool by_number = binary && is_constant(right, &number);
    LLVMValueRef start = start_of(value.of);
    if (operation == LLVMAdd || operation == LLVMSub || (operation == LLVMOr && LLVMGetIsDisjoint(value.of))) {
        add(to, left, times, depth - 1);
        add(to, right, operation == LLVMSub ? 0 - times : times, depth - 1);
    } else if (operation == LLVMMul && by_number) {
        if (value.extended == LLVMZExt)
            number = integer_low(number, integer_width(LLVMTypeOf(value.of)));
        add(to, left, times * number, depth - 1);
    } else if (operation == LLVMShl && by_number && number < POINTER_BITS) {
        add(to, left, times << number, depth - 1);
    } else if (is_extension(value, &narrow)) {
        add(to, narrow, times, depth - 1);
    } else if (operation == LLVMExtractElement && is_constant((element){LLVMGetOperand(value.of, 1), 0, 0}, &number)) {
        add(to, (element){left.of, (unsigned)number, 0}, times, depth - 1);
    } else if (operation == LLVMInsertElement && is_constant((element){LLVMGetOperand(value.of, 2), 0, 0}, &number)) {
        bool inserted = number == value.lane;
        add(to, inserted ? (element){LLVMGetOperand(value.of, 1), 0, 0} : left, times, depth - 1);
    } else if (operation == LLVMShuffleVector && LLVMGetMaskValue(value.of, value.lane) == 0) {
        add(to, (element){left.of, 0, 0}, times, depth - 1);
    } else if (start && value.lane) {
        add_term(to, (element){value.of, 0, 0}, times);
        add(to, (element){start, value.lane, 0}, times, depth - 1);
        add(to, (element){start, 0, 0}, 0 - times, depth - 1);
    } else {
        add_term(to, value, times);
    }
}

/* Whether all indices are as wide as a pointer, and none is of a structure. */
static bool is_plain(LLVMValueRef address)
{
    if (!LLVMIsAGetElementPtrInst(address))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
        if (integer_width(LLVMTypeOf(LLVMGetOperand(address, i))) != POINTER_BITS)
            return false;
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return false;
        type = i > 1 ? LLVMGetElementType(type) : type;
    }
    return true;
}

linear_address linear_address_of(LLVMValueRef pointer)
{
    linear_address found = {.is_known = true};
    for (int depth = 0; depth < DEEPEST && is_plain(pointer); depth++) {
        LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(pointer)));
        LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++) {
            type = i > 1 ? LLVMGetElementType(type) : type;
            uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type);
            add(&found, (element){LLVMGetOperand(pointer, i), 0, 0}, size, DEEPEST);
        }
        pointer = LLVMGetOperand(pointer, 0);
    }
    add_term(&found, (element){pointer, 0, 0}, 1);
    return found;
}

static bool has_terms(const linear_address *in, const linear_address *of)
{
    for (unsigned i = 0; i < of->terms; i++) {
        uint64_t times = 0;
        for (unsigned j = 0; j < in->terms; j++)
            if (in->term[j].of == of->term[i].of && in->term[j].lane == of->term[i].lane &&
                in->term[j].extended == of->term[i].extended)
                times = in->term[j].times;
        if (times != of->term[i].times)
            return false;
    }
    return true;
}

bool linear_address_is_near(const linear_address *a, const linear_address *b)
{
    return a->is_known && b->is_known && has_terms(a, b) && has_terms(b, a);
}
