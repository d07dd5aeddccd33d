/* Runs a pipeline of LLVM's own passes, named as for `opt -passes=`. */
#include "run_passes.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>

#include "kernel.h"

bool fuse_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage(error);
    fprintf(stderr, "lanewise-fuse: %s\n", message);
    LLVMDisposeErrorMessage(message);
    return false;
}
