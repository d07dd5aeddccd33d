/* 3-D memory, and memory that the program registers: bad input. */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

#define REFUSED(call, words)                                                                                           \
    do {                                                                                                               \
        CHECK_STATUS(call, LW_ERROR_INVALID_VALUE);                                                                    \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

TEST(api, malloc_3d_bad_arguments)
{
    lw_pitched memory = {&memory, 7, 8, 9};
    REFUSED(lw_malloc_3d(t->device, NULL, (lw_extent){1, 1, 1}), "lw_malloc_3d: memory is null");
    REFUSED(lw_malloc_3d(t->device, &memory, (lw_extent){1, SIZE_MAX, 2}), "which overflows");
    REFUSED(lw_malloc_3d(t->device, &memory, (lw_extent){SIZE_MAX, 1, 1}), "which no pitch can hold");
    REFUSED(lw_malloc_3d(t->device, &memory, (lw_extent){512, SIZE_MAX / 512, 2}), "overflows");
    CHECK_STATUS(lw_malloc_3d(t->device, &memory, (lw_extent){1 << 20, 1 << 20, 1 << 20}), LW_ERROR_OUT_OF_MEMORY);
    CHECK(memory.pointer == &memory && memory.pitch == 7 && memory.width == 8 && memory.height == 9);
    CHECK_STATUS(lw_malloc_3d(t->device, &memory, (lw_extent){0, 5, 3}), LW_SUCCESS);
    CHECK(memory.pointer == NULL && memory.pitch == 0 && memory.width == 0 && memory.height == 5);
}

TEST(api, memcpy_3d_bad_arguments)
{
    static char host[100 * 5 * 3], before[sizeof host];
    lw_pitched memory;
    CHECK_STATUS(lw_malloc_3d(t->device, &memory, (lw_extent){100, 5, 3}), LW_SUCCESS);
    const lw_copy_3d good = {
        .destination = {host, 100, 100, 5}, .source = memory, .extent = {100, 5, 3}, .kind = LW_MEMCPY_DEVICE_TO_HOST};
    lw_copy_3d bad = good;
    REFUSED(lw_memcpy_3d(t->device, NULL), "lw_memcpy_3d: copy is null");
    bad.kind = (lw_memcpy_kind)9;
    REFUSED(lw_memcpy_3d(t->device, &bad), "kind is 9");
    bad = good;
    bad.destination.pointer = NULL;
    REFUSED(lw_memcpy_3d(t->device, &bad), "destination is null");
    bad = good;
    bad.source.pointer = NULL;
    REFUSED(lw_memcpy_3d(t->device, &bad), "source is null");
    bad = good;
    bad.extent.width = 600;
    REFUSED(lw_memcpy_3d(t->device, &bad), "the box has 600 bytes from 0 on, destination has 100");
    bad = good;
    bad.extent.height = 6;
    REFUSED(lw_memcpy_3d(t->device, &bad), "the box has 6 rows from 0 on, destination has 5");
    bad = good;
    bad.extent.depth = 4;
    REFUSED(lw_memcpy_3d(t->device, &bad), "source is ");
    bad = good;
    bad.destination_at.width = 1;
    REFUSED(lw_memcpy_3d(t->device, &bad), "100 bytes from 1 on");
    bad = good;
    bad.source_at.height = 1;
    REFUSED(lw_memcpy_3d(t->device, &bad), "5 rows from 1 on, source has 5");
    bad = good;
    bad.source_at.depth = 1;
    REFUSED(lw_memcpy_3d(t->device, &bad), "source is ");
    bad = good;
    bad.source_at.depth = SIZE_MAX;
    REFUSED(lw_memcpy_3d(t->device, &bad), "the slices of source overflow");
    bad = good;
    bad.extent.depth = SIZE_MAX / 100;
    REFUSED(lw_memcpy_3d(t->device, &bad), "overflow");
    bad = good;
    bad.kind = LW_MEMCPY_HOST_TO_DEVICE;
    REFUSED(lw_memcpy_3d(t->device, &bad), "destination is ");
    CHECK(memcmp(host, before, sizeof host) == 0);
    bad = good;
    bad.extent.depth = 0;
    bad.source.pointer = NULL;
    CHECK_STATUS(lw_memcpy_3d(t->device, &bad), LW_SUCCESS); /* nothing to copy */
    REFUSED(lw_memset_3d(t->device, memory, 1, (lw_extent){600, 1, 1}),
            "the box has 600 bytes from 0 on, memory has 512");
    REFUSED(lw_memset_3d(t->device, memory, 1, (lw_extent){1, 6, 1}), "the box has 6 rows");
    REFUSED(lw_memset_3d(t->device, memory, 1, (lw_extent){1, 1, 4}), "memory is ");
    REFUSED(lw_memset_3d(t->device, good.destination, 1, (lw_extent){1, 1, 1}), "memory is ");
    CHECK_STATUS(lw_memset_3d(t->device, memory, 1, (lw_extent){0, 1, 4}), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory.pointer), LW_SUCCESS);
}

