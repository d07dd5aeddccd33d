/* assert() of device code: adds CUDA's message to the printf() FIFO and ends the launch. A GPU prints a message for
 * each thread that fails before it stops; here the first failure ends the launch. */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "../machine/machine.h"
#include "print.h"

static void print_later(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    emu_print_arguments(true, EMU_PRINT_ARGUMENTS, format, arguments);
    va_end(arguments);
}

/* The name of a function from its name or, with clang, its declaration. A kernel's body is the function NAME__body. */
static void name_of(const char *function, char *name, size_t size)
{
    static const char suffix[] = "__body";
    size_t end = strcspn(function, "("), begin = end, tail = sizeof suffix - 1;
    while (begin > 0 && (isalnum((unsigned char)function[begin - 1]) || function[begin - 1] == '_'))
        begin--;
    size_t length = end - begin;
    if (length > tail && strncmp(function + end - tail, suffix, tail) == 0)
        length -= tail;
    if (length > size - 1)
        length = size - 1;
    memcpy(name, function + begin, length);
    name[length] = 0;
}

void emu_assert_failed(const char *expression, const char *function, const emu_site *site)
{
    emu_worker *worker = emu_self;
    const emu_coordinates *at = emu_here.thread;
    emu_fault_record *record = &worker->fault_record;
    name_of(function, record->function, sizeof record->function);
    print_later("%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", site->file, site->line,
                record->function, emu_here.block[0], emu_here.block[1], emu_here.block[2], at->x, at->y, at->z,
                expression);
    record->expression = expression;
    emu_fail(worker, LW_ERROR_ASSERT, site);
}
