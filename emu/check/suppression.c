#include "suppression.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "finding.h"

enum { KIND, TOOL, KERNEL, FUNCTION, PLACE, MEMORY, KEYS };
static const char *const keys[KEYS] = {"kind", "tool", "kernel", "function", "place", "memory"};

typedef struct suppression {
    char *value[KEYS]; /* patterns; null: matches anything */
    struct suppression *next;
} suppression;

static suppression *all;

static void free_one(suppression *one)
{
    for (int key = 0; key < KEYS; key++)
        free(one->value[key]);
    free(one);
}

void emu_suppressions_free(void)
{
    while (all) {
        suppression *next = all->next;
        free_one(all);
        all = next;
    }
}

/* Takes a value, quoted or up to the next blank. Returns the rest of the line; null: a quote is not closed. */
static char *take_value(char *text, char **value)
{
    char quote = *text == '"' ? *text : 0;
    *value = text += quote != 0;
    text += quote ? strcspn(text, "\"") : strcspn(text, " \t\r\n");
    if (quote && !*text)
        return NULL;
    if (*text)
        *text++ = 0;
    return text;
}

/* Returns null, or a text about the error. */
static const char *read_line(char *line, suppression *one)
{
    for (line += strspn(line, " \t\r\n"); *line && *line != '#'; line += strspn(line, " \t\r\n")) {
        size_t length = strcspn(line, "= \t\r\n");
        int key = 0;
        while (key < KEYS && !(strlen(keys[key]) == length && strncmp(keys[key], line, length) == 0))
            key++;
        if (key == KEYS || line[length] != '=')
            return "must consist of words such as kind=race; words are kind, tool, kernel, function, place, memory";
        char *value;
        line = take_value(line + length + 1, &value);
        if (!line)
            return "lacks a closing \"";
        if (one->value[key])
            return "repeats a word";
        if ((key == KIND && !emu_finding_kind_exists(value)) || (key == TOOL && !emu_finding_tool_exists(value)))
            return "names an unknown kind or tool";
        one->value[key] = emu_copy_text(value);
        if (!one->value[key])
            return "cannot be stored: out of memory";
    }
    return NULL;
}

bool emu_suppressions_read(const char *path, char *message, size_t size)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    if (!file) {
        snprintf(message, size, "the suppressions %s cannot be read: %s", path, strerror(errno));
        return false;
    }
    const char *wrong = NULL;
    for (int number = 1; !wrong && getline(&line, &room, file) >= 0; number++) {
        suppression *one = emu_allocate(sizeof *one);
        wrong = one ? read_line(line, one) : "cannot be stored: out of memory";
        bool empty = true;
        for (int key = 0; one && key < KEYS; key++)
            empty = empty && !one->value[key];
        if (wrong)
            snprintf(message, size, "line %d of the suppressions %s %s", number, path, wrong);
        if (wrong || empty) {
            if (one)
                free_one(one);
            continue;
        }
        one->next = all;
        all = one;
    }
    free(line);
    fclose(file);
    return !wrong;
}

static bool matches(const char *pattern, const char *text)
{
    return !pattern || (text && fnmatch(pattern, text, 0) == 0);
}

/* Whether the pattern matches the path, or a tail of it that begins at a folder, with or without the line. */
static bool is_at(const char *pattern, const char *file, int line)
{
    char text[600];
    for (const char *from = file; from; from = strchr(from, '/')) {
        from += *from == '/' && from != file;
        snprintf(text, sizeof text, "%s:%d", from, line);
        if (matches(pattern, from) || matches(pattern, text))
            return true;
        from += *from == '/';
    }
    return false;
}

static bool matches_place(const suppression *one, const emu_suppressible *finding)
{
    if (!one->value[FUNCTION] && !one->value[PLACE])
        return true;
    for (int i = 0; i < 2; i++) {
        if (!finding->place[i].file || !matches(one->value[FUNCTION], finding->place[i].function))
            continue;
        if (!one->value[PLACE] || is_at(one->value[PLACE], finding->place[i].file, finding->place[i].line))
            return true;
    }
    return false;
}

bool emu_suppressions_match(const emu_suppressible *finding)
{
    for (const suppression *one = all; one; one = one->next)
        if (matches(one->value[KIND], finding->kind) && matches(one->value[TOOL], finding->tool) &&
            matches(one->value[KERNEL], finding->kernel) && matches(one->value[MEMORY], finding->memory) &&
            matches_place(one, finding))
            return true;
    return false;
}
