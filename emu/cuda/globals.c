/* Device variables. The fiber copy defines them; the other copies use its instance, so that all engines see one. Texts and
 * other private constants are each copy's own. A managed variable is the host's: lanewise-cc makes its symbol global
 * while it joins the copies. A variable's initial value is a constant, too: the descriptors' code copies that of a
 * managed one, and the runtime restores the others when the device is reset. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

static bool is_place(const char *name)
{
    static const char *const places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(name, places[i]))
            return true;
    return false;
}

/* Tables that the compiler makes for classes: the host cannot name them. */
static bool is_class_table(const char *name)
{
    return lower_starts(name, "_ZTV") || lower_starts(name, "_ZTI") || lower_starts(name, "_ZTS");
}

bool lower_is_managed(LLVMValueRef variable)
{
    const char *section = LLVMGetSection(variable);
    return section && !strcmp(section, "lw_managed"); /* api/cuda/host_defines.h */
}

static char *add_initial(lowering *of, const char *name, LLVMValueRef value)
{
    char *initial = lower_format("%s__initial", name);
    LLVMValueRef global = LLVMAddGlobal(of->module, LLVMTypeOf(value), initial);
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, true);
    LLVMSetVisibility(global, LLVMHiddenVisibility);
    return initial;
}

LLVMValueRef lower_initial_of(const lowering *of, LLVMValueRef with)
{
    char *initial = lower_format("%s__initial", lower_name(with));
    LLVMValueRef found = LLVMGetNamedGlobal(of->module, initial);
    free(initial);
    return found;
}

LLVMValueRef lower_device_variable(lowering *of, LLVMValueRef variable)
{
    enum { CONSTANT_SPACE = 4 };
    char *name = lower_format("%s", lower_name(variable)); /* which the replacement keeps */
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    LLVMLinkage linkage = LLVMGetLinkage(variable);
    bool is_private = linkage == LLVMPrivateLinkage, outside = LLVMIsExternallyInitialized(variable);
    bool managed = lower_is_managed(variable);
    LLVMSetValueName2(variable, "", 0);
    LLVMValueRef made = LLVMAddGlobal(of->module, type, name);
    LLVMSetAlignment(made, LLVMGetAlignment(variable));
    if (LLVMIsDeclaration(variable)) {
        /* Members of threadIdx and its kin are functions; the objects have no contents. */
        if (!is_place(name)) {
            char *source = lower_source_name(name, false);
            lower_refuse(of, lower_place_of_use(of, variable),
                         lower_linked_count(of)
                             ? "the device variable %s is defined in no file of the program"
                             : "the device variable %s is only declared in this file (with -rdc=true "
                               "another file may define it)",
                         source);
            free(source);
        }
        LLVMSetInitializer(made, LLVMConstNull(type));
        LLVMSetLinkage(made, LLVMInternalLinkage);
        return made;
    }
    LLVMSetExternallyInitialized(made, outside && !managed);
    LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(variable) && !outside);
    if (is_private)
        LLVMSetLinkage(made, LLVMPrivateLinkage);
    else if (!managed)
        LLVMSetVisibility(made, LLVMHiddenVisibility);
    char *initial = NULL;
    if (!is_private && of->copy == LOWER_FIBER && !is_class_table(name) && !LLVMIsNull(LLVMGetInitializer(variable)))
        initial = add_initial(of, name, LLVMGetInitializer(variable));
    if (!managed && (is_private || of->copy == LOWER_FIBER))
        LLVMSetInitializer(made, LLVMGetInitializer(variable)); /* rebuilt when all replacements are known */
    if (!is_private && of->copy == LOWER_FIBER && !is_class_table(name))
        of->symbol[of->symbol_count++] =
            (lower_symbol){.name = name,
                           .place = lower_place_of_variable(of, variable),
                           .size = LLVMABISizeOfType(of->layout, type),
                           .managed = managed,
                           .initial = initial,
                           .constant = LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == CONSTANT_SPACE};
    return made;
}
