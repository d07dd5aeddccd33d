/* The CPU copy: the C compiler compiles the file as C. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "fused.h"
#include "tools.h"

/* Whether -w makes this flag void: warning flags, except those for the preprocessor and the assembler. */
static bool chooses_warnings(const char *word)
{
    return (cc_starts_with(word, "-W") && !cc_starts_with(word, "-Wp,") && !cc_starts_with(word, "-Wa,")) ||
           !strcmp(word, "-pedantic");
}

/* The C compiler's words for the user's flags and Lanewise's headers. */
static void add_user_flags(const cc_options *options, cc_words *command)
{
    for (size_t i = 0; i < options->host.count; i++)
        if (!options->quiet || !chooses_warnings(options->host.items[i]))
            cc_words_add(command, options->host.items[i]);
    cc_words_add(command, options->include_dir ? "-I" : "-isystem");
    cc_words_add(command, cc_include_folder(options));
}

void cc_cpu_flags(const cc_options *options, cc_words *command)
{
    cc_words_add(command, cc_host_compiler(options));
    cc_words_add(command, "-std=gnu11");
    add_user_flags(options, command);
    cc_cpu_meaning(options, command);
}

void cc_cpu_meaning(const cc_options *options, cc_words *command)
{
    /* After the user's flags, so that these win:
     * - overflow wraps and memory has no types, as on a GPU; a * b + c rounds twice; mathematics sets no errno;
     * - an endless loop or a null pointer must be reported, so the compiler may not assume that there is none;
     * - plain ld links the object, and the emulator's thread-local variables are one load away;
     * - a fault is in the function where it happened, and no frame can jump over a stack's guard;
     * - an operation that this target lacks is a compile error, not a link error;
     * - code with another meaning in C++ is an error where compilers notice it: `auto x = 1.5f` is an int in C, C++17
     *   evaluates the right side of `a[i] = i++` first, and C++ has no arrays of variable length. */
    static const char *const fixed[] = {"-fwrapv",
                                        "-fno-strict-aliasing",
                                        "-ffp-contract=off",
                                        "-fno-math-errno",
                                        "-fno-finite-loops",
                                        "-fno-delete-null-pointer-checks",
                                        "-fno-lto",
                                        "-ftls-model=initial-exec",
                                        "-fno-optimize-sibling-calls",
                                        "-fstack-clash-protection",
                                        "-Werror=implicit-function-declaration",
                                        "-Werror=implicit-int",
                                        "-Werror=sequence-point",
                                        "-Werror=vla"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(command, fixed[i]);
    if (cc_target_cuda.wanted(options))
        cc_words_add(command, "-DLW_MODULE_HAS_CUDA=1");
    if (cc_fused_wanted(options))
        cc_words_add(command, "-DLW_MODULE_HAS_FUSED=1");
    if (cc_checked_wanted(options))
        cc_words_add(command, "-DLW_MODULE_HAS_CHECKED=1");
}

static bool wanted(const cc_options *options)
{
    (void)options;
    return true;
}

static void add_files(const cc_job *job, cc_words *command)
{
    const cc_options *options = job->options;
    if (job->dependencies) {
        cc_words_add(command, options->user_dependencies_only ? "-MMD" : "-MD");
        cc_words_add(command, "-MF");
        cc_words_add(command, job->dependencies);
        bool has_target = false;
        for (size_t i = 0; i < options->dependency_flags.count; i++)
            has_target = has_target || !cc_starts_with(options->dependency_flags.items[i], "-MP");
        if (!has_target) {
            cc_words_add(command, "-MQ");
            cc_words_add(command, job->object);
        }
        cc_words_add_all(command, &options->dependency_flags);
    }
    cc_coverage_flags(job, command);
    cc_words_add(command, "-x");
    cc_words_add(command, "c");
    cc_words_add(command, "-c");
    cc_words_add(command, job->input);
    cc_words_add(command, "-o");
    cc_words_add(command, job->product);
}

static void add_command(const cc_job *job, cc_words *command)
{
    cc_cpu_flags(job->options, command);
    add_files(job, command);
}

static void add_host_command(const cc_job *job, cc_words *command)
{
    cc_words_add(command, cc_host_compiler(job->options));
    if (job->options->nvcc_words) { /* C beside .cu files: CUDA's headers */
        char *folder = cc_format("%s/cuda", cc_include_folder(job->options));
        cc_words_add(command, "-I");
        cc_words_add(command, folder);
        free(folder);
        cc_words_add_all(command, &job->options->cu_host);
    }
    add_user_flags(job->options, command);
    add_files(job, command);
}

const cc_target cc_target_cpu = {
    .name = "the CPU", .suffix = "cpu.o", .depends = true, .wanted = wanted, .command = add_command};
const cc_target cc_target_host = {
    .name = "the host", .suffix = "host.o", .depends = true, .wanted = wanted, .command = add_host_command};
