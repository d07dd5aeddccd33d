/* A report looks up lines in debug information, and lists every place where a block's threads are. That takes about 20
 * KB of stack, but an OS thread may have only 16 KB. So the report is written on a new stack, by the same OS thread,
 * because it reads thread-local variables. */
#include "report_stack.h"

#include <sys/mman.h>

#include "fiber.h"
#include "sanitizer.h"

enum { SIZE = 256 << 10 };

typedef struct call {
    void (*function)(void *argument);
    void *argument;
    void *caller; /* suspended context */
    const void *caller_bottom;
    size_t caller_size;
} call;

static void run(void *argument)
{
    call *c = argument;
    emu_sanitizer_arrive_from(0, &c->caller_bottom, &c->caller_size);
    c->function(c->argument);
    emu_sanitizer_leave(0, c->caller_bottom, c->caller_size);
    emu_fiber_jump(c->caller);
}

void emu_on_report_stack(void (*function)(void *argument), void *argument)
{
    call c = {.function = function, .argument = argument};
    char *stack = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) {
        function(argument);
        return;
    }
    void *record = 0;
    emu_sanitizer_leave(&record, stack, SIZE);
    emu_fiber_switch(&c.caller, emu_fiber_make(stack + SIZE, run, &c));
    emu_sanitizer_arrive(record);
    emu_sanitizer_clear(stack, SIZE);
    munmap(stack, SIZE);
}
