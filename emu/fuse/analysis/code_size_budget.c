/* How much code a kernel may become. Emission copies a region for whole blocks, strips, pieces of rows, diverged
 * iterations, single warps and single threads. The sum is mostly 10 to 40 times the kernel. Without this budget it
 * would have no bound, and compile time grows at least in proportion. A kernel beyond the budget stays on fibers.
 *
 * Kernels of LARGE instructions are those of libraries that unroll their loops: a thread of CUB's radix sort has up to 14,000. Their
 * budget is fixed, because compiling what the other kernels may become would take minutes. */
#include "code_size_budget.h"

#include "../support/kernel.h"

enum { TIMES = 32, ALWAYS = 32768 }; /* the budget is TIMES * the kernel's instructions + ALWAYS */
enum { LARGE = 4096, OF_LARGE = 65536 };

unsigned fuse_count_instructions(LLVMValueRef function)
{
    unsigned count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            count++;
    return count;
}

unsigned fuse_code_budget(const fuse_kernel *kernel)
{
    return kernel->size < LARGE ? TIMES * kernel->size + ALWAYS : OF_LARGE;
}

static bool is_within(fuse_kernel *kernel, unsigned count)
{
    unsigned most = fuse_code_budget(kernel);
    return count <= most ||
           fuse_refuse(kernel, "its loops over threads would be more than %u instructions, those of a thread are %u",
                       most, kernel->size);
}

bool fuse_within_code_budget(fuse_kernel *kernel)
{
    return is_within(kernel, kernel->emitted);
}

bool fuse_plan_within_code_budget(fuse_kernel *kernel)
{
    return is_within(kernel, kernel->planned_instructions / 8 * 7);
}
