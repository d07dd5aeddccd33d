#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

void cc_words_add(cc_words *words, const char *word)
{
    if (words->count + 2 > words->capacity) {
        size_t capacity = words->capacity ? 2 * words->capacity : 32;
        char **items = realloc(words->items, capacity * sizeof *items);
        if (!items)
            cc_fatal("out of memory");
        words->items = items;
        words->capacity = capacity;
    }
    char *copy = strdup(word);
    if (!copy)
        cc_fatal("out of memory");
    words->items[words->count++] = copy;
    words->items[words->count] = NULL;
}

void cc_words_add_all(cc_words *words, const cc_words *others)
{
    for (size_t i = 0; i < others->count; i++)
        cc_words_add(words, others->items[i]);
}

bool cc_words_have(const cc_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (!strcmp(words->items[i], word))
            return true;
    return false;
}

void cc_words_put(cc_words *words, size_t index, char *word)
{
    free(words->items[index]);
    words->items[index] = word;
}

void cc_words_cut(cc_words *words, size_t count)
{
    while (words->count > count) {
        free(words->items[--words->count]);
        words->items[words->count] = NULL;
    }
}

void cc_words_free(cc_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->items[i]);
    free(words->items);
    *words = (cc_words){0};
}

char *cc_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text;
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        cc_fatal("out of memory");
    return text;
}

char *cc_with_replaced(const char *text, const char *old, const char *replacement)
{
    const char *at = strstr(text, old);
    return cc_format("%.*s%s%s", (int)(at - text), text, replacement, at + strlen(old));
}

bool cc_starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *cc_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *cc_replace_suffix(const char *path, const char *suffix)
{
    const char *base = cc_base_name(path);
    const char *dot = strrchr(base, '.');
    int length = dot && dot != base ? (int)(dot - path) : (int)strlen(path);
    return cc_format("%.*s%s", length, path, suffix);
}
