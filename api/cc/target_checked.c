/* The checked copy: the file as C, with a call before each load and store (ThreadSanitizer's instrumentation) and
 * before operations that C can leave undefined (UndefinedBehaviorSanitizer's). The functions are renamed to the
 * emulator's own, so a program can still be built with either sanitizer. */
#include "target.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "amend.h"
#include "fused_levels.h"
#include "message.h"
#include "sanitize.h"
#include "scratch.h"
#include "tools.h"

bool cc_checked_wanted(const cc_options *options)
{
    if (options->no_checked || options->mode == CC_CPU_ONLY)
        return false;
    for (size_t i = 0; i < options->machine.count; i++)
        if (!strcmp(options->machine.items[i], "-m32") || !strcmp(options->machine.items[i], "-mx32"))
            return false;
    /* Two sanitizers would instrument each other's code. */
    return !cc_is_sanitized(options);
}

/* Whether clang 19 compiles the copy, and not the C compiler: lanewise-cc knows what it writes (private.h). */
static bool is_ours(const cc_options *options)
{
    return options->checked_locals && !cc_host_is_clang(options) && cc_clang(options);
}

/* Names with a size as suffix: 1, 2, 4, 8, 16. */
static const char *const sized[] = {
    "read",           "write",           "volatile_read",           "volatile_write",           "read_write",
    "unaligned_read", "unaligned_write", "unaligned_volatile_read", "unaligned_volatile_write", "unaligned_read_write"};
/* Names with a number of bits after "atomic". */
static const char *const atomics[] = {"load",
                                      "store",
                                      "exchange",
                                      "fetch_add",
                                      "fetch_sub",
                                      "fetch_and",
                                      "fetch_or",
                                      "fetch_xor",
                                      "fetch_nand",
                                      "compare_exchange_strong",
                                      "compare_exchange_weak",
                                      "compare_exchange_val"};
static const char *const others[] = {"init",      "read_range",          "write_range",        "func_entry",
                                     "func_exit", "atomic_thread_fence", "atomic_signal_fence"};
/* Functions of the C library, which compilers also call by themselves. */
static const char *const library[] = {"memcpy", "memset", "memmove", "memcmp"};
static const char *const undefined[] = {
    "out_of_bounds",       "type_mismatch_v1", "alignment_assumption", "shift_out_of_bounds", "divrem_overflow",
    "float_cast_overflow", "add_overflow",     "sub_overflow",         "mul_overflow",        "negate_overflow"};
