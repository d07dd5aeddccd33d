#include "cu_sources.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cu_alignment.h"
#include "cu_launch.h"
#include "cu_pragma.h"
#include "message.h"
#include "scratch.h"

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t capacity = 0;
    if (file && getdelim(&text, &capacity, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* ---- the program's files ---- */
typedef struct sources {
    cc_words given; /* as clang names them, from the root */
    cc_words real;  /* without links, in the same order */
} sources;

static char *from_root(const char *path)
{
    const char *working = getenv("PWD");
    char folder[PATH_MAX];
    if (path[0] == '/')
        return cc_format("%s", path);
    if (!working)
        working = getcwd(folder, sizeof folder);
    return cc_format("%s/%s", working ? working : "", path);
}

/* Adds the file, unless it is there already. Whether it exists. */
static bool add_file(sources *to, const char *path)
{
    char *given = from_root(path), *real = realpath(given, NULL);
    bool exists = real && access(real, R_OK) == 0;
    if (exists && !cc_words_have(&to->given, given)) {
        cc_words_add(&to->given, given);
        cc_words_add(&to->real, real);
    }
    free(real);
    free(given);
    return exists;
}

/* Adds the file that `path` includes by the name: in quotes the one at its place, else the first in the folders. */
static void add_included(sources *to, const char *path, const char *name, size_t length, bool quotes,
                         const cc_words *folders)
{
    int folder = (int)(cc_base_name(path) - path);
    char *included = cc_format("%.*s%.*s", name[0] == '/' ? 0 : folder, path, (int)length, name);
    bool found = quotes && add_file(to, included);
    free(included);
    for (size_t i = 0; i < folders->count && !found; i++) {
        included = cc_format("%s/%.*s", folders->items[i], (int)length, name);
        found = add_file(to, included);
        free(included);
    }
}

static void add_includes(sources *to, const char *path, const char *text, const cc_words *folders)
{
    for (const char *at = text; (at = strstr(at, "include")); at++) {
        const char *name = at + strlen("include");
        name += strspn(name, " \t");
        char close = *name == '"' ? '"' : '>';
        const char *end = *name == '"' || *name == '<' ? strpbrk(name + 1, close == '"' ? "\"\n" : ">\n") : NULL;
        if (end && *end == close && end - name <= PATH_MAX)
            add_included(to, path, name + 1, (size_t)(end - name - 1), close == '"', folders);
    }
}

/* The text as clang takes it; null: it cannot be read. */
static char *changed_text(char *text, cc_launches how, bool *changed)
{
    *changed = cc_launch_join_brackets(text);
    *changed |= cc_move_alignment(text);
    text = cc_quote_pragmas(cc_launch_name_braces(text, changed), changed);
    return how == CC_LAUNCHES_OF_HOST ? text : cc_call_launches(text, how, changed);
}

/* ---- the overlay ---- */
static void write_quoted(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void write_entry(FILE *overlay, bool first, const char *name, const char *contents)
{
    fprintf(overlay, "%s{\"type\":\"file\",\"name\":", first ? "" : ",\n");
    write_quoted(overlay, name);
    fputs(",\"external-contents\":", overlay);
    write_quoted(overlay, contents);
    fputc('}', overlay);
}

/* A copy of the text in the scratch folder; false: it cannot be written. */
static bool write_copy(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

void cc_add_sources(const char *input, const cc_words *folders, cc_launches how, cc_words *command)
{
    sources all = {0};
    char *list = NULL;
    FILE *overlay = NULL;
    add_file(&all, input);
    for (size_t i = 0; i < all.given.count; i++) {
        char *given = cc_format("%s", all.given.items[i]), *real = cc_format("%s", all.real.items[i]);
        char *text = read_text(real);
        bool changed = false;
        if (text) {
            add_includes(&all, given, text, folders);
            text = changed_text(text, how, &changed);
        }
        if (changed) {
            char *copy = cc_scratch_file("launches");
            bool is_first = !list;
            list = list ? list : cc_scratch_file("launches.yaml");
            overlay = overlay ? overlay : fopen(list, "w");
            if (!overlay || !write_copy(copy, text))
                cc_fatal("cannot write to the scratch folder %s", cc_scratch());
            if (is_first)
                fputs("{\"version\":0,\"use-external-names\":false,\"roots\":[\n", overlay);
            write_entry(overlay, is_first, real, copy);
            if (strcmp(given, real))
                write_entry(overlay, false, given, copy);
            free(copy);
        }
        free(text);
        free(given);
        free(real);
    }
    if (overlay) {
        fputs("\n]}\n", overlay);
        if (fclose(overlay))
            cc_fatal("cannot write to the scratch folder %s", cc_scratch());
        cc_words_add(command, "-ivfsoverlay");
        cc_words_add(command, list);
    }
    free(list);
    cc_words_free(&all.given);
    cc_words_free(&all.real);
}
