#include "cu_launch.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cu_text.h"
#include "message.h"

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
bool cc_launch_join_brackets(char *text)
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
char *cc_launch_name_braces(char *text, bool *changed)
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

bool cc_launch_find(char *at, cc_launch *launch)
{
    launch->open = find_launch(at, &launch->configuration, &launch->close);
    launch->arguments = launch->open ? after_three(launch->close, '>') : NULL;
    return launch->open != NULL;
}
