/* Inline assembly is PTX, which has no meaning on a CPU. Each instruction of it becomes LLVM's (ptx_move.c, ptx_memory.c) or a
 * function of the vocabulary: `add.u32` is lw_ptx_add_u32(). Where there is none, that is an error that quotes the assembly. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* For messages: no space at the ends, single spaces, "%%" as "%". */
static char *plain(const char *text)
{
    char *made = lower_allocate(strlen(text) + 1, 1), *to = made;
    for (; *text; text++) {
        bool space = strchr(" \t\n", *text);
        if (space && (to == made || to[-1] == ' '))
            continue;
        if (*text == '%' && to > made && to[-1] == '%')
            continue;
        *to++ = space ? ' ' : *text;
    }
    if (to > made && to[-1] == ' ')
        to[-1] = '\0';
    return made;
}

/* Takes out what has no effect here: every fence is one of all threads, a block is a cluster of its own. Returns which
 * arguments are addresses of shared memory: bit 0 is the first's. */
static unsigned take_modifiers(char *instruction)
{
    enum { DESTINATION = 1, SOURCE = 2, BARRIER = 8 };
    static const char *const of_barriers[] = {"acquire", "release", "relaxed", "cta", "cluster"};
    static const char *const of_copies[] = {"ca", "cg", "global", "L2::64B", "L2::128B", "L2::256B"};
    ptx_take(instruction, "aligned");
    if (lower_starts(instruction, "mbarrier."))
        for (size_t i = 0; i < sizeof of_barriers / sizeof *of_barriers; i++)
            ptx_take(instruction, of_barriers[i]);
    if (lower_starts(instruction, "cp.async."))
        for (size_t i = 0; i < sizeof of_copies / sizeof *of_copies; i++)
            ptx_take(instruction, of_copies[i]);
    if (!lower_starts(instruction, "mbarrier.") && !lower_starts(instruction, "cp.async."))
        return 0;
    bool shared = ptx_take(instruction, "shared") || ptx_take(instruction, "shared::cta") ||
                  ptx_take(instruction, "shared::cluster");
    if (!strcmp(instruction, "cp.async.bulk.bulk_group"))
        return SOURCE;
    if (!strcmp(instruction, "cp.async.bulk.mbarrier::complete_tx::bytes"))
        return DESTINATION | BARRIER;
    return shared ? DESTINATION : 0;
}

/* lw_ptx_NAME, or lw_ptx_NAME_N where instructions with N operands are others. */
static char *function_of(const ptx_assembly *in, const char *instruction, const ptx_statement *statement)
{
    bool pair = statement->count > 0 && statement->operand[0].kind == PTX_PAIR;
    char *name = lower_format("lw_ptx_%s%s", instruction, pair ? "_p" : "");
    for (char *c = name; *c; c++)
        if (*c == '.' || *c == ':')
            *c = '_';
    char *counted = lower_format("%s_%u", name, statement->count);
    LLVMValueRef of_count = LLVMGetNamedFunction(in->vocabulary, counted);
    bool exists = of_count && !LLVMIsDeclaration(of_count);
    free(exists ? name : counted);
    return exists ? counted : name;
}

/* d|p: the function returns d, and p as the bit after it. */
static bool write_result(ptx_assembly *in, const ptx_operand *to, LLVMValueRef value)
{
    if (to->kind == PTX_NAME)
        return ptx_write(in, to->word[0], value);
    LLVMBuilderRef builder = in->of->builder;
    if (to->kind != PTX_PAIR || LLVMTypeOf(value) != in->of->size)
        return false;
    LLVMValueRef bit = LLVMBuildLShr(builder, value, LLVMConstInt(in->of->size, 32, false), "");
    return ptx_write(in, to->word[0], ptx_resize(in, value, 32, false)) &&
           ptx_write(in, to->word[1], LLVMBuildTrunc(builder, bit, LLVMInt1TypeInContext(in->of->context), ""));
}

static bool call_function(ptx_assembly *in, const ptx_statement *statement, const char *name, unsigned shared)
{
    LLVMValueRef argument[PTX_OPERANDS], function = LLVMGetNamedFunction(in->vocabulary, name);
    if (!function)
        return false;
    bool returns = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) != LLVMVoidTypeKind;
    unsigned count = 0;
    for (unsigned i = returns; i < statement->count; i++, count++) {
        const ptx_operand *operand = &statement->operand[i];
        LLVMTypeRef type = ptx_parameter(in, name, count);
        if (operand->kind == PTX_ADDRESS)
            argument[count] = ptx_address(in, operand, shared >> count & 1);
        else
            argument[count] = type && operand->kind == PTX_NAME ? ptx_read(in, operand->word[0], type) : NULL;
        if (!type || !argument[count] || ptx_bits(LLVMTypeOf(argument[count])) != ptx_bits(type))
            return false;
    }
    LLVMValueRef value = ptx_call(in, name, argument, count);
    return value && (!returns || (statement->count > 0 && write_result(in, &statement->operand[0], value)));
}

/* An instruction that is the vocabulary's function. */
static bool make_function(ptx_assembly *in, const ptx_statement *statement)
{
    char *instruction = lower_format("%s", statement->instruction);
    unsigned shared = take_modifiers(instruction);
    char *name = function_of(in, instruction, statement);
    bool good = in->predicate && !ptx_is_pure(in, name) ? ptx_guard(in, statement, make_function)
                                                        : call_function(in, statement, name, shared);
    free(name);
    free(instruction);
    return good;
}

static bool make_memory(ptx_assembly *in, const ptx_statement *statement)
{
    return ptx_memory(in, statement) > 0;
}

static bool make_exit(ptx_assembly *in, const ptx_statement *statement)
{
    lower_build_exit(in->of);
    return statement->count == 0;
}

