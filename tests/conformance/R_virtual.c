/* Group R: reserved addresses, and physical memory that is mapped there. */
#include "../harness/arrays.h"
#include "R_virtual.h"
#include "device/Q_pool.h"
#include "device/R_memory.h"

/* Counts the elements that are not `value`; -1: a call failed. */
static int differing(struct test *t, const void *memory, size_t bytes, int value)
{
    int errors = -1, n = (int)(bytes / sizeof(int)), *count = array_of(t, NULL, sizeof errors);
    if (count &&
        lw_launch(q_compare, lw_linear(lw_default_stream(t->device), 4096, 128), n, memory, value, count) == LW_SUCCESS)
        array_read(t, &errors, count, sizeof errors);
    lw_free(t->device, count);
    return errors;
}

static lw_status fill(struct test *t, void *memory, size_t bytes, int value)
{
    return lw_launch(q_fill, lw_linear(lw_default_stream(t->device), 4096, 128), (int)(bytes / sizeof(int)), memory,
                     value);
}

TEST(row, R26_memory_is_mapped_at_reserved_addresses)
{
    size_t unit, best, before, during, after, total;
    lw_physical_memory *memory;
    lw_pointer_attributes attributes;
    lw_memory_access access;
    int word = 0;
    char *pointer = NULL;
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK_STATUS(lw_physical_memory_granularity(t->device, NULL, LW_MEMORY_GRANULARITY_RECOMMENDED, &best), LW_SUCCESS);
    CHECK(unit && (unit & (unit - 1)) == 0 && best >= unit && best % unit == 0);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&pointer, 4 * unit, 8 * unit, NULL), LW_SUCCESS);
    CHECK(pointer && (uintptr_t)pointer % (8 * unit) == 0);
    CHECK_STATUS(lw_device_get_memory(t->device, &before, &total), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, 2 * unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory(t->device, &during, &total), LW_SUCCESS);
    CHECK(before - during >= 2 * unit);
    CHECK_STATUS(lw_virtual_memory_map(pointer + unit, 2 * unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, pointer + 2 * unit, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_STATUS(virtual_access(t, pointer + unit, 2 * unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, pointer + 2 * unit, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_READ_WRITE);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, pointer + unit + 5, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_DEVICE && attributes.base == pointer + unit && attributes.size == 2 * unit);

    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS); /* the mapping keeps the memory */
    CHECK_STATUS(lw_memset(t->device, pointer + unit, 1, 2 * unit), LW_SUCCESS);
    CHECK_EQUAL(differing(t, pointer + unit, 2 * unit, 0x01010101), 0);
    CHECK_STATUS(fill(t, pointer + unit, 2 * unit, 7), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &word, pointer + 3 * unit - sizeof word, sizeof word, LW_MEMCPY_DEFAULT),
                 LW_SUCCESS);
    CHECK_EQUAL(word, 7);
    CHECK_STATUS(lw_physical_memory_retain(t->device, &memory, pointer + 2 * unit + 3), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + unit, 2 * unit), LW_SUCCESS);
    /* The handle keeps the memory and what it holds; here it gets other addresses. */
    CHECK_STATUS(lw_virtual_memory_map(pointer, 2 * unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, pointer, 2 * unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_EQUAL(differing(t, pointer, 2 * unit, 7), 0);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, 2 * unit), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory(t->device, &after, &total), LW_SUCCESS);
    CHECK(after >= during + 2 * unit);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, 4 * unit), LW_SUCCESS);
}

TEST(row, R26b_memory_grows_in_place)
{
    enum { PARTS = 3 };
    size_t unit;
    lw_physical_memory *memory;
    char *pointer;
    int words[2] = {0, 0};
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&pointer, PARTS * unit, 0, NULL), LW_SUCCESS);
    for (int i = 0; i < PARTS; i++) {
        CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, NULL), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_map(pointer + (size_t)i * unit, unit, memory, 0), LW_SUCCESS);
        CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
        CHECK_STATUS(virtual_access(t, pointer + (size_t)i * unit, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
        if (i)
            CHECK_EQUAL(differing(t, pointer, (size_t)i * unit, i - 1), 0);
        CHECK_STATUS(fill(t, pointer, (size_t)(i + 1) * unit, i), LW_SUCCESS);
    }
    /* Copies and sets go across mappings. */
    words[0] = words[1] = 5;
    CHECK_STATUS(lw_memcpy(t->device, pointer + unit - 4, words, 8, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, words, pointer + 2 * unit - 4, 8, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK(words[0] == 2 && words[1] == 2);
    CHECK_STATUS(lw_memcpy(t->device, words, pointer + unit - 4, 8, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK(words[0] == 5 && words[1] == 5);
    CHECK_STATUS(lw_memset(t->device, pointer, 3, PARTS * unit), LW_SUCCESS);
    CHECK_EQUAL(differing(t, pointer, PARTS * unit, 0x03030303), 0);
    CHECK_STATUS(lw_memset(t->device, pointer + 4, 3, PARTS * unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + unit, unit), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, pointer + unit - 4, 3, 8), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, 3 * unit), LW_ERROR_INVALID_VALUE); /* there is a gap */
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + 2 * unit, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, PARTS * unit), LW_SUCCESS);
}

