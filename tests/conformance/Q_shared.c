/* Group Q: pools of two processes. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <lanewise/launch.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "../harness/process.h"
#include "device/Q_pool.h"

enum { BLOCKS = 4 };
static const int counts[BLOCKS] = {60, 900, 2000, 1 << 20}; /* elements; some share pages */

struct message {
    lw_memory_pool_pointer pointers[BLOCKS];
    lw_ipc_event_handle event;
};

static void begin(struct test *t)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.memory_pools || !properties.file_descriptor_handles || !properties.ipc)
        SKIP("the device has no pools for other processes");
}

static lw_status make_pool(struct test *t, lw_memory_pool **pool)
{
    const lw_memory_pool_properties properties = {.handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    return lw_memory_pool_create_with(t->device, pool, &properties);
}

/* Checks that the memory holds `expected`, and fills it with `value`. */
static void compare_and_fill(struct test *t, int *memory, int n, int expected, int value)
{
    int errors = -1, *count = array_of(t, NULL, sizeof errors);
    lw_launch_config wide = lw_linear(lw_default_stream(t->device), 4096, 128);
    CHECK(count);
    CHECK_STATUS(lw_launch(q_compare, wide, n, memory, expected, count), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_fill, wide, n, memory, value), LW_SUCCESS);
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
    CHECK_STATUS(lw_free(t->device, count), LW_SUCCESS);
}

/* ---- two processes ---- */
static void use_memory(struct test *t, const struct message *message, lw_memory_pool *pool)
{
    lw_stream *stream = lw_default_stream(t->device);
    lw_pointer_attributes attributes;
    int *memory[BLOCKS], *again = NULL;
    lw_event *event;
    CHECK_STATUS(lw_ipc_open_event_handle(t->device, &event, &message->event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_SUCCESS); /* the allocations and fills */
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_STATUS(lw_memory_pool_import_pointer(pool, (void **)&memory[i], &message->pointers[i]), LW_SUCCESS);
        CHECK_STATUS(lw_pointer_get_attributes(t->device, memory[i], &attributes), LW_SUCCESS);
        CHECK(attributes.space == LW_SPACE_DEVICE && attributes.base == memory[i] &&
              attributes.size == (size_t)counts[i] * sizeof(int));
    }
    for (int i = 0; i < BLOCKS; i++)
        CHECK_CALL(compare_and_fill(t, memory[i], counts[i], i + 1, i + 100));
    CHECK_STATUS(lw_memory_pool_import_pointer(pool, (void **)&again, &message->pointers[0]), LW_ERROR_INVALID_VALUE);
    CHECK(again == NULL);
    /* Freed, and imported again. */
    CHECK_STATUS(lw_free_async(stream, memory[0]), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory[0]), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, memory[0], 0, 4), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_import_pointer(pool, (void **)&memory[0], &message->pointers[0]), LW_SUCCESS);
    CHECK_CALL(compare_and_fill(t, memory[0], counts[0], 100, 100));
    CHECK_STATUS(lw_free(t->device, memory[1]), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory[2]), LW_SUCCESS);
    /* The pool's handle ends, its memory stays. */
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_CALL(compare_and_fill(t, memory[3], counts[3], 103, 103));
    CHECK_STATUS(lw_free_async(stream, memory[3]), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(event), LW_SUCCESS); /* the end of the device's handle frees memory[0] */
}

static void import_pool(struct test *t, const struct process *other)
{
    struct message message;
    lw_memory_pool *pool;
    int descriptor = -1;
    CHECK_CALL(process_receive(t, other, &message, sizeof message, &descriptor));
    CHECK(descriptor >= 0);
    CHECK_STATUS(lw_memory_pool_import(t->device, &pool, descriptor), LW_SUCCESS);
    close(descriptor);
    CHECK_CALL(use_memory(t, &message, pool));
    CHECK_CALL(process_tell(t, other));
    CHECK_CALL(process_wait(t, other));
}

