/* Stack switching by the C library: for processors without an assembly version, and for tests.
 *
 * A context is the address of a ucontext_t on its own stack. swapcontext() also saves the signal mask with a system
 * call, so it is slower than the assembly.
 */
#include "fiber.h"

#ifdef EMU_FIBER_UCONTEXT
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

typedef struct first_context {
    ucontext_t machine; /* first member: both have one address */
    void (*entry)(void *argument);
    void *argument;
} first_context;

/* makecontext() passes ints only. */
static void start(unsigned high, unsigned low)
{
    first_context *context = (first_context *)(((uintptr_t)high << 16 << 16) | low);
    context->entry(context->argument);
    abort();
}

void emu_fiber_switch(void **from, void *to)
{
    ucontext_t here;
    *from = &here;
    swapcontext(&here, to);
}

void emu_fiber_jump(void *to)
{
    setcontext(to);
    abort();
}

void *emu_fiber_make(char *top, void (*entry)(void *argument), void *argument)
{
    enum { BELOW = 4096 }; /* makecontext() needs a size; the stack extends further */
    char *place = top - sizeof(first_context);
    first_context *context = (first_context *)(void *)(place - (uintptr_t)place % 16);
    getcontext(&context->machine);
    context->machine.uc_stack.ss_sp = (char *)context - BELOW;
    context->machine.uc_stack.ss_size = BELOW;
    context->machine.uc_link = 0;
    context->entry = entry;
    context->argument = argument;
    makecontext(&context->machine, (void (*)(void))start, 2, (unsigned)((uintptr_t)context >> 16 >> 16),
                (unsigned)(uintptr_t)context);
    return context;
}
#endif
