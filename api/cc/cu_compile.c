/* The way of a .cu file:
 *
 *   clang, host     -> the host's code, in which `<<<>>>` is a call of liblanewise-cudart
 *   clang, device   -> bitcode for nvptx64, not optimised
 *     cu_copies.c   -> an object with the copies, which is linked with the host's code
 *     or, with -rdc=true, cu_relocatable.c -> a section of the host's code, for cu_device_link.c
 */
#include "cu_compile.h"

#include <limits.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cu_child.h"
#include "cu_commands.h"
#include "cu_copies.h"
#include "cu_relocatable.h"
#include "depend.h"
#include "managed.h"
#include "message.h"
#include "output.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

typedef struct work {
    const cc_options *options;
    const char *input, *object;
    char *id, *id_file, *dependencies;
    cc_step host, device;
} work;

void cc_require_clang(const cc_options *options)
{
    if (!cc_clang(options))
        cc_fatal("clang-19 is missing, and CUDA C++ needs it: apt-get install clang-19 (or name it with --clang=PATH)");
}

/* What no other file of the program has: a number of its path, and of the object's. */
static char *make_id(const cc_options *options, const char *input, const char *object)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    char *real = realpath(input, NULL);
    const char *texts[] = {real ? real : input, options->mode == CC_LINK ? options->output : object};
    for (size_t i = 0; i < 2; i++)
        for (const char *c = texts[i] ? texts[i] : "";; c++) {
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
            if (!*c)
                break;
        }
    free(real);
    return cc_format("%016llx", (unsigned long long)hash);
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

static void prepare_passes(work *now, bool kernels_launch)
{
    const cc_options *options = now->options;
    now->host = cc_new_step("host.o");
    now->host.shown = !options->quiet;
    now->device = cc_new_step("device.bc");
    cc_cu_host_command(options, now->input, now->id, now->id_file, now->host.product, now->dependencies, now->object,
                       kernels_launch, &now->host.command);
    cc_cu_device_command(options, now->input, now->id, now->device.product, kernels_launch, &now->device.command);
}

static void free_passes(work *now)
{
    cc_free_step(&now->host);
    cc_free_step(&now->device);
}

/* Runs clang for both passes. Where it refuses launches in kernels, it gets the text without them. */
static int run_passes(work *now)
{
    cc_step *const steps[] = {&now->host, &now->device};
    int status = cc_run_quietly(steps, 2);
    if (status && (cc_launches_refused(now->host.log) || cc_launches_refused(now->device.log))) {
        free_passes(now);
        prepare_passes(now, true);
        status = cc_run_quietly(steps, 2);
    }
    cc_show_steps(now->input, steps, 2);
    return status;
}

static void prepare(work *now)
{
    const cc_options *options = now->options;
    now->id = make_id(options, now->input, now->object);
    now->id_file = cc_scratch_file("id");
    now->dependencies = options->dependencies ? cc_scratch_file("dependencies") : NULL;
    prepare_passes(now, false);
}

static void free_work(work *now)
{
    free_passes(now);
    free(now->id);
    free(now->id_file);
    free(now->dependencies);
}

static int link_objects(const cc_options *options, const char *one, const char *other, const char *joined)
{
    cc_words command = {0};
    const char *const words[] = {cc_host_compiler(options), "-r", "-nostdlib", "-o", joined, one, other};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cc_words_add(&command, words[i]);
    int status = cc_run(&command);
    cc_words_free(&command);
    return status;
}

/* The copies' names become local before the host's code joins them: it has variables and functions of the same names.
 * Managed variables are the host's, and global for as long as they are joined. */
static int join(work *now, const char *name, const char *joined)
{
    cc_cu_copies copies;
    char *kernels = cc_scratch_file("kernels.o");
    cc_words managed = {0};
    cc_cu_copies_prepare(&copies, now->options, now->input, now->device.product, name);
    int status = cc_cu_copies_make(&copies, kernels);
    cc_managed_find(now->host.product, &managed);
    if (!status)
        status = cc_managed_bind(now->options, &managed, "--globalize-symbol", now->host.product);
    if (!status)
        status = link_objects(now->options, now->host.product, kernels, joined);
    if (!status)
        status = cc_managed_bind(now->options, &managed, "--localize-symbol", joined);
    cc_words_free(&managed);
    cc_cu_copies_free(&copies);
    free(kernels);
    return status;
}

static int make(work *now, const char *joined)
{
    const cc_options *options = now->options;
    char *name = cc_format("lanewise %s", now->id);
    int status = 0;
    if (!options->dry_run && !write_text(now->id_file, name)) {
        cc_say("cannot write %s", now->id_file);
        status = 1;
    }
    if (!status)
        status = run_passes(now);
    if (!status && options->rdc)
        status = cc_relocatable_write(options, now->input, now->id, now->device.product, now->host.product, joined);
    else if (!status)
        status = join(now, name, joined);
    free(name);
    return status;
}

/* The file that -MF names, or else one beside the object, as with gcc. The caller frees. */
static char *dependency_path(const cc_options *options, const char *object)
{
    return options->dependency_file ? cc_format("%s", options->dependency_file) : cc_replace_suffix(object, ".d");
}

static int write_outputs(const work *now, const char *joined)
{
    if (now->dependencies) {
        char *path = dependency_path(now->options, now->object);
        bool written = cc_output_copy(now->dependencies, path);
        free(path);
        if (!written)
            return 1;
    }
    return cc_output_copy(joined, now->object) ? 0 : 1;
}

static bool names_input(const char *input, const char *output)
{
    if (!cc_output_is(input, output))
        return false;
    cc_say("%s is the input and the output: name another file with -o", output);
    return true;
}

int cc_compile_cu(const cc_options *options, const char *input, const char *object)
{
    cc_require_clang(options);
    if (names_input(input, object))
        return 1;
    work now = {.options = options, .input = input, .object = object};
    prepare(&now);
    char *joined = cc_scratch_file("object");
    int status = make(&now, joined);
    if (!status && !options->dry_run)
        status = write_outputs(&now, joined);
    free(joined);
    free_work(&now);
    return status;
}

int cc_compile_cplusplus(const cc_options *options, const char *input, const char *object)
{
    cc_require_clang(options);
    if (names_input(input, object))
        return 1;
    cc_words command = {0};
    cc_cu_cplusplus_flags(options, &command);
    if (options->dependencies) {
        char *path = dependency_path(options, object);
        cc_words_add(&command, options->user_dependencies_only ? "-MMD" : "-MD");
        cc_words_add(&command, "-MF");
        cc_words_add(&command, path);
        cc_words_add_all(&command, &options->dependency_flags);
        free(path);
    }
    cc_words_add(&command, "-c");
    cc_words_add(&command, input);
    cc_words_add(&command, "-o");
    cc_words_add(&command, object);
    int status = cc_run(&command);
    cc_words_free(&command);
    return status;
}

int cc_compile_cu_only(const cc_options *options)
{
    cc_require_clang(options);
    cc_words command = {0};
    char *id = cc_scratch_file("id");
    int status = 1;
    if (options->inputs.count != 1)
        cc_say("-E, -S, -M, -MM and -fsyntax-only take one .cu or C++ file at a time");
    else if (write_text(id, "")) {
        const char *input = options->inputs.items[0];
        cc_cu_host_command(options, input, "0", id, options->output ? options->output : "-", NULL, NULL, false,
                           &command);
        status = cc_run(&command);
    }
    cc_words_free(&command);
    free(id);
    return status;
}
