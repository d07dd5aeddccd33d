/* Formats of device code's printf(): parsing CUDA's directives, and printing a record.
 *
 *     %[flags][width][.precision][size]type    flags: # blank 0 + -    width: digits or *    precision: digits or *
 *     size: hh h l ll z j t    type: % c d i o u x X p e E f g G a A s
 */
#include "print.h"

#include <stdio.h>
#include <string.h>

static const char *skip(const char *text, const char *set)
{
    return text + strspn(text, set);
}

/* Digits, or a star. */
static const char *skip_number(const char *at, unsigned *stars)
{
    if (*at != '*')
        return skip(at, "0123456789");
    ++*stars;
    return at + 1;
}

bool emu_print_next(const char *text, emu_directive *directive)
{
    const char *begin = strchr(text, '%');
    if (!begin)
        return false;
    unsigned stars = 0;
    const char *at = skip_number(skip(begin + 1, "# 0+-"), &stars);
    if (*at == '.')
        at = skip_number(at + 1, &stars);
    int size = (int)sizeof(int);
    if (*at == 'h') {
        size = at[1] == 'h' ? (int)sizeof(char) : (int)sizeof(short);
        at += at[1] == 'h' ? 2 : 1;
    } else if (*at == 'l') {
        size = (int)sizeof(long);
        at += at[1] == 'l' ? 2 : 1;
    } else if (*at && strchr("zjt", *at)) {
        size = (int)sizeof(long);
        at++;
    }
    bool known = *at && strchr("%cdiouxXpeEfFgGaAs", *at);
    *directive = (emu_directive){begin, known ? at + 1 : begin + 1, size, known ? stars : 0, known ? *at : 0};
    return true;
}

/* Writes the directive for C's printf(), with the size `ll` for integers and numbers for its stars; false if it is too long. */
static bool rewrite(const emu_directive *directive, bool integer, const uint64_t *stars, char *text, size_t size)
{
    enum { ROOM = 16 }; /* for a number, the size, the type and the end */
    size_t length = 0;
    for (const char *at = directive->begin; !strchr("hlzjtcdiouxXpeEfFgGaAs", *at); at++) {
        if (length > size - ROOM)
            return false;
        if (*at != '*') {
            text[length++] = *at;
            continue;
        }
        int number = (int)*stars++; /* a negative width is the flag - and a width; a negative precision is none */
        if (number < 0 && text[length - 1] == '.')
            length--;
        else
            length += (size_t)snprintf(text + length, size - length, "%d", number);
    }
    if (length > size - ROOM)
        return false;
    snprintf(text + length, size - length, "%s%c", integer ? "ll" : "", directive->type);
    return true;
}

static long long truncated(uint64_t value, int size, bool is_signed)
{
    unsigned unused = 64 - 8 * (unsigned)size;
    return is_signed ? (long long)(value << unused) >> unused : (long long)(value << unused >> unused);
}

/* `values`: those for the directive's stars, then the argument. */
static void write_argument(FILE *stream, const emu_print *print, const emu_directive *directive, const uint64_t *values)
{
    uint64_t value = values[directive->stars];
    char text[64];
    double number;
    bool integer = strchr("diouxX", directive->type) != NULL;
    if (!rewrite(directive, integer, values, text, sizeof text)) {
        fwrite(directive->begin, 1, (size_t)(directive->end - directive->begin), stream);
        return;
    }
/* The format is the kernel's; rewrite() has checked it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (integer)
        fprintf(stream, text, truncated(value, directive->size, directive->type == 'd' || directive->type == 'i'));
    else if (directive->type == 'c')
        fprintf(stream, text, (int)value);
    else if (directive->type == 'p')
        fprintf(stream, text, (void *)(uintptr_t)value);
    else if (directive->type == 's')
        fprintf(stream, text, value ? (const char *)print + value : "(null)");
    else
        fprintf(stream, text, (memcpy(&number, &value, sizeof number), number));
#pragma GCC diagnostic pop
}

void emu_print_write(const emu_print *print)
{
    emu_print_write_to(print->is_error ? stderr : stdout, print);
}

void emu_print_write_to(FILE *stream, const emu_print *print)
{
    const char *text = emu_print_format(print);
    emu_directive directive;
    unsigned used = 0;
    flockfile(stream);
    while (emu_print_next(text, &directive)) {
        fwrite(text, 1, (size_t)(directive.begin - text), stream);
        text = directive.end;
        if (directive.type == '%')
            fputc('%', stream);
        else if (directive.type && used + directive.stars < print->count) {
            write_argument(stream, print, &directive, print->values + used);
            used += directive.stars + 1;
        } else
            fwrite(directive.begin, 1, (size_t)(directive.end - directive.begin), stream);
    }
    fputs(text, stream);
    funlockfile(stream);
}
