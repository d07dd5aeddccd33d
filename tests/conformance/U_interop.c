/* Group U: other code's streams, events and memory, and arrays by DLPack. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "../api/device/stream.h"
#include "../api/stream_gate.h"
#include "../harness/arrays.h"

/* The CUDA driver, as other code of the process uses it. */
static struct driver {
    int (*set_current)(void *context);
    int (*stream_create)(void **stream, unsigned flags);
    int (*stream_destroy)(void *stream);
    int (*stream_synchronize)(void *stream);
    int (*event_create)(void **event, unsigned flags);
    int (*event_destroy)(void *event);
    int (*event_record)(void *event, void *stream);
    int (*event_synchronize)(void *event);
    int (*allocate)(void **pointer, size_t size);
    int (*release)(void *pointer);
    int (*set)(void *pointer, unsigned value, size_t words, void *stream);
} cu;

static bool open_driver(void)
{
    static const char *const names[] = {"cuCtxSetCurrent",     "cuStreamCreate",     "cuStreamDestroy_v2",
                                        "cuStreamSynchronize", "cuEventCreate",      "cuEventDestroy_v2",
                                        "cuEventRecord",       "cuEventSynchronize", "cuMemAlloc_v2",
                                        "cuMemFree_v2",        "cuMemsetD32Async"};
    void *library = dlopen("libcuda.so.1", RTLD_NOW), **function = (void **)&cu;
    bool found = library != NULL;
    for (size_t i = 0; found && i < sizeof names / sizeof *names; i++)
        found = (function[i] = dlsym(library, names[i])) != NULL;
    return found;
}

TEST(row, U8_streams_and_events_of_other_code, .cuda_only = true)
{
    void *context, *theirs, *native, *event;
    lw_stream *ours, *adopted, *again;
    lw_event *adopted_event, *own_event;
    unsigned flags;
    int got[2], *words = array_of(t, NULL, sizeof got);
    CHECK(words != NULL && open_driver());
    CHECK_STATUS(lw_device_native(t->device, &context), LW_SUCCESS);
    CHECK_EQUAL(cu.set_current(context), 0);

    /* Ours in their calls. */
    CHECK_STATUS(lw_stream_create(t->device, &ours), LW_SUCCESS);
    CHECK_STATUS(lw_stream_native(ours, &native), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(ours), 1, words + 1, 0, 5), LW_SUCCESS);
    CHECK_EQUAL(cu.set(words, 1234, 1, native), 0);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(ours), 1, words, 2, 1), LW_SUCCESS);
    CHECK_EQUAL(cu.stream_synchronize(native), 0);
    CHECK_CALL(array_read(t, got, words, sizeof got));
    CHECK(got[0] == 2469 && got[1] == 5);
    CHECK_STATUS(lw_event_create(t->device, &own_event), LW_SUCCESS);
    CHECK_STATUS(lw_event_native(own_event, &event), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, ours);
    CHECK(gate != NULL);
    CHECK_EQUAL(cu.event_record(event, native), 0);
    CHECK_STATUS(lw_event_query(own_event), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_event_synchronize(own_event), LW_SUCCESS);

    /* Theirs in our calls. */
    CHECK_EQUAL(cu.stream_create(&theirs, 1), 0);
    CHECK_STATUS(lw_stream_adopt(t->device, &adopted, theirs), LW_SUCCESS);
    CHECK_STATUS(lw_stream_adopt(t->device, &again, theirs), LW_SUCCESS);
    CHECK_STATUS(lw_stream_native(adopted, &native), LW_SUCCESS);
    CHECK(native == theirs);
    CHECK_STATUS(lw_stream_get_flags(adopted, &flags), LW_SUCCESS);
    CHECK_EQUAL(flags, LW_STREAM_NON_BLOCKING);
    CHECK_EQUAL(cu.set(words, 50, 1, theirs), 0);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(adopted), 1, words, 3, 0), LW_SUCCESS);
    CHECK_EQUAL(cu.event_create(&event, 0), 0);
    CHECK_EQUAL(cu.event_record(event, theirs), 0);
    CHECK_STATUS(lw_event_adopt(t->device, &adopted_event, event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(ours, adopted_event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(ours), words + 1, words), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(adopted_event), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(adopted_event, ours), LW_SUCCESS);
    CHECK_EQUAL(cu.event_synchronize(event), 0);
    CHECK_CALL(array_read(t, got, words, sizeof got));
    CHECK(got[0] == 150 && got[1] == 150);

    /* They outlast the handles. */
    CHECK_STATUS(lw_stream_destroy(adopted), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(adopted), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_stream_query(again), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(again), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(adopted_event), LW_SUCCESS);
    CHECK_EQUAL(cu.event_record(event, theirs), 0);
    CHECK_EQUAL(cu.stream_synchronize(theirs), 0);
    CHECK_EQUAL(cu.event_destroy(event), 0);
    CHECK_EQUAL(cu.stream_destroy(theirs), 0);
    CHECK_STATUS(lw_event_adopt(t->device, &adopted_event, NULL), LW_ERROR_INVALID_VALUE);
}

