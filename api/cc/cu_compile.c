/* The way of a .cu file:
 *
 *   clang, host     -> the host's code, in which `<<<>>>` is a call of liblanewise-cudart
 *   clang, device   -> bitcode for nvptx64, not optimised
 *     lanewise-lower-cuda, for each copy -> bitcode as a kernel file's, and the file's descriptors in C
 *       clang -> the fiber copy;  lanewise-fuse -> the fused copies;  clang with calls before accesses -> the checked copy
 *   the copies are joined as a kernel file's, then linked with the host's code
 */
#include "cu_compile.h"

#include <limits.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "amend.h"
#include "cu_cccl.h"
#include "cu_commands.h"
#include "depend.h"
#include "fused.h"
#include "join.h"
#include "managed.h"
#include "message.h"
#include "output.h"
#include "process.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

typedef struct step { /* a command, and what it writes */
    cc_words command;
    cc_process process;
    char *product, *log;
} step;

typedef struct work {
    const cc_options *options;
    const char *input, *object;
    char *id, *id_file, *dependencies, *descriptors;
    step host, device;
    step lower[3]; /* fiber, fused, checked; without a command: the copy is not made */
    step fiber, described, checked, renamed;
    cc_fused fused;
} work;

void cc_require_clang(const cc_options *options)
{
    if (!cc_clang(options))
        cc_fatal("clang-19 is missing, and CUDA C++ needs it: apt-get install clang-19 (or name it with --clang=PATH)");
}

static void show(const step *of, const char *input, int status)
{
    char buffer[4096];
    size_t size, all = 0;
    FILE *file = of->log ? fopen(of->log, "r") : NULL;
    while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0)
        all += fwrite(buffer, 1, size, stderr);
    if (file)
        fclose(file);
    if (status && of->log)
        cc_cccl_hint(of->log);
    if (status && all == 0 && !of->process.reported)
        cc_say("compiling %s: %s ended with status %d", input, of->process.program, status);
}

/* Starts the steps that have a command and waits for all. Returns the first status that is not 0, after that step's
 * messages; those of successful steps are shown, too. */
static int run_steps(const work *now, step *const *steps, size_t count)
{
    int status = 0;
    size_t started = 0;
    for (; started < count && !status; started++)
        if (steps[started]->command.count > 0)
            status = cc_start(&steps[started]->process, &steps[started]->command, steps[started]->log) ? 0 : 1;
    for (size_t i = 0; i < started; i++) {
        if (steps[i]->command.count == 0)
            continue;
        if (status) {
            cc_stop(&steps[i]->process);
            continue;
        }
        status = cc_wait(&steps[i]->process);
        if (status || (steps[i] == &now->host && !now->options->quiet))
            show(steps[i], now->input, status);
    }
    return status;
}

/* A text that no other file of the program has: of its path, and of the object's. */
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
    return cc_format("lanewise %016llx", (unsigned long long)hash);
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

static step new_step(const char *suffix)
{
    return (step){.product = cc_scratch_file(suffix), .log = cc_scratch_file("log")};
}

static void prepare(work *now)
{
    static const char *const copies[] = {"fiber", "fused", "checked"};
    const cc_options *options = now->options;
    const char *input = now->input;
    bool wanted[] = {true, cc_fused_wanted(options), cc_checked_wanted(options)};
    now->id = make_id(options, input, now->object);
    now->id_file = cc_scratch_file("id");
    now->descriptors = cc_scratch_file("descriptors.c");
    now->dependencies = options->dependencies ? cc_scratch_file("dependencies") : NULL;
    now->host = new_step("host.o");
    now->device = new_step("device.bc");
    cc_cu_host_command(options, input, now->id_file, now->host.product, now->dependencies, now->object,
                       &now->host.command);
    cc_cu_device_command(options, input, now->device.product, &now->device.command);
    for (size_t i = 0; i < 3; i++) {
        now->lower[i] = new_step(i == 2 ? "checked.ll" : "lowered.bc");
        if (wanted[i])
            cc_cu_lower_command(options, input, copies[i], now->device.product, i == 0 ? now->descriptors : NULL,
                                now->lower[i].product, &now->lower[i].command);
    }
    now->fiber = new_step("fiber.o");
    now->described = new_step("descriptors.o");
    now->checked = new_step("checked.o");
    now->renamed = new_step("unused");
    cc_cu_fiber_command(options, now->lower[0].product, now->fiber.product, &now->fiber.command);
    if (wanted[2]) {
        cc_checked_code(options, now->lower[2].product, now->checked.product, &now->checked.command);
        cc_checked_renaming(options, now->checked.product, &now->renamed.command);
    }
    cc_fused_prepare_ir(&now->fused, options, input, now->lower[1].product);
}

