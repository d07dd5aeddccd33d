/* The place in the source of an address in code. */
#include "machine.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The nearest exported symbol, or only the object. */
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

static void on_error(void *data, const char *message, int number)
{
    (void)data, (void)message, (void)number;
}

/* Whether it is an inlined function of Lanewise's headers; the program's place is then the caller's. */
static bool is_wrapper(const char *function)
{
    size_t length = function ? strlen(function) : 0, tail = strlen("__LW_DECLARE_KERNEL");
    return length && (strncmp(function, "lw_", strlen("lw_")) == 0 || strncmp(function, "emu_", strlen("emu_")) == 0 ||
                      (length > tail && strcmp(function + length - tail, "__LW_DECLARE_KERNEL") == 0));
}

/* Where the parameter list at the text's end begins; the text's length if it has none. */
static size_t before_parameters(const char *text)
{
    size_t length = strlen(text);
    int depth = 0;
    if (length == 0 || text[length - 1] != ')')
        return length;
    for (size_t i = length; i-- > 0;) {
        depth += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return length;
}

/* What the source calls a function of C++, with template arguments and without parameters and result: "race<float>". The C++
 * runtime knows; a program that has such functions is linked with it. */
static void write_name(const char *function, char *text, size_t size)
{
    char *(*demangle)(const char *, char *, size_t *, int *) = NULL;
    if (strncmp(function, "_Z", 2) == 0)
        *(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    const char *region = strstr(function, "__region_"); /* a fused kernel's: its name precedes */
    snprintf(text, size, "%.*s", (int)(region ? (size_t)(region - function) : strlen(function)), function);
    bool is_whole = !region || (size_t)(region - function) < size;
    char *whole = demangle && is_whole ? demangle(region ? text : function, NULL, NULL, &(int){0}) : NULL;
    if (!whole)
        return;
    whole[before_parameters(whole)] = '\0';
    const char *name = whole;
    int depth = 0;
    for (const char *at = whole; *at; at++) {
        depth += strchr("<({[", *at) ? 1 : strchr(">)}]", *at) ? -1 : 0;
        if (depth == 0 && *at == ' ')
            name = at + 1;
    }
    snprintf(text, size, "%s", name);
    free(whole);
}

/* Called for each function inlined at the address, innermost first. */
static int on_place(void *data, uintptr_t pc, const char *file, int line, const char *function)
{
    emu_code_place *place = data;
    bool wrapper = is_wrapper(function);
    (void)pc;
    if (!file || (place->line && (wrapper || line == 0)))
        return 0;
    snprintf(place->file, sizeof place->file, "%s", file);
    write_name(function ? function : "", place->function, sizeof place->function);
    place->line = line;
    return !wrapper;
}

/* Each object has the process's counts of loaded and unloaded objects; the first suffices. */
static int count_changes(struct dl_phdr_info *info, size_t size, void *changes)
{
    (void)size;
    *(unsigned long long *)changes = info->dlpi_adds + info->dlpi_subs;
    return 1;
}

/* The debug information of all loaded objects. libbacktrace reads it once, so this creates a new state after objects
 * have been loaded or unloaded. libbacktrace cannot free the old one. */
static struct backtrace_state *find_state(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct backtrace_state *state;
    static unsigned long long known;
    unsigned long long changes = 0;
    dl_iterate_phdr(count_changes, &changes);
    pthread_mutex_lock(&lock);
    if (!state || changes != known)
        state = backtrace_create_state(0, 1, on_error, 0);
    known = changes;
    struct backtrace_state *found = state;
    pthread_mutex_unlock(&lock);
    return found;
}

static void on_symbol_value(void *data, uintptr_t pc, const char *name, uintptr_t value, uintptr_t size)
{
    (void)pc, (void)name, (void)size;
    *(uintptr_t *)data = value;
}

/* Where the function with the address begins; 0: unknown. */
static uintptr_t function_of(struct backtrace_state *state, uintptr_t pc)
{
    uintptr_t value = 0;
    backtrace_syminfo(state, pc, on_symbol_value, on_error, &value);
    return value;
}

/* Code that a compiler has moved may have no line; then the nearest code of the same function with a line stands for it. */
static bool find(struct backtrace_state *state, uintptr_t pc, emu_code_place *place)
{
    enum { FARTHEST = 64 };
    *place = (emu_code_place){0};
    if (state)
        backtrace_pcinfo(state, pc, on_place, on_error, place);
    for (uintptr_t away = 1; place->file[0] && !place->line && away < 2 * FARTHEST; away++) {
        uintptr_t near_pc = away % 2 ? pc - away / 2 - 1 : pc + away / 2;
        emu_code_place near = {0};
        backtrace_pcinfo(state, near_pc, on_place, on_error, &near);
        if (near.line && function_of(state, near_pc) == function_of(state, pc))
            *place = near;
    }
    return place->line != 0;
}

void emu_locate(uintptr_t pc, char *text, size_t size)
{
    emu_code_place place;
    if (!find(find_state(), pc, &place) && !place.function[0])
        nearest_symbol(pc, text, size);
    else if (!place.line)
        snprintf(text, size, "%s (%s)", place.file, place.function);
    else if (place.function[0])
        snprintf(text, size, "%s:%d (%s)", place.file, place.line, place.function);
    else
        snprintf(text, size, "%s:%d", place.file, place.line);
}

static void on_symbol(void *data, uintptr_t pc, const char *name, uintptr_t value, uintptr_t size)
{
    emu_code_place *place = data;
    (void)name, (void)size;
    place->offset = pc - value;
}

void emu_locate_parts(uintptr_t pc, emu_code_place *place)
{
    struct backtrace_state *state = find_state();
    if (find(state, pc, place))
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
