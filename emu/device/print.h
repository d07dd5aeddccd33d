/* What printf() of device code leaves for the host: a FIFO of records, each a format and its arguments.
 *
 * The process has one, as it has one CPU device. Threads add to it; whoever flushes it formats what is there. When it is
 * full the oldest records give way, as on a GPU.
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

/* A conversion specification of a format. */
typedef struct emu_directive {
    const char *begin, *end; /* from the % on */
    int size;                /* bytes of an integer argument */
    char type;               /* the conversion; 0: none that CUDA knows, to be printed as it stands */
} emu_directive;

/* The next directive at or after `text`; false where there is none. "%%" is one of type '%'. */
bool emu_print_next(const char *text, emu_directive *directive);

typedef struct emu_print {
    uint32_t size;     /* bytes of the record, a multiple of 8 */
    uint32_t count;    /* of the arguments */
    bool is_error;     /* for stderr */
    uint64_t values[]; /* arguments: integers and bits of doubles; of a string its place in the record, 0 for null.
                          Then the format and the strings */
} emu_print;

static inline const char *emu_print_format(const emu_print *print)
{
    return (const char *)(print->values + print->count);
}

/* Prints the record, to stdout or stderr; or to any stream. */
void emu_print_write(const emu_print *print);
void emu_print_write_to(FILE *stream, const emu_print *print);

/* Adds a record; false where it is larger than the FIFO or there is no memory. */
bool emu_print_add(const emu_print *print);
/* The same of what vprintf() takes; answers as printf() of device code does. */
int emu_print_arguments(bool is_error, unsigned count, const char *format, va_list arguments);

#endif
