/* Group U: a library whose kernels and variables two devices use. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/launch.h>
#include <lanewise/library.h>

#include "../api/stream_gate.h"
#include "R_devices.h"

static const char source[] = "#include <lanewise/kernel.h>\n"
                             "LW_GLOBAL(char, u_large, [1 << 20]) = {1};\n"
                             "LW_GLOBAL(int, u_count) = 3;\n"
                             "LW_KERNEL(u_next, (int *, out)) { *out = ++u_count + u_large[0]; }\n";

static void remove_library(const char *folder)
{
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command))
        fprintf(stderr, "%s failed\n", command);
}

/* Makes a shared library in a new folder; false: no compiler. */
static bool make_library(const struct test *t, char folder[40], char path[80])
{
    char command[400];
    if (access(LW_TEST_CC, X_OK) == 0 && access(LW_TEST_INCLUDE, R_OK) == 0) {
        setenv("LANEWISE_CC", LW_TEST_CC, 0);
        setenv("LANEWISE_INCLUDE_DIR", LW_TEST_INCLUDE, 0);
    }
    strcpy(folder, "/tmp/lanewise-test-XXXXXX");
    if (!mkdtemp(folder))
        return false;
    snprintf(path, 80, "%s/next.c", folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fputs(source, file);
    fclose(file);
    snprintf(path, 80, "%s/next.so", folder);
    snprintf(command, sizeof command,
             "cd %s && ${LANEWISE_CC:-lanewise-cc} -O1 %s -fPIC -c next.c -o next.o >log 2>&1 && "
             "cc -shared next.o -o next.so >>log 2>&1",
             folder, on_cpu(t) ? "--no-cuda" : "");
    if (system(command) == 0)
        return true;
    remove_library(folder);
    return false;
}

/* Loads the library through the first handle, and launches its kernel on the other device. */
static void load_and_launch(struct test *t, lw_device *device, const char *path, lw_library **library, int *out)
{
    const lw_kernel *kernel;
    CHECK_STATUS(lw_library_load(device, library, path), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_kernel(*library, "u_next", &kernel), LW_SUCCESS);
    CHECK_STATUS(lw_launch_pointers(kernel, lw_linear(lw_default_stream(t->peer), 1, 1), (const void *[]){&out}),
                 LW_SUCCESS);
}

static _Atomic bool opened;

static void *open_later(void *gate)
{
    usleep(200000);
    opened = true;
    gate_open(gate);
    return NULL;
}

/* Holds a launch back on the other device, and ends the library, or the handle that loaded it, meanwhile. */
static void check_end(struct test *t, const char *path, const char *name)
{
    int *out = r_numbers(t, t->peer, 1, 0);
    lw_device *handle = t->device;
    lw_library *library;
    const lw_kernel *kernel;
    pthread_t thread;
    CHECK(out != NULL);
    if (name)
        CHECK_STATUS(lw_device_open(&handle, name), LW_SUCCESS);
    CHECK_CALL(load_and_launch(t, handle, path, &library, out)); /* loads the code */
    CHECK_EQUAL(r_read(t, t->peer, out), 5);
    CHECK_STATUS(lw_library_get_kernel(library, "u_next", &kernel), LW_SUCCESS);
    opened = false;
    struct stream_gate *gate = gate_close(t->peer, lw_default_stream(t->peer));
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch_pointers(kernel, lw_linear(lw_default_stream(t->peer), 1, 1), (const void *[]){&out}),
                 LW_SUCCESS);
    CHECK_EQUAL(pthread_create(&thread, NULL, open_later, gate), 0);
    lw_status status = name ? lw_device_close(handle) : lw_library_unload(library);
    bool waited = opened;
    pthread_join(thread, NULL);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(waited);
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->peer)), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->peer, out), 6);
}

TEST(row, U6b_unloading_waits_for_every_device, .two_devices = true, .isolated = true)
{
    char folder[40], path[80], name[32];
    lw_device_properties properties;
    if (!make_library(t, folder, path))
        SKIP("no compiler of kernels here");
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_CALL(check_end(t, path, NULL));
    CHECK_CALL(check_end(t, path, name));
    remove_library(folder);
}

TEST(row, U6c_unloading_forgets_every_device_s_variables, .two_devices = true)
{
    char folder[40], path[80];
    lw_device *devices[] = {t->device, t->peer};
    lw_library *library;
    const lw_symbol *symbol;
    lw_pointer_attributes attributes;
    void *address[2];
    if (!make_library(t, folder, path))
        SKIP("no compiler of kernels here");
    CHECK_STATUS(lw_library_load(t->device, &library, path), LW_SUCCESS);
    CHECK_STATUS(lw_library_get_symbol(library, "u_count", &symbol), LW_SUCCESS);
    for (int d = 0; d < 2; d++) {
        CHECK_STATUS(lw_symbol_get_address(devices[d], &address[d], symbol), LW_SUCCESS);
        CHECK_STATUS(lw_pointer_get_attributes(devices[d], address[d], &attributes), LW_SUCCESS);
        CHECK(attributes.space == LW_SPACE_DEVICE && attributes.size == sizeof(int));
    }
    CHECK_STATUS(lw_library_unload(library), LW_SUCCESS);
    for (int d = 0; d < 2; d++) {
        CHECK_STATUS(lw_pointer_get_attributes(devices[d], address[d], &attributes), LW_SUCCESS);
        CHECK_EQUAL(attributes.space, LW_SPACE_UNREGISTERED);
    }
    remove_library(folder);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 }; /* freed memory is kept */
#else
enum { SANITIZED = 0 };
#endif

static long resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*s %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

TEST(row, U6d_nothing_is_left_of_an_unloaded_library, .two_devices = true, .isolated = true, .cpu_only = true)
{
    enum { FIRST = 5, LOADS = 45, MEGABYTE = 1 << 20 };
    char folder[40], path[80];
    int *out = r_numbers(t, t->peer, 1, 0);
    long before = 0;
    CHECK(out != NULL);
    if (!make_library(t, folder, path))
        SKIP("no compiler of kernels here");
    for (int i = 0; i < LOADS; i++) {
        lw_library *library;
        CHECK_CALL(load_and_launch(t, t->device, path, &library, out));
        CHECK_EQUAL(r_read(t, t->peer, out), 5); /* each time a new variable */
        CHECK_STATUS(lw_library_unload(library), LW_SUCCESS);
        if (i == FIRST)
            before = resident_bytes();
    }
    CHECK(before > 0);
    CHECK(SANITIZED || (resident_bytes() - before) / MEGABYTE < LOADS - FIRST); /* an image has 3 */
    remove_library(folder);
}
