#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cu_compile.h"
#include "cu_flags.h"
#include "depend.h"
#include "fused.h"
#include "includes.h"
#include "join.h"
#include "message.h"
#include "messages.h"
#include "output.h"
#include "pointer_tests.h"
#include "portable.h"
#include "process.h"
#include "sanitize.h"
#include "scratch.h"
#include "target.h"

/* All copies that this program can make of a kernel file. The CPU copy is first: its compiler gives the file's
 * diagnostics. */
static const cc_target *const targets[] = {&cc_target_cpu, &cc_target_cuda, &cc_target_checked};
enum { TARGETS = sizeof targets / sizeof *targets };

typedef struct copy { /* one target's part of the work */
    const cc_target *target;
    bool speaks;                    /* its compiler's messages are shown as the file's diagnostics */
    cc_words command, link, finish; /* without words: the target has no such step */
    cc_words again;                 /* in place of the first two steps, if the first fails */
    cc_process process;
    char *product, *part, *dependencies, *log;
} copy;

/* Prints a compiler's log after a line that names the target. If a compiler failed with an empty log, a line names the
 * compiler. */
static void show_log(const copy *made, const char *input, int status)
{
    char buffer[4096];
    size_t size;
    bool first = true;
    FILE *file = made->log ? fopen(made->log, "r") : NULL;
    while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0) {
        if (first)
            cc_say("compiling %s for %s:", input, made->target->name);
        first = false;
        fwrite(buffer, 1, size, stderr);
    }
    if (file)
        fclose(file);
    if (status && first && !made->process.reported)
        cc_say("compiling %s for %s: %s ended with status %d", input, made->target->name, made->process.program,
               status);
}

/* The same for the copy's first command. */
static void show_first_log(const copy *made, const cc_options *options, const char *input, int status)
{
    struct stat log;
    bool spoke = made->log && stat(made->log, &log) == 0 && log.st_size > 0;
    if (!made->speaks || (status && !spoke))
        show_log(made, input, status);
    else if (spoke && (status || !options->quiet))
        cc_show_messages(made->log, options, input);
}

static void prepare(copy *made, const cc_options *options, const char *input, const char *object)
{
    made->product = cc_scratch_file(made->target->suffix);
    made->dependencies = options->dependencies && made->target->depends ? cc_scratch_file("dependencies") : NULL;
    /* With -v the CPU copy's compiler writes to standard error itself. With -w its log is shown if it fails: gcc's own
     * -w would also suppress errors made of warnings. */
    made->log = made->speaks && options->verbose && !options->quiet ? NULL : cc_scratch_file("log");
    if (made->target->links && made->target->links(options, input))
        made->part = cc_scratch_file(made->target->part_suffix);
    cc_job job = {.options = options,
                  .input = input,
                  .product = made->product,
                  .part = made->part,
                  .object = object,
                  .dependencies = made->dependencies};
    made->target->command(&job, &made->command);
    if (made->speaks && made->log && cc_wants_colours(options))
        cc_words_add(&made->command, "-fdiagnostics-color=always");
    if (made->part)
        made->target->link(&job, &made->link);
    if (made->part && made->target->again)
        made->target->again(&job, &made->again);
    if (made->target->finish)
        made->target->finish(&job, &made->finish);
}

/* Runs one of the commands after the first. */
static int run_next(copy *made, const cc_words *command, const char *input)
{
    if (command->count == 0)
        return 0;
    int status = cc_start(&made->process, command, made->log) ? cc_wait(&made->process) : 1;
    show_log(made, input, status);
    return status;
}

static int amend(const copy *made, const cc_options *options)
{
    if (!made->part || !made->target->amend || options->dry_run || made->target->amend(options, made->part))
        return 0;
    cc_say("cannot write %s", made->part);
    return 1;
}

