#include "inline.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE = 400, SMALL = 60 }; /* lines */

bool cc_inlines;

/* "#7": groups of attributes that forbid it. */
static cc_words forbidding;

void cc_inline_note(const char *line)
{
    static const char *const words[] = {" noinline ", " optnone ", " naked ", " returns_twice "};
    if (!cc_starts_with(line, "attributes #"))
        return;
    bool forbids = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        forbids = forbids || strstr(line, words[i]);
    if (!forbids)
        return;
    const char *group = strchr(line, '#');
    char *name = cc_format("%.*s", (int)strcspn(group, " "), group);
    cc_words_add(&forbidding, name);
    free(name);
}

void cc_inline_forget(void)
{
    cc_words_free(&forbidding);
    cc_inlines = false;
}

static bool is_forbidden(const char *attributes)
{
    const char *group = strstr(attributes, " #");
    char *name = group ? cc_format("%.*s", (int)strcspn(group + 1, " \n"), group + 1) : NULL;
    bool is = name && cc_words_have(&forbidding, name);
    free(name);
    return is;
}

/* The body of a kernel file's kernel. One of CUDA C++ has an attribute that forbids it. */
static bool is_kernel(const char *line)
{
    const char *name = strchr(line, '@'), *end = name ? strchr(name, '(') : NULL;
    return end && end - name > (long)strlen("__body") && cc_starts_with(end - strlen("__body"), "__body(");
}

void cc_inline_define(const cc_ir *function, FILE *out)
{
    const char *line = function->lines.items[0], *name = strchr(line, '@'), *open = name ? strchr(name, '(') : NULL,
               *end = open;
    bool own = cc_starts_with(line, "define internal ") || cc_starts_with(line, "define linkonce_odr ");
    int depth = 0;
    do
        depth += end && *end == '(' ? 1 : end && *end == ')' ? -1 : 0;
    while (end && *end && end++ && depth > 0);
    const char *pointer = open ? strstr(open, "ptr ") : NULL;
    bool takes = function->lines.count <= SMALL ? open && open[1] != ')' : pointer && end && pointer < end;
    if (!own || !end || !takes || is_kernel(line) || is_forbidden(end) || strstr(line, "...)") ||
        strstr(line, "alwaysinline") || function->lines.count > LARGE) {
        fputs(line, out);
        return;
    }
    /* unnamed_addr and the like are before attributes. */
    const char *group = strstr(end, " #");
    if (!group) {
        fputs(line, out);
        return;
    }
    fprintf(out, "%.*s alwaysinline%s", (int)(group - line), line, group);
    cc_inlines = true;
}