static void export_pool(struct test *t, struct process *other)
{
    struct message message;
    lw_memory_pool *pool;
    lw_stream *stream;
    lw_event *event;
    int *memory[BLOCKS], descriptor = -1;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_create_with(t->device, &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(make_pool(t, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(pool, &descriptor), LW_SUCCESS);
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_STATUS(
            lw_malloc_from_pool_async(stream, pool, (void **)&memory[i], (size_t)counts[i] * sizeof *memory[i]),
            LW_SUCCESS);
        CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, 4096, 128), counts[i], memory[i], i + 1), LW_SUCCESS);
    }
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_event_handle(event, &message.event), LW_SUCCESS);
    for (int i = 0; i < BLOCKS; i++)
        CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &message.pointers[i], memory[i]), LW_SUCCESS);
    process_send(t, other, &message, sizeof message, descriptor);
    close(descriptor);
    CHECK_CALL(process_wait(t, other));                      /* the other process has freed all but the first */
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS); /* checked mode does not see the other process's wait */
    for (int i = 0; i < BLOCKS; i++)
        CHECK_CALL(compare_and_fill(t, memory[i], counts[i], i + 100, 0));
    CHECK_CALL(process_tell(t, other));
    CHECK_CALL(process_end(t, other));
    for (int i = 0; i < BLOCKS; i++)
        CHECK_STATUS(lw_free_async(stream, memory[i]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

TEST(row, Q11_a_pool_of_two_processes, .isolated = true)
{
    struct process other;
    CHECK_CALL(begin(t));
    if (process_started_this(&other)) {
        import_pool(t, &other);
        return;
    }
    CHECK_CALL(process_start(t, &other));
    export_pool(t, &other);
    if (other.id) /* a check has failed */
        process_end(t, &other);
}

/* ---- one process ---- */
/* Exports the memory and imports it, fills it at one address and compares at the other. */
static void alias(struct test *t, lw_memory_pool *imported, void *pointer, int n, int value)
{
    lw_memory_pool_pointer exported;
    int *other;
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, pointer), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, (void **)&other, &exported), LW_SUCCESS);
    CHECK(other != pointer);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(lw_default_stream(t->device), 4096, 128), n, (int *)pointer, value),
                 LW_SUCCESS);
    CHECK_CALL(compare_and_fill(t, other, n, value, value + 1));
    CHECK_CALL(compare_and_fill(t, pointer, n, value + 1, 0));
    CHECK_STATUS(lw_free(t->device, other), LW_SUCCESS);
}

TEST(row, Q11b_memory_of_a_pool_is_used_again)
{
    static const int sizes[] = {5000, 3000, 5000, 200,
                                1 << 20}; /* bytes: those before the last two take the same memory */
    lw_stream *stream = lw_default_stream(t->device);
    lw_memory_pool *pool, *imported;
    int descriptor;
    void *pointer;
    CHECK_CALL(begin(t));
    CHECK_STATUS(make_pool(t, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(pool, &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import(t->device, &imported, descriptor), LW_SUCCESS);
    close(descriptor);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &pointer, (size_t)sizes[i]), LW_SUCCESS);
        CHECK_CALL(alias(t, imported, pointer, sizes[i] / (int)sizeof(int), (int)i + 7));
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        CHECK_STATUS(lw_free_async(stream, pointer), LW_SUCCESS);
    }
    CHECK_STATUS(lw_memory_pool_destroy(imported), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

static void check_imported(struct test *t, lw_memory_pool *imported, const lw_memory_pool_pointer *exported)
{
    lw_stream *stream = lw_default_stream(t->device);
    lw_memory_pool *current;
    lw_memory_pool_pointer again, junk;
    void *pointer = NULL, *none = NULL;
    uint64_t value;
    int descriptor = -1;
    CHECK_STATUS(lw_malloc_from_pool_async(stream, imported, &none, 64), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_trim(imported, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_get_attribute(imported, LW_MEMORY_POOL_USED_CURRENT, &value), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_set_attribute(imported, LW_MEMORY_POOL_RELEASE_THRESHOLD, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_set_memory_pool(t->device, imported), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_get_memory_pool(t->device, &current), LW_SUCCESS);
    CHECK(current != imported);
    CHECK_STATUS(lw_memory_pool_export(imported, &descriptor), LW_ERROR_INVALID_VALUE);
    CHECK_EQUAL(descriptor, -1);
    memset(&junk, 0x5a, sizeof junk);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, &none, &junk), LW_ERROR_INVALID_VALUE);
    memcpy(&junk, exported, sizeof junk);
    memset(&junk, 0x5a, 64);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, &none, &junk), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, NULL, exported), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, &none, NULL), LW_ERROR_INVALID_VALUE);
    CHECK(none == NULL);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, &pointer, exported), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &again, pointer), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_async(stream, pointer), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

