/* Names: LLVM's, and what the source calls them. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

/* The C++ runtime's, which LLVM's library is linked with. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

const char *lower_name(LLVMValueRef value)
{
    size_t length;
    return LLVMGetValueName2(value, &length);
}

bool lower_starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

bool lower_ends(const char *text, const char *with)
{
    size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcmp(text + length - tail, with) == 0;
}

/* The parenthesis that the one at `end` closes. */
static char *opening(char *text, char *end)
{
    int depth = 0;
    for (char *at = end; at >= text; at--) {
        depth += *at == ')' ? 1 : *at == '(' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return text;
}

/* After the last "::" or space that is in no brackets. */
static char *after_last(char *text, bool scopes)
{
    int depth = 0;
    char *after = text;
    for (char *at = text; *at; at++) {
        depth += strchr("<({[", *at) ? 1 : strchr(">)}]", *at) ? -1 : 0;
        if (depth == 0 && *at == ' ')
            after = at + 1;
        if (depth == 0 && scopes && at[0] == ':' && at[1] == ':')
            after = at + 2;
    }
    return after;
}

char *lower_source_name(const char *mangled, bool last)
{
    int status = 0;
    char *whole = __cxa_demangle(mangled, NULL, NULL, &status);
    if (status || !whole)
        return lower_format("%s", mangled);
    size_t length = strlen(whole);
    if (length && whole[length - 1] == ')')
        *opening(whole, whole + length - 1) = '\0';
    char *name = lower_format("%s", after_last(whole, last));
    free(whole);
    return name;
}
