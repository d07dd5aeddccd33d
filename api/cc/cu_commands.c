#include "cu_commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cu_cccl.h"
#include "cu_sources.h"
#include "fused.h"
#include "process.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

static void add_all(cc_words *command, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cc_words_add(command, words[i]);
}
#define ADD_ALL(command, words) add_all(command, words, sizeof(words) / sizeof *(words))

static void add_format(cc_words *command, char *word)
{
    cc_words_add(command, word);
    free(word);
}

/* Whether the folder is an NVIDIA toolkit's: its headers would replace ours, and mean something else. */
static bool is_toolkit(const char *folder)
{
    char *path = cc_format("%s/cuda_runtime_api.h", folder);
    bool is = access(path, R_OK) == 0;
    free(path);
    return is;
}

/* Adds flags, without search folders that are a toolkit's; its CCCL stays. */
static void add_without_toolkit(cc_words *command, const cc_words *flags)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *word = flags->items[i];
        bool system = !strcmp(word, "-isystem"), separate = system || !strcmp(word, "-I");
        const char *folder = separate                     ? (i + 1 < flags->count ? flags->items[i + 1] : "")
                             : cc_starts_with(word, "-I") ? word + 2
                                                          : NULL;
        if (folder && is_toolkit(folder)) {
            char *cccl = cc_cccl_of_toolkit(folder);
            if (cccl) {
                cc_words_add(command, system ? "-isystem" : "-I");
                add_format(command, cccl);
            }
            i += separate;
            continue;
        }
        cc_words_add(command, word);
    }
}

/* clang's own search folders are named one by one if one of them is a toolkit's, as /usr/local/include may be. */
static const cc_words *system_folders(const cc_options *options)
{
    static cc_words folders;
    static bool asked, has_toolkit;
    char line[PATH_MAX];
    if (asked)
        return has_toolkit ? &folders : NULL;
    asked = true;
    cc_words command = {0};
    char *log = cc_scratch_file("log");
    static const char *const words[] = {"--driver-mode=g++", "-E", "-v", "-x", "c++", "/dev/null", "-o", "/dev/null"};
    cc_words_add(&command, cc_clang(options));
    ADD_ALL(&command, words);
    FILE *file = cc_ask(&command, log) == 0 ? fopen(log, "r") : NULL;
    bool inside = false;
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        inside = (inside || cc_starts_with(line, "#include <")) && !cc_starts_with(line, "End of search");
        if (!inside || line[0] != ' ')
            continue;
        if (is_toolkit(line + 1))
            has_toolkit = true;
        else
            cc_words_add(&folders, line + 1);
    }
    if (file)
        fclose(file);
    cc_words_free(&command);
    free(log);
    return has_toolkit ? &folders : NULL;
}

static void add_system_folders(const cc_options *options, cc_words *command)
{
    const cc_words *folders = system_folders(options);
    if (!folders)
        return;
    cc_words_add(command, "-nostdinc");
    for (size_t i = 0; i < folders->count; i++) {
        cc_words_add(command, "-isystem");
        cc_words_add(command, folders->items[i]);
    }
}

static void add_clang(const cc_options *options, cc_words *command)
{
    cc_words_add(command, cc_clang(options));
    cc_words_add(command, "--driver-mode=g++");
    add_format(command, cc_format("-std=%s", options->cu_std ? options->cu_std : "gnu++17"));
}

/* Our headers first: a program may also name its own folders that hold a part of CUDA's. */
static void add_headers(const cc_options *options, cc_words *command)
{
    cc_words_add(command, "-I");
    add_format(command, cc_format("%s/cuda", cc_include_folder(options)));
}

/* After the user's folders. */
static void add_cccl(cc_words *command)
{
    if (!cc_cccl_folder())
        return;
    cc_words_add(command, "-isystem");
    cc_words_add(command, cc_cccl_folder());
}

static void add_host_flags(const cc_options *options, cc_words *command)
{
    add_clang(options, command);
    add_headers(options, command);
    add_without_toolkit(command, &options->host);
    add_without_toolkit(command, &options->cu_host);
    add_cccl(command);
    if (options->quiet)
        cc_words_add(command, "-w");
}

/* The folders that the user names with -I and -isystem, except a toolkit's. */
static void user_folders(const cc_options *options, cc_words *folders)
{
    for (size_t i = 0; i < options->language.count; i++) {
        const char *word = options->language.items[i], *folder = NULL;
        if (!strcmp(word, "-I") || !strcmp(word, "-isystem"))
            folder = ++i < options->language.count ? options->language.items[i] : NULL;
        else if (cc_starts_with(word, "-I"))
            folder = word + 2;
        if (folder && !is_toolkit(folder))
            cc_words_add(folders, folder);
    }
}

