#include "fused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "report.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

/* ---- for which processors ---- */
typedef struct known_level {
    const char *machine, *name, *march;
    int number;
} known_level;

static const known_level known[] = {
    {"x86_64", "v2", "-march=x86-64-v2", 0},
    {"x86_64", "v3", "-march=x86-64-v3", 1},
    {"x86_64", "v4", "-march=x86-64-v4", 2},
    {"aarch64", "v8", "-march=armv8-a", 0},
};
enum { KNOWN = sizeof known / sizeof *known };

/* What the C compiler compiles for, such as aarch64-linux-gnu: asked once. */
static const char *host_triple(const cc_options *options)
{
    static char *triple;
    if (triple)
        return triple;
    cc_words command = {0};
    char *log = cc_scratch_file("machine");
    cc_words_add(&command, cc_host_compiler(options));
    cc_words_add_all(&command, &options->machine);
    cc_words_add(&command, "-dumpmachine");
    char text[200] = "";
    FILE *file = cc_ask(&command, log) == 0 ? fopen(log, "r") : NULL;
    if (file) {
        if (!fgets(text, sizeof text, file))
            text[0] = '\0';
        fclose(file);
    }
    text[strcspn(text, "\n")] = '\0';
    triple = cc_format("%s", text);
    cc_words_free(&command);
    free(log);
    return triple;
}

static bool is_for(const known_level *level, const char *triple)
{
    size_t length = strlen(level->machine);
    return !strncmp(triple, level->machine, length) && triple[length] == '-';
}

static bool lists(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (!strncmp(at, name, length) && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

/* Every word of --fused-levels is one that exists. */
static void check_levels(const char *list)
{
    char *copy = cc_format("%s", list), *rest = NULL;
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        bool found = false;
        for (size_t i = 0; i < KNOWN; i++)
            found = found || !strcmp(word, known[i].name);
        if (!found)
            cc_fatal("--fused-levels=%s: '%s' is none of v2, v3, v4 (x86-64) and v8 (aarch64)", list, word);
    }
    free(copy);
}

/* As lanewise-fuse reads it. */
static bool is_shape(const char *text)
{
    unsigned long lanes = 1;
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long size = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (!size || size > 1024 || (lanes *= size) > 1024)
            return false;
        if (!*end)
            return true;
        if (*end != 'x')
            return false;
        text = end + 1;
    }
    return false;
}

/* --fused-shapes is `none`, or such shapes. */
static void check_shapes(const char *list)
{
    enum { MOST = 8 };
    if (!strcmp(list, "none"))
        return;
    char *copy = cc_format("%s", list), *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (!is_shape(word) || ++count > MOST)
            cc_fatal("--fused-shapes=%s: it must be none, or up to 8 shapes of blocks of up to 1024 lanes, such as "
                     "256x1,16x16", list);
    free(copy);
}

static bool is_chosen(const cc_options *options, const known_level *level, const char *triple)
{
    return is_for(level, triple) && (!options->fused_levels || lists(options->fused_levels, level->name));
}

/* Why there is no fused copy, whatever the file; null: there is one. */
static const char *why_not(const cc_options *options)
{
    if (options->mode == CC_CPU_ONLY)
        return "one copy is asked for";
    if (!cc_clang(options))
        return "there is no clang-19 (--clang=PATH)";
    if (!cc_fuse(options))
        return "there is no lanewise-fuse beside lanewise-cc (--fuse=PATH)";
    for (size_t i = 0; i < options->machine.count; i++)
        if (!strcmp(options->machine.items[i], "-m32") || !strcmp(options->machine.items[i], "-mx32"))
            return "it is for 64-bit processors";
    const char *triple = host_triple(options);
    bool is_known = false;
    for (size_t i = 0; i < KNOWN; i++) {
        if (is_chosen(options, &known[i], triple))
            return NULL;
        is_known = is_known || is_for(&known[i], triple);
    }
    return is_known ? "--fused-levels names none of this processor's" : "it is for x86-64 and aarch64";
}

bool cc_fused_wanted(const cc_options *options)
{
    static int wanted = -1;
    if (wanted >= 0)
        return wanted;
    if (options->fused_levels)
        check_levels(options->fused_levels);
    if (options->fused_shapes)
        check_shapes(options->fused_shapes);
    const char *reason = options->fused == CC_FUSED_OFF ? "it is off" : why_not(options);
    if (reason && options->fused == CC_FUSED_ON && options->mode != CC_CPU_ONLY)
        cc_fatal("--fused=on: no fused copy can be made, %s", reason);
    wanted = !reason;
    return wanted;
}

