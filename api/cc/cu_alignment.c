#include "cu_alignment.h"

#include <stdlib.h>
#include <string.h>

#include "cu_text.h"
#include "message.h"

static bool is_word(const char *at, const char *after, const char *word)
{
    return (size_t)(after - at) == strlen(word) && !strncmp(at, word, strlen(word));
}

static bool is_space(const char *at, const char *after)
{
    return is_word(at, after, "__shared__") || is_word(at, after, "__constant__") || is_word(at, after, "__device__");
}

/* After the parenthesis that closes the one here; null: none does, or there is none. */
static char *after_parentheses(char *at)
{
    at += strspn(at, " \t\r\n");
    int depth = 0;
    while (*at) {
        char *after = cc_text_skip(at);
        if (after != at) {
            at = after;
        } else {
            depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
            at++;
        }
        if (depth <= 0)
            return depth == 0 && at[-1] == ')' ? at : NULL;
    }
    return NULL;
}

/* The text from `middle` to `end` comes before that from `begin`. */
static void exchange(char *begin, const char *middle, const char *end)
{
    size_t first = (size_t)(middle - begin), second = (size_t)(end - middle);
    char *copy = malloc(first);
    if (!copy)
        cc_fatal("out of memory");
    memcpy(copy, begin, first);
    memmove(begin, middle, second);
    memcpy(begin + second, copy, first);
    free(copy);
}

bool cc_move_alignment(char *text)
{
    bool changed = false;
    char *begin = NULL; /* of the declaration, where only words of memory spaces were yet */
    for (char *at = text; *at;) {
        char *after = cc_text_skip(at), *end;
        if (after == at) {
            if (!strchr(" \t\r\n", *at++))
                begin = NULL;
        } else if (*at == '/') {
            at = after;
        } else if (is_space(at, after)) {
            begin = begin ? begin : at;
            at = after;
        } else if (begin && is_word(at, after, "alignas") && (end = after_parentheses(after))) {
            exchange(begin, at, end);
            changed = true;
            begin = NULL;
            at = end;
        } else {
            begin = NULL;
            at = after;
        }
    }
    return changed;
}
