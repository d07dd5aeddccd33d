/* The calling thread, for calls of the device runtime that the backend implements: launches from kernels. */
#include "../machine/machine.h"

#include <stdarg.h>
#include <stdio.h>

emu_grid *emu_calling_grid(void)
{
    return emu_self->grid;
}

uint64_t emu_calling_block(void)
{
    return emu_self->block;
}

int *emu_calling_error(void)
{
    emu_worker *worker = emu_self;
    worker->has_errors = true;
    return &worker->error[emu_current()->at.rank];
}

void emu_calling_fails(lw_status status, const emu_site *site, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    emu_fail_saying(emu_self, status, site, "%s", message);
}
