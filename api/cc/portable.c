#include "portable.h"

#include <stdint.h>
#include <stdlib.h>

#include "kernel_object.h"
#include "message.h"
#include "scratch.h"
#include "target.h"

void cc_portable_prepare(cc_portable *portable, const cc_options *options, const char *input)
{
    *portable = (cc_portable){.input = input};
    if (cc_target_cuda.wanted(options))
        return;
    cc_words *command = &portable->command;
    portable->object = cc_scratch_file("portable.o");
    portable->log = cc_scratch_file("log");
    cc_cpu_flags(options, command);
    static const char *const fixed[] = {"-w", "-O0", "-fno-inline", "-U_FORTIFY_SOURCE", "-x", "c", "-c"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(command, fixed[i]);
    cc_words_add(command, input);
    cc_words_add(command, "-o");
    cc_words_add(command, portable->object);
}

void cc_portable_free(cc_portable *portable)
{
    cc_words_free(&portable->command);
    free(portable->object);
    free(portable->log);
}

/* One that cannot be started, or is ended, is no reason to refuse the file. */
void cc_portable_start(cc_portable *portable)
{
    if (portable->command.count && cc_start(&portable->process, &portable->command, portable->log))
        portable->process.spare = true;
}

void cc_portable_stop(cc_portable *portable)
{
    cc_stop(&portable->process);
}

static void refuse_call(void *input, const char *caller, const char *callee)
{
    cc_say(
        "%s: %s calls %s(), a function of the host, which nvcc refuses: functions that kernels call are __device__ ones of "
        "the same file, or CUDA's",
        (const char *)input, caller, callee);
}

static void refuse_shared(void *input, int line, size_t bytes)
{
    cc_say("%s:%d: the kernel's LW_SHARED variables have %zu bytes, more than the %d of a block, which nvcc refuses: "
           "LW_DYNAMIC_SHARED can have more",
           (const char *)input, line, bytes, CC_MOST_SHARED);
}

int cc_portable_finish(cc_portable *portable, bool dry_run)
{
    if (portable->command.count == 0 || cc_wait(&portable->process) != 0 || dry_run)
        return 0;
    static const cc_kernel_rules rules = {refuse_call, refuse_shared};
    return cc_kernel_object_check(portable->object, &rules, (void *)(uintptr_t)portable->input) ? 0 : 1;
}