/* A box that lies in another allocation than its pointer. */
TEST(api, boxes_stay_in_the_pointers_allocation)
{
    static char host[512];
    char *first, *second;
    CHECK_STATUS(lw_malloc(t->device, (void **)&first, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&second, 4096), LW_SUCCESS);
    char *low = first < second ? first : second, *high = first < second ? second : first;
    const lw_pitched memory = {low, 512, 512, 1};
    lw_copy_3d copy = {.destination = memory,
                       .destination_at = {0, 0, (size_t)(high - low) / 512},
                       .source = {host, 512, 512, 1},
                       .extent = {512, 1, 1},
                       .kind = LW_MEMCPY_DEFAULT};
    REFUSED(lw_memcpy_3d(t->device, &copy), "destination is ");
    copy.kind = LW_MEMCPY_HOST_TO_DEVICE;
    REFUSED(lw_memcpy_3d(t->device, &copy), "4096-byte allocation");
    copy.destination_at.depth = 7;
    CHECK_STATUS(lw_memcpy_3d(t->device, &copy), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, first), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, second), LW_SUCCESS);
}

TEST(api, host_register_bad_arguments)
{
    void *pinned, *memory, *kept = &pinned;
    char *own = aligned_alloc(4096, 8192);
    CHECK(own != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, &pinned, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &memory, 4096), LW_SUCCESS);
    REFUSED(lw_host_register(t->device, NULL, 16, 0), "lw_host_register: pointer is null");
    REFUSED(lw_host_register(t->device, own, 0, 0), "size is 0");
    REFUSED(lw_host_register(t->device, own, SIZE_MAX, 0), "past the end of the address space");
    REFUSED(lw_host_register(t->device, own, 4096, 0xff00), "flags is 0xff00");
    REFUSED(lw_host_register(t->device, own, 4096, LW_HOST_WRITE_COMBINED), "flags is 0x4");
    REFUSED(lw_host_register(t->device, pinned, 4096, 0), "lw_malloc_host() has page-locked already");
    REFUSED(lw_host_register(t->device, memory, 4096, 0), "device memory");
    REFUSED(lw_host_unregister(t->device, own), "which is not the start of registered memory");
    REFUSED(lw_host_unregister(t->device, pinned), "which is not the start of registered memory");
    REFUSED(lw_host_unregister(t->device, NULL), "which is not the start of registered memory");
    REFUSED(lw_malloc_host_with(t->device, &kept, 16, 0x100), "flags is 0x100");
    REFUSED(lw_malloc_host_with(t->device, NULL, 16, 0), "lw_malloc_host_with: pointer is null");
    REFUSED(lw_host_get_device_pointer(t->device, NULL, pinned), "pointer is null");
    REFUSED(lw_host_get_device_pointer(t->device, &kept, own), "which is not page-locked memory");
    REFUSED(lw_host_get_device_pointer(t->device, &kept, memory), "which is not page-locked memory");
    REFUSED(lw_host_get_device_pointer(t->device, &kept, NULL), "which is not page-locked memory");
    CHECK(kept == &pinned);
    CHECK_STATUS(lw_host_register(t->device, own + 4096, 4096, 0), LW_SUCCESS);
    REFUSED(lw_host_register(t->device, own, 8192, 0), "registered already"); /* it reaches into the other */
    CHECK_STATUS(lw_host_unregister(t->device, own + 4096), LW_SUCCESS);
    /* Registered memory is released with the handle. */
    lw_device *other;
    CHECK_STATUS(lw_device_open(&other, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_host_register(other, own, 8192, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(other), LW_SUCCESS);
    CHECK_STATUS(lw_host_register(t->device, own, 8192, 0), LW_SUCCESS);
    CHECK_STATUS(lw_host_unregister(t->device, own), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    free(own);
}
