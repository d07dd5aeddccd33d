#include "ir_type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { NESTED = 40 }; /* structures within structures */

size_t cc_ir_length(const char *text)
{
    int depth = 0;
    size_t length = 0;
    for (; text[length] && text[length] != '\n' && (depth > 0 || !strchr(",)", text[length])); length++)
        depth += strchr("([{<", text[length]) ? 1 : strchr(")]}>", text[length]) ? -1 : 0;
    return length;
}

/* Names and definitions, one after the other. */
static cc_words known;

void cc_ir_note_type(const char *line)
{
    const char *is = line[0] == '%' ? strstr(line, " = type ") : NULL;
    if (!is)
        return;
    char *name = cc_format("%.*s", (int)(is - line), line);
    cc_words_add(&known, name);
    cc_words_add(&known, is + strlen(" = type "));
    free(name);
}

void cc_ir_forget_types(void)
{
    cc_words_free(&known);
}

static const char *definition_of(const char *name, size_t length)
{
    for (size_t i = 0; i < known.count; i += 2)
        if (strlen(known.items[i]) == length && !strncmp(known.items[i], name, length))
            return known.items[i + 1];
    return NULL;
}

static size_t round_up(size_t number, size_t to)
{
    return (number + to - 1) / to * to;
}

static bool read_type(const char **at, cc_ir_size *size, int depth);

/* `at` is behind the opening bracket. */
static bool read_structure(const char **at, cc_ir_size *size, bool packed, int depth)
{
    *size = (cc_ir_size){0, 1};
    for (;;) {
        *at += strspn(*at, " ,");
        if (**at == '}') {
            *at += packed ? 2 : 1;
            size->bytes = round_up(size->bytes, size->alignment);
            return true;
        }
        cc_ir_size part;
        if (!read_type(at, &part, depth))
            return false;
        size_t alignment = packed ? 1 : part.alignment;
        size->bytes = round_up(size->bytes, alignment) + part.bytes;
        if (alignment > size->alignment)
            size->alignment = alignment;
    }
}

/* "8 x float]" or "4 x float>". */
static bool read_elements(const char **at, cc_ir_size *size, bool vector, int depth)
{
    char *end;
    size_t count = strtoul(*at, &end, 10);
    if (strncmp(end, " x ", 3) != 0)
        return false;
    *at = end + 3;
    bool bits = vector && !strncmp(*at, "i1>", 3);
    if (bits || !read_type(at, size, depth))
        return false;
    ++*at; /* the closing bracket */
    size->bytes *= count;
    for (; vector && size->alignment < size->bytes; size->alignment *= 2)
        continue;
    if (vector)
        size->bytes = round_up(size->bytes, size->alignment);
    return true;
}

static bool read_scalar(const char **at, cc_ir_size *size)
{
    static const struct {
        const char *name;
        size_t bytes;
    } scalars[] = {{"half", 2}, {"bfloat", 2}, {"float", 4}, {"double", 8}, {"ptr", 8}};
    char *end;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (cc_starts_with(*at, scalars[i].name)) {
            *at += strlen(scalars[i].name);
            *size = (cc_ir_size){scalars[i].bytes, scalars[i].bytes};
            return !cc_starts_with(*at, " addrspace");
        }
    size_t bits = **at == 'i' ? strtoul(*at + 1, &end, 10) : 0;
    if (bits == 0 || bits > 128)
        return false;
    *at = end;
    size_t bytes = 1;
    while (8 * bytes < bits)
        bytes *= 2;
    *size = (cc_ir_size){bytes, bytes};
    return true;
}

static bool read_type(const char **at, cc_ir_size *size, int depth)
{
    if (depth == NESTED)
        return false;
    switch (**at) {
    case '[': ++*at; return read_elements(at, size, false, depth + 1);
    case '{': ++*at; return read_structure(at, size, false, depth + 1);
    case '<':
        *at += (*at)[1] == '{' ? 2 : 1;
        return (*at)[-1] == '{' ? read_structure(at, size, true, depth + 1) : read_elements(at, size, true, depth + 1);
    case '%': {
        size_t length = (*at)[1] == '"' ? strcspn(*at + 2, "\"") + 3 : strcspn(*at, " ,]}>\n");
        const char *definition = definition_of(*at, length);
        *at += length;
        return definition && read_type(&definition, size, depth + 1);
    }
    default: return read_scalar(at, size);
    }
}

bool cc_ir_size_of(const char *text, cc_ir_size *size)
{
    return read_type(&text, size, 0);
}
