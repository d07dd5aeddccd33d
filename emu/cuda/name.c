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

char *lower_without_file(const char *name)
{
    static const char *const marks[] = {"__static__", "__intern__"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *last = NULL;
        for (const char *at = strstr(name, marks[i]); at; at = strstr(at + 1, marks[i]))
            last = at;
        const char *hash = last ? last + strlen(marks[i]) : "";
        if (last && last > name && *hash && strspn(hash, "0123456789abcdef") == strlen(hash))
            return lower_format("%.*s", (int)(last - name), name);
    }
    return lower_format("%s", name);
}

/* Without what makes a name the only one of a program whose files are linked: clang's hash of the file, LLVM's number. */
static char *without_marks(const char *mangled)
{
    char *name = lower_without_file(mangled);
    char *dot = lower_starts(name, "_Z") ? strrchr(name, '.') : NULL;
    if (dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1))
        *dot = '\0';
    return name;
}

char *lower_source_name(const char *mangled, bool last)
{
    int status = 0;
    char *plain = without_marks(mangled), *whole = NULL;
    if (lower_starts(plain, "_Z")) /* others are as the source has them: "e" would be the type double */
        whole = __cxa_demangle(plain, NULL, NULL, &status);
    if (status || !whole)
        return plain;
    free(plain);
    size_t length = strlen(whole);
    if (length && whole[length - 1] == ')')
        *opening(whole, whole + length - 1) = '\0';
    char *name = lower_format("%s", after_last(whole, last));
    free(whole);
    return name;
}
