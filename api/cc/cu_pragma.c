#include "cu_pragma.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cu_text.h"
#include "message.h"

static const char *after_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* After the directive `# name` and blanks; null: it is not here. */
static const char *after_directive(const char *at, const char *name)
{
    at = after_blanks(at);
    if (*at++ != '#')
        return NULL;
    at = after_blanks(at);
    size_t length = strlen(name);
    return !strncmp(at, name, length) && strchr(" \t", at[length]) && at[length] ? after_blanks(at + length) : NULL;
}

/* The end of the line's code, without comments and blanks. */
static const char *end_of_code(const char *at)
{
    const char *end = at;
    while (*at && *at != '\n') {
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
            break;
        char *after = cc_text_skip((char *)(size_t)at);
        at = after > at ? after : at + 1;
        end = strchr(" \t\r", at[-1]) ? end : at;
    }
    return end;
}

/* Whether the line defines such a macro: `pragma` is before the # of its pragma, `words` to `end` are the pragma's. A definition that
 * goes on in another line is not taken. */
static bool find(const char *line, const char **pragma, const char **words, const char **end)
{
    const char *name = after_directive(line, "define");
    if (!name)
        return false;
    const char *after = name;
    while (isalnum((unsigned char)*after) || *after == '_')
        after++;
    *pragma = after_blanks(after);
    if (after == name || *pragma == after || !(*words = after_directive(*pragma, "pragma")))
        return false;
    *end = end_of_code(*words);
    return *end > *words && (*end)[-1] != '\\';
}

char *cc_quote_pragmas(char *text, bool *changed)
{
    char *made = NULL;
    size_t size;
    FILE *to = strstr(text, "pragma") ? open_memstream(&made, &size) : NULL;
    if (!to) {
        if (strstr(text, "pragma"))
            cc_fatal("out of memory");
        return text;
    }
    for (const char *line = text; *line;) {
        const char *pragma, *words, *end, *next = strchr(line, '\n');
        next = next ? next + 1 : line + strlen(line);
        if (find(line, &pragma, &words, &end)) {
            *changed = true;
            fprintf(to, "%.*s_Pragma(\"", (int)(pragma - line), line);
            for (; words < end; words++)
                fprintf(to, strchr("\"\\", *words) ? "\\%c" : "%c", *words);
            fputs("\")", to);
            line = end;
        }
        fwrite(line, 1, (size_t)(next - line), to);
        line = next;
    }
    if (fclose(to))
        cc_fatal("out of memory");
    free(text);
    return made;
}
