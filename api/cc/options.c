#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "cu_flags.h"
#include "cu_names.h"
#include "flags.h"
#include "message.h"
#include "scratch.h"

typedef struct reader {
    cc_options *options;
    char **words;
    int count, next;
    bool c_language; /* -x c: any suffix */
} reader;

/* The value of a flag that takes one: the rest of its word, or the next word. */
static const char *value_of(reader *in, const char *word, const char *flag)
{
    if (word[strlen(flag)])
        return word + strlen(flag);
    if (in->next == in->count)
        cc_fatal("the flag %s needs a value after it", flag);
    return in->words[in->next++];
}

static bool take_equals(const char *word, const char *flag, const char **value)
{
    size_t length = strlen(flag);
    if (strncmp(word, flag, length) != 0 || word[length] != '=')
        return false;
    if (!word[length + 1])
        cc_fatal("the flag %s= needs a value", flag);
    *value = word + length + 1;
    return true;
}

static void read_fused(cc_options *options, const char *word)
{
    static const char *const choices[] = {[CC_FUSED_AUTO] = "auto", [CC_FUSED_ON] = "on", [CC_FUSED_OFF] = "off"};
    const char *value = word + strlen("--fused=");
    for (int i = 0; i < (int)(sizeof choices / sizeof *choices); i++) {
        if (!strcmp(value, choices[i])) {
            options->fused = (cc_fused_choice)i;
            return;
        }
    }
    cc_fatal("%s: it is auto, on or off", word);
}

/* The link needs the library that writes the counts. */
static void add_coverage(cc_options *options)
{
    options->coverage = true;
    cc_words_add(&options->link, "--coverage");
}

/* What concerns the checked copy alone. */
static bool read_checked(cc_options *options, const char *word)
{
    if (!strcmp(word, "--no-checked"))
        options->no_checked = true;
    else if (!strcmp(word, "--checked-locals"))
        options->checked_locals = true;
    else if (!strcmp(word, "--checked-without=loads"))
        options->unchecked_loads = true;
    else
        return false;
    return true;
}

/* Reads lanewise-cc's own flags. */
static bool read_own(reader *in, const char *word)
{
    cc_options *options = in->options;
    if (take_equals(word, "--nvcc", &options->nvcc) || take_equals(word, "--include-dir", &options->include_dir) ||
        take_equals(word, "--host-cc", &options->host_cc) || take_equals(word, "--cuda-arch", &options->cuda_arch) ||
        take_equals(word, "--clang", &options->clang) || take_equals(word, "--fuse", &options->fuse) ||
        take_equals(word, "--lower", &options->lower) || take_equals(word, "--fused-levels", &options->fused_levels) ||
        take_equals(word, "--fused-shapes", &options->fused_shapes))
        return true;
    if (cc_starts_with(word, "--fused=")) {
        read_fused(options, word);
        return true;
    }
    if (!strcmp(word, "--no-cuda"))
        options->no_cuda = true;
    else if (read_checked(options, word))
        return true;
    else if (!strcmp(word, "--profile"))
        options->profile = true;
    else if (!strcmp(word, "--coverage") || !strcmp(word, "-coverage"))
        add_coverage(options);
    else if (!strcmp(word, "--fused-report"))
        options->fused_report = true;
    else if (!strcmp(word, "-Xnvcc"))
        cc_words_add(&options->device, value_of(in, word, "-Xnvcc"));
    else if (!strcmp(word, "-v"))
        options->verbose = true;
    else if (!strcmp(word, "-###"))
        options->dry_run = true;
    else if (!strcmp(word, "--help") || !strcmp(word, "-h"))
        options->help = true;
    else if (!strcmp(word, "--version"))
        options->version = true;
    else
        return false;
    return true;
}

/* Reads -c, -E, -S, -M, -MM, -fsyntax-only, -o and -x. */
static bool read_mode(reader *in, const char *word)
{
    cc_options *options = in->options;
    if (!strcmp(word, "-c")) {
        if (options->mode == CC_LINK)
            options->mode = CC_COMPILE;
    } else if (!strcmp(word, "-E") || !strcmp(word, "-S") || !strcmp(word, "-M") || !strcmp(word, "-MM") ||
               !strcmp(word, "-fsyntax-only")) {
        options->mode = CC_CPU_ONLY;
        cc_words_add(&options->host, word);
    } else if (cc_starts_with(word, "-o")) {
        options->output = value_of(in, word, "-o");
    } else if (cc_starts_with(word, "-x")) {
        const char *language = value_of(in, word, "-x");
        if (strcmp(language, "c") && strcmp(language, "none"))
            cc_fatal("-x %s: a kernel file is C; only -x c and -x none are known", language);
        in->c_language = !strcmp(language, "c");
    } else {
        return false;
    }
    return true;
}

