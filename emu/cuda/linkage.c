/* Functions and globals become what the C compiler makes of a kernel file: kernel code in its section, all names local
 * except entries, and the attributes that the compiler's flags would have set for the host's processor. */
#include "lower.h"

#include <llvm-c/Comdat.h>
#include <string.h>

static unsigned kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void add(const lowering *of, LLVMValueRef function, const char *name, unsigned long long value)
{
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(of->context, kind(name), value));
}

static void drop(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind(name));
}

static const lower_kernel *kernel_of(const lowering *of, LLVMValueRef function)
{
    for (size_t i = 0; i < of->kernel_count; i++)
        if (of->kernel[i].function == function)
            return &of->kernel[i];
    return NULL;
}

static bool is_entry(const lowering *of, LLVMValueRef function)
{
    for (size_t i = 0; i < of->kernel_count; i++)
        if (of->kernel[i].entry == function)
            return true;
    return false;
}

static void set_function(const lowering *of, LLVMValueRef function)
{
    static const char *const of_device[] = {"target-cpu", "target-features", "uniform-work-group-size",
                                            "stack-protector-buffer-size"};
    enum { ASYNCHRONOUS = 2 }; /* unwind tables that hold at every instruction */
    static const char probe[] = "probe-stack", how[] = "inline-asm";
    bool entry = is_entry(of, function);
    for (size_t i = 0; i < sizeof of_device / sizeof *of_device; i++)
        LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, of_device[i],
                                         (unsigned)strlen(of_device[i]));
    LLVMSetFunctionCallConv(function, LLVMCCallConv);
    if (LLVMIsDeclaration(function))
        return;
    LLVMSetSection(function, "lw_kernel_text");
    if (!entry) {
        LLVMSetComdat(function, NULL);
        LLVMSetLinkage(function, LLVMInternalLinkage);
    }
    add(of, function, "uwtable", ASYNCHRONOUS);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(of->context, probe, sizeof probe - 1, how, sizeof how - 1));
    if (of->copy != LOWER_CHECKED && kernel_of(of, function)) {
        drop(function, "noinline");
        add(of, function, "alwaysinline", 0);
    }
    /* The entry reads the launch's arguments, which are not the kernel's memory: its accesses are not checked. */
    if (of->copy == LOWER_CHECKED && !entry) {
        add(of, function, "sanitize_thread", 0);
        if (kernel_of(of, function)) {
            drop(function, "alwaysinline");
            add(of, function, "noinline", 0);
        }
    }
}

/* Globals that clang made in address space 0: texts, tables of classes. Each copy has its own. */
static void set_global(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (LLVMIsDeclaration(global) || LLVMGetSection(global) || LLVMGetVisibility(global) == LLVMHiddenVisibility ||
        linkage == LLVMPrivateLinkage || linkage == LLVMInternalLinkage ||
        lower_ends(lower_name(global), "__attributes"))
        return;
    LLVMSetComdat(global, NULL);
    LLVMSetLinkage(global, LLVMInternalLinkage);
}

void lower_set_linkage(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        set_function(of, f);
    for (LLVMValueRef next, g = LLVMGetFirstGlobal(of->module); g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != 0) { /* a constant that nothing uses may mention it still */
            LLVMReplaceAllUsesWith(g, LLVMGetUndef(LLVMTypeOf(g)));
            LLVMDeleteGlobal(g);
        } else {
            set_global(g);
        }
    }
    if (!of->record_count)
        return;
    LLVMValueRef list = LLVMConstArray2(of->pointer, of->record, of->record_count);
    LLVMValueRef used = LLVMAddGlobal(of->module, LLVMTypeOf(list), "llvm.used"); /* whole, whatever is read of them */
    LLVMSetInitializer(used, list);
    LLVMSetLinkage(used, LLVMAppendingLinkage);
    LLVMSetSection(used, "llvm.metadata");
}
