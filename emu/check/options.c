/* LANEWISE_CHECK: the settings from `lanewise check`, as words between commas. A backslash makes the next character a
 * plain one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

emu_check_options emu_check_wanted;

static bool read_tool(const char *name)
{
    bool all = !strcmp(name, "all");
    bool memory = !strcmp(name, "memcheck"), races = !strcmp(name, "racecheck"), values = !strcmp(name, "initcheck"),
         collectives = !strcmp(name, "synccheck");
    emu_check_wanted.memory |= all || memory;
    emu_check_wanted.races |= all || races;
    emu_check_wanted.initialised |= all || values;
    emu_check_wanted.synchronisation |= all || collectives;
    return all || memory || races || values || collectives;
}

static bool read_word(const char *word)
{
    static const struct {
        const char *name;
        char **value;
    } texts[] = {{"kernels", &emu_check_wanted.kernels},
                 {"except", &emu_check_wanted.except},
                 {"suppressions", &emu_check_wanted.suppressions},
                 {"json", &emu_check_wanted.json_file},
                 {"log", &emu_check_wanted.log},
                 {"sarif", &emu_check_wanted.sarif},
                 {"junit", &emu_check_wanted.junit},
                 {"html", &emu_check_wanted.html},
                 {"tally", &emu_check_wanted.tally}};
    static const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"json", &emu_check_wanted.json},         {"colour", &emu_check_wanted.colour},
                 {"in-order", &emu_check_wanted.in_order}, {"again", &emu_check_wanted.again},
                 {"leaks", &emu_check_wanted.leaks},       {"unused", &emu_check_wanted.unused}};
    int number, length = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t name = strlen(texts[i].name);
        if (strncmp(word, texts[i].name, name) == 0 && word[name] == '=' && word[name + 1]) {
            free(*texts[i].value);
            *texts[i].value = emu_copy_text(word + name + 1);
            return *texts[i].value;
        }
    }
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].name) == 0)
            return *flags[i].flag = true;
    if (sscanf(word, "errors=%d%n", &number, &length) == 1 && !word[length] && number >= 0) {
        emu_check_wanted.print_limit = (unsigned)number;
        return true;
    }
    if (strcmp(word, "volatile=plain") == 0 || strcmp(word, "volatile=relaxed") == 0) {
        emu_check_wanted.volatile_is_plain = strcmp(word, "volatile=plain") == 0;
        return true;
    }
    if (strcmp(word, "no-api-errors") == 0) {
        emu_check_wanted.api = false;
        return true;
    }
    return read_tool(word);
}

/* Removes the backslashes from the word that begins here; returns where the next word begins. */
static char *take_word(char *text)
{
    char *to = text;
    for (; *text && *text != ','; text++) {
        if (*text == '\\' && text[1])
            text++;
        *to++ = *text;
    }
    char *next = *text ? text + 1 : text;
    *to = 0;
    return next;
}

void emu_check_options_free(void)
{
    char *texts[] = {emu_check_wanted.kernels,   emu_check_wanted.except, emu_check_wanted.suppressions,
                     emu_check_wanted.json_file, emu_check_wanted.log,    emu_check_wanted.tally,
                     emu_check_wanted.sarif,     emu_check_wanted.junit,  emu_check_wanted.html};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    emu_check_wanted = (emu_check_options){0};
}

bool emu_check_options_read(char *message, size_t size)
{
    const char *text = getenv("LANEWISE_CHECK");
    emu_check_options_free();
    emu_check_wanted.print_limit = 100;
    emu_check_wanted.api = true;
    char *copy = emu_copy_text(text ? text : "");
    bool valid = copy != NULL;
    for (char *word = copy, *next; valid && *word; word = next) {
        next = take_word(word);
        valid = !*word || read_word(word);
        if (!valid)
            snprintf(
                message, size,
                "LANEWISE_CHECK holds \"%s\": it must be all, memcheck, racecheck, initcheck, synccheck, "
                "errors=NUMBER, kernels=REGEX, except=REGEX, suppressions=FILE, json, json=FILE, log=FILE, "
                "sarif=FILE, junit=FILE, html=FILE, tally=FILE, leaks, unused, no-api-errors, volatile=plain, volatile=relaxed, again, colour or in-order, between commas",
                word);
    }
    free(copy);
    emu_check_options *wanted = &emu_check_wanted;
    if (!wanted->memory && !wanted->races && !wanted->initialised && !wanted->synchronisation)
        read_tool("all");
    return valid;
}
