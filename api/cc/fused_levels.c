/* The levels and block shapes of the fused copy, and whether there is a fused copy. */
#include "fused_levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "sanitize.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

static const cc_known_level known[] = {
    {"x86_64", "v2", "x86-64-v2", 0},
    {"x86_64", "v3", "x86-64-v3", 1},
    {"x86_64", "v4", "x86-64-v4", 2},
    {"aarch64", "v8", "armv8-a", 0},
};
enum { KNOWN = sizeof known / sizeof *known };

const char *cc_host_triple(const cc_options *options)
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

static bool is_for(const cc_known_level *level, const char *triple)
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

/* Checks that each word of --fused-levels exists. */
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

/* Checks a shape as lanewise-fuse does. */
static bool is_shape(const char *text)
{
    unsigned long threads = 1;
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long size = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (!size || size > 1024 || (threads *= size) > 1024)
            return false;
        if (!*end)
            return true;
        if (*end != 'x')
            return false;
        text = end + 1;
    }
    return false;
}

/* Checks that --fused-shapes is `none` or a list of shapes. */
static void check_shapes(const char *list)
{
    enum { MOST = 8 };
    if (!strcmp(list, "none"))
        return;
    char *copy = cc_format("%s", list), *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (!is_shape(word) || ++count > MOST)
            cc_fatal("--fused-shapes=%s: it must be none, or up to 8 shapes of blocks of up to 1024 threads, such as "
                     "256x1,16x16",
                     list);
    free(copy);
}

static bool is_chosen(const cc_options *options, const cc_known_level *level, const char *triple)
{
    return is_for(level, triple) && (!options->fused_levels || lists(options->fused_levels, level->name));
}

size_t cc_fused_levels(const cc_options *options, const cc_known_level *chosen[CC_LEVELS])
{
    const char *triple = cc_host_triple(options);
    size_t count = 0;
    for (size_t i = 0; i < KNOWN; i++)
        if (is_chosen(options, &known[i], triple))
            chosen[count++] = &known[i];
    return count;
}

/* Whether the flags are for a debugger, which then stops at each line of the fiber copy. As with gcc, the last -O
 * counts. */
static bool is_for_debugger(const cc_options *options)
{
    bool unoptimised = false;
    for (size_t i = 0; i < options->host.count; i++)
        if (cc_starts_with(options->host.items[i], "-O"))
            unoptimised = !strcmp(options->host.items[i], "-O0");
    return unoptimised && cc_has_lines(options);
}

/* The reason why this run makes no fused copies; null: it makes them. */
static const char *why_not(const cc_options *options)
{
    if (options->mode == CC_CPU_ONLY)
        return "one copy is asked for";
    if (options->coverage)
        return "--coverage counts threads, and a loop over them is not one";
    if (cc_is_instrumented(options))
        return "-fsanitize= looks at each thread, and a loop over them is not one";
    if (!cc_clang(options))
        return "there is no clang-19 (--clang=PATH)";
    if (!cc_fuse(options))
        return "there is no lanewise-fuse beside lanewise-cc (--fuse=PATH)";
    if (options->fused == CC_FUSED_AUTO && is_for_debugger(options))
        return "-g -O0 is for a debugger (--fused=on makes it all the same)";
    for (size_t i = 0; i < options->machine.count; i++)
        if (!strcmp(options->machine.items[i], "-m32") || !strcmp(options->machine.items[i], "-mx32"))
            return "it is for 64-bit processors";
    const cc_known_level *chosen[CC_LEVELS];
    if (cc_fused_levels(options, chosen) > 0)
        return NULL;
    bool is_known = false;
    for (size_t i = 0; i < KNOWN; i++)
        is_known = is_known || is_for(&known[i], cc_host_triple(options));
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
    if (reason && options->fused_report)
        printf("no fused copy: %s\n", reason);
    wanted = !reason;
    return wanted;
}