/* What both passes need to read the file as CUDA with our headers. */
static void add_cuda(const cc_options *options, const char *input, const char *id, cc_launches launches,
                     cc_words *command)
{
    static const char *const fixed[] = {
        "--cuda-gpu-arch=sm_90", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-Xclang",
        "-target-sdk-version=12.4", "-Xclang", "-fcuda-allow-variadic-functions", /* declared, to choose an overload */
        "-Wno-unknown-cuda-version", "-Wno-register", /* C++17 took the word out; nvcc warns */
        /* nvcc warns of these two, too: {x} of a wider x, and "a"NAME without a blank. */
        "-Wno-error=c++11-narrowing", "-Wno-error=reserved-user-defined-literal", "-Wno-unused-command-line-argument",
        "-DCCCL_DISABLE_NVTX"}; /* it would name ranges for a tool that is not there */
    /* As nvcc defines it; CUB would launch kernels from kernels. */
    static const char *const relocatable[] = {"-fgpu-rdc", "-D__CUDACC_RDC__", "-DCUB_DISABLE_CDP"};
    ADD_ALL(command, fixed);
    if (options->rdc) {
        ADD_ALL(command, relocatable);
        /* Part of static names, which both passes must have. Without the first flag the device's pass gets another. */
        cc_words_add(command, "-fuse-cuid=none");
        cc_words_add(command, "-Xclang");
        add_format(command, cc_format("-cuid=%s", id));
    }
    cc_words_add(command, "-isystem"); /* std::min() and the like in kernels, operator new */
    add_format(command, cc_format("%s/include/cuda_wrappers", cc_resource_folder(options)));
    add_system_folders(options, command);
    cc_words folders = {0};
    user_folders(options, &folders);
    cc_add_sources(input, &folders, launches, command);
    cc_words_free(&folders);
    if (launches != CC_LAUNCHES_OF_HOST) {
        cc_words_add(command, "-DLW_CUDA_LAUNCHES_IN_KERNELS");
        cc_words_add(command, "-Wno-cuda-compat"); /* of the lambdas' attributes */
    }
    cc_words_add(command, "-include");
    cc_words_add(command, "cuda_runtime.h");
    cc_words_add(command, "-x");
    cc_words_add(command, "cuda");
}

void cc_cu_cplusplus_flags(const cc_options *options, cc_words *command)
{
    add_host_flags(options, command);
    add_system_folders(options, command);
}

void cc_cu_host_command(const cc_options *options, const char *input, const char *id, const char *id_file,
                        const char *object, const char *dependencies, const char *target, bool kernels_launch,
                        cc_words *command)
{
    add_host_flags(options, command);
    cc_words_add(command, "-fwrapv"); /* programs compare kernels' results, which wrap, with the host's */
    if (dependencies) {
        cc_words_add(command, options->user_dependencies_only ? "-MMD" : "-MD");
        cc_words_add(command, "-MF");
        cc_words_add(command, dependencies);
        if (options->dependency_flags.count == 0) {
            cc_words_add(command, "-MQ");
            cc_words_add(command, target);
        }
        cc_words_add_all(command, &options->dependency_flags);
    }
    add_cuda(options, input, id, kernels_launch ? CC_LAUNCHES_HOST : CC_LAUNCHES_OF_HOST, command);
    cc_words_add(command, "--cuda-host-only");
    cc_words_add(command, "-Xclang");
    cc_words_add(command, "-fcuda-include-gpubinary");
    cc_words_add(command, "-Xclang");
    cc_words_add(command, id_file);
    cc_words_add(command, "-c");
    cc_words_add(command, input);
    cc_words_add(command, "-o");
    cc_words_add(command, object);
}

/* The flags that fix a kernel's meaning (cc_cpu_meaning()), as far as clang reads them here and not where it makes code. Lines
 * are for lanewise-lower-cuda, which strips those that the user does not want. */
