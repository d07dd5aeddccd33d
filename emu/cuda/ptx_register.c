/* Registers of inline PTX as LLVM's values, and calls of the vocabulary with them. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

unsigned ptx_bits(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 16;
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind: return 64;
    default: return 0;
    }
}

static LLVMTypeRef integer(const ptx_assembly *in, unsigned bits)
{
    return LLVMIntTypeInContext(in->of->context, bits);
}

static LLVMTypeRef type_named(const ptx_assembly *in, const char *name)
{
    ptx_number number;
    if (!strcmp(name, ".reg.pred"))
        return integer(in, 1);
    if (!ptx_number_of(name, &number))
        return NULL;
    if (number.kind != 'f')
        return integer(in, number.bits);
    return number.bits == 32 ? LLVMFloatTypeInContext(in->of->context) : LLVMDoubleTypeInContext(in->of->context);
}

bool ptx_declare(ptx_assembly *in, const ptx_statement *statement)
{
    LLVMTypeRef type = type_named(in, statement->instruction);
    if (!type || statement->predicate)
        return false;
    for (unsigned i = 0; i < statement->count; i++) {
        const ptx_operand *operand = &statement->operand[i];
        if (operand->kind != PTX_NAME)
            return false;
        unsigned count = in->declared_count++;
        ptx_register *more = realloc(in->declared, (count + 1) * sizeof *more);
        if (!more)
            abort();
        in->declared = more;
        more[count] = (ptx_register){lower_format("%s", operand->word[0]), type, NULL, false, in->scope};
    }
    return statement->count > 0;
}

bool ptx_enter(ptx_assembly *in, unsigned closed, unsigned opened)
{
    if (closed > in->scope)
        return false;
    in->scope -= closed;
    while (in->declared_count && in->declared[in->declared_count - 1].scope > in->scope)
        free(in->declared[--in->declared_count].name);
    in->scope += opened;
    return true;
}

static ptx_register *find(ptx_assembly *in, const char *name)
{
    if (name[0] == '$') {
        char *end;
        unsigned long number = strtoul(name + 1, &end, 10);
        return end != name + 1 && !*end && number < in->operand_count ? &in->operand[number] : NULL;
    }
    for (unsigned i = in->declared_count; i > 0; i--)
        if (!strcmp(in->declared[i - 1].name, name))
            return &in->declared[i - 1];
    return NULL;
}

static LLVMValueRef number(const char *text, LLVMTypeRef type)
{
    char *end;
    if (!type)
        return NULL;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
        bool is_double = kind == LLVMDoubleTypeKind;
        if (text[0] != '0' || (text[1] | 32) != (is_double ? 'd' : 'f') || strlen(text) != (is_double ? 18 : 10))
            return NULL;
        LLVMContextRef context = LLVMGetTypeContext(type);
        unsigned long long bits = strtoull(text + 2, &end, 16);
        return *end ? NULL
                    : LLVMConstBitCast(LLVMConstInt(LLVMIntTypeInContext(context, is_double ? 64 : 32), bits, 0), type);
    }
    if (kind != LLVMIntegerTypeKind)
        return NULL;
    unsigned long long value = strtoull(text, &end, 0);
    if (*end == 'U')
        end++;
    return end == text || *end ? NULL : LLVMConstInt(type, value, false);
}

static LLVMValueRef special(ptx_assembly *in, const char *word)
{
    if (!strcmp(word, "%WARP_SZ") || !strcmp(word, "WARP_SZ"))
        return LLVMConstInt(in->of->word, 32, false);
    if (word[0] != '%')
        return NULL;
    char *name = lower_format("nvvm_read_ptx_sreg_%s", word + 1);
    for (char *c = name; *c; c++)
        if (*c == '.')
            *c = '_';
    LLVMValueRef value = ptx_call(in, name, NULL, 0);
    free(name);
    return value;
}

LLVMValueRef ptx_read(ptx_assembly *in, const char *word, LLVMTypeRef type)
{
    const ptx_register *of = find(in, word);
    if (of && of->is_number && type &&
        LLVMGetTypeKind(type) == LLVMIntegerTypeKind) { /* nvcc writes it with its sign */
        bool is_truth = ptx_bits(LLVMTypeOf(of->value)) == 1;
        return LLVMConstInt(type,
                            is_truth ? LLVMConstIntGetZExtValue(of->value)
                                     : (unsigned long long)LLVMConstIntGetSExtValue(of->value),
                            true);
    }
    if (of)
        return of->value ? of->value : LLVMConstNull(of->type); /* PTX leaves it undefined */
    LLVMValueRef value = number(word, type);
    return value ? value : special(in, word);
}

LLVMTypeRef ptx_type_of(ptx_assembly *in, const char *word)
{
    const ptx_register *of = find(in, word);
    return of ? of->type : NULL;
}