/* ---- commands ---- */
/* Whether the user's flags ask for what tells lines: remarks are nothing without. */
static bool has_lines(const cc_options *options)
{
    bool has = false;
    for (size_t i = 0; i < options->code.count; i++)
        if (cc_starts_with(options->code.items[i], "-g"))
            has = strcmp(options->code.items[i], "-g0") != 0;
    return has;
}

static void add_bitcode_command(cc_fused *fused)
{
    const cc_options *options = fused->options;
    cc_words *command = &fused->command;
    char *target = cc_format("--target=%s", host_triple(options));
    cc_words_add(command, cc_clang(options));
    cc_words_add(command, target);
    cc_words_add(command, "-std=gnu11");
    cc_words_add_all(command, &options->machine);
    cc_words_add_all(command, &options->language);
    cc_words_add(command, options->include_dir ? "-I" : "-isystem");
    cc_words_add(command, cc_include_folder(options));
    cc_cpu_meaning(options, command);
    /* The other copy's compiler has warned. It is the loops over lanes, which are not there yet, that are vectorised. */
    static const char *const fixed[] = {"-DLW_CPU_FUSED=1", "-w", "-O1", "-fno-vectorize", "-fno-slp-vectorize",
                                        "-Xclang", "-disable-lifetime-markers", "-emit-llvm",
                                        "-fdebug-default-version=4"}; /* valgrind 3.19 gives up on clang's fifth */
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(command, fixed[i]);
    if (options->fused_report && !has_lines(options))
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
    free(target);
}

/* The shapes of blocks for which kernels that leave theirs open are tried: lanewise-fuse keeps what pays. */
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

static void add_level_commands(const cc_fused *fused, cc_fused_level *level)
{
    const cc_options *options = fused->options;
    char *number = cc_format("--level=%d", level->number), *target = cc_format("--target=%s", host_triple(options));
    cc_words_add(&level->fuse, cc_fuse(options));
    cc_words_add(&level->fuse, number);
    add_shapes(options, &level->fuse);
    cc_words_add(&level->fuse, "--optimize");
    if (options->fused_report)
        cc_words_add(&level->fuse, "--report");
    cc_words_add(&level->fuse, "-o");
    cc_words_add(&level->fuse, level->bitcode);
    cc_words_add(&level->fuse, fused->bitcode);

    cc_words *command = &level->compile;
    cc_words_add(command, cc_clang(options));
    cc_words_add(command, target);
    cc_words_add_all(command, &options->code);
    /* Its passes lanewise-fuse has run, those that loops over lanes gain by. */
    static const char *const fixed[] = {"-w", "-O3", "-Xclang", "-disable-llvm-passes", "-ffp-contract=off",
                                        "-fno-math-errno", "-fwrapv", "-fno-strict-aliasing",
                                        "-ftls-model=initial-exec", "-fno-addrsig", "-mllvm", "-accel-tables=Disable",
                                        "-mllvm", "-disable-lsr"}; /* takes time, and nothing is gained by it */
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        cc_words_add(command, fixed[i]);
    if (!strcmp(level->machine, "x86_64")) {
        cc_words_add(command, "-mllvm");
        cc_words_add(command, "-disable-x86-domain-reassignment"); /* so does this, where there are masks */
    }
    cc_words_add(command, level->march);
    cc_words_add(command, "-x");
    cc_words_add(command, "ir");
    cc_words_add(command, "-c");
    cc_words_add(command, level->bitcode);
    cc_words_add(command, "-o");
    cc_words_add(command, level->object);
    free(number);
    free(target);
}

void cc_fused_prepare(cc_fused *fused, const cc_options *options, const char *input)
{
    *fused = (cc_fused){.options = options, .input = input};
    if (!cc_fused_wanted(options))
        return;
    const char *triple = host_triple(options);
    fused->bitcode = cc_scratch_file("kernel.bc");
    fused->log = cc_scratch_file("log");
    fused->dependencies = options->dependencies ? cc_scratch_file("dependencies") : NULL;
    add_bitcode_command(fused);
    for (size_t i = 0; i < KNOWN; i++) {
        if (!is_chosen(options, &known[i], triple))
            continue;
        cc_fused_level *level = &fused->level[fused->levels++];
        level->name = known[i].name;
        level->march = known[i].march;
        level->machine = known[i].machine;
        level->number = known[i].number;
        level->bitcode = cc_scratch_file("fused.bc");
        level->object = cc_scratch_file("fused.o");
        level->log = cc_scratch_file("log");
        level->fuse_log = cc_scratch_file("log");
        add_level_commands(fused, level);
    }
}

