#include "cu_launch.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cu_alignment.h"
#include "cu_pragma.h"
#include "cu_text.h"
#include "message.h"
#include "scratch.h"

/* ---- launches ---- */
/* After three of the character with any blanks between; null: they are not here. */
static char *after_three(char *at, char bracket)
{
    for (int i = 0; i < 3; i++) {
        at += i ? strspn(at, " \t") : 0;
        if (*at++ != bracket)
            return NULL;
    }
    return at;
}

/* The three that close a launch's configuration, which begins here; null: it is none. */
static char *find_close(char *at)
{
    int depth = 0;
    while (*at && *at != ';' && depth >= 0) {
        char *after = cc_text_skip(at), *close = depth == 0 ? after_three(at, '>') : NULL;
        if (after != at) {
            at = after;
            continue;
        }
        if (close && close[strspn(close, " \t\r\n")] == '(')
            return at;
        depth += strchr("([{", *at) ? 1 : strchr(")]}", *at) ? -1 : 0;
        at++;
    }
    return NULL;
}

/* Puts the blanks between the brackets before or after them. */
static void join(char *begin, char *end, bool blanks_first)
{
    char bracket = *begin;
    size_t size = (size_t)(end - begin);
    memset(begin, ' ', size);
    memset(blanks_first ? end - 3 : begin, bracket, 3);
}

/* The next launch's first bracket, and what is after the three; where its configuration ends. Null: there is none. */
static char *find_launch(char *at, char **open, char **close)
{
    for (bool is_operator = false; *at;) {
        char *after = cc_text_skip(at);
        if (after != at) {
            is_operator = after - at == 8 && !strncmp(at, "operator", 8);
            at = after;
            continue;
        }
        *open = is_operator ? NULL : after_three(at, '<');
        *close = *open ? find_close(*open) : NULL;
        if (*close)
            return at;
        is_operator = is_operator && isspace((unsigned char)*at);
        /* The rest of `operator<<` or of a comparison is no launch. */
        at += *at == '<' ? strspn(at, "<") : 1;
    }
    return NULL;
}

/* Whether a launch was changed. */
static bool join_brackets(char *text)
{
    bool changed = false;
    char *open, *close;
    for (char *at = text; (at = find_launch(at, &open, &close)); at = open) {
        char *end = after_three(close, '>');
        changed = changed || open - at != 3 || end - close != 3;
        join(at, open, true);
        join(close, end, false);
    }
    return changed;
}

/* Writes a launch's configuration with `dim3` before a grid or block in braces; false: there is none. */
static bool write_configuration(FILE *to, char *at, const char *close)
{
    bool begins = true, changed = false; /* begins: only blanks of the argument were before */
    unsigned argument = 0;
    for (int depth = 0; at < close;) {
        char *after = cc_text_skip(at);
        if (begins && *at == '{' && argument < 2) {
            fputs("dim3", to);
            changed = true;
        }
        argument += depth == 0 && *at == ',';
        begins = depth == 0 && (*at == ',' || (begins && (isspace((unsigned char)*at) || (after != at && *at == '/'))));
        depth += after != at ? 0 : strchr("([{", *at) ? 1 : strchr(")]}", *at) ? -1 : 0;
        after = after == at ? at + 1 : after;
        fwrite(at, 1, (size_t)(after - at), to);
        at = after;
    }
    return changed;
}

/* `<<<{2, 3}, 32>>>` becomes `<<<dim3{2, 3}, 32>>>`. Frees the text and returns another. */
static char *name_braces(char *text, bool *changed)
{
    char *made = NULL, *open, *close, *from = text;
    size_t size;
    FILE *to = open_memstream(&made, &size);
    if (!to)
        cc_fatal("out of memory");
    for (char *at = text; (at = find_launch(at, &open, &close)); at = from = close) {
        fwrite(from, 1, (size_t)(open - from), to);
        *changed |= write_configuration(to, open, close);
    }
    fputs(from, to);
    if (fclose(to))
        cc_fatal("out of memory");
    free(text);
    return made;
}

/* ---- files ---- */
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

/* Adds the files that the text includes by their place. */
static void add_includes(cc_words *files, const char *path, const char *text)
{
    int folder = (int)(cc_base_name(path) - path);
    for (const char *at = text; (at = strstr(at, "include")); at++) {
        const char *name = at + strlen("include");
        name += strspn(name, " \t");
        const char *end = *name == '"' ? strchr(name + 1, '"') : NULL;
        if (!end || end - name > PATH_MAX)
            continue;
        char *included = cc_format("%.*s%.*s", folder, path, (int)(end - name - 1), name + 1);
        char *real = realpath(included, NULL);
        if (real && access(real, R_OK) == 0 && !cc_words_have(files, real))
            cc_words_add(files, real);
        free(real);
        free(included);
    }
}

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

/* The path by which clang knows a file, where that goes through a link: `real` with the folder of the input as it is given.
 * Null: there is none. */
static char *through_links(const char *input, const char *first, const char *real)
{
    const char *working = getenv("PWD");
    size_t folder = (size_t)(cc_base_name(first) - first);
    char *given = input[0] == '/' ? cc_format("%s", input) : working ? cc_format("%s/%s", working, input) : NULL;
    char *path = NULL;
    if (given && !strncmp(real, first, folder))
        path = cc_format("%.*s%s", (int)(cc_base_name(given) - given), given, real + folder);
    free(given);
    if (path && strcmp(path, real))
        return path;
    free(path);
    return NULL;
}

/* A copy of the text in the scratch folder; false: it cannot be written. */
static bool write_copy(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

void cc_add_launches(const char *input, cc_words *command)
{
    cc_words files = {0};
    char *first = realpath(input, NULL), *list = NULL;
    FILE *overlay = NULL;
    if (first)
        cc_words_add(&files, first);
    for (size_t i = 0; i < files.count; i++) {
        char *path = cc_format("%s", files.items[i]), *text = read_text(path);
        if (text)
            add_includes(&files, path, text);
        bool changed = text && join_brackets(text);
        changed |= text && cc_move_alignment(text);
        if (text)
            text = cc_quote_pragmas(name_braces(text, &changed), &changed);
        if (changed) {
            char *copy = cc_scratch_file("launches"), *other = through_links(input, first, path);
            bool is_first = !list;
            list = list ? list : cc_scratch_file("launches.yaml");
            overlay = overlay ? overlay : fopen(list, "w");
            if (!overlay || !write_copy(copy, text))
                cc_fatal("cannot write to the scratch folder %s", cc_scratch());
            if (is_first)
                fputs("{\"version\":0,\"use-external-names\":false,\"roots\":[\n", overlay);
            write_entry(overlay, is_first, path, copy);
            if (other)
                write_entry(overlay, false, other, copy);
            free(other);
            free(copy);
        }
        free(text);
        free(path);
    }
    if (overlay) {
        fputs("\n]}\n", overlay);
        if (fclose(overlay))
            cc_fatal("cannot write to the scratch folder %s", cc_scratch());
        cc_words_add(command, "-ivfsoverlay");
        cc_words_add(command, list);
    }
    free(list);
    free(first);
    cc_words_free(&files);
}
