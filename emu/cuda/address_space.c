/* A CPU has one address space. Variables of NVPTX's address spaces are replaced by globals of address space 0, and
 * shared variables by a call that returns where the block has them.
 *
 * Constant expressions that mention such a variable are built anew, with the replacement: as constants, or as
 * instructions before the one that uses them if the variable is shared. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

enum { MOST_OPERANDS = 64, SHARED_SPACE = 3, DYNAMIC_ALIGNMENT = 16, MOST_ALIGNMENT = 4096 };

bool lower_is_shared(LLVMValueRef global)
{
    return LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == SHARED_SPACE;
}

typedef struct replacement {
    LLVMValueRef variable;
    LLVMValueRef with; /* a global; for a shared variable its record, null for a dynamic one */
} replacement;
static replacement *replacements;
static size_t replacement_count;

static const replacement *replacement_of(LLVMValueRef value)
{
    for (size_t i = 0; i < replacement_count; i++)
        if (replacements[i].variable == value)
            return &replacements[i];
    return NULL;
}

static bool is_aggregate(LLVMValueRef constant)
{
    return LLVMIsAConstantArray(constant) || LLVMIsAConstantStruct(constant) || LLVMIsAConstantVector(constant);
}

/* Whether the constant mentions a replaced variable. */
static bool mentions(LLVMValueRef constant)
{
    if (LLVMIsAGlobalVariable(constant))
        return replacement_of(constant) != NULL;
    if (!LLVMIsAConstantExpr(constant) && !is_aggregate(constant))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        if (mentions(LLVMGetOperand(constant, (unsigned)i)))
            return true;
    return false;
}

static LLVMValueRef shared_address(lowering *of, const replacement *shared)
{
    const char *name = shared->with ? "lw_cuda_shared" : "lw_cuda_dynamic_shared";
    LLVMValueRef function = LLVMGetNamedFunction(of->module, name), argument = shared->with;
    return LLVMBuildCall2(of->builder, LLVMGlobalGetValueType(function), function, &argument, shared->with ? 1 : 0, "");
}

/* Without `at`: only constants may be made. Null: the constant cannot be built anew. */
static LLVMValueRef rebuild(lowering *of, LLVMValueRef constant, bool at);

static LLVMValueRef rebuild_aggregate(lowering *of, LLVMValueRef constant)
{
    unsigned count = (unsigned)LLVMGetNumOperands(constant);
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMValueRef *part = lower_allocate(count, sizeof *part);
    for (unsigned i = 0; i < count; i++)
        if (!(part[i] = rebuild(of, LLVMGetOperand(constant, i), false)))
            return NULL;
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind: return LLVMConstArray2(count ? LLVMTypeOf(part[0]) : LLVMGetElementType(type), part, count);
    case LLVMVectorTypeKind: return LLVMConstVector(part, count);
    default:
        return LLVMGetStructName(type) ? LLVMConstNamedStruct(type, part, count)
                                       : LLVMConstStructInContext(of->context, part, count, LLVMIsPackedStruct(type));
    }
}

static LLVMTypeRef plain_type(const lowering *of, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? of->pointer : type;
}

static LLVMValueRef rebuild_expression(lowering *of, LLVMValueRef constant, bool at)
{
    LLVMValueRef part[MOST_OPERANDS];
    int count = LLVMGetNumOperands(constant);
    if (count > MOST_OPERANDS)
        return NULL;
    for (int i = 0; i < count; i++)
        if (!(part[i] = rebuild(of, LLVMGetOperand(constant, (unsigned)i), at)))
            return NULL;
    LLVMTypeRef type = plain_type(of, LLVMTypeOf(constant));
    LLVMOpcode opcode = LLVMGetConstOpcode(constant);
    switch (opcode) {
    case LLVMAddrSpaceCast: return part[0];
    case LLVMBitCast: return LLVMBuildBitCast(of->builder, part[0], type, "");
    case LLVMPtrToInt: return LLVMBuildPtrToInt(of->builder, part[0], type, "");
    case LLVMIntToPtr: return LLVMBuildIntToPtr(of->builder, part[0], type, "");
    case LLVMTrunc: return LLVMBuildTrunc(of->builder, part[0], type, "");
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor: return LLVMBuildBinOp(of->builder, opcode, part[0], part[1], "");
    case LLVMGetElementPtr:
        return LLVMBuildGEP2(of->builder, LLVMGetGEPSourceElementType(constant), part[0], part + 1, (unsigned)count - 1,
                             "");
    default: return NULL;
    }
}