static bool read_dependencies(reader *in, const char *word)
{
    cc_options *options = in->options;
    if (!strcmp(word, "-MD")) {
        options->dependencies = true;
    } else if (!strcmp(word, "-MMD")) {
        options->dependencies = options->user_dependencies_only = true;
    } else if (!strcmp(word, "-MP")) {
        cc_words_add(&options->dependency_flags, word);
    } else if (cc_starts_with(word, "-MF")) {
        options->dependency_file = value_of(in, word, "-MF");
    } else if (cc_starts_with(word, "-MT") || cc_starts_with(word, "-MQ")) {
        char flag[] = {'-', 'M', word[2], '\0'};
        cc_words_add(&options->dependency_flags, flag);
        cc_words_add(&options->dependency_flags, value_of(in, word, flag));
    } else {
        return false;
    }
    return true;
}

static bool read_definition(reader *in, const char *word)
{
    if (!cc_starts_with(word, "-D") && !cc_starts_with(word, "-U"))
        return false;
    char flag[] = {'-', word[1], '\0'};
    char *joined = cc_format("%s%s", flag, value_of(in, word, flag));
    cc_words_add(&in->options->definitions, joined);
    cc_words_add(&in->options->host, joined);
    cc_words_add(&in->options->language, joined);
    free(joined);
    return true;
}

/* Adds nvcc's name for some of the C compiler's flags. */
static void translate(cc_options *options, const char *word)
{
    if (!strcmp(word, "-g0")) {
        return;
    } else if (word[1] == 'g') {
        cc_words_add(&options->device, "-lineinfo");
    } else if (!strcmp(word, "-Werror")) {
        cc_words_add(&options->device, "-Werror=all-warnings");
    } else if (!strcmp(word, "-ffp-contract=off")) {
        cc_words_add(&options->device, "-fmad=false");
    } else if (word[1] == 'O' && word[2] >= '0' && word[2] <= '3' && !word[3]) {
        cc_words_add(&options->device, word);
    }
}

static void add_to(cc_words *words, const char *word, const char *flag, const char *value)
{
    if (value && word[strlen(flag)] == '\0') {
        cc_words_add(words, flag);
        cc_words_add(words, value);
    } else {
        cc_words_add(words, word);
    }
}

/* Adds a path without commas, where nvcc would split it, and without characters of nvcc's shell. */
static void add_device_path(cc_options *options, const cc_flag *flag, const char *value)
{
    char *path = cc_scratch_plain_path(value);
    if (flag->to & CC_XCOMPILER) {
        cc_words_add(&options->device, "-Xcompiler");
        cc_words_add(&options->device, flag->name);
        cc_words_add(&options->device, "-Xcompiler");
    } else {
        cc_words_add(&options->device, flag->name);
    }
    cc_words_add(&options->device, path);
    free(path);
}

static void read_gcc_flag(reader *in, const char *word)
{
    cc_options *options = in->options;
    if (cc_starts_with(word, "-flto") || cc_starts_with(word, "-ffat-lto") || !strcmp(word, "-fno-fat-lto-objects")) {
        cc_words_add(&options->link, word); /* for the other files of the program; kernels are compiled without it */
        return;
    }
    if (cc_starts_with(word, "-fvisibility="))
        return; /* hidden symbols become local to the object, so kernels must stay visible */
    const cc_flag *flag = cc_find_flag(word);
    if (!flag)
        cc_fatal("unknown flag %s (lanewise-cc --help lists those it knows)", word);
    if (flag->why_not)
        cc_fatal("%s is refused: %s", word, flag->why_not);
    options->quiet = options->quiet || !strcmp(word, "-w");
    bool has_value = flag->shape == CC_SEPARATE || flag->shape == CC_EITHER;
    const char *value = has_value ? value_of(in, word, flag->name) : NULL;
    if (flag->to & CC_HOST)
        add_to(&options->host, word, flag->name, value);
    if (flag->to & CC_LINKER)
        add_to(&options->link, word, flag->name, value);
    if (flag->to & CC_MACHINE)
        add_to(&options->machine, word, flag->name, value);
    if (flag->to & CC_LANGUAGE)
        add_to(&options->language, word, flag->name, value);
    if (flag->to & CC_CODE)
        add_to(&options->code, word, flag->name, value);
    if (!value && flag->to & CC_DEVICE)
        cc_words_add(&options->device, word);
    else if (flag->to & (CC_DEVICE | CC_XCOMPILER))
        add_device_path(options, flag, value);
    translate(options, word);
}

