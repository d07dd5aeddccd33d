/* Group R: memory that two processes have. */
#include <fcntl.h>
#include <unistd.h>

#include "../harness/arrays.h"
#include "../harness/process.h"
#include "R_virtual.h"
#include "device/Q_pool.h"

/* Imports the memory, and maps it. */
static void import_and_map(struct test *t, int descriptor, size_t unit, char **pointer)
{
    lw_physical_memory *memory;
    lw_physical_memory_properties properties;
    CHECK_STATUS(lw_physical_memory_import(t->device, &memory, descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_get_properties(memory, &properties), LW_SUCCESS);
    CHECK_EQUAL(properties.handle_type, LW_MEMORY_HANDLE_FILE_DESCRIPTOR);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)pointer, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(*pointer, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, *pointer, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
}

/* Checks that the memory holds `expected`, and fills it with `value`. */
static void compare_and_fill(struct test *t, char *pointer, size_t bytes, int expected, int value)
{
    int errors = -1, n = (int)(bytes / sizeof(int)), *count = array_of(t, NULL, sizeof errors);
    lw_launch_config wide = lw_linear(lw_default_stream(t->device), 4096, 128);
    CHECK(count);
    CHECK_STATUS(lw_launch(q_compare, wide, n, (int *)pointer, expected, count), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_fill, wide, n, (int *)pointer, value), LW_SUCCESS);
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
    CHECK_STATUS(lw_free(t->device, count), LW_SUCCESS);
}

static void import_memory(struct test *t, struct process *other)
{
    size_t unit;
    int descriptor = -1;
    char *pointer;
    CHECK_CALL(process_receive(t, other, &unit, sizeof unit, &descriptor));
    CHECK(descriptor >= 0);
    CHECK_CALL(import_and_map(t, descriptor, unit, &pointer));
    close(descriptor);
    CHECK_CALL(compare_and_fill(t, pointer, unit, 21, 22));
    CHECK_CALL(process_tell(t, other));
    CHECK_CALL(process_wait(t, other)); /* the first process has freed its own mapping and handle */
    CHECK_CALL(compare_and_fill(t, pointer, unit, 23, 24));
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, unit), LW_SUCCESS);
}

static void export_memory(struct test *t, struct process *other, size_t unit)
{
    lw_physical_memory *memory;
    const lw_physical_memory_properties exportable = {LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    int descriptor = -1;
    char *pointer;
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, &exportable), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&pointer, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(pointer, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, pointer, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, pointer, 0, unit), LW_SUCCESS);
    CHECK_CALL(compare_and_fill(t, pointer, unit, 0, 21));
    CHECK_STATUS(lw_physical_memory_export(memory, &descriptor), LW_SUCCESS);
    CHECK(descriptor >= 0 && fcntl(descriptor, F_GETFD) >= 0);
    CHECK_CALL(process_send(t, other, &unit, sizeof unit, descriptor));
    close(descriptor);
    CHECK_CALL(process_wait(t, other));
    CHECK_CALL(compare_and_fill(t, pointer, unit, 22, 23));
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, unit), LW_SUCCESS);
    CHECK_CALL(process_tell(t, other));
}

/* Skips the test where memory cannot be given away as a descriptor. */
static void begin(struct test *t, size_t *unit)
{
    lw_device_properties properties;
    CHECK_CALL(virtual_begin(t, unit));
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.file_descriptor_handles)
        SKIP("the device makes no file descriptors of memory");
}

TEST(row, R27_memory_in_two_processes, .isolated = true)
{
    struct process other;
    size_t unit;
    CHECK_CALL(begin(t, &unit));
    if (process_started_this(&other)) {
        import_memory(t, &other);
        return;
    }
    CHECK_CALL(process_start(t, &other));
    export_memory(t, &other, unit);
    process_end(t, &other);
}

TEST(row, R27b_memory_is_exported_and_imported)
{
    size_t unit;
    lw_physical_memory *memory, *imported = NULL;
    const lw_physical_memory_properties exportable = {LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    int descriptor, ends[2];
    char *first, *second;
    CHECK_CALL(begin(t, &unit));
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, &exportable), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&first, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(first, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, first, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, first, 0, unit), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_export(memory, &descriptor), LW_SUCCESS);
    CHECK_CALL(import_and_map(t, descriptor, unit, &second)); /* in the same process: one more handle */
    CHECK(first != second);
    CHECK_CALL(compare_and_fill(t, second, unit, 0, 6));
    CHECK_CALL(compare_and_fill(t, first, unit, 6, 7));
    close(descriptor);
    CHECK_STATUS(lw_physical_memory_import(t->device, &imported, descriptor), LW_ERROR_INVALID_VALUE);
    CHECK(pipe(ends) == 0);
    CHECK_STATUS(lw_physical_memory_import(t->device, &imported, ends[0]), LW_ERROR_INVALID_VALUE);
    close(ends[0]);
    close(ends[1]);
    CHECK(imported == NULL);
}