static bool make_statement(ptx_assembly *in, const ptx_statement *statement)
{
    LLVMTypeRef bit = LLVMInt1TypeInContext(in->of->context);
    in->predicate = statement->predicate ? ptx_read(in, statement->predicate, bit) : NULL;
    if (statement->predicate && (!in->predicate || LLVMTypeOf(in->predicate) != bit))
        return false;
    if (statement->negated)
        in->predicate = LLVMBuildNot(in->of->builder, in->predicate, "");
    if (lower_starts(statement->instruction, ".reg"))
        return ptx_declare(in, statement);
    int made = ptx_move(in, statement);
    if (made)
        return made > 0;
    ptx_make make = !strcmp(statement->instruction, "exit") ? make_exit
                    : ptx_is_memory(statement)              ? make_memory
                                                            : make_function;
    return in->predicate && make != make_function ? ptx_guard(in, statement, make) : make(in, statement);
}

/* The operands $0, $1 ...: the results, then the arguments. An argument whose constraint is a number is that result's first value.
 * False: a constraint is none of a register's or number's. */
static bool find_operands(ptx_assembly *in, const char *constraints)
{
    LLVMTypeRef result = LLVMTypeOf(in->call);
    bool is_structure = LLVMGetTypeKind(result) == LLVMStructTypeKind;
    unsigned outputs = is_structure ? LLVMCountStructElementTypes(result) : LLVMGetTypeKind(result) != LLVMVoidTypeKind;
    unsigned arguments = LLVMGetNumArgOperands(in->call), seen_outputs = 0, seen = 0;
    in->output_count = outputs;
    in->operand_count = outputs + arguments;
    in->operand = lower_allocate(in->operand_count + 1, sizeof *in->operand);
    for (unsigned i = 0; i < outputs; i++)
        in->operand[i].type = is_structure ? LLVMStructGetTypeAtIndex(result, i) : result;
    while (*constraints) {
        size_t length = strcspn(constraints, ",");
        bool output = *constraints == '=', clobber = *constraints == '~';
        const char *letter = constraints + output + (output && constraints[1] == '&');
        if (!clobber && !strchr("chrlqfdbnNi0123456789", *letter))
            return false;
        if (output && seen_outputs++ >= outputs)
            return false;
        if (!output && !clobber) {
            if (seen >= arguments)
                return false;
            LLVMValueRef value = LLVMGetOperand(in->call, seen);
            in->operand[outputs + seen++] =
                (ptx_register){NULL, LLVMTypeOf(value), value, strchr("nNi", *letter) && LLVMIsAConstantInt(value), 0};
            if (*letter >= '0' && *letter <= '9') {
                unsigned tied = (unsigned)strtoul(letter, NULL, 10);
                if (tied >= outputs)
                    return false;
                in->operand[tied].value = value;
            }
        }
        constraints += length + (constraints[length] == ',');
    }
    return seen_outputs == outputs && seen == arguments;
}

static LLVMValueRef result_of(const ptx_assembly *in)
{
    LLVMTypeRef type = LLVMTypeOf(in->call);
    LLVMValueRef all = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetUndef(type) : NULL;
    for (unsigned i = 0; i < in->output_count; i++) {
        LLVMValueRef value = in->operand[i].value ? in->operand[i].value : LLVMConstNull(in->operand[i].type);
        all = all ? LLVMBuildInsertValue(in->of->builder, all, value, i, "") : value;
    }
    return all;
}

static void replace(lowering *of, LLVMModuleRef vocabulary, LLVMValueRef call)
{
    LLVMValueRef assembly = LLVMGetCalledValue(call);
    size_t length, constraints_length;
    char *text = lower_format("%s", LLVMGetInlineAsmAsmString(assembly, &length));
    const char *at = text, *constraints = LLVMGetInlineAsmConstraintString(assembly, &constraints_length);
    ptx_assembly in = {.of = of,
                       .vocabulary = vocabulary,
                       .call = call,
                       .rereads = LLVMGetInlineAsmHasSideEffects(assembly) && strstr(constraints, "~{memory}")};
    ptx_statement statement;
    int read = 0;
    LLVMPositionBuilderBefore(of->builder, call);
    char *wrong = NULL; /* the instruction that is not known, for the message */
    bool good = find_operands(&in, constraints);
    while (good && (read = ptx_next(&at, &statement)) != 0) {
        good = read > 0 && ptx_enter(&in, statement.closed, statement.opened) && make_statement(&in, &statement);
        if (!good && statement.instruction)
            wrong = lower_format(": instruction %s%s", statement.instruction,
                                 statement.predicate ? " with a predicate" : "");
        ptx_free(&statement);
    }
    if (!good) {
        char *quoted = plain(text);
        lower_refuse(of, lower_place_of(of, call), "inline PTX \"%s\" is not supported on the CPU%s", quoted,
                     wrong ? wrong : "");
        free(quoted);
    } else if (text[strspn(text, " \t\n")] || in.operand_count) { /* else it is a barrier for the compiler */
        LLVMValueRef result = result_of(&in);
        if (result)
            LLVMReplaceAllUsesWith(call, result);
        LLVMInstructionEraseFromParent(call);
    }
    for (unsigned i = 0; i < in.declared_count; i++)
        free(in.declared[i].name);
    free(wrong);
    free(in.declared);
    free(in.operand);
    free(text);
}

void lower_replace_assembly(lowering *of, LLVMModuleRef vocabulary)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef next, i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    replace(of, vocabulary, i);
            }
    size_t length;
    if (LLVMGetModuleInlineAsm(of->module, &length)[0])
        lower_refuse(of, (lower_place){of->input, 0}, "assembly outside of functions is not supported");
}