/* The first command has failed: another one makes the product in one step. Without words there is none. */
static int run_again(copy *made)
{
    if (made->again.count == 0)
        return 1;
    free(made->part);
    made->part = NULL;
    cc_words_free(&made->link);
    return cc_start(&made->process, &made->again, made->log) ? cc_wait(&made->process) : 1;
}

/* Runs the compilers at the same time, then the further steps; returns as cc_compile(). The fused copy's other steps
 * start when the CPU copy has compiled, while other compilers may still run. */
static int run(const cc_options *options, copy *copies, size_t count, cc_fused *fused, cc_portable *portable,
               const char *input)
{
    int status = 0;
    size_t started = 0;
    for (; started < count && !status; started++)
        status = cc_start(&copies[started].process, &copies[started].command, copies[started].log) ? 0 : 1;
    cc_fused_start(fused);
    if (!status)
        cc_portable_start(portable);
    for (size_t i = 0; i < started; i++) {
        if (status) {
            cc_stop(&copies[i].process);
            continue;
        }
        status = cc_wait(&copies[i].process);
        if (status && copies[i].again.count > 0)
            status = run_again(&copies[i]);
        show_first_log(&copies[i], options, input, status);
        if (i == 0 && !status && !options->dry_run)
            status = cc_warn_of_pointer_tests(options, input);
        if (i == 0 && !status)
            status = cc_fused_finish(fused);
    }
    if (!status)
        status = cc_portable_finish(portable, options->dry_run);
    if (status) {
        cc_fused_stop(fused);
        cc_portable_stop(portable);
    }
    for (size_t i = 0; i < count && !status; i++) {
        status = amend(&copies[i], options);
        if (!status)
            status = run_next(&copies[i], &copies[i].link, input);
        if (!status)
            status = run_next(&copies[i], &copies[i].finish, input);
    }
    return status;
}

/* The file that -MF names, or else one beside the object, as with gcc; null: no dependency file. The caller frees. */
static char *dependency_path(const cc_options *options, const char *object)
{
    if (!options->dependencies)
        return NULL;
    return options->dependency_file ? cc_format("%s", options->dependency_file) : cc_replace_suffix(object, ".d");
}

static int join(const cc_options *options, const copy *copies, size_t count, const cc_fused *fused, const char *object)
{
    cc_piece pieces[TARGETS + CC_LEVELS];
    for (size_t i = 0; i < count; i++)
        pieces[i] = (cc_piece){copies[i].product, copies[i].target->symbol};
    for (size_t i = 0; i < fused->levels; i++)
        pieces[count++] = (cc_piece){fused->level[i].object, NULL};
    return cc_join(options, pieces, count, object);
}

static bool write_dependencies(const char *path, const copy *copies, size_t count, const cc_fused *fused)
{
    cc_words others = {0};
    for (size_t i = 1; i < count; i++)
        if (copies[i].dependencies)
            cc_words_add(&others, copies[i].dependencies);
    if (fused->levels > 0)
        cc_words_add(&others, fused->dependencies);
    bool written = cc_merge_dependencies(path, copies[0].dependencies, &others);
    cc_words_free(&others);
    return written;
}

/* Writes both files, or neither. */
static bool write_outputs(const char *joined, const char *object, const char *merged, const char *dependencies)
{
    if (dependencies && !cc_output_copy(merged, dependencies))
        return false;
    if (cc_output_copy(joined, object))
        return true;
    if (dependencies)
        cc_output_remove(dependencies);
    return false;
}

static bool names_input(const char *input, const char *output)
{
    if (!output || !cc_output_is(input, output))
        return false;
    cc_say("%s is the input and the output: name another file with -o or -MF", output);
    return true;
}

