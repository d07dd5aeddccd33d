/* The loops that run the passes of the table, one for each stage. */
#include "pipeline.h"

#include "../analysis/code_size_budget.h"
#include "../codegen/emit.h"
#include "dump.h"
#include "one_thread.h"

bool fuse_run_prepare(const fuse_preparation *of, const fuse_pass *until)
{
    for (const fuse_pass *pass = fuse_passes; pass->name; pass++) {
        if (pass->prepare && !pass->prepare(of))
            return false;
        if (pass->prepare && pass == until)
            break;
    }
    return true;
}

bool fuse_run_kernel(fuse_kernel *kernel, const fuse_pass *until)
{
    kernel->size = fuse_count_instructions(kernel->function);
    for (const fuse_pass *pass = fuse_passes; pass->run != fuse_emit; pass++) {
        if (pass->check && !pass->check(kernel))
            return false;
        if (pass->run)
            pass->run(kernel);
        if ((pass->check || pass->run) && pass == until)
            return true;
    }
    return true;
}

void fuse_finish_kernel(fuse_kernel *kernel, const fuse_pass *until)
{
    if (!until || until->post || until->run == fuse_emit)
        fuse_emit(kernel);
    else if (kernel->compilation->keeps_one_thread)
        fuse_keep_one_thread(kernel);
    else
        fuse_dump_kernel(kernel, until);
}

bool fuse_run_post(const fuse_compilation *compilation, FILE *remarks, const fuse_pass *until)
{
    fuse_optimizer optimizer = {.compilation = compilation, .reports = remarks};
    if (!fuse_begin_optimizing(&optimizer))
        return false;
    bool done = true;
    for (const fuse_pass *pass = fuse_passes; pass->name && done; pass++) {
        done = !pass->post || pass->post(&optimizer);
        if (done && pass->post && pass == until)
            break;
    }
    return fuse_end_optimizing(&optimizer) && done;
}
