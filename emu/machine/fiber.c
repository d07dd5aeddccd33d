/* The first context of a stack, with the layout that emu_fiber_switch() of fiber_x86_64.S or fiber_aarch64.S leaves. */
#include "fiber.h"

#ifndef EMU_FIBER_UCONTEXT
#include <stdint.h>
#include <string.h>

void emu_fiber_start(void); /* in assembly; calls the entry */

/* Registers in the order in which the switch restores them. */
typedef struct first_context {
#if defined(__x86_64__)
    uint64_t r15, r14, r13, r12, rbx, rbp,
        rip; /* then the stack pointer is `top`, a multiple of 16, at the first call */
#else
    uint64_t x19, x20, x21_to_x28[8], x29, x30, d8_to_d15[8];
#endif
} first_context;

void *emu_fiber_make(char *top, void (*entry)(void *argument), void *argument)
{
    first_context *context = (first_context *)(void *)top - 1;
    memset(context, 0, sizeof *context);
#if defined(__x86_64__)
    context->r12 = (uintptr_t)argument;
    context->rbx = (uintptr_t)entry;
    context->rip = (uintptr_t)emu_fiber_start;
#else
    context->x19 = (uintptr_t)entry;
    context->x20 = (uintptr_t)argument;
    context->x30 = (uintptr_t)emu_fiber_start;
#endif
    return context;
}
#endif