int cc_compile(const cc_options *options, const char *input, const char *object)
{
    if (options->all_cu || (options->cu && cc_is_cu(input)))
        return cc_compile_cu(options, input, object);
    if (options->cu && cc_is_cplusplus(input))
        return cc_compile_cplusplus(options, input, object);
    char *dependencies = dependency_path(options, object);
    if (names_input(input, object) || names_input(input, dependencies)) {
        free(dependencies);
        return 1;
    }
    copy copies[TARGETS] = {0};
    size_t count = 0;
    bool is_host_file = cc_is_host_file(options, input);
    if (!is_host_file)
        cc_refuse_sanitizers(options);
    if (options->nvcc_words && !options->cu && !is_host_file)
        cc_fatal(
            "%s is a kernel file: nvcc's flags -arch=, -Xcompiler and -ccbin are not for it (--cuda-arch=LIST chooses GPUs)",
            input);
    if (is_host_file)
        copies[count++].target = &cc_target_host;
    for (size_t i = 0; i < TARGETS && !is_host_file; i++)
        if (targets[i]->wanted(options))
            copies[count++].target = targets[i];
    copies[0].speaks = true;
    /* Prepares all commands before it runs one: preparing may exit. */
    for (size_t i = 0; i < count; i++)
        prepare(&copies[i], options, input, object);
    cc_fused fused = {0};
    cc_portable portable = {0};
    if (!is_host_file) {
        cc_fused_prepare(&fused, options, input);
        cc_portable_prepare(&portable, options, input);
    }
    char *joined = cc_scratch_file("object"), *merged = cc_scratch_file("merged");
    int status = run(options, copies, count, &fused, &portable, input);
    if (!status && !is_host_file)
        status = join(options, copies, count, &fused, joined);
    /* Writes the user's files last, so that a failure before leaves them unchanged. */
    if (!status && !options->dry_run &&
        ((dependencies && !write_dependencies(merged, copies, count, &fused)) ||
         !write_outputs(is_host_file ? copies[0].product : joined, object, merged, dependencies)))
        status = 1;
    free(joined);
    free(merged);
    free(dependencies);
    cc_fused_free(&fused);
    cc_portable_free(&portable);
    for (size_t i = 0; i < count; i++) {
        cc_words_free(&copies[i].command);
        cc_words_free(&copies[i].link);
        cc_words_free(&copies[i].finish);
        cc_words_free(&copies[i].again);
        free(copies[i].product);
        free(copies[i].part);
        free(copies[i].dependencies);
        free(copies[i].log);
    }
    return status;
}

/* Runs a compiler for its messages only, and shows them as for other compilations. */
static int run_check(const cc_options *options, cc_words *command)
{
    char *log = cc_scratch_file("log");
    if (cc_wants_colours(options))
        cc_words_add(command, "-fdiagnostics-color=always");
    cc_process process;
    int status = cc_start(&process, command, log) ? cc_wait(&process) : 1;
    cc_show_messages(log, options, options->inputs.items[0]);
    free(log);
    return status ? status : cc_warn_of_pointer_tests(options, options->inputs.items[0]);
}

int cc_compile_cpu_only(const cc_options *options)
{
    if (options->cu)
        return cc_compile_cu_only(options);
    cc_words command = {0};
    cc_cpu_flags(options, &command);
    if (options->quiet)
        cc_words_add(&command, "-w");
    if (options->dependencies)
        cc_words_add(&command, options->user_dependencies_only ? "-MMD" : "-MD");
    if (options->dependency_file) {
        cc_words_add(&command, "-MF");
        cc_words_add(&command, options->dependency_file);
    }
    cc_words_add_all(&command, &options->dependency_flags);
    if (options->output) {
        cc_words_add(&command, "-o");
        cc_words_add(&command, options->output);
    }
    cc_words_add(&command, "-x");
    cc_words_add(&command, "c");
    cc_words_add_all(&command, &options->inputs);
    bool checks = options->inputs.count == 1 && !options->verbose && !options->dry_run &&
                  cc_words_have(&options->host, "-fsyntax-only");
    int status = checks ? run_check(options, &command) : cc_run(&command);
    cc_words_free(&command);
    return status;
}