static bool has_suffix(const char *path, const char *suffix)
{
    size_t length = strlen(path), tail = strlen(suffix);
    return length > tail && !strcmp(path + length - tail, suffix);
}

static void read_input(reader *in, const char *word)
{
    static const char *const foreign[] = {".hip", ".cl"};
    cc_options *options = in->options;
    if (!in->c_language)
        for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
            if (has_suffix(word, foreign[i]))
                cc_fatal("%s: a kernel file is C or CUDA C++ and is named .c (or give -x c before it) or .cu", word);
    if (!strcmp(word, "-"))
        cc_fatal("a kernel file cannot come from standard input: it is read once for every target");
    if (word[0] == '@')
        cc_fatal("%s: response files are not read", word);
    bool is_kernel =
        in->c_language || options->all_cu || has_suffix(word, ".c") || cc_is_cu(word) || cc_is_cplusplus(word);
    if (is_kernel)
        cc_words_add(&options->inputs, word);
    cc_words_add(&options->link, is_kernel ? CC_INPUT : word);
}

/* Sets which kinds of files and flags there are. Returns whether nvcc's flags may be among them. */
static bool classify(cc_options *options, int count, char **words)
{
    bool c_files = false;
    for (int i = 1; i < count; i++) { /* nvcc's flags may stand before the files */
        options->cu = options->cu || (words[i][0] != '-' && (cc_is_cu(words[i]) || cc_is_cplusplus(words[i])));
        options->all_cu = options->all_cu || cc_is_language_cu(words[i], i + 1 < count ? words[i + 1] : "");
        options->nvcc_words = options->nvcc_words || cc_is_nvcc_word(words[i]);
        c_files = c_files || has_suffix(words[i], ".c") || cc_starts_with(words[i], "-x");
    }
    options->cu = options->cu || options->all_cu;
    /* A Makefile gives the link of its objects the same flags. */
    return options->cu || options->nvcc_words || !c_files;
}

void cc_options_read(cc_options *options, int count, char **words)
{
    reader in = {.options = options, .next = 1};
    *options = (cc_options){0};
    if (classify(options, count, words))
        cc_add_gcc_words(&options->words, count, words);
    else
        for (int i = 0; i < count; i++)
            cc_words_add(&options->words, words[i]);
    in.words = options->words.items;
    in.count = (int)options->words.count;
    bool nvcc_flags = classify(options, in.count, in.words); /* a file of options may name the sources */
    while (in.next < in.count) {
        const char *word = in.words[in.next++];
        if (word[0] != '-' || !word[1]) {
            read_input(&in, word);
            continue;
        }
        bool takes_next;
        if (nvcc_flags && cc_read_cu_flag(options, word, in.next < in.count ? in.words[in.next] : NULL, &takes_next)) {
            in.next += takes_next;
            continue;
        }
        if (!read_own(&in, word) && !read_mode(&in, word) && !read_dependencies(&in, word) &&
            !read_definition(&in, word))
            read_gcc_flag(&in, word);
    }
    if (options->module && options->inputs.count > 1)
        cc_fatal("-ptx, -cubin and -fatbin take one .cu file at a time");
    if (options->module && !options->output && options->inputs.count == 1) {
        char *output = cc_replace_suffix(cc_base_name(options->inputs.items[0]), options->module);
        cc_words_add(&options->words, output); /* which keeps it */
        options->output = options->words.items[options->words.count - 1];
        free(output);
    }
    if (options->per_thread) { /* as nvcc; the last flag counts */
        static const char definition[] = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1";
        cc_words_add(&options->host, definition);
        cc_words_add(&options->language, definition);
    }
    if (options->mode != CC_LINK && options->output && options->inputs.count > 1)
        cc_fatal("-o with several kernel files: there would be one object for all; leave out -o, or link");
    if (options->dependency_file && options->inputs.count > 1)
        cc_fatal("-MF with several kernel files: each would overwrite the file of the one before");
    if (options->no_cuda && (options->nvcc || options->cuda_arch))
        options->nvcc = options->cuda_arch = NULL;
}

void cc_options_free(cc_options *options)
{
    cc_words_free(&options->words);
    cc_words_free(&options->inputs);
    cc_words_free(&options->link);
    cc_words_free(&options->cu_host);
    cc_words_free(&options->host);
    cc_words_free(&options->device);
    cc_words_free(&options->machine);
    cc_words_free(&options->language);
    cc_words_free(&options->code);
    cc_words_free(&options->definitions);
    cc_words_free(&options->dependency_flags);
}
