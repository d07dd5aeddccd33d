/* What a debugger prints in a function of device code: threadIdx, blockIdx, blockDim and gridDim, and the shared variables that the
 * function uses, by their names. None of them is in the CPU's memory under a name that a debugger knows: coordinates are calls, and a
 * shared variable is a place in each block's memory. So a function that is not optimised gets local variables with the coordinates and
 * the addresses, which debug information describes. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 3, WORD_BITS = 32, DEREFERENCE = 6 /* DW_OP_deref */ };

typedef struct watching {
    lowering *of;
    LLVMDIBuilderRef debug;
    LLVMMetadataRef structure; /* of x, y and z */
    LLVMValueRef function, before;
    LLVMMetadataRef program; /* the function's debug information */
} watching;

/* Tells the debugger that the variable is at the place, or that its address is there. */
static void declare(const watching *now, const char *name, LLVMMetadataRef type, LLVMValueRef place, bool is_address)
{
    uint64_t dereference = DEREFERENCE;
    unsigned line = LLVMDISubprogramGetLine(now->program);
    LLVMMetadataRef variable =
        LLVMDIBuilderCreateAutoVariable(now->debug, now->program, name, strlen(name), LLVMDIScopeGetFile(now->program),
                                        line, type, true, LLVMDIFlagArtificial, 0);
    LLVMMetadataRef how = LLVMDIBuilderCreateExpression(now->debug, &dereference, is_address ? 1 : 0);
    LLVMMetadataRef at = LLVMDIBuilderCreateDebugLocation(now->of->context, line, 0, now->program, NULL);
    LLVMDIBuilderInsertDeclareRecordBefore(now->debug, place, variable, how, at, now->before);
}

/* ---- coordinates ---- */
static LLVMMetadataRef make_structure(LLVMDIBuilderRef debug, LLVMMetadataRef file)
{
    static const char *const names[AXES] = {"x", "y", "z"};
    static const char word[] = "unsigned int", name[] = "uint3";
    LLVMMetadataRef type = LLVMDIBuilderCreateBasicType(debug, word, sizeof word - 1, WORD_BITS, 7 /* unsigned */,
                                                        LLVMDIFlagZero),
                    member[AXES];
    for (unsigned i = 0; i < AXES; i++)
        member[i] = LLVMDIBuilderCreateMemberType(debug, file, names[i], 1, file, 0, WORD_BITS, WORD_BITS,
                                                  (uint64_t)i * WORD_BITS, LLVMDIFlagZero, type);
    return LLVMDIBuilderCreateStructType(debug, file, name, sizeof name - 1, file, 0, AXES * WORD_BITS, WORD_BITS,
                                         LLVMDIFlagZero, NULL, member, AXES, 0, NULL, "", 0);
}

static LLVMValueRef read_register(lowering *of, const char *name, char axis)
{
    char *intrinsic = lower_format("llvm.nvvm.read.ptx.sreg.%s.%c", name, axis);
    LLVMTypeRef type = LLVMFunctionType(of->word, NULL, 0, false);
    LLVMValueRef function = LLVMGetNamedFunction(of->module, intrinsic);
    if (!function)
        function = LLVMAddFunction(of->module, intrinsic, type);
    free(intrinsic);
    return LLVMBuildCall2(of->builder, type, function, NULL, 0, "");
}

static void watch_coordinates(const watching *now)
{
    static const char *const names[][2] = {
        {"threadIdx", "tid"}, {"blockIdx", "ctaid"}, {"blockDim", "ntid"}, {"gridDim", "nctaid"}};
    LLVMBuilderRef b = now->of->builder;
    LLVMTypeRef type = LLVMArrayType2(now->of->word, AXES);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef place = LLVMBuildAlloca(b, type, "");
        for (unsigned axis = 0; axis < AXES; axis++) {
            LLVMValueRef index = LLVMConstInt(now->of->word, axis, false);
            LLVMValueRef to = LLVMBuildGEP2(b, now->of->word, place, &index, 1, "");
            LLVMBuildStore(b, read_register(now->of, names[i][1], "xyz"[axis]), to);
        }
        declare(now, names[i][0], now->structure, place, false);
    }
}

/* ---- shared variables ---- */
static bool is_used_in(LLVMValueRef value, LLVMValueRef function)
{
    bool used = false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use && !used; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        used = LLVMIsAInstruction(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function
                                        : LLVMIsAConstantExpr(user) && is_used_in(user, function);
    }
    return used;
}

/* What LLVM's C interface has no functions for: these are numbers of DIGlobalVariable's operands. */
enum { NAME = 1, TYPE = 3, DISPLAY_NAME = 4, LINKAGE_NAME = 5 };

/* The variable's debug information; null: it has none. */
static LLVMMetadataRef described(LLVMValueRef variable)
{
    size_t count;
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *entry = LLVMGlobalCopyAllMetadata(variable, &count);
    for (size_t i = 0; i < count && !found; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i);
        if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
            found = LLVMDIGlobalVariableExpressionGetVariable(node);
    }
    LLVMDisposeValueMetadataEntries(entry);
    return found;
}

