#include "portable.h"

#include <stdlib.h>

#include "constant.h"
#include "kernel_object.h"
#include "message.h"
#include "scratch.h"
#include "target.h"

void cc_portable_prepare(cc_portable *portable, const cc_options *options, const char *input)
{
    *portable = (cc_portable){.options = options, .input = input};
    if (cc_target_cuda.wanted(options))
        return;
    cc_words *command = &portable->command;
    portable->object = cc_scratch_file("portable.o");
    portable->log = cc_scratch_file("log");
    cc_cpu_flags(options, command);
    static const char *const fixed[] = {
        "-w", "-O0", "-fno-inline", "-fdata-sections", "-fPIE", "-fvisibility=hidden", "-U_FORTIFY_SOURCE",
        "-x", "c",   "-c"};
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

/* If the compiler cannot be started, or a signal ends it, the file is not refused. */
void cc_portable_start(cc_portable *portable)
{
    if (portable->command.count && cc_start(&portable->process, &portable->command, portable->log))
        portable->process.spare = true;
}

void cc_portable_stop(cc_portable *portable)
{
    cc_stop(&portable->process);
}

static bool refuse_symbol(void *user, const char *caller, const char *name, cc_host_kind kind)
{
    const cc_portable *portable = user;
    const char *input = portable->input;
    switch (kind) {
    case CC_HOST_FUNCTION:
        cc_say(
            "%s: %s calls %s(), a function of the host, which nvcc refuses: functions that kernels call are __device__ ones "
            "of the same file, or CUDA's",
            input, caller, name);
        return true;
    case CC_HOST_FOREIGN:
        cc_say(
            "%s: %s uses %s, which is not defined in this file; nvcc refuses that: kernels use functions and variables of the "
            "device, of the same file",
            input, caller, name);
        return true;
    case CC_HOST_VARIABLE:
        cc_say(
            "%s: %s uses %s, a variable of the host, which nvcc refuses: write LW_GLOBAL(type, %s), or pass it to the kernel "
            "as a parameter",
            input, caller, name, name);
        return true;
    default:
        if (!cc_constant_is_refused(portable->options, input, name, kind == CC_HOST_CONSTANT_POINTER))
            return false;
        cc_say(
            "%s: %s uses the address of %s, a constant of the host, which nvcc refuses: write LW_CONSTANT(type, %s, [n]), or "
            "static const in the kernel",
            input, caller, name, name);
        return true;
    }
}

static void refuse_shared(void *user, int line, size_t bytes)
{
    const cc_portable *portable = user;
    cc_say("%s:%d: the kernel's LW_SHARED variables have %zu bytes, more than the %d of a block, which nvcc refuses: "
           "LW_DYNAMIC_SHARED can have more",
           portable->input, line, bytes, CC_MOST_SHARED);
}

int cc_portable_finish(cc_portable *portable, bool dry_run)
{
    if (portable->command.count == 0 || cc_wait(&portable->process) != 0 || dry_run)
        return 0;
    static const cc_kernel_rules rules = {refuse_symbol, refuse_shared};
    return cc_kernel_object_check(portable->object, &rules, portable) ? 0 : 1;
}
