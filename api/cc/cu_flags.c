#include "cu_flags.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

static bool has_suffix(const char *path, const char *suffix)
{
    size_t length = strlen(path), tail = strlen(suffix);
    return length > tail && !strcmp(path + length - tail, suffix);
}

bool cc_is_cu(const char *path)
{
    return has_suffix(path, ".cu");
}

bool cc_is_cplusplus(const char *path)
{
    static const char *const suffixes[] = {".cc", ".cpp", ".cxx", ".C", ".c++"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (has_suffix(path, suffixes[i]))
            return true;
    return false;
}

bool cc_is_nvcc_word(const char *word)
{
    static const char *const beginnings[] = {"-arch=", "-Xcompiler", "-ccbin"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (cc_starts_with(word, beginnings[i]))
            return true;
    return false;
}

static bool is_language(const char *word)
{
    return !strcmp(word, "-x") || !strcmp(word, "--x");
}

bool cc_is_language_cu(const char *word, const char *next)
{
    return !strcmp(word, "-xcu") || !strcmp(word, "-x=cu") || !strcmp(word, "--x=cu") ||
           (is_language(word) && !strcmp(next, "cu"));
}

typedef enum effect {
    NONE,        /* it concerns GPUs alone, or is so already */
    TO_HOST,     /* its value, words between commas, goes to the compiler of host code */
    TO_LINKER,   /* the same, to the linker */
    LINES,       /* as -g */
    COMPILE,     /* as -c */
    ARCHIVE,     /* the objects go into a library */
    RELOCATABLE, /* as -c with -rdc=true */
    WHETHER_RDC, /* true or false */
    DEVICE_LINK, /* an object of device code */
    NO_LINK,     /* no device code is linked */
    MODULE,      /* what cuModuleLoad() loads: here a shared library */
    STREAM       /* what stream 0 is */
} effect;

static const struct flag {
    const char *name;
    bool has_value; /* after '=', or as the next word */
    effect effect;
    const char *suffix; /* of MODULE */
} flags[] = {
    {"-arch", true, NONE, NULL},
    {"--gpu-architecture", true, NONE, NULL},
    {"-gencode", true, NONE, NULL},
    {"--generate-code", true, NONE, NULL},
    {"-code", true, NONE, NULL},
    {"--gpu-code", true, NONE, NULL},
    {"-maxrregcount", true, NONE, NULL},
    {"--maxrregcount", true, NONE, NULL},
    {"-Xptxas", true, NONE, NULL},
    {"--ptxas-options", true, NONE, NULL},
    {"-Xnvlink", true, NONE, NULL},
    {"-ccbin", true, NONE, NULL},
    {"--compiler-bindir", true, NONE, NULL},
    {"-cudart", true, NONE, NULL},
    {"--cudart", true, NONE, NULL},
    {"-t", true, NONE, NULL},
    {"--threads", true, NONE, NULL},
    {"-diag-suppress", true, NONE, NULL},
    {"--diag-suppress", true, NONE, NULL},
    {"-Xcudafe", true, NONE, NULL},
    {"-fmad", true, NONE, NULL},
    {"--fmad", true, NONE, NULL},
    {"-ftz", true, NONE, NULL},
    {"--ftz", true, NONE, NULL},
    {"-prec-div", true, NONE, NULL},
    {"--prec-div", true, NONE, NULL},
    {"-prec-sqrt", true, NONE, NULL},
    {"--prec-sqrt", true, NONE, NULL},
    {"-use_fast_math", false, NONE, NULL}, /* it allows less exact results; here they stay exact */
    {"--use_fast_math", false, NONE, NULL},
    {"-expt-relaxed-constexpr", false, NONE, NULL},
    {"--expt-relaxed-constexpr", false, NONE, NULL},
    {"-expt-extended-lambda", false, NONE, NULL},
    {"--expt-extended-lambda", false, NONE, NULL},
    {"-extended-lambda", false, NONE, NULL},
    {"--extended-lambda", false, NONE, NULL},
    {"-restrict", false, NONE, NULL},
    {"--restrict", false, NONE, NULL},
    {"-Wno-deprecated-gpu-targets", false, NONE, NULL},
    {"-allow-unsupported-compiler", false, NONE, NULL},
    {"--allow-unsupported-compiler", false, NONE, NULL},
    {"-extra-device-vectorization", false, NONE, NULL},
    {"--extra-device-vectorization", false, NONE, NULL},
    {"-res-usage", false, NONE, NULL},
    {"--resource-usage", false, NONE, NULL},
    {"-Xfatbin", true, NONE, NULL},
    {"--fatbin-options", true, NONE, NULL},
    {"-split-compile", true, NONE, NULL},
    {"--split-compile", true, NONE, NULL},
    {"-forward-unknown-to-host-compiler", false, NONE, NULL}, /* clang gets them in any case */
    {"--forward-unknown-to-host-compiler", false, NONE, NULL},
    {"-default-stream", true, STREAM, NULL},
    {"--default-stream", true, STREAM, NULL},
    {"-lineinfo", false, LINES, NULL},
    {"--generate-line-info", false, LINES, NULL},
    {"-G", false, LINES, NULL},
    {"--device-debug", false, LINES, NULL},
    {"-Xcompiler", true, TO_HOST, NULL},
    {"--compiler-options", true, TO_HOST, NULL},
    {"-Xlinker", true, TO_LINKER, NULL},
    {"--linker-options", true, TO_LINKER, NULL},
    {"-dc", false, RELOCATABLE, NULL},
    {"--device-c", false, RELOCATABLE, NULL},
    {"-rdc", true, WHETHER_RDC, NULL},
    {"--relocatable-device-code", true, WHETHER_RDC, NULL},
    {"-lib", false, ARCHIVE, NULL},
    {"-dlink", false, DEVICE_LINK, NULL},
    {"--device-link", false, DEVICE_LINK, NULL},
    {"-nodlink", false, NO_LINK, NULL},
    {"--no-device-link", false, NO_LINK, NULL},
    {"-dlto", false, NONE, NULL},
    {"--dlink-time-opt", false, NONE, NULL},
    {"-dw", false, COMPILE, NULL},
    {"--device-w", false, COMPILE, NULL},
    {"-cudadevrt", true, NONE, NULL},
    {"--cudadevrt", true, NONE, NULL},
    {"-keep", false, NONE, NULL},
    {"--keep", false, NONE, NULL},
    {"-keep-dir", true, NONE, NULL},
    {"--keep-dir", true, NONE, NULL},
    {"-src-in-ptx", false, NONE, NULL},
    {"--source-in-ptx", false, NONE, NULL},
    {"-dopt", true, NONE, NULL},
    {"--dopt", true, NONE, NULL},
    {"-noeh", false, NONE, NULL},
    {"--no-exceptions", false, NONE, NULL},
    {"-Xarchive", true, NONE, NULL},
    {"--archive-options", true, NONE, NULL},
    {"-diag-error", true, NONE, NULL},
    {"--diag-error", true, NONE, NULL},
    {"-diag-warn", true, NONE, NULL},
    {"--diag-warn", true, NONE, NULL},
    {"-err-no", false, NONE, NULL},
    {"--display-error-number", false, NONE, NULL},
    {"-display-error-number", false, NONE, NULL},
    {"--no-display-error-number", false, NONE, NULL},
    {"-no-err-no", false, NONE, NULL},
    {"-Wdefault-stream-launch", false, NONE, NULL},
    {"-Wmissing-launch-bounds", false, NONE, NULL},
    {"-Wext-lambda-captures-this", false, NONE, NULL},
    {"-machine", true, NONE, NULL},
    {"--machine", true, NONE, NULL},
    {"-ptx", false, MODULE, ".ptx"},
    {"--ptx", false, MODULE, ".ptx"},
    {"-cubin", false, MODULE, ".cubin"},
    {"--cubin", false, MODULE, ".cubin"},
    {"-fatbin", false, MODULE, ".fatbin"},
    {"--fatbin", false, MODULE, ".fatbin"},
};

/* Adds the words between commas. */
static void add_words(cc_words *to, const char *list)
{
    char *copy = cc_format("%s", list), *rest = NULL;
    for (char *word = strtok_r(copy, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest))
        cc_words_add(to, word);
    free(copy);
}

static void take(cc_options *options, const struct flag *flag, const char *value)
{
    switch (flag->effect) {
    case NONE: break;
    case TO_HOST: add_words(&options->cu_host, value); break;
    case TO_LINKER: {
        cc_words words = {0};
        add_words(&words, value);
        for (size_t i = 0; i < words.count; i++) {
            cc_words_add(&options->link, "-Xlinker");
            cc_words_add(&options->link, words.items[i]);
        }
        cc_words_free(&words);
        break;
    }
    case MODULE:
        options->module = flag->suffix;
        cc_words_add(&options->link, "-shared");
        cc_words_add(&options->host, "-fPIC");
        cc_words_add(&options->code, "-fPIC");
        break;
    case ARCHIVE: options->archive = true; break;
    case DEVICE_LINK: options->dlink = true; break;
    case NO_LINK: options->no_dlink = true; break;
    case WHETHER_RDC:
        if (strcmp(value, "true") && strcmp(value, "false"))
            cc_fatal("%s=%s: it is true or false", flag->name, value);
        options->rdc = !strcmp(value, "true");
        break;
    case RELOCATABLE: options->rdc = true; /* fall through */
    case COMPILE:
        if (options->mode == CC_LINK)
            options->mode = CC_COMPILE;
        break;
    case STREAM:
        if (strcmp(value, "legacy") && strcmp(value, "null") && strcmp(value, "per-thread"))
            cc_fatal("%s=%s: it is legacy, null or per-thread", flag->name, value);
        options->per_thread = !strcmp(value, "per-thread");
        break;
    case LINES:
        cc_words_add(&options->host, "-g");
        cc_words_add(&options->language, "-g");
        cc_words_add(&options->code, "-g");
        break;
    }
}

/* Whether the list of -Werror's has kinds of warnings that only nvcc has. `known`: also those that clang knows by this name. */
static bool has_error_kind(const char *list, bool known)
{
    static const char *const kinds[] = {"all-warnings",           "cross-execution-space-call", "default-stream-launch",
                                        "missing-launch-bounds",  "ext-lambda-captures-this",   "reorder",
                                        "deprecated-declarations"};
    size_t count = sizeof kinds / sizeof *kinds - (known ? 0 : 2);
    for (size_t i = 0; i < count; i++)
        if (cc_starts_with(list, kinds[i]))
            return true;
    return false;
}

bool cc_read_cu_flag(cc_options *options, const char *word, const char *next, bool *takes_next)
{
    *takes_next = false;
    if (cc_starts_with(word, "-std=c++") || cc_starts_with(word, "-std=gnu++") || cc_starts_with(word, "--std=c++")) {
        options->cu_std = strchr(word, '=') + 1;
        return true;
    }
    if ((!strcmp(word, "-std") || !strcmp(word, "--std")) && next && strstr(next, "++")) {
        *takes_next = true;
        options->cu_std = next;
        return true;
    }
    if (cc_is_language_cu(word, next ? next : "")) {
        *takes_next = is_language(word);
        return true;
    }
    if (cc_starts_with(word, "-lcudart") || !strcmp(word, "-lcudadevrt") || !strcmp(word, "-lcuda") ||
        !strcmp(word, "-lcurand") || !strcmp(word, "-lcurand_static") || !strcmp(word, "-lnvidia-ml"))
        return true; /* liblanewise-cudart is in their place */
    if (!strcmp(word, "-lnvToolsExt"))
        return true; /* a header is all of it */
    if (cc_starts_with(word, "-t") && word[2] && strspn(word + 2, "0123456789") == strlen(word + 2))
        return true; /* --threads */
    if ((!strcmp(word, "-Werror") || !strcmp(word, "--Werror")) && next && has_error_kind(next, true)) {
        *takes_next = true;
        return true;
    }
    if ((cc_starts_with(word, "-Werror=") || cc_starts_with(word, "--Werror=")) &&
        has_error_kind(strchr(word, '=') + 1, word[1] == '-'))
        return true;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        size_t length = strlen(flags[i].name);
        bool alone = !strcmp(word, flags[i].name);
        bool joined = flags[i].has_value && cc_starts_with(word, flags[i].name) && word[length] == '=';
        if (!alone && !joined)
            continue;
        const char *value = !flags[i].has_value ? NULL : joined ? word + length + 1 : next;
        if (flags[i].has_value && !value)
            cc_fatal("the flag %s needs a value after it", word);
        *takes_next = flags[i].has_value && !joined;
        take(options, &flags[i], value);
        return true;
    }
    return false;
}
