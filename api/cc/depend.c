#include "depend.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "scratch.h"
#include "words.h"

/* The file's text; empty if there is no file. The caller frees. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return cc_format("%s", "");
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = cc_format("%s", "");
    }
    fclose(file);
    return text;
}

/* The first rule's length: to the first newline without a backslash before it. */
static size_t rule_length(const char *text)
{
    size_t i = 0;
    while (text[i] && !(text[i] == '\n' && (i == 0 || text[i - 1] != '\\')))
        i++;
    return i;
}

/* Reads the first rule's prerequisites, with make's escapes unchanged. */
static void read_prerequisites(const char *text, cc_words *words)
{
    const char *end = text + rule_length(text), *at = strstr(text, ": ");
    if (!at)
        return;
    at++;
    while (at < end) {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || (*at == '\\' && at[1] == '\n')))
            at++;
        const char *start = at;
        while (at < end && *at != ' ' && *at != '\t' && *at != '\n' && !(*at == '\\' && at[1] == '\n'))
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        if (at > start) {
            char *word = cc_format("%.*s", (int)(at - start), start);
            cc_words_add(words, word);
            free(word);
        }
    }
}

/* Searches the first `count` words. */
static bool contains(const cc_words *words, const char *word, size_t count)
{
    for (size_t i = 0; i < words->count && i < count; i++)
        if (!strcmp(words->items[i], word))
            return true;
    return false;
}

bool cc_depends_on(const char *file, const char *header)
{
    char *text = read_text(file);
    cc_words words = {0};
    read_prerequisites(text, &words);
    bool found = false;
    size_t length = strlen(header);
    for (size_t i = 0; i < words.count && !found; i++) {
        size_t own = strlen(words.items[i]);
        const char *end = own >= length ? words.items[i] + own - length : NULL;
        found = end && !strcmp(end, header) && (end == words.items[i] || end[-1] == '/');
    }
    cc_words_free(&words);
    free(text);
    return found;
}

/* Writes the main text, with the further words at the end of its first rule. */
static bool write_merged(const char *path, const char *main_text, const cc_words *known, const cc_words *further)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    size_t rule = rule_length(main_text);
    fwrite(main_text, 1, rule, file);
    for (size_t i = 0; i < further->count; i++) {
        const char *word = further->items[i];
        if (!contains(known, word, SIZE_MAX) && !contains(further, word, i) && !cc_starts_with(word, cc_scratch()))
            fprintf(file, " \\\n %s", word);
    }
    fputs(main_text[rule] ? main_text + rule : "\n", file);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

bool cc_merge_dependencies(const char *path, const char *main_file, const cc_words *others)
{
    char *main_text = read_text(main_file);
    cc_words known = {0}, further = {0};
    read_prerequisites(main_text, &known);
    for (size_t i = 0; i < others->count; i++) {
        char *text = read_text(others->items[i]);
        read_prerequisites(text, &further);
        free(text);
    }
    bool written = write_merged(path, main_text, &known, &further);
    if (!written)
        cc_say("cannot write %s: %s", path, strerror(errno));
    cc_words_free(&known);
    cc_words_free(&further);
    free(main_text);
    return written;
}