static LLVMValueRef rebuild(lowering *of, LLVMValueRef constant, bool at)
{
    if (!mentions(constant)) /* a null pointer of another address space is one of address space 0 */
        return LLVMIsNull(constant) ? LLVMConstNull(plain_type(of, LLVMTypeOf(constant))) : constant;
    const replacement *known = LLVMIsAGlobalVariable(constant) ? replacement_of(constant) : NULL;
    if (known && lower_is_shared(constant))
        return at ? shared_address(of, known) : NULL;
    if (known)
        return known->with;
    return is_aggregate(constant) ? rebuild_aggregate(of, constant) : rebuild_expression(of, constant, at);
}

/* ---- uses ---- */
static void rebuild_operand(lowering *of, LLVMValueRef instruction, unsigned index)
{
    LLVMValueRef operand = LLVMGetOperand(instruction, index);
    if (!LLVMIsAConstant(operand) || !mentions(operand))
        return;
    LLVMValueRef before = instruction;
    if (LLVMIsAPHINode(instruction))
        before = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, index));
    LLVMPositionBuilderBefore(of->builder, before);
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(instruction));
    LLVMValueRef made = rebuild(of, operand, true);
    if (!made) {
        lower_refuse(of, lower_place_of(of, instruction),
                     "the address of a device variable is used in a way that is not supported");
        return;
    }
    /* A block that enters a phi several times gives it one value. */
    for (unsigned i = index; LLVMIsAPHINode(instruction) && i < LLVMCountIncoming(instruction); i++)
        if (LLVMGetIncomingBlock(instruction, i) == LLVMGetIncomingBlock(instruction, index))
            LLVMSetOperand(instruction, i, made);
    LLVMSetOperand(instruction, index, made);
}

/* Whether the type is a pointer to another address space than 0. */
static bool is_foreign(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) != 0;
}

static void rebuild_instruction(lowering *of, LLVMValueRef instruction)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        rebuild_operand(of, instruction, (unsigned)i);
    bool foreign = is_foreign(LLVMTypeOf(instruction));
    for (int i = 0; i < LLVMGetNumOperands(instruction) && !foreign; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        foreign = !LLVMIsABasicBlock(operand) && is_foreign(LLVMTypeOf(operand));
    }
    if (foreign && !of->failed)
        lower_refuse(of, lower_place_of(of, instruction),
                     "pointers to an address space are not supported in device code");
}

static void add_replacement(lowering *of, LLVMValueRef variable)
{
    replacement made = {variable, NULL};
    if (!lower_is_shared(variable))
        made.with = lower_device_variable(of, variable);
    else if (LLVMGetAlignment(variable) > MOST_ALIGNMENT)
        lower_refuse(of, lower_place_of_use(of, variable),
                     "__shared__ %s asks for an alignment of %u bytes; shared memory is aligned to at most %d",
                     lower_name(variable), LLVMGetAlignment(variable), MOST_ALIGNMENT);
    else if (!LLVMIsDeclaration(variable))
        made.with = lower_shared_record(of, variable);
    else if (LLVMGetAlignment(variable) > DYNAMIC_ALIGNMENT && of->copy != LOWER_FUSED)
        lower_shared_record(of, variable);
    replacements[replacement_count++] = made;
}

static void rebuild_initializers(lowering *of)
{
    for (size_t i = 0; i < replacement_count; i++) {
        LLVMValueRef variable = replacements[i].variable, with = replacements[i].with;
        if (lower_is_shared(variable) || LLVMIsDeclaration(variable))
            continue;
        LLVMValueRef initial = lower_initial_of(of, with);
        if (!initial && !LLVMGetInitializer(with))
            continue;
        LLVMValueRef made = rebuild(of, LLVMGetInitializer(variable), false);
        if (!made || LLVMTypeOf(made) != LLVMGlobalGetValueType(with)) {
            lower_refuse(of, lower_place_of_variable(of, variable), "the initializer of %s is not supported",
                         lower_name(with));
            continue;
        }
        if (LLVMGetInitializer(with))
            LLVMSetInitializer(with, made);
        if (initial)
            LLVMSetInitializer(initial, made);
    }
}

void lower_remove_address_spaces(lowering *of)
{
    LLVMValueRef *variable = NULL;
    size_t count = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(of->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != 0)
            lower_append(&variable, &count, g);
    replacements = lower_allocate(count, sizeof *replacements);
    of->symbol = lower_allocate(count, sizeof *of->symbol);
    for (size_t i = 0; i < count; i++)
        add_replacement(of, variable[i]);
    rebuild_initializers(of);
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f && !of->failed; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                rebuild_instruction(of, i);
    LLVMSetCurrentDebugLocation2(of->builder, NULL);
}