TEST(row, U9_memory_of_other_code, .cuda_only = true)
{
    enum { SIZE = 1 << 20 };
    void *context, *theirs;
    int got = 0, host = 0;
    lw_pointer_attributes attributes;
    CHECK(open_driver());
    CHECK_STATUS(lw_device_native(t->device, &context), LW_SUCCESS);
    CHECK_EQUAL(cu.set_current(context), 0);
    CHECK_EQUAL(cu.allocate(&theirs, SIZE), 0);
    CHECK_STATUS(lw_memset(t->device, theirs, 1, SIZE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "which is not memory of device");
    CHECK_STATUS(lw_memory_adopt(t->device, theirs, SIZE + 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_adopt(t->device, &host, sizeof host), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_adopt(t->device, (char *)theirs + 256, SIZE - 256), LW_SUCCESS);
    CHECK_STATUS(lw_memory_adopt(t->device, theirs, SIZE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "knows memory in the");
    CHECK_STATUS(lw_memory_disown(t->device, theirs), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_disown(t->device, (char *)theirs + 256), LW_SUCCESS);
    CHECK_STATUS(lw_memory_adopt(t->device, theirs, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, (char *)theirs + 9, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_DEVICE && attributes.base == theirs && attributes.size == SIZE);
    CHECK_STATUS(lw_memset(t->device, theirs, 1, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, (char *)theirs + SIZE - 4, 4, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(got, 0x01010101);
    CHECK_STATUS(lw_memset(t->device, theirs, 1, SIZE + 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free(t->device, theirs), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in memory of other code that lw_memory_adopt() took");
    CHECK_STATUS(lw_memory_disown(t->device, theirs), LW_SUCCESS);
    CHECK_EQUAL(cu.release(theirs), 0);
}

TEST(row, U9b_the_cpu_has_no_native_handles, .cpu_only = true)
{
    void *native;
    lw_stream *stream;
    lw_event *event;
    int word;
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_device_native(t->device, &native), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_stream_native(lw_default_stream(t->device), &native), LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(t->device, " has no native handles");
    CHECK_STATUS(lw_event_native(event, &native), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_stream_adopt(t->device, &stream, &word), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_event_adopt(t->device, &event, &word), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_memory_adopt(t->device, &word, sizeof word), LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(t->device, "lw_host_register() takes host memory");
    CHECK_STATUS(lw_memory_disown(t->device, &word), LW_ERROR_INVALID_VALUE);
}

#if __has_include(<dlpack/dlpack.h>)
#include <lanewise/dlpack.h>

static void count_release(void *user)
{
    ++*(int *)user;
}

/* A tensor as another library makes it: 2 x 3 of 4 x 3 numbers, every second row. */
static void delete_tensor(DLManagedTensor *tensor)
{
    ++*(int *)tensor->manager_ctx;
}

TEST(row, U10_arrays_by_dlpack)
{
    enum { COUNT = 12 };
    int numbers[COUNT], got[COUNT], released = 0, *memory = array_of(t, NULL, sizeof numbers);
    DLManagedTensor *tensor = NULL;
    lw_dlpack_array array;
    const int64_t shape[] = {4, 3};
    const DLDataType type = {kDLInt, 32, 1};
    CHECK(memory != NULL);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i;

    /* Out, and in again: the memory is known. */
    CHECK_STATUS(lw_memcpy(t->device, memory, numbers, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_to_dlpack(t->device, memory, type, 2, shape, count_release, &released, &tensor), LW_SUCCESS);
    CHECK(tensor->dl_tensor.data == memory && tensor->dl_tensor.ndim == 2 && tensor->dl_tensor.shape[1] == 3);
    CHECK_STATUS(lw_from_dlpack(t->device, tensor, &array), LW_SUCCESS);
    CHECK(array.pointer == memory && array.size == sizeof numbers);
    CHECK_STATUS(
        lw_launch(stream_affine, lw_linear(lw_default_stream(t->device), COUNT, 32), COUNT, array.pointer, 2, 1),
        LW_SUCCESS);
    CHECK_CALL(array_read(t, got, memory, sizeof got));
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(got[i], 2 * i + 1);
    CHECK_EQUAL(released, 0);
    CHECK_STATUS(lw_dlpack_release(t->device, &array), LW_SUCCESS);
    CHECK_EQUAL(released, 1);
    CHECK_STATUS(lw_memset(t->device, memory, 0, sizeof numbers), LW_SUCCESS); /* is still the program's */

    /* Another library's: on the CPU its memory, on a GPU a part of an allocation. */
    bool cuda = t->device_name[1] == 'u';
    int64_t rows[] = {2, 3}, strides[] = {6, 1};
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    DLManagedTensor theirs = {.dl_tensor = {.data = cuda ? (void *)memory : numbers,
                                            .device = {cuda ? kDLCUDA : kDLCPU, properties.ordinal},
                                            .ndim = 2,
                                            .dtype = type,
                                            .shape = rows,
                                            .strides = strides,
                                            .byte_offset = 12},
                              .manager_ctx = &released,
                              .deleter = delete_tensor};
    CHECK_STATUS(lw_from_dlpack(t->device, &theirs, &array), LW_SUCCESS);
    CHECK(array.pointer == (char *)theirs.dl_tensor.data + 12 && array.size == 36);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(lw_default_stream(t->device)), 1, array.pointer, 0, 77),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, array.pointer, 4, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(got[0], 77);
    CHECK_STATUS(lw_dlpack_release(t->device, &array), LW_SUCCESS);
    CHECK_EQUAL(released, 2);
    if (!cuda)
        CHECK_EQUAL(numbers[3], 77);

    strides[0] = -6;
    CHECK_STATUS(lw_from_dlpack(t->device, &theirs, &array), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "negative stride");
    strides[0] = 6;
    theirs.dl_tensor.device.device_type = kDLVulkan;
    CHECK_STATUS(lw_from_dlpack(t->device, &theirs, &array), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "tensor is on a device of type 7");
    theirs.dl_tensor.device.device_type = cuda ? kDLCUDA : kDLCPU;
    rows[0] = 0;
    CHECK_STATUS(lw_from_dlpack(t->device, &theirs, &array), LW_SUCCESS);
    CHECK_EQUAL(array.size, 0);
    CHECK_STATUS(lw_dlpack_release(t->device, &array), LW_SUCCESS);
}
#else
TEST(row, U10_arrays_by_dlpack)
{
    (void)t;
    SKIP("without <dlpack/dlpack.h> (libdlpack-dev)");
}
#endif
