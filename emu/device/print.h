/* The FIFOs of device code's printf(), one for each CPU device: records, each with a format and its arguments.
 *
 * Threads add records; a flush formats and prints them. A full FIFO
 * drops its oldest records, as on a GPU.
 */
#ifndef EMU_PRINT_H
#define EMU_PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../machine/emu.h"

enum { EMU_PRINT_ARGUMENTS = 32 };

/* A conversion specification in a format. */
typedef struct emu_directive {
    const char *begin, *end; /* from the % to after the conversion */
    int size;                /* bytes of an integer argument */
    unsigned stars;          /* `int` arguments before it, for width and precision */
    char type;               /* the conversion; 0: not one of CUDA's, printed unchanged */
} emu_directive;

/* Finds the next directive at or after `text`; false if there is none. "%%" is a directive of type '%'. */
bool emu_print_next(const char *text, emu_directive *directive);

typedef struct emu_print {
    uint32_t size;     /* of the record, in bytes, a multiple of 8 */
    uint32_t count;    /* of arguments */
    bool is_error;     /* for stderr */
    uint64_t values[]; /* arguments: integers, bits of doubles, offsets of strings in the record (0: null).
                          The format and the strings follow */
} emu_print;

static inline const char *emu_print_format(const emu_print *print)
{
    return (const char *)(print->values + print->count);
}

/* Print the record to stdout or stderr; to any stream. */
void emu_print_write(const emu_print *print);
void emu_print_write_to(FILE *stream, const emu_print *print);

/* Adds a record; false if it is larger than the FIFO, or when out of memory. */
bool emu_print_add(unsigned device, const emu_print *print);
/* Makes and adds a record. Returns the result of device code's printf(), as emu_printf(). */
int emu_print_arguments(bool is_error, unsigned count, const char *format, va_list arguments);

#endif