void cc_cu_device_command(const cc_options *options, const char *input, const char *id, const char *bitcode,
                          bool kernels_launch, cc_words *command)
{
    static const char *const fixed[] = {"-fwrapv",
                                        "-fno-strict-aliasing",
                                        "-ffp-contract=off",
                                        "-fno-math-errno",
                                        "-fno-finite-loops",
                                        "-fno-delete-null-pointer-checks",
                                        "-fno-optimize-sibling-calls",
                                        "-w",
                                        "-O1",
                                        "-gline-tables-only",
                                        "-Xclang",
                                        "-debug-info-kind=constructor",
                                        "-Xclang",
                                        "-dwarf-version=4", /* valgrind 3.19 cannot read clang's version 5 */
                                        "-Xclang",
                                        "-target-feature",
                                        "-Xclang",
                                        "+ptx84",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "--cuda-device-only",
                                        "-emit-llvm"};
    /* For the checked copy; lanewise-lower-cuda leaves them out of the others. As add_bounds() has them. */
    static const char *const bounds[] = {"-Xclang", "-fsanitize=array-bounds", "-Xclang",
                                         "-fsanitize-recover=array-bounds", "-fstrict-flex-arrays=1"};
    add_clang(options, command);
    add_headers(options, command);
    add_without_toolkit(command, &options->language);
    add_cccl(command);
    add_cuda(options, input, id, kernels_launch ? CC_LAUNCHES_DEVICE : CC_LAUNCHES_OF_HOST, command);
    ADD_ALL(command, fixed);
    if (cc_checked_wanted(options))
        ADD_ALL(command, bounds);
    cc_words_add(command, "-c");
    cc_words_add(command, input);
    cc_words_add(command, "-o");
    cc_words_add(command, bitcode);
}

/* Whether the fiber copy is for a debugger: not optimised, and with lines. */
static bool is_watched(const cc_options *options, const char *copy)
{
    bool optimised = true;
    for (size_t i = 0; i < options->host.count; i++) /* the last -O counts */
        if (cc_starts_with(options->host.items[i], "-O"))
            optimised = strcmp(options->host.items[i], "-O0") != 0;
    return !optimised && cc_has_lines(options) && !strcmp(copy, "fiber");
}

void cc_cu_lower_command(const cc_options *options, const char *input, const char *copy, const char *bitcode,
                         const char *descriptors, const char *output, cc_words *command)
{
    bool checked = !strcmp(copy, "checked");
    cc_words_add(command, cc_lower(options));
    add_format(command, cc_format("--copy=%s", copy));
    add_format(command, cc_format("--file=%s", input));
    add_format(command, cc_format("--headers=%s/cuda/", cc_include_folder(options)));
    add_format(command, cc_format("--headers=%s/", cc_resource_folder(options)));
    if (descriptors)
        add_format(command, cc_format("--descriptors=%s", descriptors));
    if (checked) /* amend.c reads text */
        cc_words_add(command, "--text");
    else if (!cc_has_lines(options) && !(options->fused_report && !strcmp(copy, "fused")))
        cc_words_add(command, "--strip-lines");
    if (is_watched(options, copy))
        cc_words_add(command, "--watched");
    cc_words_add(command, "-o");
    cc_words_add(command, output);
    cc_words_add(command, bitcode);
}

void cc_cu_fiber_command(const cc_options *options, const char *bitcode, const char *object, cc_words *command)
{
    cc_words_add(command, cc_clang(options));
    cc_words_add(command, "-w");
    cc_words_add(command, "-O2");
    for (size_t i = 0; i < options->host.count; i++) /* the last -O counts */
        if (cc_starts_with(options->host.items[i], "-O"))
            cc_words_add(command, options->host.items[i]);
    cc_words_add_all(command, &options->code);
    cc_words_add(command, "-x");
    cc_words_add(command, "ir");
    cc_words_add(command, "-c");
    cc_words_add(command, bitcode);
    cc_words_add(command, "-o");
    cc_words_add(command, object);
}

void cc_cu_descriptors_command(const cc_options *options, const char *id, const char *source, const char *object,
                               bool has_fused, cc_words *command)
{
    static const char *const fixed[] = {"-std=gnu11", "-w", "-O1", "-fPIC"};
    cc_words_add(command, cc_clang(options));
    ADD_ALL(command, fixed);
    add_format(command, cc_format("-DLW_CUDA_FILE_ID=\"%s\"", id));
    if (has_fused)
        cc_words_add(command, "-DLW_MODULE_HAS_FUSED=1");
    if (cc_checked_wanted(options))
        cc_words_add(command, "-DLW_MODULE_HAS_CHECKED=1");
    if (options->module)
        cc_words_add(command, "-DLW_CUDA_MODULE=1");
    cc_words_add(command, "-I");
    cc_words_add(command, cc_include_folder(options));
    cc_words_add(command, "-c");
    cc_words_add(command, source);
    cc_words_add(command, "-o");
    cc_words_add(command, object);
}

void cc_cu_link_command(const cc_options *options, char *const *ids, char *const *bitcodes, size_t count,
                        const char *output, cc_words *command)
{
    cc_words_add(command, cc_lower(options));
    cc_words_add(command, "--link");
    cc_words_add(command, "-o");
    cc_words_add(command, output);
    for (size_t i = 0; i < count; i++) {
        add_format(command, cc_format("--id=%s", ids[i]));
        cc_words_add(command, bitcodes[i]);
    }
}