LLVMValueRef ptx_convert(ptx_assembly *in, LLVMValueRef value, LLVMTypeRef to)
{
    LLVMBuilderRef builder = in->of->builder;
    LLVMTypeRef from = LLVMTypeOf(value);
    unsigned have = ptx_bits(from), want = ptx_bits(to);
    if (from == to)
        return value;
    if (!have || !want || have < want || (have > want && want == 1) ||
        (have > want && LLVMGetTypeKind(from) != LLVMIntegerTypeKind))
        return NULL;
    if (LLVMGetTypeKind(from) == LLVMPointerTypeKind)
        value = LLVMBuildPtrToInt(builder, value, integer(in, 64), "");
    else if (LLVMGetTypeKind(from) != LLVMIntegerTypeKind)
        value = LLVMBuildBitCast(builder, value, integer(in, have), "");
    if (have > want)
        value = LLVMBuildTrunc(builder, value, integer(in, want), "");
    if (LLVMGetTypeKind(to) == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(builder, value, to, "");
    return LLVMGetTypeKind(to) == LLVMIntegerTypeKind ? value : LLVMBuildBitCast(builder, value, to, "");
}

LLVMValueRef ptx_resize(ptx_assembly *in, LLVMValueRef value, unsigned bits, bool is_signed)
{
    unsigned have = ptx_bits(LLVMTypeOf(value));
    LLVMValueRef whole = ptx_convert(in, value, integer(in, have < bits ? have : bits));
    if (!whole || have >= bits)
        return whole;
    return is_signed ? LLVMBuildSExt(in->of->builder, whole, integer(in, bits), "")
                     : LLVMBuildZExt(in->of->builder, whole, integer(in, bits), "");
}

LLVMValueRef ptx_address(ptx_assembly *in, const ptx_operand *operand, bool shared)
{
    LLVMBuilderRef builder = in->of->builder;
    LLVMValueRef base = operand->kind == PTX_ADDRESS ? ptx_read(in, operand->word[0], in->of->size) : NULL;
    if (!base || (ptx_bits(LLVMTypeOf(base)) != 64 && !shared))
        return NULL;
    if (shared) {
        LLVMValueRef offset = ptx_resize(in, base, 64, false);
        base = offset ? ptx_call(in, "lw_cuda_from_shared", &offset, 1) : NULL;
    } else {
        base = ptx_convert(in, base, in->of->pointer);
    }
    if (!base || !operand->offset)
        return base;
    LLVMValueRef offset = LLVMConstInt(in->of->size, (unsigned long long)operand->offset, true);
    return LLVMBuildGEP2(builder, integer(in, 8), base, &offset, 1, "");
}

ptx_register *ptx_writable(ptx_assembly *in, const char *word)
{
    ptx_register *to = find(in, word);
    bool is_input = word[0] == '$' && to && to >= in->operand + in->output_count;
    return is_input ? NULL : to;
}

bool ptx_write(ptx_assembly *in, const char *word, LLVMValueRef value)
{
    if (!strcmp(word, "_"))
        return true;
    ptx_register *to = ptx_writable(in, word);
    if (!to || ptx_bits(LLVMTypeOf(value)) != ptx_bits(to->type) || !(value = ptx_convert(in, value, to->type)))
        return false;
    if (in->predicate) {
        LLVMValueRef old = to->value ? to->value : LLVMConstNull(to->type);
        value = LLVMBuildSelect(in->of->builder, in->predicate, value, old, "");
    }
    to->value = value;
    return true;
}

static LLVMValueRef definition(const ptx_assembly *in, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(in->vocabulary, name);
    return function && !LLVMIsDeclaration(function) ? function : NULL;
}

/* Without the place, which vocabulary_link.c adds. */
static unsigned parameters_of(const ptx_assembly *in, LLVMValueRef function, const char *name)
{
    char *what = lower_format("%s__what", name);
    unsigned count = LLVMCountParams(function) - (LLVMGetNamedGlobal(in->vocabulary, what) ? 1 : 0);
    free(what);
    return count;
}

LLVMTypeRef ptx_parameter(const ptx_assembly *in, const char *name, unsigned index)
{
    LLVMValueRef function = definition(in, name);
    return function && index < parameters_of(in, function, name) ? LLVMTypeOf(LLVMGetParam(function, index)) : NULL;
}

bool ptx_is_pure(const ptx_assembly *in, const char *name)
{
    LLVMValueRef function = definition(in, name);
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef memory = function ? LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) : NULL;
    return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

LLVMValueRef ptx_call(ptx_assembly *in, const char *name, LLVMValueRef *argument, unsigned count)
{
    enum { MOST = 8 };
    lowering *of = in->of;
    LLVMTypeRef parameter[MOST];
    LLVMValueRef value[MOST], function = definition(in, name);
    if (!function || count > MOST || parameters_of(in, function, name) != count)
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        parameter[i] = LLVMTypeOf(LLVMGetParam(function, i));
        if (!argument[i] || !(value[i] = ptx_convert(in, argument[i], parameter[i])))
            return NULL;
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(LLVMGlobalGetValueType(function)), parameter, count, false);
    LLVMValueRef declared = LLVMGetNamedFunction(of->module, name);
    if (!declared)
        declared = LLVMAddFunction(of->module, name, type);
    return LLVMBuildCall2(of->builder, type, declared, value, count, "");
}