static void check_what_is_refused(struct test *t, char *pointer, size_t unit, lw_physical_memory *memory)
{
    lw_physical_memory *other = memory;
    lw_memory_access access;
    void *none = NULL;
    int word = 1;
    /* `memory` is mapped from the second to the third unit of four. */
    CHECK_STATUS(lw_virtual_memory_map(pointer + 2 * unit, unit, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer, 2 * unit, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer + 3 * unit, 2 * unit, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer + 3 * unit, unit, memory, unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer + unit / 2, unit, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer, unit / 2, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer, 0, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(NULL, unit, memory, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_map(pointer, unit, NULL, 0), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + unit, unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + 2 * unit, unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, 4 * unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(virtual_access(t, pointer, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(virtual_access(t, pointer + unit, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(virtual_access(t, pointer + unit, 2 * unit, LW_MEMORY_ACCESS_READ), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(virtual_access(t, pointer + unit, 2 * unit, (lw_memory_access)2), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_set_access(t->device, pointer + unit, 2 * unit, NULL, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, pointer, t->device, &access), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_physical_memory_retain(t->device, &other, pointer), LW_ERROR_INVALID_VALUE);
    CHECK(other == memory);
    CHECK_STATUS(lw_free(t->device, pointer + unit), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_virtual_memory_unmap");
    /* Without access. */
    CHECK_STATUS(lw_memcpy(t->device, &word, pointer + unit, 4, LW_MEMCPY_DEVICE_TO_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "may not access");
    CHECK_STATUS(lw_memset(t->device, pointer + unit, 0, 4), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_write_value32(lw_default_stream(t->device), (uint32_t *)(pointer + unit), 1),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, &none, unit / 2, 0, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, &none, 0, 0, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, &none, unit, 3 * unit, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, &none, unit, 0, pointer + 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, NULL, unit, 0, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_physical_memory_create(t->device, &other, unit + 1, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_physical_memory_create(t->device, &other, (size_t)1 << 46, NULL), LW_ERROR_OUT_OF_MEMORY);
    CHECK_STATUS(
        lw_physical_memory_create(t->device, &other, unit, &(lw_physical_memory_properties){(lw_memory_handle_type)2}),
        LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_physical_memory_export(memory, &word), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_physical_memory_import(t->device, &other, -1), LW_ERROR_INVALID_VALUE);
    CHECK(none == NULL && other == memory && word == 1);
}

TEST(row, R26c_what_cannot_be_mapped)
{
    size_t unit;
    lw_physical_memory *memory;
    char *pointer;
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&pointer, 4 * unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, 2 * unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(pointer + unit, 2 * unit, memory, 0), LW_SUCCESS);
    CHECK_CALL(check_what_is_refused(t, pointer, unit, memory));
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + unit, 2 * unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer + unit, 2 * unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, 2 * unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer + unit, 3 * unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, 4 * unit), LW_SUCCESS);
}

TEST(row, R26d_a_kernel_faults_where_it_may_not_access, .isolated = true)
{
    size_t unit, available, total;
    lw_physical_memory *memory;
    char *pointer;
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&pointer, 2 * unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(pointer, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_no_access, line(t, 1, 1, 0), (int *)pointer), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    /* After a fault every call returns it. */
    CHECK_STATUS(virtual_access(t, pointer, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, 2 * unit), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_ERROR_ILLEGAL_ADDRESS);
    if (lw_device_reset(t->device) != LW_SUCCESS)
        return; /* the device needs a new process */
    /* A reset unmaps and frees everything. */
    CHECK_STATUS(lw_physical_memory_release(memory), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_get_memory(t->device, &available, &total), LW_SUCCESS);
}

TEST(row, R26e_access_is_taken_and_given_back)
{
    size_t unit;
    lw_physical_memory *memory;
    char *pointer;
    int word;
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&pointer, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(pointer, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, pointer, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(fill(t, pointer, unit, 4), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, pointer, unit, LW_MEMORY_ACCESS_NONE), LW_SUCCESS); /* after the kernel */
    CHECK_STATUS(lw_memcpy(t->device, &word, pointer, 4, LW_MEMCPY_DEVICE_TO_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(virtual_access(t, pointer, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_EQUAL(differing(t, pointer, unit, 4), 0);
    /* What is left, the end of the case's handle unmaps and frees. */
}

TEST(row, H25_one_memory_under_two_addresses)
{
    size_t unit;
    lw_physical_memory *memory;
    char *first, *second;
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&first, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&second, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(first, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(second, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, first, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(virtual_access(t, second, unit, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(fill(t, first, unit, 11), LW_SUCCESS); /* the next kernel sees it at the other address */
    CHECK_EQUAL(differing(t, second, unit, 11), 0);
    CHECK_STATUS(lw_memset(t->device, second, 2, unit), LW_SUCCESS);
    CHECK_EQUAL(differing(t, first, unit, 0x02020202), 0);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, first, unit), LW_SUCCESS);
    CHECK_EQUAL(differing(t, second, unit, 0x02020202), 0);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, second, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, first, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, second, unit), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
}
