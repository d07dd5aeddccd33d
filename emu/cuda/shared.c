/* The records of shared variables, which give each its place in the block's shared memory (lw_shared_variable).
 *
 * A variable that one kernel reaches is that kernel's: it counts for no other. One that several kernels reach, through
 * device functions, has the list of them. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
    LLVMValueRef *seen; /* functions */
    size_t seen_count;
    bool any; /* any kernel may use it */
} search;

static void add_function(search *now, LLVMValueRef function)
{
    for (size_t i = 0; i < now->seen_count; i++)
        if (now->seen[i] == function)
            return;
    lower_append(&now->seen, &now->seen_count, function);
}

/* Adds the functions whose code uses the value, by itself or in a constant. A function whose address is taken may be called by any
 * kernel. */
static void add_users(search *now, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool calls = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == value;
        if (LLVMIsAFunction(value) && !calls)
            now->any = true;
        else if (LLVMIsAInstruction(user))
            add_function(now, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        else if (LLVMIsAConstant(user) && !LLVMIsAGlobalVariable(user))
            add_users(now, user);
        else
            now->any = true; /* a table of functions, say: any kernel may use it */
    }
}

static bool is_seen(const search *now, LLVMValueRef function)
{
    for (size_t i = 0; i < now->seen_count; i++)
        if (now->seen[i] == function)
            return true;
    return false;
}

static bool is_kernel(const lowering *of, LLVMValueRef function)
{
    for (size_t k = 0; k < of->kernel_count; k++)
        if (of->kernel[k].function == function)
            return true;
    return false;
}

/* The kernels that reach the variable: `only` is the one, or null; then the result lists them, or is null where any may. */
static char *find_kernels(lowering *of, LLVMValueRef variable, const lower_kernel **only)
{
    search now = {0};
    add_users(&now, variable);
    for (size_t i = 0; i < now.seen_count; i++)
        if (!is_kernel(of, now.seen[i]))
            add_users(&now, now.seen[i]);
    size_t count = 0;
    char *list = NULL;
    *only = NULL;
    for (size_t k = 0; !now.any && k < of->kernel_count; k++) {
        if (!is_seen(&now, of->kernel[k].function))
            continue;
        char *longer = lower_format("%s%s__body\n", list ? list : "", of->kernel[k].name);
        free(list);
        list = longer;
        *only = count++ ? NULL : &of->kernel[k];
    }
    free(now.seen);
    if (count > 1)
        return list;
    free(list);
    return NULL;
}

static LLVMValueRef text(lowering *of, const char *words)
{
    return LLVMBuildGlobalStringPtr(of->builder, words, "lw.text");
}

/* Of linked files two may have functions of one name, whose variables differ in nothing but the file. */
static bool is_on_line_of(lowering *of, LLVMValueRef variable, LLVMValueRef other)
{
    lower_place place = lower_place_of_variable(of, variable), its = lower_place_of_variable(of, other);
    return place.line == its.line && (lower_linked_count(of) || strcmp(place.file, its.file) == 0);
}

/* Whether the line has another shared variable of this name: that of another instantiation of a template, or one that a macro makes. */
static bool is_ambiguous(lowering *of, LLVMValueRef variable, bool last)
{
    char *name = lower_source_name(lower_name(variable), last);
    bool found = false;
    for (LLVMValueRef other = LLVMGetFirstGlobal(of->module); other && !found; other = LLVMGetNextGlobal(other)) {
        if (other == variable || !lower_is_shared(other) || !is_on_line_of(of, variable, other))
            continue;
        char *its = lower_source_name(lower_name(other), last);
        found = strcmp(name, its) == 0;
        free(its);
    }
    free(name);
    return found;
}

/* The emulator finds a copy's record of a variable by name and line (emu/device/shared.c): no two may have both. */
static char *distinct_name(lowering *of, LLVMValueRef variable)
{
    bool with_scope = is_ambiguous(of, variable, true);
    if (with_scope && is_ambiguous(of, variable, false))
        return lower_format("%s", lower_name(variable));
    return lower_source_name(lower_name(variable), !with_scope);
}

LLVMValueRef lower_shared_record(lowering *of, LLVMValueRef variable)
{
    const lower_kernel *only;
    bool dynamic = LLVMIsDeclaration(variable); /* then the record says its alignment only, and has size 0 */
    char *list = find_kernels(of, variable, &only);
    lower_place place = lower_place_of_variable(of, variable);
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    unsigned given = LLVMGetAlignment(variable), alignment = given ? given : LLVMABIAlignmentOfType(of->layout, type);
    char *name = distinct_name(of, variable);
    char *function = only   ? lower_format("%s__body", only->name)
                     : list ? list
                            : lower_source_name(lower_name(variable), false);
    LLVMValueRef module = LLVMGetNamedGlobal(of->module, "lw__module");
    if (!module) {
        module = LLVMAddGlobal(of->module, LLVMInt8TypeInContext(of->context), "lw__module");
        LLVMSetVisibility(module, LLVMHiddenVisibility);
    }
    /* As in lw_shared_variable. */
    LLVMValueRef field[] = {module,
                            text(of, name),
                            LLVMConstInt(of->size, dynamic ? 0 : LLVMABISizeOfType(of->layout, type), false),
                            LLVMConstInt(of->size, alignment, false),
                            LLVMConstInt(of->word, place.line, false),
                            LLVMConstInt(of->word, only ? only->line : 0, false),
                            LLVMConstInt(of->size, 0, false),
                            LLVMConstInt(of->word, (unsigned)of->copy, false),
                            text(of, function),
                            text(of, place.file)};
    LLVMValueRef value = LLVMConstStructInContext(of->context, field, sizeof field / sizeof *field, false);
    LLVMValueRef record = LLVMAddGlobal(of->module, LLVMTypeOf(value), "lw.shared");
    LLVMSetInitializer(record, value);
    LLVMSetLinkage(record, LLVMInternalLinkage);
    LLVMSetSection(record, "lw_shared");
    LLVMSetAlignment(record, 8);
    LLVMSetExternallyInitialized(record, true); /* the emulator writes the offset */
    lower_append(&of->record, &of->record_count, record);
    free(name);
    free(function);
    return record;
}
