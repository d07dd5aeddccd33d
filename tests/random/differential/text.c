/* Text that grows. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

static void grow(text *to, size_t more)
{
    if (to->length + more + 1 <= to->capacity)
        return;
    to->capacity = 2 * (to->length + more + 1);
    to->bytes = realloc(to->bytes, to->capacity);
    if (!to->bytes)
        abort();
}

static void add(text *to, const char *format, va_list arguments)
{
    char part[512];
    int length = vsnprintf(part, sizeof part, format, arguments);
    if (length < 0 || (size_t)length >= sizeof part)
        abort();
    grow(to, (size_t)length);
    memcpy(to->bytes + to->length, part, (size_t)length + 1);
    to->length += (size_t)length;
}

void text_add(text *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(to, format, arguments);
    va_end(arguments);
}

void text_insert(text *to, size_t at, const char *what)
{
    size_t length = strlen(what);
    grow(to, length);
    memmove(to->bytes + at + length, to->bytes + at, to->length - at + 1);
    memcpy(to->bytes + at, what, length);
    to->length += length;
}

void put(generator *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(g->to, format, arguments);
    va_end(arguments);
}

void begin_line(generator *g)
{
    text_add(g->to, "%*s", (int)g->indent * 4, "");
}

void end_line(generator *g, const char *last)
{
    text_add(g->to, "%s\n", last);
}

void line(generator *g, const char *format, ...)
{
    va_list arguments;
    begin_line(g);
    va_start(arguments, format);
    add(g->to, format, arguments);
    va_end(arguments);
    end_line(g, "");
}

void open_block(generator *g)
{
    end_line(g, " {");
    g->indent++;
}

void close_block(generator *g)
{
    g->indent--;
    line(g, "}");
}