/* Null: the operand is no type, or not there. */
static LLVMMetadataRef type_operand(const lowering *of, LLVMMetadataRef node)
{
    LLVMValueRef value = LLVMMetadataAsValue(of->context, node);
    unsigned count = LLVMGetMDNodeNumOperands(value);
    LLVMValueRef *part = lower_allocate(count + 1, sizeof *part);
    LLVMGetMDNodeOperands(value, part);
    LLVMMetadataRef found = count > TYPE && part[TYPE] ? LLVMValueAsMetadata(part[TYPE]) : NULL;
    free(part);
    LLVMMetadataKind kind = found ? LLVMGetMetadataKind(found) : LLVMMDStringMetadataKind;
    bool is_type = kind == LLVMDIBasicTypeMetadataKind || kind == LLVMDIDerivedTypeMetadataKind ||
                   kind == LLVMDICompositeTypeMetadataKind;
    return is_type ? found : NULL;
}

/* clang describes no variable that is only declared, as dynamic shared memory is: an array of numbers is known by LLVM's type. */
static LLVMMetadataRef type_of_declared(const watching *now, LLVMValueRef variable)
{
    enum { SIGNED = 5, FLOATING = 4, UNKNOWN_COUNT = -1 };
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    LLVMTypeRef element = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type) : type;
    unsigned bits = LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element) : 0;
    const char *name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : bits == 64 ? "long" : NULL;
    if (LLVMGetTypeKind(element) == LLVMFloatTypeKind)
        bits = 32, name = "float";
    else if (LLVMGetTypeKind(element) == LLVMDoubleTypeKind)
        bits = 64, name = "double";
    if (!name || element == type)
        return NULL;
    bool floating = LLVMGetTypeKind(element) != LLVMIntegerTypeKind;
    LLVMMetadataRef one = LLVMDIBuilderCreateBasicType(now->debug, name, strlen(name), bits,
                                                       floating ? FLOATING : SIGNED, LLVMDIFlagZero),
                    all = LLVMDIBuilderGetOrCreateSubrange(now->debug, 0, UNKNOWN_COUNT);
    return LLVMDIBuilderCreateArrayType(now->debug, 0, bits, one, &all, 1);
}

static void watch_shared(const watching *now, LLVMValueRef variable)
{
    LLVMMetadataRef node = described(variable),
                    type = node ? type_operand(now->of, node) : type_of_declared(now, variable);
    if (!type)
        return;
    char *name = lower_source_name(lower_name(variable), true);
    LLVMValueRef place = LLVMBuildAlloca(now->of->builder, now->of->pointer, "");
    LLVMBuildStore(now->of->builder, LLVMConstAddrSpaceCast(variable, now->of->pointer), place);
    declare(now, name, type, place, true);
    free(name);
}

/* clang's own description has no address on a CPU, and would hide the local variable. */
static void remove_name(const lowering *of, LLVMValueRef variable)
{
    static const unsigned names[] = {NAME, DISPLAY_NAME, LINKAGE_NAME};
    LLVMMetadataRef node = described(variable), none = LLVMMDStringInContext2(of->context, "", 0);
    for (size_t i = 0; node && i < sizeof names / sizeof *names; i++)
        LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(of->context, node), names[i], none);
}

/* The new instructions have no line: a debugger stops at the function's first line after them. */
static void watch(watching *now)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(now->function);
    now->before = LLVMGetFirstInstruction(entry);
    LLVMPositionBuilderBefore(now->of->builder, now->before);
    LLVMSetCurrentDebugLocation2(now->of->builder, NULL);
    if (!now->structure)
        now->structure = make_structure(now->debug, LLVMDIScopeGetFile(now->program));
    for (LLVMValueRef g = LLVMGetFirstGlobal(now->of->module); g; g = LLVMGetNextGlobal(g))
        if (lower_is_shared(g) && is_used_in(g, now->function))
            watch_shared(now, g);
    watch_coordinates(now);
}

static void watch_functions(lowering *of)
{
    watching now = {.of = of, .debug = LLVMCreateDIBuilder(of->module)};
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        now.function = f;
        now.program = LLVMIsDeclaration(f) ? NULL : LLVMGetSubprogram(f);
        if (now.program && !lower_is_of_headers(of, f))
            watch(&now);
    }
    LLVMDIBuilderFinalize(now.debug);
    LLVMDisposeDIBuilder(now.debug);
}

void lower_describe_variables(lowering *of, bool watched)
{
    if (watched && of->copy == LOWER_FIBER && LLVMIsNewDbgInfoFormat(of->module))
        watch_functions(of);
    for (LLVMValueRef g = LLVMGetFirstGlobal(of->module); g; g = LLVMGetNextGlobal(g))
        if (lower_is_shared(g))
            remove_name(of, g);
}