static void check_pools(struct test *t, lw_memory_pool *pool, lw_memory_pool *other)
{
    const lw_memory_pool_properties none = {.handle_type = LW_MEMORY_HANDLE_NONE},
                                    wrong = {.handle_type = (lw_memory_handle_type)7};
    lw_memory_pool *plain, *made = NULL;
    int descriptor = -1, null = open("/dev/null", O_RDWR | O_CLOEXEC);
    CHECK_STATUS(lw_memory_pool_create_with(t->device, &plain, &none), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(plain, &descriptor), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_destroy(plain), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_create_with(t->device, &made, &wrong), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_create_with(t->device, NULL, &none), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_export(pool, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_import(t->device, &made, -1), LW_ERROR_INVALID_VALUE);
    CHECK(lw_memory_pool_import(t->device, &made, null) != LW_SUCCESS);
    CHECK(made == NULL && descriptor == -1);
    close(null);
    CHECK_STATUS(lw_memory_pool_export(other, &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import(t->device, &made, descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import(t->device, NULL, descriptor), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_destroy(made), LW_SUCCESS);
    close(descriptor);
}

TEST(row, Q11c_what_cannot_be_exported_or_imported)
{
    lw_stream *stream = lw_default_stream(t->device);
    lw_memory_pool *pool, *other, *imported;
    lw_memory_pool_pointer exported;
    char *pointer, *plain, *pooled;
    void *none = NULL;
    int descriptor;
    CHECK_CALL(begin(t));
    CHECK_STATUS(make_pool(t, &pool), LW_SUCCESS);
    CHECK_STATUS(make_pool(t, &other), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, (void **)&pointer, 100), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&pooled, 100), LW_SUCCESS);
    CHECK(plain = array_of(t, NULL, 100));
    /* The pool comes first. */
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, pointer), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_export(pool, &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, pointer), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, NULL, pointer), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_import_pointer(pool, &none, &exported), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_import(t->device, &imported, descriptor), LW_SUCCESS);
    close(descriptor);
    CHECK_CALL(check_imported(t, imported, &exported));
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, pointer + 4), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, pooled), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, plain), LW_ERROR_INVALID_VALUE);
    CHECK_CALL(check_pools(t, pool, other));
    CHECK(none == NULL);
    CHECK_STATUS(lw_free_async(stream, pointer), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, pooled), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(imported), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(other), LW_SUCCESS);
}

/* What an import has freed is not given to an allocation, even where the device has no other memory. */
TEST(row, Q11e_freed_imports_stay_their_owner_s, .host = true, .isolated = true)
{
    enum { LIMIT = 64 << 20, SIZE = 24 << 20 };
    lw_stream *stream, *other;
    lw_memory_pool *pool, *imported;
    lw_memory_pool_pointer exported;
    char *memory, *alias, *filler, *own = NULL;
    int descriptor;
    CHECK(setenv("LANEWISE_MEMORY", "64M", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &stream, LW_STREAM_NON_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &other, LW_STREAM_NON_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(make_pool(t, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, (void **)&memory, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, memory, 5, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(pool, &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import(t->device, &imported, descriptor), LW_SUCCESS);
    close(descriptor);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, memory), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, (void **)&alias, &exported), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&filler, LIMIT - SIZE - SIZE / 2), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_free_async(stream, alias), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(other, (void **)&own, SIZE), LW_ERROR_OUT_OF_MEMORY);
    CHECK(own == NULL);
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, filler), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(other, (void **)&own, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(other, own, 9, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    for (size_t i = 0; i < SIZE; i += SIZE - 1) {
        char byte = 0;
        CHECK_STATUS(lw_memcpy(t->device, &byte, memory + i, 1, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_EQUAL(byte, 5);
    }
}
