#include "cu_device_link.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cu_commands.h"
#include "cu_compile.h"
#include "cu_copies.h"
#include "cu_device_code.h"
#include "message.h"
#include "scratch.h"

/* ---- finding it ---- */
/* -lNAME: the static library, where the linker finds no shared one before. The caller frees; null: none. */
static char *find_library(const cc_words *link, const char *name)
{
    for (size_t i = 0; i < link->count; i++) {
        const char *word = link->items[i];
        if (!cc_starts_with(word, "-L"))
            continue;
        const char *folder = word[2] ? word + 2 : i + 1 < link->count ? link->items[i + 1] : "";
        char *shared = cc_format("%s/lib%s.so", folder, name), *library = cc_format("%s/lib%s.a", folder, name);
        if (name[0] == ':') {
            free(library);
            library = cc_format("%s/%s", folder, name + 1);
        }
        bool is_shared = access(shared, R_OK) == 0, is_static = access(library, R_OK) == 0;
        free(shared);
        if (is_static && !is_shared)
            return library;
        free(library);
        if (is_shared)
            return NULL;
    }
    return NULL;
}

static bool read_all(const cc_words *link, cc_device_codes *to)
{
    bool read = true;
    for (size_t i = 0; i < link->count && read; i++) {
        const char *word = link->items[i];
        const char *name = cc_starts_with(word, "-l") ? word[2]               ? word + 2
                                                        : i + 1 < link->count ? link->items[i + 1]
                                                                              : ""
                                                      : NULL;
        if (name) {
            char *library = find_library(link, name);
            read = !library || cc_device_codes_read(library, to);
            free(library);
        } else if (word[0] != '-') {
            read = cc_device_codes_read(word, to);
        }
    }
    return read;
}

/* ---- linking it ---- */
/* The sources, for messages. The caller frees. */
static char *name_sources(const cc_words *source)
{
    enum { MOST = 4 };
    char *names = cc_format("%s", source->items[0]);
    for (size_t i = 1; i < source->count && i <= MOST; i++) {
        char *longer = i < MOST ? cc_format("%s %s", names, source->items[i]) : cc_format("%s ...", names);
        free(names);
        names = longer;
    }
    return names;
}

static bool is_level(const char *word)
{
    return cc_starts_with(word, "-O");
}

/* Adds a compilation's flags. Of several -O the lowest counts, unless the link has one. */
static void add_flags(const char *flags, cc_words *code, const char **lowest, cc_words *kept)
{
    char *copy = cc_format("%s", flags), *rest = NULL;
    const char *level = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (is_level(word))
            level = word;
        else if (!cc_words_have(code, word))
            cc_words_add(code, word);
    }
    if (level && (!*lowest || strcmp(level, *lowest) < 0)) {
        cc_words_add(kept, level);
        *lowest = kept->items[kept->count - 1];
    }
    free(copy);
}

static int compile(const cc_options *options, const cc_device_codes *codes, const char *object)
{
    cc_options how = *options; /* the lists below are its own */
    cc_words code = {0}, host = {0}, levels = {0}, bitcodes = {0};
    const char *lowest = NULL;
    cc_words_add_all(&code, &options->code);
    cc_words_add_all(&host, &options->host);
    for (size_t i = 0; i < host.count && !lowest; i++)
        lowest = is_level(host.items[i]) ? "" : NULL;
    for (size_t i = 0; i < codes->id.count; i++) {
        add_flags(codes->flags.items[i], &code, &lowest, &levels);
        cc_words_add(&bitcodes, codes->code[i].bitcode);
    }
    if (lowest && *lowest)
        cc_words_add(&host, lowest);
    how.code = code;
    how.host = host;
    char *sources = name_sources(&codes->source), *id = cc_format("linked %s", codes->id.items[0]);
    cc_step link = cc_new_step("linked.bc");
    cc_cu_copies copies;
    cc_cu_link_command(&how, codes->id.items, bitcodes.items, bitcodes.count, link.product, &link.command);
    cc_cu_copies_prepare(&copies, &how, sources, link.product, id);
    int status = cc_run_steps(sources, (cc_step *[]){&link}, 1);
    if (!status)
        status = cc_cu_copies_make(&copies, object);
    cc_cu_copies_free(&copies);
    cc_free_step(&link);
    free(sources);
    free(id);
    cc_words_free(&bitcodes);
    cc_words_free(&levels);
    cc_words_free(&host);
    cc_words_free(&code);
    return status;
}

/* Without the files that another device link has. */
static void drop_done(cc_device_codes *codes)
{
    size_t kept = 0;
    for (size_t i = 0; i < codes->id.count; i++) {
        if (cc_words_have(&codes->done, codes->id.items[i])) {
            free(codes->code[i].bitcode);
            free(codes->code[i].from);
            continue;
        }
        if (kept != i) {
            cc_words_put(&codes->id, kept, cc_format("%s", codes->id.items[i]));
            cc_words_put(&codes->source, kept, cc_format("%s", codes->source.items[i]));
            cc_words_put(&codes->flags, kept, cc_format("%s", codes->flags.items[i]));
            codes->code[kept] = codes->code[i];
        }
        kept++;
    }
    cc_words_cut(&codes->id, kept);
    cc_words_cut(&codes->source, kept);
    cc_words_cut(&codes->flags, kept);
}

int cc_device_link(const cc_options *options, const cc_words *link, const char *object, bool *made)
{
    cc_device_codes codes = {0};
    int status = read_all(link, &codes) ? 0 : 1;
    drop_done(&codes);
    *made = !status && codes.id.count > 0;
    if (*made) {
        cc_require_clang(options);
        status = compile(options, &codes, object);
    }
    cc_device_codes_free(&codes);
    return status;
}