void cc_fused_free(cc_fused *fused)
{
    cc_words_free(&fused->command);
    free(fused->bitcode);
    free(fused->dependencies);
    free(fused->log);
    for (size_t i = 0; i < CC_LEVELS; i++) {
        cc_words_free(&fused->level[i].fuse);
        cc_words_free(&fused->level[i].compile);
        free(fused->level[i].bitcode);
        free(fused->level[i].object);
        free(fused->level[i].log);
        free(fused->level[i].fuse_log);
    }
}

/* ---- running them ---- */
static void copy_text(const char *path, FILE *to)
{
    FILE *file = fopen(path, "r");
    char buffer[4096];
    size_t size;
    while (file && (size = fread(buffer, 1, sizeof buffer, file)) > 0)
        fwrite(buffer, 1, size, to);
    if (file)
        fclose(file);
}

/* The line of a log that says what is wrong: the first with "error", else the first. */
static char *complaint(const char *path, int status)
{
    FILE *file = fopen(path, "r");
    char line[500], first[500] = "";
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        found = strstr(line, "error") != NULL;
        if (found || !first[0])
            memcpy(first, line, sizeof first);
    }
    if (file)
        fclose(file);
    if (!first[0] && status > 128)
        return cc_format("it was ended by signal %d", status - 128);
    return cc_format("%s", first[0] ? first : "it failed");
}

/* A step has failed: a warning, or with --fused=on the whole of what the tool said. */
static int fail(cc_fused *fused, const char *program, const char *log, int status)
{
    fused->levels = 0;
    if (fused->options->fused == CC_FUSED_ON) {
        cc_say("compiling %s into loops over lanes, %s answered %d:", fused->input, cc_base_name(program), status);
        copy_text(log, stderr);
        return status;
    }
    char *text = complaint(log, status);
    cc_say("warning: %s stays on fibers, %s: %s", fused->input, cc_base_name(program), text);
    free(text);
    return 0;
}

void cc_fused_start(cc_fused *fused)
{
    if (fused->levels == 0)
        return;
    fused->broken = !cc_start(&fused->process, &fused->command, fused->log);
    fused->process.spare = true;
}

void cc_fused_stop(cc_fused *fused)
{
    cc_stop(&fused->process);
    fused->levels = 0;
}

/* One command of every level; answers the first status that is not 0, and whose log tells of it. */
static int run_levels(cc_fused *fused, bool compiling, const char **log)
{
    int status = 0;
    for (size_t i = 0; i < fused->levels; i++) {
        cc_fused_level *level = &fused->level[i];
        if (!cc_start(&level->process, compiling ? &level->compile : &level->fuse,
                      compiling ? level->log : level->fuse_log))
            status = 1;
        level->process.spare = true;
    }
    for (size_t i = 0; i < fused->levels; i++) {
        cc_fused_level *level = &fused->level[i];
        int own = cc_wait(&level->process);
        if (own && !status) {
            status = own;
            *log = compiling ? level->log : level->fuse_log;
        }
        if (!own && compiling && fused->options->fused_report && !fused->options->dry_run) {
            printf("%s, %s:\n", fused->input, level->march + strlen("-march="));
            cc_report(level->fuse_log);
        }
    }
    return status;
}

int cc_fused_finish(cc_fused *fused)
{
    if (fused->levels == 0)
        return 0;
    if (fused->broken) {
        fused->levels = 0;
        return fused->options->fused == CC_FUSED_ON;
    }
    const char *log = fused->log, *clang = fused->command.items[0], *fuse = fused->level[0].fuse.items[0];
    int status = cc_wait(&fused->process);
    if (status)
        return fail(fused, clang, log, status);
    status = run_levels(fused, false, &log);
    if (status)
        return fail(fused, fuse, log, status);
    status = run_levels(fused, true, &log);
    return status ? fail(fused, clang, log, status) : 0;
}
