/* Inline assembly is PTX, which has no meaning on a CPU. A few snippets have a function of the vocabulary in their place;
 * any other is an error that quotes it. Empty assembly without operands, a barrier for the compiler, stays. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *ptx, *function;
} snippets[] = {
    {"trap;", "nvvm_trap"},
    {"brkpt;", "nvvm_brkpt"},
    {"mov.u32 $0, %laneid;", "nvvm_read_ptx_sreg_laneid"},
    {"mov.u32 $0, %warpid;", "nvvm_read_ptx_sreg_warpid"},
    {"mov.u32 $0, %smid;", "nvvm_read_ptx_sreg_smid"},
    {"mov.u32 $0, %lanemask_lt;", "nvvm_read_ptx_sreg_lanemask_lt"},
    {"mov.u32 $0, %lanemask_le;", "nvvm_read_ptx_sreg_lanemask_le"},
    {"mov.u32 $0, %lanemask_eq;", "nvvm_read_ptx_sreg_lanemask_eq"},
    {"mov.u32 $0, %lanemask_ge;", "nvvm_read_ptx_sreg_lanemask_ge"},
    {"mov.u32 $0, %lanemask_gt;", "nvvm_read_ptx_sreg_lanemask_gt"},
    {"mov.u64 $0, %globaltimer;", "nvvm_read_ptx_sreg_globaltimer"},
    {"mov.u64 $0, %clock64;", "nvvm_read_ptx_sreg_clock64"},
    {"bar.sync 0;", "nvvm_barrier0"},
    {"membar.cta;", "nvvm_membar_cta"},
    {"membar.gl;", "nvvm_membar_gl"},
    {"membar.sys;", "nvvm_membar_sys"},
    {"bfe.u32 $0, $1, $2, $3;", "lw_cuda_bfe_u32"},
    {"bfi.b32 $0, $1, $2, $3, $4;", "lw_cuda_bfi_b32"},
    {"prmt.b32 $0, $1, $2, $3;", "lw_cuda_prmt_b32"},
};

/* The text in one form: no space at the ends, single spaces, "%%" as "%". */
static char *plain(const char *text, size_t length)
{
    char *made = lower_allocate(length + 1, 1), *to = made;
    for (size_t i = 0; i < length; i++) {
        bool space = strchr(" \t\n", text[i]);
        if (space && (to == made || to[-1] == ' '))
            continue;
        if (text[i] == '%' && to > made && to[-1] == '%')
            continue;
        *to++ = space ? ' ' : text[i];
    }
    if (to > made && to[-1] == ' ')
        to[-1] = '\0';
    return made;
}

static const char *function_for(const char *ptx)
{
    for (size_t i = 0; i < sizeof snippets / sizeof *snippets; i++)
        if (!strcmp(snippets[i].ptx, ptx))
            return snippets[i].function;
    return NULL;
}

static void replace(lowering *of, LLVMValueRef call)
{
    enum { MOST = 8 };
    LLVMValueRef assembly = LLVMGetCalledValue(call), argument[MOST];
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    char *ptx = plain(text, length);
    const char *name = function_for(ptx);
    unsigned count = LLVMGetNumArgOperands(call);
    bool is_barrier = !ptx[0] && count == 0 && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    if (!is_barrier && (!name || count > MOST))
        lower_refuse(of, lower_place_of(of, call), "inline PTX \"%s\" is not supported on the CPU", ptx);
    free(ptx);
    if (!name || count > MOST)
        return;
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef function = LLVMGetNamedFunction(of->module, name);
    if (!function)
        function = LLVMAddFunction(of->module, name, type);
    for (unsigned i = 0; i < count; i++)
        argument[i] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(of->builder, call);
    LLVMValueRef made = LLVMBuildCall2(of->builder, type, function, argument, count, "");
    LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
}

void lower_replace_assembly(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef next, i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    replace(of, i);
            }
    size_t length;
    if (LLVMGetModuleInlineAsm(of->module, &length)[0])
        lower_refuse(of, (lower_place){of->input, 0}, "assembly outside of functions is not supported");
}
