/* Machine code of what was made: the object that clang -O3 -ffp-contract=off would make of the same bitcode, but for the
 * passes it would run. A start of clang takes as long as a tenth of a small file. */
#include "fuse.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>

/* Reduction of strength, copies of blocks' tails and the reassignment of masks take time, of large kernels most of it, and
 * nothing is gained by them; nor by tables of names for debuggers. */
static void leave_out(const fuse_module *whole)
{
    static const char *const options[] = {"lanewise-fuse", "-accel-tables=Disable", "-disable-lsr",
                                          "-disable-early-taildup", "-disable-x86-domain-reassignment"};
    LLVMParseCommandLineOptions(4 + fuse_is_x86(whole), options, NULL);
}

static void tell(LLVMDiagnosticInfoRef information, void *failed)
{
    if (LLVMGetDiagInfoSeverity(information) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(information);
    fuse_fail("its machine code", text);
    LLVMDisposeMessage(text);
    *(bool *)failed = true;
}

int fuse_write_object(const fuse_module *whole, const char *output)
{
    leave_out(whole);
    LLVMTargetMachineRef machine = fuse_machine(whole);
    if (!machine)
        return 1;
    LLVMInitializeAllAsmPrinters();
    LLVMInitializeAllAsmParsers(); /* for assembly beside the kernels */
    bool failed = false;
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(whole->module), tell, &failed);
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, whole->module, LLVMObjectFile, &message, &buffer))
        failed = fuse_fail("its machine code", message);
    LLVMDisposeMessage(message);
    int status = failed || fuse_save(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), output);
    if (buffer)
        LLVMDisposeMemoryBuffer(buffer);
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(whole->module), NULL, NULL);
    LLVMDisposeTargetMachine(machine);
    return status;
}