static void free_step(step *of)
{
    cc_words_free(&of->command);
    free(of->product);
    free(of->log);
}

static void free_work(work *now)
{
    step *all[] = {&now->host,  &now->device,    &now->lower[0], &now->lower[1], &now->lower[2],
                   &now->fiber, &now->described, &now->checked,  &now->renamed};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free_step(all[i]);
    cc_fused_free(&now->fused);
    free(now->id);
    free(now->id_file);
    free(now->dependencies);
    free(now->descriptors);
}

/* Everything up to the copies' objects. */
static int make_copies(work *now)
{
    const cc_options *options = now->options;
    if (!options->dry_run && !write_text(now->id_file, now->id)) {
        cc_say("cannot write %s", now->id_file);
        return 1;
    }
    int status = run_steps(now, (step *[]){&now->host, &now->device}, 2);
    if (!status)
        status = run_steps(now, (step *[]){&now->lower[0]}, 1); /* it refuses what cannot be translated, once for all */
    if (!status)
        status = run_steps(now, (step *[]){&now->lower[1], &now->lower[2]}, 2);
    if (!status && now->checked.command.count > 0 && !options->dry_run && !cc_amend_checked(now->lower[2].product)) {
        cc_say("cannot write %s", now->lower[2].product);
        status = 1;
    }
    if (status)
        return status;
    cc_fused_start(&now->fused);
    status = run_steps(now, (step *[]){&now->fiber, &now->checked}, 2);
    if (!status)
        status = cc_fused_finish(&now->fused);
    else
        cc_fused_stop(&now->fused);
    if (status)
        return status;
    cc_cu_descriptors_command(options, now->id, now->descriptors, now->described.product, now->fused.levels > 0,
                              &now->described.command);
    return run_steps(now, (step *[]){&now->described, &now->renamed}, 2);
}

/* The copies' names become local before the host's code joins them: it has variables and functions of the same names.
 * Managed variables are the host's, and global for as long as they are joined. */
static int join(work *now, const char *joined)
{
    cc_piece pieces[3 + CC_LEVELS] = {{now->fiber.product, NULL}, {now->described.product, NULL}};
    size_t count = 2;
    if (now->checked.command.count > 0)
        pieces[count++] = (cc_piece){now->checked.product, NULL};
    for (size_t i = 0; i < now->fused.levels; i++)
        pieces[count++] = (cc_piece){now->fused.level[i].object, NULL};
    char *kernels = cc_scratch_file("kernels.o");
    cc_words managed = {0};
    cc_managed_find(now->host.product, &managed);
    int status = cc_join(now->options, pieces, count, kernels);
    if (!status)
        status = cc_managed_bind(now->options, &managed, "--globalize-symbol", now->host.product);
    if (!status) {
        cc_words command = {0};
        const char *const words[] = {
            cc_host_compiler(now->options), "-r", "-nostdlib", "-o", joined, now->host.product, kernels};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            cc_words_add(&command, words[i]);
        status = cc_run(&command);
        cc_words_free(&command);
    }
    if (!status)
        status = cc_managed_bind(now->options, &managed, "--localize-symbol", joined);
    cc_words_free(&managed);
    free(kernels);
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
    int status = make_copies(&now);
    if (!status)
        status = join(&now, joined);
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
        cc_cu_host_command(options, input, id, options->output ? options->output : "-", NULL, NULL, &command);
        status = cc_run(&command);
    }
    cc_words_free(&command);
    free(id);
    return status;
}
