/* Device-runtime functions: the heap, breakpoints, special registers. */
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../check/check.h"
#include "../machine/yield_budget.h"
#include "heap.h"
#include "../machine/machine.h"

/* The caller's address in the kernel, for checked mode. */
#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

/* An allocation of 0 bytes has a unique address, as on a GPU. */
void *emu_malloc(size_t size)
{
    if (emu_self->check)
        return emu_check_heap_allocate(size ? size : 1, EMU_HEAP_UNIT, HERE);
    return emu_heap_allocate(emu_self->grid->device, size ? size : 1, EMU_HEAP_UNIT);
}

void *emu_aligned_malloc(size_t size, size_t alignment)
{
    bool power_of_two = alignment && (alignment & (alignment - 1)) == 0;
    if (!power_of_two)
        return NULL;
    alignment = alignment < EMU_HEAP_UNIT ? EMU_HEAP_UNIT : alignment;
    if (emu_self->check)
        return emu_check_heap_allocate(size ? size : 1, alignment, HERE);
    return emu_heap_allocate(emu_self->grid->device, size ? size : 1, alignment);
}

void emu_free(void *pointer, const emu_site *site)
{
    if (!pointer)
        return;
    lw_status status = LW_ERROR_LAUNCH_FAILURE;
    const char *what;
    switch (emu_self->check ? emu_check_heap_free(pointer, HERE) : emu_heap_free(pointer)) {
    case EMU_HEAP_ALLOCATED: return;
    case EMU_HEAP_INSIDE: what = "which lies inside an allocation; only its start can be freed"; break;
    case EMU_HEAP_FREE: what = "which is not allocated: it has been freed already, or never was allocated"; break;
    default: status = LW_ERROR_ILLEGAL_ADDRESS; what = "which malloc() of device code never returned";
    }
    emu_fail_saying(emu_self, status, site, "invalid free: of %p, %s", pointer, what);
}

bool emu_is_traced(void)
{
    FILE *file = fopen("/proc/self/status", "re");
    char line[128];
    long tracer = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "TracerPid: %ld", &tracer) == 1)
            break;
    if (file)
        fclose(file);
    return tracer != 0;
}

void emu_breakpoint(const emu_site *site)
{
    if (!emu_is_traced())
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site, "breakpoint: __brkpt() without a debugger");
    /* A debugger stops here. By default it does not pass the signal on; if it does, on_fault() ignores it. */
    syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), SIGTRAP);
}

unsigned emu_multiprocessor(void)
{
    return emu_self->leader->number % emu_self->options.multiprocessors;
}

char *emu_shared_begin(void)
{
    return emu_here.shared;
}

const void *emu_arguments(void)
{
    return emu_self->grid->arguments;
}

unsigned emu_cooperative(void)
{
    return (unsigned)emu_here.cooperative;
}

unsigned emu_multiprocessors(void)
{
    return emu_self->options.multiprocessors;
}

/* Nanoseconds since 1970, as on a GPU. */
unsigned long long emu_globaltimer(void)
{
    emu_spend_yield_budget();
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (unsigned long long)time.tv_sec * 1000000000u + (unsigned long long)time.tv_nsec;
}
