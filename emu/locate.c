/* From an address in code to a place in the source. */
#include "machine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The nearest exported symbol, or the object alone. */
static void nearest_symbol(uintptr_t pc, char *text, size_t size)
{
    Dl_info info;
    if (!dladdr((void *)pc, &info) || !info.dli_fname) {
        snprintf(text, size, "code at %#zx", (size_t)pc);
        return;
    }
    const char *slash = strrchr(info.dli_fname, '/'), *object = slash ? slash + 1 : info.dli_fname;
    if (info.dli_sname)
        snprintf(text, size, "%s+%#zx in %s", info.dli_sname, (size_t)(pc - (uintptr_t)info.dli_saddr), object);
    else
        snprintf(text, size, "%s+%#zx", object, (size_t)(pc - (uintptr_t)info.dli_fbase));
}

#ifdef HAVE_LIBBACKTRACE
#include <backtrace.h>
#include <pthread.h>

typedef struct found {
    char *text;
    size_t size;
    bool any;
} found;

static void on_error(void *data, const char *message, int number)
{
    (void)data, (void)message, (void)number;
}

/* The innermost of the functions inlined there comes first. */
static int on_place(void *data, uintptr_t pc, const char *file, int line, const char *function)
{
    found *place = data;
    (void)pc;
    if (!file)
        return 0;
    const char *region = function ? strstr(function, "__region_") : 0; /* of a fused kernel: its name is before */
    if (function)
        snprintf(place->text, place->size, "%s:%d (%.*s)", file, line,
                 region ? (int)(region - function) : (int)strlen(function), function);
    else
        snprintf(place->text, place->size, "%s:%d", file, line);
    place->any = true;
    return 1;
}

/* Reads the debug information once for the process; libbacktrace has no way to give it back. */
static struct backtrace_state *state;

static void create_state(void)
{
    state = backtrace_create_state(0, 1, on_error, 0);
}

static void make_state(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, create_state);
}

void emu_locate(uintptr_t pc, char *text, size_t size)
{
    found place = {text, size, false};
    make_state();
    if (state)
        backtrace_pcinfo(state, pc, on_place, on_error, &place);
    if (!place.any)
        nearest_symbol(pc, text, size);
}

/* What the kernel language's headers have compilers put in place of a call: the program's place is the caller's. */
static bool is_wrapper(const char *function)
{
    size_t length = function ? strlen(function) : 0, tail = strlen("__launch");
    return length && (strncmp(function, "lw_cpu_", strlen("lw_cpu_")) == 0 || strncmp(function, "emu_", strlen("emu_")) == 0 ||
                      (length > tail && strcmp(function + length - tail, "__launch") == 0));
}

static int on_part(void *data, uintptr_t pc, const char *file, int line, const char *function)
{
    emu_code_place *place = data;
    (void)pc;
    if (!file)
        return 0;
    snprintf(place->file, sizeof place->file, "%s", file);
    snprintf(place->function, sizeof place->function, "%s", function ? function : "");
    place->line = line;
    return !is_wrapper(function); /* of those inlined there the innermost comes first */
}

static void on_symbol(void *data, uintptr_t pc, const char *name, uintptr_t value, uintptr_t size)
{
    emu_code_place *place = data;
    (void)name, (void)size;
    place->offset = pc - value;
}

void emu_locate_parts(uintptr_t pc, emu_code_place *place)
{
    *place = (emu_code_place){0};
    make_state();
    if (!state)
        return;
    backtrace_pcinfo(state, pc, on_part, on_error, place);
    backtrace_syminfo(state, pc, on_symbol, on_error, place);
}
#else
void emu_locate_parts(uintptr_t pc, emu_code_place *place)
{
    (void)pc;
    *place = (emu_code_place){0};
}

void emu_locate(uintptr_t pc, char *text, size_t size)
{
    nearest_symbol(pc, text, size);
}
#endif
