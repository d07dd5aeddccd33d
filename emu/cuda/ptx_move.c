/* mov and cvt: values from register to register. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* {a, b} as one value of all their bits, the first lowest. */
static LLVMValueRef joined(ptx_assembly *in, const ptx_operand *operand, unsigned bits)
{
    unsigned each = bits / operand->count;
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < operand->count; i++) {
        LLVMValueRef part = ptx_read(in, operand->word[i], LLVMIntTypeInContext(in->of->context, each));
        if (!part || ptx_bits(LLVMTypeOf(part)) != each || !(part = ptx_resize(in, part, bits, false)))
            return NULL;
        LLVMValueRef place = LLVMConstInt(LLVMTypeOf(part), each * i, false);
        part = LLVMBuildShl(in->of->builder, part, place, "");
        all = all ? LLVMBuildOr(in->of->builder, all, part, "") : part;
    }
    return all;
}

static bool split(ptx_assembly *in, const ptx_operand *to, LLVMValueRef all, unsigned bits)
{
    unsigned each = bits / to->count;
    for (unsigned i = 0; i < to->count; i++) {
        LLVMValueRef place = LLVMConstInt(LLVMTypeOf(all), each * i, false);
        LLVMValueRef part = ptx_resize(in, LLVMBuildLShr(in->of->builder, all, place, ""), each, false);
        if (!ptx_write(in, to->word[i], part))
            return false;
    }
    return true;
}

static int move(ptx_assembly *in, const ptx_statement *statement)
{
    ptx_number number = {'b', 1};
    const ptx_operand *to = &statement->operand[0], *from = &statement->operand[1];
    if (statement->count != 2 ||
        (strcmp(statement->instruction, "mov.pred") && !ptx_number_of(statement->instruction, &number)))
        return -1;
    LLVMTypeRef type = LLVMIntTypeInContext(in->of->context, number.bits), own = ptx_type_of(in, to->word[0]);
    LLVMValueRef value = NULL;
    if (from->kind == PTX_NAME)
        value = ptx_read(in, from->word[0], to->kind == PTX_NAME && own ? own : type);
    if (from->kind == PTX_NAME && !value && number.kind == 'b') /* the bits of a float as an integer */
        value = ptx_read(in, from->word[0], type);
    if (from->kind == PTX_VECTOR && number.kind == 'b')
        value = joined(in, from, number.bits);
    if (!value || ptx_bits(LLVMTypeOf(value)) != number.bits)
        return -1;
    if (to->kind == PTX_NAME)
        return ptx_write(in, to->word[0], value) ? 1 : -1;
    if (to->kind != PTX_VECTOR || number.kind != 'b' || !(value = ptx_convert(in, value, type)))
        return -1;
    return split(in, to, value, number.bits) ? 1 : -1;
}

/* cvt.TO.FROM of integers. The registers may be wider than the types. */
static int convert(ptx_assembly *in, const ptx_statement *statement)
{
    ptx_number to, from;
    char *instruction = lower_format("%s", statement->instruction), *dot = strrchr(instruction, '.');
    bool known = dot && ptx_number_of(instruction, &from);
    if (known)
        *dot = '\0';
    known = known && ptx_number_of(instruction, &to) && strrchr(instruction, '.') == instruction + strlen("cvt") &&
            from.kind != 'f' && to.kind != 'f';
    free(instruction);
    if (!known)
        return 0; /* the vocabulary may have it */
    LLVMTypeRef own = ptx_type_of(in, statement->operand[0].word[0]);
    LLVMValueRef value =
        statement->count == 2 && statement->operand[1].kind == PTX_NAME
            ? ptx_read(in, statement->operand[1].word[0], LLVMIntTypeInContext(in->of->context, from.bits))
            : NULL;
    if (!own || !value || statement->operand[0].kind != PTX_NAME || ptx_bits(LLVMTypeOf(value)) < from.bits ||
        ptx_bits(own) < to.bits)
        return -1;
    value = ptx_resize(in, value, from.bits, false);
    value = value ? ptx_resize(in, value, to.bits, from.kind == 's') : NULL;
    value = value ? ptx_resize(in, value, ptx_bits(own), to.kind == 's') : NULL;
    return value && ptx_write(in, statement->operand[0].word[0], value) ? 1 : -1;
}

int ptx_move(ptx_assembly *in, const ptx_statement *statement)
{
    if (lower_starts(statement->instruction, "mov."))
        return move(in, statement);
    return lower_starts(statement->instruction, "cvt.") ? convert(in, statement) : 0;
}
