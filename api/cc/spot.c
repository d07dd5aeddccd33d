#include "spot.h"

#include <stdlib.h>
#include <string.h>

/* gcc gives column 11 for each error that a macro's pragma makes, so the headers' error texts contain the name. */
static bool after_words(const char *text, const char *line, cc_span *spot)
{
    static const char *const words[] = {"Lanewise does not support ", "CUDA writes ", "CUDA no longer has ",
                                        "there is no "};
    const char *name = text[cc_identifier(text)] == ':' ? text : NULL; /* "cudaMalloc: on the host write ..." */
    for (size_t i = 0; i < sizeof words / sizeof *words && !name; i++)
        if ((name = strstr(text, words[i])))
            name += strlen(words[i]);
    if (!name || cc_identifier(name) == 0)
        return false;
    char *word = cc_format("%.*s", (int)cc_identifier(name), name);
    bool found = cc_find_word(line, 0, word, spot);
    free(word);
    return found;
}

/* The part of the line that a launch's assertion is about. */
static bool launch_config(const char *text, const char *line, cc_span *spot)
{
    static const char *const macros[] = {"lw_launch", "lw_launch_device"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
        char *said = cc_format("%s(kernel, config, arguments...): config is ", macros[i]);
        bool found = strstr(text, said) && cc_find_argument(line, macros[i], 2, spot);
        free(said);
        if (found)
            return true;
    }
    return false;
}

/* The first quoted name that is in the line; for a name that the launch macros make, the user's name. */
static bool quoted_name(const char *text, const char *line, cc_span *spot)
{
    static const char *const tails[] = {"__device__LW_DECLARE_KERNEL", "__LW_DECLARE_KERNEL"};
    for (const char *at = text; *(at += strcspn(at, "'\xe2")); at++) {
        const char *name = *at == '\'' ? at + 1 : strncmp(at, "\xe2\x80\x98", 3) == 0 ? at + 3 : at;
        size_t length = name > at ? cc_identifier(name) : 0;
        for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
            size_t tail = strlen(tails[i]);
            if (length > tail && strncmp(name + length - tail, tails[i], tail) == 0) {
                length -= tail;
                break;
            }
        }
        char *word = cc_format("%.*s", (int)length, name);
        bool found = length > 0 && cc_find_word(line, 0, word, spot);
        free(word);
        if (found)
            return true;
    }
    return false;
}

static bool first_word(const char *source, const char *line, cc_span *spot)
{
    source += strspn(source, " ");
    char *word = cc_format("%.*s", (int)cc_identifier(source), source);
    bool found = *word && cc_find_word(line, 0, word, spot);
    free(word);
    return found;
}

static bool size(const char *line, cc_span *spot)
{
    static const char *const macros[] = {"LW_SHARED", "LW_GLOBAL", "LW_CONSTANT", "LW_MANAGED"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (cc_find_argument(line, macros[i], 3, spot))
            return true;
    return false;
}

bool cc_find_spot(const cc_record *record, const cc_hint *hint, const char *line, cc_span *spot)
{
    if (record->severity != CC_ERROR)
        return false;
    switch (hint ? hint->spot : CC_SPOT_SAID) {
    case CC_SPOT_WORD: return first_word(hint->source, line, spot);
    case CC_SPOT_QUOTED: return quoted_name(record->text, line, spot);
    case CC_SPOT_SIZE: return size(line, spot) || first_word(hint->source, line, spot);
    default: return after_words(record->text, line, spot) || launch_config(record->text, line, spot);
    }
}
