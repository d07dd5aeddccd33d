/* The commands that make the fused copy. */
#include "fused.h"

#include <stdlib.h>
#include <string.h>

#include "fused_levels.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

bool cc_has_lines(const cc_options *options)
{
    bool has = false;
    for (size_t i = 0; i < options->code.count; i++)
        if (cc_starts_with(options->code.items[i], "-g"))
            has = strcmp(options->code.items[i], "-g0") != 0;
    return has;
}

void cc_clang_flags(const cc_options *options, cc_words *command)
{
    char *target = cc_format("--target=%s", cc_host_triple(options));
    cc_words_add(command, cc_clang(options));
    cc_words_add(command, target);
    cc_words_add(command, "-std=gnu11");
    cc_words_add_all(command, &options->machine);
    cc_words_add_all(command, &options->language);
    cc_words_add(command, options->include_dir ? "-I" : "-isystem");
    cc_words_add(command, cc_include_folder(options));
    cc_cpu_meaning(options, command);
    free(target);
}

static void add_bitcode_command(cc_fused *fused)
{
    const cc_options *options = fused->options;
    cc_words *command = &fused->command;
    cc_clang_flags(options, command);
    /* Without warnings: the CPU copy's compiler gives them. Without vectorisation: lanewise-fuse vectorises the
     * work-item loops, which it makes later. */
    static const char *const fixed[] = {"-DLW_CPU_FUSED=1",
                                        "-w",
                                        "-O1",
                                        "-fno-vectorize",
                                        "-fno-slp-vectorize",
                                        "-Xclang",
                                        "-disable-lifetime-markers",
                                        "-emit-llvm",
                                        "-fdebug-default-version=4"}; /* valgrind 3.19 cannot read clang's version 5 */
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(command, fixed[i]);
    if (options->fused_report && !cc_has_lines(options))
        cc_words_add(command, "-gline-tables-only");
    if (fused->dependencies) {
        cc_words_add(command, options->user_dependencies_only ? "-MMD" : "-MD");
        cc_words_add(command, "-MF");
        cc_words_add(command, fused->dependencies);
        cc_words_add(command, "-MT");
        cc_words_add(command, "object");
    }
    cc_words_add(command, "-x");
    cc_words_add(command, "c");
    cc_words_add(command, "-c");
    cc_words_add(command, fused->input);
    cc_words_add(command, "-o");
    cc_words_add(command, fused->bitcode);
}

/* Adds block shapes to try for kernels without a fixed shape: lanewise-fuse keeps the copies that pay. */
static void add_shapes(const cc_options *options, cc_words *command)
{
    const char *list = options->fused_shapes ? options->fused_shapes : "256x1,16x16,32x8,32x32";
    char *copy = cc_format("%s", list), *rest = NULL;
    for (char *word = strtok_r(copy, ",", &rest); word && strcmp(word, "none"); word = strtok_r(NULL, ",", &rest)) {
        char *flag = cc_format("--shape=%s", word);
        cc_words_add(command, flag);
        free(flag);
    }
    free(copy);
}

static void add_level_command(const cc_fused *fused, cc_fused_level *level)
{
    const cc_options *options = fused->options;
    char *number = cc_format("--level=%d", level->number);
    cc_words *command = &level->command;
    cc_words_add(command, cc_fuse(options));
    cc_words_add(command, number);
    add_shapes(options, command);
    cc_words_add(command, "--optimize");
    if (options->fused_report)
        cc_words_add(command, "--report");
    cc_words_add(command, "--object");
    cc_words_add(command, "-o");
    cc_words_add(command, level->object);
    cc_words_add(command, fused->bitcode);
    free(number);
}

/* The optimisations of add_bitcode_command(). */
static void add_ir_command(cc_fused *fused, const char *ir)
{
    static const char *const fixed[] = {
        "-w", "-O1", "-fno-vectorize", "-fno-slp-vectorize", "-Xclang", "-disable-lifetime-markers", "-emit-llvm"};
    cc_words *command = &fused->command;
    cc_words_add(command, cc_clang(fused->options));
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(command, fixed[i]);
    cc_words_add(command, "-x");
    cc_words_add(command, "ir");
    cc_words_add(command, "-c");
    cc_words_add(command, ir);
    cc_words_add(command, "-o");
    cc_words_add(command, fused->bitcode);
}

static void prepare_levels(cc_fused *fused)
{
    const cc_options *options = fused->options;
    const cc_known_level *chosen[CC_LEVELS];
    fused->levels = cc_fused_levels(options, chosen);
    for (size_t i = 0; i < fused->levels; i++) {
        cc_fused_level *level = &fused->level[i];
        level->processor = chosen[i]->processor;
        level->number = chosen[i]->number;
        level->object = cc_scratch_file("fused.o");
        level->log = cc_scratch_file("log");
        add_level_command(fused, level);
    }
}

void cc_fused_prepare(cc_fused *fused, const cc_options *options, const char *input)
{
    *fused = (cc_fused){.options = options, .input = input};
    if (!cc_fused_wanted(options))
        return;
    fused->bitcode = cc_scratch_file("kernel.bc");
    fused->log = cc_scratch_file("log");
    fused->dependencies = options->dependencies ? cc_scratch_file("dependencies") : NULL;
    add_bitcode_command(fused);
    prepare_levels(fused);
}

void cc_fused_prepare_ir(cc_fused *fused, const cc_options *options, const char *input, const char *ir)
{
    *fused = (cc_fused){.options = options, .input = input};
    if (!cc_fused_wanted(options))
        return;
    fused->bitcode = cc_scratch_file("kernel.bc");
    fused->log = cc_scratch_file("log");
    add_ir_command(fused, ir);
    prepare_levels(fused);
}

void cc_fused_free(cc_fused *fused)
{
    cc_words_free(&fused->command);
    free(fused->bitcode);
    free(fused->dependencies);
    free(fused->log);
    for (size_t i = 0; i < CC_LEVELS; i++) {
        cc_words_free(&fused->level[i].command);
        free(fused->level[i].object);
        free(fused->level[i].log);
    }
}