/* libgcc's functions for -ftrapv, with a size and the number of operands. */
static const char *const trapping[] = {"add", "sub", "mul", "neg", "abs"};
static const char *const trapping_sizes[] = {"si", "di", "ti"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Writes the file that objcopy reads: on each line the compiler's name and the emulator's. The caller frees its
 * path. */
static char *write_names(void)
{
    char *path = cc_scratch_file("names");
    FILE *file = fopen(path, "w");
    if (!file)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    for (size_t i = 0; i < COUNT(sized); i++)
        for (int size = 1; size <= 16; size *= 2)
            fprintf(file, "__tsan_%s%d emu_access_%s%d\n", sized[i], size, sized[i], size);
    for (size_t i = 0; i < COUNT(atomics); i++)
        for (int bits = 8; bits <= 128; bits *= 2)
            fprintf(file, "__tsan_atomic%d_%s emu_access_atomic%d_%s\n", bits, atomics[i], bits, atomics[i]);
    for (size_t i = 0; i < COUNT(others); i++)
        fprintf(file, "__tsan_%s emu_access_%s\n", others[i], others[i]);
    fputs("__tsan_vptr_read emu_access_computed_read4\n", file); /* computed.h */
    fputs("__sanitizer_cov_trace_pc emu_access_basic_block\n", file);
    for (size_t i = 0; i < COUNT(library); i++)
        fprintf(file, "%s emu_access_%s\n__tsan_%s emu_access_tsan_%s\n", library[i], library[i], library[i],
                library[i]);
    for (size_t i = 0; i < COUNT(undefined); i++)
        fprintf(file, "__ubsan_handle_%s emu_undefined_%s\n", undefined[i], undefined[i]);
    for (size_t i = 0; i < COUNT(trapping); i++)
        for (size_t k = 0; k < COUNT(trapping_sizes); k++)
            fprintf(file, "__%sv%s%d emu_undefined_%sv%s\n", trapping[i], trapping_sizes[k], i < 3 ? 3 : 2, trapping[i],
                    trapping_sizes[k]);
    if (fclose(file) != 0)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    return path;
}

static void add_all(cc_words *command, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cc_words_add(command, words[i]);
}

/* A call at the beginning of each basic block, too. The blocks keep the source's order, by which emu/count/ finds loops. */
static void add_basic_blocks(bool by_clang, cc_words *command)
{
    static const char *const gcc[] = {"-fsanitize-coverage=trace-pc", "-fno-reorder-blocks"};
    static const char *const clang[] = {"-fsanitize-coverage=bb,no-prune,trace-pc", "-mllvm",
                                        "-disable-block-placement"};
    if (by_clang)
        add_all(command, clang, COUNT(clang));
    else
        add_all(command, gcc, COUNT(gcc));
}

/* Adds the flags for calls before accesses, without merging or vectorising. clang needs them in both steps.
 *
 * gcc adds the calls after it has optimised:
 * - It must not remove loads of unused values, nor move loads to where the value is used. clang's are kept by unused.c.
 * - It adds no call for a structure that another call takes or returns in memory. So functions are inlined where that
 *   is possible, even if they are large, and a structure's parts become loads and stores. */
static void add_accesses(const cc_options *options, bool by_clang, cc_words *command)
{
    static const char *const both[] = {"-w", "-O1", "-g", "-fsanitize=thread"};
    static const char *const gcc[] = {"-Wno-tsan",
                                      "--param",
                                      "tsan-instrument-func-entry-exit=0",
                                      "--param",
                                      "tsan-distinguish-volatile=1",
                                      "-finline-functions",
                                      "-finline-small-functions",
                                      "--param",
                                      "max-inline-insns-auto=400",
                                      "--param",
                                      "max-inline-recursive-depth-auto=0",
                                      "--param",
                                      "inline-unit-growth=200"};
    /* Equal code of two branches is not merged: reports would name the line of one of them, or of neither. */
    static const char *const clang[] = {
        "-fno-vectorize", "-fno-slp-vectorize",           "-mllvm", "-tsan-instrument-func-entry-exit=0",
        "-mllvm",         "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-read-before-write=1",
        "-mllvm",         "-hoist-common-insts=false",    "-mllvm", "-sink-common-insts=false",
        "-mllvm",         "-enable-tail-merge=false"};
    static const char *const kept[] = {"-fno-tree-dce", "-fno-tree-dse", "-fno-tree-sink"};
    add_all(command, both, COUNT(both));
    if (by_clang)
        add_all(command, clang, COUNT(clang));
    else
        add_all(command, gcc, COUNT(gcc));
    if (!by_clang && cc_watches_loads(options))
        add_all(command, kept, COUNT(kept));
    if (options->profile)
        add_basic_blocks(by_clang, command);
}

/* Arrays at the end of structures have bounds, too, unless they have no elements, or one. gcc 12 only knows bounds for
 * all or for none of them; then emu/check/index.c leaves those out. clang's other bounds checks have no handler, and
 * trap. */
static void add_bounds(const cc_options *options, bool clang, cc_words *command)
{
    bool ours = clang && is_ours(options), flexible = ours || cc_host_version(options) >= (clang ? 16 : 13);
    cc_words_add(command, clang      ? "-fsanitize=array-bounds"
                          : flexible ? "-fsanitize=bounds"
                                     : "-fsanitize=bounds-strict");
    if (flexible)
        cc_words_add(command, "-fstrict-flex-arrays=1");
}

static void add_code_of(const cc_job *job, bool by_clang, cc_words *command)
{
    const cc_options *options = job->options;
    /* Without warnings: the fiber copy's compiler gives them. No access may be merged, vectorised or left out. The C
     * library's fortified functions are its compiler's builtins, which gcc expands without checks. */
    static const char *const both[] = {
        "-DLW_CPU_CHECKED=1",
        "-U_FORTIFY_SOURCE",
        "-fno-builtin-memcpy",
        "-fno-builtin-memset",
        "-fno-builtin-memmove",
        "-fno-builtin-memcmp",
        "-fsanitize=shift-exponent,integer-divide-by-zero,signed-integer-overflow,float-cast-overflow,alignment"};
    /* With -fwrapv gcc does not check for overflow; without it, gcc assumes `x + 1 > x`. With -ftrapv it checks and
     * assumes nothing: checked operations wrap, others call functions, and the emulator's functions wrap, too. */
    static const char *const gcc[] = {"-ftrapv", "-fwrapv-pointer"};
    static const char *const clang[] = {"-fdebug-default-version=4", "-Xclang", "-disable-llvm-passes", "-emit-llvm"};
    add_all(command, both, COUNT(both));
    if (by_clang)
        add_all(command, clang, COUNT(clang));
    else
        add_all(command, gcc, COUNT(gcc));
    add_bounds(options, by_clang, command);
    add_accesses(options, by_clang, command);
    cc_words_add(command, "-x");
    cc_words_add(command, "c");
    cc_words_add(command, by_clang ? "-S" : "-c");
    cc_words_add(command, job->input);
    cc_words_add(command, "-o");
    cc_words_add(command, by_clang ? job->part : job->product);
}

static void add_command(const cc_job *job, cc_words *command)
{
    if (is_ours(job->options))
        cc_clang_flags(job->options, command);
    else
        cc_cpu_flags(job->options, command);
    add_code_of(job, job->part, command);
}

/* A file that our clang does not take. */
static void add_command_again(const cc_job *job, cc_words *command)
{
    if (!is_ours(job->options))
        return;
    cc_cpu_flags(job->options, command);
    add_code_of(job, false, command);
}

static bool has_part(const cc_options *options, const char *input)
{
    (void)input;
    return is_ours(options) || cc_host_is_clang(options);
}

/* The compiler of LLVM IR, and the flags that choose the machine and the form of its code. */
static void add_compiler(const cc_options *options, cc_words *command)
{
    if (is_ours(options)) {
        char *target = cc_format("--target=%s", cc_host_triple(options));
        cc_words_add(command, cc_clang(options));
        cc_words_add(command, target);
        free(target);
    } else {
        cc_words_add(command, cc_host_compiler(options));
    }
    cc_words_add_all(command, &options->machine);
    cc_words_add_all(command, &options->code);
}

/* Compiles LLVM IR to an object. */
static void add_code(const cc_job *job, cc_words *command)
{
    const cc_options *options = job->options;
    add_compiler(options, command);
    add_accesses(options, true, command);
    cc_words_add(command, "-x");
    cc_words_add(command, "ir");
    cc_words_add(command, "-c");
    cc_words_add(command, job->part);
    cc_words_add(command, "-o");
    cc_words_add(command, job->product);
}

static bool amend(const cc_options *options, const char *part)
{
    cc_words compiler = {0};
    add_compiler(options, &compiler);
    bool done = cc_amend_checked(&compiler, cc_watches_loads(options), cc_watches_locals(options), part);
    cc_words_free(&compiler);
    return done;
}

bool cc_watches_loads(const cc_options *options)
{
    return !options->unchecked_loads;
}

bool cc_watches_locals(const cc_options *options)
{
    return options->checked_locals && !options->profile;
}

/* Renames functions in the object, and makes symbols local that other copies have, too. */
void cc_checked_renaming(const cc_options *options, const char *object, cc_words *command)
{
    char *names = write_names(), *word = cc_format("--redefine-syms=%s", names);
    cc_words_add(command, cc_objcopy(options));
    cc_words_add(command, "--wildcard");
    cc_words_add(command, "--keep-global-symbol=*__checked");
    cc_words_add(command, word);
    cc_words_add(command, object);
    free(word);
    free(names);
}

static void add_renaming(const cc_job *job, cc_words *command)
{
    cc_checked_renaming(job->options, job->product, command);
}

void cc_checked_code(const cc_options *options, const char *ir, const char *object, cc_words *command)
{
    static const char *const no_builtins[] = {"-fno-builtin-memcpy", "-fno-builtin-memset", "-fno-builtin-memmove"};
    cc_words_add(command, cc_clang(options));
    cc_words_add_all(command, &options->code);
    add_accesses(options, true, command);
    add_all(command, no_builtins, COUNT(no_builtins));
    cc_words_add(command, "-x");
    cc_words_add(command, "ir");
    cc_words_add(command, "-c");
    cc_words_add(command, ir);
    cc_words_add(command, "-o");
    cc_words_add(command, object);
}

const cc_target cc_target_checked = {.name = "the checked CPU copy",
                                     .suffix = "checked.o",
                                     .part_suffix = "part.ll",
                                     .wanted = cc_checked_wanted,
                                     .links = has_part,
                                     .command = add_command,
                                     .again = add_command_again,
                                     .amend = amend,
                                     .link = add_code,
                                     .finish = add_renaming};
