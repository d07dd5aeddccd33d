/* A program that does not link Lanewise: it loads the library and then plugins, one after the other, while the device
 * stays open. A later plugin, an edited build of the first, lies where that one lay; nothing may be left of it.
 * usage: plugin_host DEVICE LIBRARY PLUGIN EDITED... */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin_kernel.h"

static void *library;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void *load(const char *file)
{
    void *loaded = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!loaded)
        fail("dlopen", dlerror());
    return loaded;
}

static void unload(void *loaded, const char *file)
{
    dlclose(loaded);
    if (dlopen(file, RTLD_NOW | RTLD_NOLOAD))
        fail(file, "dlclose() left it loaded");
}

/* A pointer to a function, which C does not make of the address of an object. */
typedef void (*any_function)(void);
static any_function find(void *where, const char *name)
{
    any_function found;
    *(void **)&found = dlsym(where, name);
    if (!found)
        fail("dlsym", dlerror());
    return found;
}

static const char *message(void)
{
    return ((const char *(*)(lw_device *))find(library, "lw_last_error_message"))(NULL);
}

static void check(lw_status status, const char *what)
{
    if (status)
        fail(what, message());
}

static void expect(const char *file, const char *what, long got, long wanted)
{
    if (got == wanted)
        return;
    fprintf(stderr, "%s: %s is %ld; expected %ld\n", file, what, got, wanted);
    exit(1);
}

/* A fault, which on the CPU ends with a reset: its report names the line of this plugin, where it names one at all. */
static void fault(lw_device *device, void *plugin, const char *file, int line)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "plugin_kernel.c:%d (plugin_fill", line);
    if (((lw_status(*)(lw_device *))find(plugin, "plugin_fault"))(device) != LW_ERROR_ILLEGAL_ADDRESS)
        fail(file, "a wild pointer is no fault");
    if (strstr(message(), " (plugin_fill") && !strstr(message(), wanted))
        fail(wanted, message());
    check(((lw_status(*)(lw_device *))find(library, "lw_device_reset"))(device), "lw_device_reset");
}

static void run(lw_device *device, const char *file, bool faults, plugin_report *report)
{
    void *plugin = load(file);
    check(((lw_status(*)(lw_device *, plugin_report *))find(plugin, "plugin_run"))(device, report), file);
    expect(file, "static_shared", (long)report->attributes.static_shared, (long)report->room);
    if (report->attributes.max_dynamic_shared < 2 * PLUGIN_OPT_IN) /* and not what the device gives unasked */
        fail(file, "max_dynamic_shared is what an earlier plugin's kernel has been set to");
    expect(file, "max_threads_per_block", report->attributes.max_threads_per_block, report->bound);
    for (int i = 0; i < PLUGIN_RESULTS; i++)
        expect(file, "a result", report->results[i], (long)report->value * i);
    if (faults)
        fault(device, plugin, file, report->line);
    unload(plugin, file);
}

static void run_all(const char *name, const char *file, char **plugins)
{
    plugin_report first, later;
    lw_device *device;
    library = load(file);
    check(((lw_status(*)(lw_device **, const char *))find(library, "lw_device_open"))(&device, name), "lw_device_open");
    bool faults = strcmp(name, "cpu") == 0;
    run(device, plugins[0], faults, &first);
    printf("%s: %d blocks are active of %s", name, first.active_blocks, plugins[0]);
    while (*++plugins) {
        run(device, *plugins, faults, &later);
        if ((later.active_blocks < first.active_blocks) != (later.room > first.room))
            fail(*plugins, "the number of active blocks is not that of its shared memory");
        printf(", %d of %s%s", later.active_blocks, *plugins,
               later.kernel == first.kernel ? "" : " (its kernel lay elsewhere)");
    }
    printf("\n");
    check(((lw_status(*)(lw_device *))find(library, "lw_device_close"))(device), "lw_device_close");
    unload(library, file);
}

int main(int count, char **arguments)
{
    if (count < 5)
        fail(arguments[0], "expected DEVICE LIBRARY PLUGIN EDITED...");
    /* Twice: the library, too, may be unloaded and loaded again. */
    run_all(arguments[1], arguments[2], arguments + 3);
    run_all(arguments[1], arguments[2], arguments + 3);
    return 0;
}
