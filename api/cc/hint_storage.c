#include "hint_storage.h"

#include <stdlib.h>
#include <string.h>

#include "shared_name.h"
#include "source_line.h"

/* The hint of one message, with names from the user's code. */
static cc_hint made;
static char *made_text, *made_name;

static const cc_hint *make(char *text, char *name, cc_reach reach, cc_spot_kind spot)
{
    free(made_text);
    free(made_name);
    made_text = text;
    made_name = name;
    made = (cc_hint){.source = name, .reach = reach, .write = text, .spot = spot};
    return &made;
}

/* ---- a declaration ---- */
/* "[32][33]" for the arguments 32 and 33. */
static char *sizes_of(const char *line, const char *macro)
{
    char *sizes = cc_format("%s", "");
    cc_span size;
    for (unsigned n = 3; cc_find_argument(line, macro, n, &size); n++) {
        char *longer = cc_format("%s[%.*s]", sizes, (int)size.length, line + size.start);
        free(sizes);
        sizes = longer;
    }
    return sizes;
}

/* For LW_SHARED(float, t[256]) and LW_SHARED(float t[256]): the name and sizes at the end of an argument. */
static bool read_declarator(const char *line, cc_span argument, cc_span *name, cc_span *sizes)
{
    const char *bracket = memchr(line + argument.start, '[', argument.length);
    size_t end = bracket ? (size_t)(bracket - line) : argument.start + argument.length;
    *sizes = (cc_span){end, argument.start + argument.length - end};
    while (end > argument.start && line[end - 1] == ' ')
        end--;
    size_t start = end;
    while (start > argument.start && cc_identifier(line + start - 1) > 0)
        start--;
    *name = (cc_span){start, end - start};
    return name->length > 0;
}

static const cc_hint *declaration_hint(const char *line, const char *macro)
{
    cc_span type, argument, name, sizes, third;
    char *right = NULL;
    if (!cc_find_argument(line, macro, 1, &type))
        return NULL;
    if (!cc_find_argument(line, macro, 2, &argument)) { /* LW_SHARED(float t[256]) */
        if (!read_declarator(line, type, &name, &sizes) || name.start == type.start)
            return NULL;
        type.length = name.start - type.start;
        while (line[type.start + type.length - 1] == ' ')
            type.length--;
        right = cc_format("%.*s", (int)sizes.length, line + sizes.start);
    } else if (cc_identifier(line + argument.start) != argument.length) { /* LW_SHARED(float, t[256]) */
        if (!read_declarator(line, argument, &name, &sizes) || sizes.length == 0)
            return NULL;
        right = cc_format("%.*s", (int)sizes.length, line + sizes.start);
    } else if (cc_find_argument(line, macro, 3, &third) && line[third.start] != '[') { /* LW_SHARED(float, t, 256) */
        name = argument;
        right = sizes_of(line, macro);
    } else {
        return NULL;
    }
    char *text = cc_format("write %s(%.*s, %.*s%s%s)", macro, (int)type.length, line + type.start, (int)name.length,
                           line + name.start, *right ? ", " : "", right);
    free(right);
    return make(text, cc_format("%.*s", (int)name.length, line + name.start), CC_REACH_NAME, CC_SPOT_SIZE);
}

/* ---- a use ---- */
/* Whether the message quotes the name. */
static bool quotes(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++)
        if (at > text && (at[-1] == '\'' || at[-1] == '\x98') && (at[length] == '\'' || at[length] == '\xe2'))
            return true;
    return false;
}

/* Whether the line uses the name as a value: not as *name, name[i], name->member or an argument. */
static bool is_naked(const char *line, const char *name)
{
    cc_span use;
    for (size_t at = 0; cc_find_word(line, at, name, &use); at = use.start + use.length) {
        size_t before = use.start, after = use.start + use.length;
        while (before > 0 && line[before - 1] == ' ')
            before--;
        after += strspn(line + after, " ");
        if ((before == 0 || !strchr("*&.>", line[before - 1])) && line[after] && !strchr("[,)", line[after]) &&
            strncmp(line + after, "->", 2) != 0)
            return true;
    }
    return false;
}

static bool is_assigned(const char *text)
{
    return strstr(text, " of read-only variable ") || strstr(text, "cannot assign to variable ");
}

/* Whether the message is about a pointer to the type where a number is needed. */
static bool is_about_pointer(const char *text, const char *type)
{
    static const char *const said[] = {
        "incompatible types when ",    "from incompatible type ",          "invalid operands to ",
        "makes integer from pointer ", "incompatible pointer to integer ", "with an expression of "};
    char *pointer = cc_format("%s *", type);
    bool found = false;
    for (size_t i = 0; i < sizeof said / sizeof *said && !found; i++)
        found = strstr(text, said[i]) && strstr(text, pointer);
    free(pointer);
    return found;
}

static const cc_hint *use_hint(const char *text, const char *line, const char *input)
{
    const cc_hint *hint = NULL;
    cc_shared_names names = {0};
    cc_shared_names_read(input, &names);
    for (size_t i = 0; i < names.count && !hint; i++) {
        const cc_shared_name *one = &names.items[i];
        if (is_assigned(text) ? quotes(text, one->name)
                              : is_about_pointer(text, one->type) && is_naked(line, one->name))
            hint = make(cc_format("write %s%s%s, as %s is a pointer", one->is_scalar ? "*" : "", one->name,
                                  one->is_scalar ? "" : "[i]", one->declaration),
                        cc_format("%s", one->name), CC_REACH_LINE, CC_SPOT_WORD);
    }
    cc_shared_names_free(&names);
    return hint;
}

const cc_hint *cc_storage_hint(const cc_record *record, const char *source, const char *input)
{
    static const char *const macros[] = {"LW_SHARED", "LW_GLOBAL", "LW_CONSTANT", "LW_MANAGED"};
    const cc_hint *hint = NULL;
    for (size_t i = 0; i < sizeof macros / sizeof *macros && !hint && record->severity == CC_ERROR; i++)
        hint = declaration_hint(source, macros[i]);
    return hint ? hint : use_hint(record->text, source, input);
}
