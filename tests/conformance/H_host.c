/* Host memory that kernels reach, and what an address reveals. */
#include <stdlib.h>

#include "device/H_memory.h"
#include <tests/harness/arrays.h>

static void use_in_kernel(struct test *t, int *numbers)
{
    enum { COUNT = 1000 };
    void *device_numbers = NULL;
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i;
    CHECK_STATUS(lw_host_get_device_pointer(t->device, &device_numbers, numbers), LW_SUCCESS);
    CHECK_STATUS(lw_launch(h_double, line(t, 4, 256, 0), device_numbers, COUNT), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(numbers[i], 2 * i);
}

/* Under each flag, and under all; portable, mapped and write-combined alike. */
TEST(row, H10_H11_H12_H13_pinned_memory_in_kernels)
{
    for (unsigned flags = 0; flags < 8; flags++) {
        int *numbers;
        CHECK_STATUS(lw_malloc_host_with(t->device, (void **)&numbers, 4000, flags), LW_SUCCESS);
        CHECK_CALL(use_in_kernel(t, numbers));
        CHECK_STATUS(lw_free_host(t->device, numbers), LW_SUCCESS);
    }
}

TEST(row, H10b_memory_of_the_programs_own_is_registered)
{
    size_t size = 16384;
    lw_pointer_attributes attributes;
    void *pointer;
    char *memory = aligned_alloc(4096, size);
    CHECK(memory != NULL);
    CHECK_STATUS(lw_host_register(t->device, memory, size, LW_HOST_MAPPED), LW_SUCCESS);
    CHECK_CALL(use_in_kernel(t, (int *)(void *)memory));
    CHECK_STATUS(lw_pointer_get_attributes(t->device, memory + 5, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_HOST && attributes.base == memory && attributes.size == size);
    CHECK_STATUS(lw_host_register(t->device, memory, size, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "registered already");
    CHECK_STATUS(lw_host_register(t->device, memory + 100, 100, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_host_unregister(t->device, memory + 4096), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_host(t->device, memory), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "that lw_host_register() pinned");
    CHECK_STATUS(lw_host_unregister(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_host_unregister(t->device, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_host_get_device_pointer(t->device, &pointer, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, memory, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_UNREGISTERED);
    free(memory);
}

/* An address identifies its owner: a copy needs no direction. */
TEST(row, H14_addresses_tell_their_memory)
{
    int host = 3, got = 0, *memory, *pinned, *second;
    lw_pointer_attributes attributes;
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&second, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, memory, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_DEVICE);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, pinned, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_HOST);
    CHECK_STATUS(lw_memcpy(t->device, memory, &host, sizeof host, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, second, memory, sizeof host, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, pinned, second, sizeof host, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, pinned, sizeof host, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(got, 3);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}
