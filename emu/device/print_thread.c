/* printf() as threads call it: makes a record of the format and the arguments. It formats nothing, because a thread's
 * stack is small and CUDA prints the text when the host flushes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../machine/machine.h"
#include "device_packed.h"
#include "print.h"

enum { LOCAL_SIZE = 1024 };

typedef struct packed {
    uint64_t values[EMU_PRINT_ARGUMENTS];
    const char *strings[EMU_PRINT_ARGUMENTS]; /* null: not a string */
    size_t lengths[EMU_PRINT_ARGUMENTS];      /* bytes, including the terminating zero */
    unsigned count;
} packed;

/* Where the arguments are: in a list, or one after the other in a structure (emu_printf_packed()). */
typedef struct source {
    va_list *list;
    const char *structure; /* null: the list */
    size_t offset;         /* in the structure */
} source;

/* The next argument of the structure, of 4 or 8 bytes. */
static const char *next_in_structure(source *from, size_t size)
{
    size_t offset = (from->offset + size - 1) / size * size;
    from->offset = offset + size;
    return from->structure + offset;
}

static void pack_integer(packed *to, bool wide, source *from)
{
    unsigned narrow;
    if (from->structure && wide)
        memcpy(&to->values[to->count], next_in_structure(from, sizeof(uint64_t)), sizeof(uint64_t));
    else if (wide)
        to->values[to->count] = va_arg(*from->list, uint64_t);
    else if (from->structure)
        to->values[to->count] =
            *(const unsigned *)memcpy(&narrow, next_in_structure(from, sizeof narrow), sizeof narrow);
    else
        to->values[to->count] = va_arg(*from->list, unsigned);
}

static void pack_number(packed *to, source *from)
{
    double number;
    if (from->structure)
        memcpy(&number, next_in_structure(from, sizeof number), sizeof number);
    else
        number = va_arg(*from->list, double);
    memcpy(&to->values[to->count], &number, sizeof number);
}

static void pack_string(packed *to, source *from)
{
    const char *text;
    if (from->structure)
        memcpy(&text, next_in_structure(from, sizeof text), sizeof text);
    else
        text = va_arg(*from->list, const char *);
    to->values[to->count] = 0;
    to->strings[to->count] = text;
    to->lengths[to->count] = text ? strlen(text) + 1 : 0;
}

/* Packs the arguments that the format names, at most `most`. */
static void pack(packed *to, const char *format, unsigned most, source *from)
{
    emu_directive directive;
    to->count = 0;
    for (; to->count < most && emu_print_next(format, &directive); format = directive.end) {
        if (directive.type == 0 || directive.type == '%')
            continue;
        if (to->count + directive.stars >= most)
            break;
        for (unsigned i = 0; i < directive.stars; i++) {
            to->strings[to->count] = NULL;
            pack_integer(to, false, from);
            to->count++;
        }
        to->strings[to->count] = NULL;
        if (directive.type == 's') {
            pack_string(to, from);
        } else if (strchr("eEfFgGaA", directive.type)) {
            pack_number(to, from);
        } else {
            pack_integer(to, directive.size == (int)sizeof(long) || directive.type == 'p', from);
        }
        to->count++;
    }
}

static void fill(emu_print *print, const packed *from, const char *format, size_t format_size)
{
    char *next = (char *)(print->values + from->count);
    memcpy(next, format, format_size);
    next += format_size;
    for (unsigned i = 0; i < from->count; i++) {
        print->values[i] = from->values[i];
        if (!from->strings[i])
            continue;
        print->values[i] = (uint64_t)(next - (char *)print);
        memcpy(next, from->strings[i], from->lengths[i]);
        next += from->lengths[i];
    }
}

static int print_from(bool is_error, unsigned count, const char *format, source *from)
{
    enum { NOTHING = -1, INTERNAL_ERROR = -2 }; /* CUDA's results */
    if (!format)
        return NOTHING;
    packed parts;
    pack(&parts, format, count < EMU_PRINT_ARGUMENTS ? count : EMU_PRINT_ARGUMENTS, from);

    size_t format_size = strlen(format) + 1;
    size_t size = sizeof(emu_print) + parts.count * sizeof parts.values[0] + format_size;
    for (unsigned i = 0; i < parts.count; i++)
        size += parts.strings[i] ? parts.lengths[i] : 0;
    size = (size + 7) / 8 * 8;
    _Alignas(8) char local[LOCAL_SIZE];
    emu_print *print = (emu_print *)(void *)local;
    if (size > sizeof local)
        print = size <= UINT32_MAX ? malloc(size) : NULL;
    if (!print)
        return INTERNAL_ERROR;
    /* Records are compared byte by byte, so all padding is zeros. */
    memset(print, 0, sizeof *print);
    memset((char *)print + size - 8, 0, 8);
    print->size = (uint32_t)size;
    print->count = parts.count;
    print->is_error = is_error;
    fill(print, &parts, format, format_size);
    bool added = emu_print_add(emu_self->grid->device, print);
    if (print != (emu_print *)(void *)local)
        free(print);
    return added ? (int)parts.count : NOTHING;
}

int emu_print_arguments(bool is_error, unsigned count, const char *format, va_list arguments)
{
    va_list rest;
    va_copy(rest, arguments);
    int result = print_from(is_error, count, format, &(source){.list = &rest});
    va_end(rest);
    return result;
}

int emu_printf_packed(const char *format, const void *arguments)
{
    /* Without arguments no directive takes one. */
    unsigned count = arguments ? EMU_PRINT_ARGUMENTS : 0;
    return print_from(false, count, format, &(source){.structure = arguments});
}

int emu_printf(unsigned count, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = emu_here.thread ? emu_print_arguments(false, count, format, arguments) : vprintf(format, arguments);
    va_end(arguments);
    return result;
}
