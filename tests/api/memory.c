/* Allocation, release, and queries about pointers. */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

#define REFUSED(call, status, words)                                                                                   \
    do {                                                                                                               \
        CHECK_STATUS(call, status);                                                                                    \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

TEST(api, malloc_sizes)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    static const size_t sizes[] = {1, 2, 255, 256, 257, 4095, 4096, 4097, 1 << 20, (1 << 20) + 1};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    char *pointers[COUNT];
    for (int i = 0; i < COUNT; i++) {
        CHECK_STATUS(lw_malloc(t->device, (void **)&pointers[i], sizes[i]), LW_SUCCESS);
        CHECK(pointers[i] != NULL && (uintptr_t)pointers[i] % 256 == 0);
        CHECK_STATUS(lw_memset(t->device, pointers[i], i + 1, sizes[i]), LW_SUCCESS);
        for (int j = 0; j < i; j++)
            CHECK(pointers[i] + sizes[i] <= pointers[j] || pointers[j] + sizes[j] <= pointers[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        char first = 0, last = 0;
        CHECK_STATUS(lw_memcpy(t->device, &first, pointers[i], 1, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, &last, pointers[i] + sizes[i] - 1, 1, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK(first == i + 1 && last == i + 1);
        CHECK_STATUS(lw_free(t->device, pointers[i]), LW_SUCCESS);
    }
    void *pointer = pointers;
    CHECK_STATUS(lw_malloc(t->device, &pointer, 0), LW_SUCCESS);
    CHECK(pointer == NULL);
    CHECK_STATUS(lw_free(t->device, NULL), LW_SUCCESS);
    pointer = pointers;
    CHECK_STATUS(lw_malloc_host(t->device, &pointer, 0), LW_SUCCESS);
    CHECK(pointer == NULL);
    CHECK_STATUS(lw_free_host(t->device, NULL), LW_SUCCESS);

    const size_t enormous[] = {SIZE_MAX,
                               SIZE_MAX - 255,
                               SIZE_MAX / 2,
                               SIZE_MAX / 2 + 1,
                               (size_t)1 << 62,
                               (size_t)1 << 48,
                               properties.total_memory + (properties.total_memory >> 1)};
    for (size_t i = 0; i < sizeof enormous / sizeof enormous[0]; i++) {
        pointer = pointers;
        REFUSED(lw_malloc(t->device, &pointer, enormous[i]), LW_ERROR_OUT_OF_MEMORY, "lw_malloc: ");
        CHECK(pointer == pointers);
    }
    for (size_t i = 0; i < 5; i++)
        REFUSED(lw_malloc_host(t->device, &pointer, enormous[i]), LW_ERROR_OUT_OF_MEMORY, "lw_malloc_host: ");
}

TEST(api, malloc_pitch)
{
    char *pointer = NULL;
    size_t pitch = 0;
    static const size_t widths[] = {1, 511, 512, 513, 1000};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        CHECK_STATUS(lw_malloc_pitch(t->device, (void **)&pointer, &pitch, widths[i], 7), LW_SUCCESS);
        CHECK(pitch >= widths[i] && pitch < widths[i] + 512 && pitch % 512 == 0);
        CHECK_STATUS(lw_memset_2d(t->device, pointer, pitch, 3, pitch, 7), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, pointer), LW_SUCCESS);
    }
    void *kept = &pitch;
    pitch = 99;
    REFUSED(lw_malloc_pitch(t->device, &kept, &pitch, SIZE_MAX, 1), LW_ERROR_INVALID_VALUE, "width is ");
    REFUSED(lw_malloc_pitch(t->device, &kept, &pitch, SIZE_MAX / 4, 8), LW_ERROR_INVALID_VALUE, "height is 8 rows");
    REFUSED(lw_malloc_pitch(t->device, &kept, &pitch, 1, SIZE_MAX), LW_ERROR_INVALID_VALUE, "height is ");
    REFUSED(lw_malloc_pitch(t->device, &kept, &pitch, (size_t)1 << 40, 1 << 20), LW_ERROR_OUT_OF_MEMORY,
            "lw_malloc_pitch: ");
    CHECK(kept == &pitch && pitch == 99);
    CHECK_STATUS(lw_malloc_pitch(t->device, &kept, &pitch, 10, 0), LW_SUCCESS);
    CHECK(kept == NULL);
}

TEST(api, free_bad_pointer)
{
    char *pointer, *pinned, local = 0, *heap = malloc(64);
    CHECK_STATUS(lw_malloc(t->device, (void **)&pointer, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, 1000), LW_SUCCESS);
    const lw_status bad = LW_ERROR_INVALID_VALUE;
    REFUSED(lw_free(t->device, pointer + 16), bad, "16 bytes into the 1000-byte allocation");
    REFUSED(lw_free(t->device, pointer + 999), bad, "999 bytes into the 1000-byte allocation");
    REFUSED(lw_free(t->device, pointer + 1000), bad, "not device memory of device");
    REFUSED(lw_free(t->device, &local), bad, "not device memory of device");
    REFUSED(lw_free(t->device, heap), bad, "not device memory of device");
    REFUSED(lw_free(t->device, (void *)UINTPTR_MAX), bad, "not device memory of device");
    REFUSED(lw_free(t->device, pinned), bad, "pinned host memory, which lw_free_host() frees");
    REFUSED(lw_free_host(t->device, pointer), bad, "device memory, which lw_free() frees");
    REFUSED(lw_free_host(t->device, pinned + 8), bad, "8 bytes into the 1000-byte allocation");
    REFUSED(lw_free_host(t->device, heap), bad, "not pinned host memory of device");
    /* All of it is still allocated. */
    memset(pinned, 7, 1000);
    CHECK_STATUS(lw_memcpy(t->device, pointer, pinned, 1000, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, pointer), LW_SUCCESS);
    REFUSED(lw_free(t->device, pointer), bad, "1000 bytes that was freed");
    REFUSED(lw_free(t->device, pointer + 5), bad, "1000 bytes that was freed");
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
    REFUSED(lw_free_host(t->device, pinned), bad, "that was freed");
    free(heap);
}

TEST(api, pointer_attributes)
{
    char *pointer, *pinned, local;
    lw_pointer_attributes a;
    CHECK_STATUS(lw_malloc(t->device, (void **)&pointer, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, 500), LW_SUCCESS);
    static const size_t inside[] = {0, 1, 499};
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(lw_pointer_get_attributes(t->device, pointer + inside[i] * 2, &a), LW_SUCCESS);
        CHECK(a.space == LW_SPACE_DEVICE && a.base == pointer && a.size == 1000);
        CHECK_STATUS(lw_pointer_get_attributes(t->device, pinned + inside[i], &a), LW_SUCCESS);
        CHECK(a.space == LW_SPACE_HOST && a.base == pinned && a.size == 500);
    }
    const void *const unknown[] = {NULL, &local, pointer - 1, pointer + 1000, pinned + 500, (void *)UINTPTR_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK_STATUS(lw_pointer_get_attributes(t->device, unknown[i], &a), LW_SUCCESS);
        CHECK(a.space == LW_SPACE_UNREGISTERED && a.base == NULL && a.size == 0);
    }
    CHECK_STATUS(lw_free(t->device, pointer), LW_SUCCESS);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, pointer, &a), LW_SUCCESS);
    CHECK(a.space == LW_SPACE_UNREGISTERED);
}

/* The table of allocations against the simplest one: an array that is searched from end to end. */
TEST(api, allocation_table)
{
    enum { PLACES = 200, STEPS = 4000 };
    static struct {
        char *base;
        size_t size;
    } live[PLACES];
    memset(live, 0, sizeof live);
    for (int step = 0; step < STEPS; step++) {
        int i = (int)test_random_below(t, PLACES);
        if (live[i].base) {
            CHECK_STATUS(lw_free(t->device, live[i].base), LW_SUCCESS);
            live[i].base = NULL;
        } else {
            live[i].size = (size_t)test_random_below(t, 3000) + 1;
            CHECK_STATUS(lw_malloc(t->device, (void **)&live[i].base, live[i].size), LW_SUCCESS);
        }
        int j = (int)test_random_below(t, PLACES);
        if (!live[j].base)
            continue;
        const char *address = live[j].base + test_random_below(t, 6000);
        void *base = NULL;
        for (int k = 0; k < PLACES; k++)
            if (live[k].base && address >= live[k].base && address < live[k].base + live[k].size)
                base = live[k].base;
        lw_pointer_attributes found;
        CHECK_STATUS(lw_pointer_get_attributes(t->device, address, &found), LW_SUCCESS);
        CHECK(found.base == base);
    }
    for (int i = 0; i < PLACES; i++)
        if (live[i].base)
            CHECK_STATUS(lw_free(t->device, live[i].base), LW_SUCCESS);
}

/* Two devices in one process. */
TEST(api, foreign_pointer, .cuda_only = true)
{
    lw_device *cpu;
    char *theirs, *ours, host[16] = {0};
    lw_pointer_attributes a;
    CHECK_STATUS(lw_device_open(&cpu, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(cpu, (void **)&theirs, 64), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&ours, 64), LW_SUCCESS);
    const lw_status bad = LW_ERROR_INVALID_VALUE;
    REFUSED(lw_free(t->device, theirs), bad, "belongs to device cpu, not to cuda:");
    CHECK_STATUS(lw_free(cpu, ours), bad);
    CHECK_MESSAGE(cpu, "not to cpu");
    for (int kind = 0; kind <= LW_MEMCPY_DEFAULT; kind++) {
        REFUSED(lw_memcpy(t->device, kind == LW_MEMCPY_DEVICE_TO_HOST ? host : ours, theirs, 16, (lw_memcpy_kind)kind),
                bad, kind ? "source is " : "destination is ");
        CHECK_STATUS(lw_memcpy(cpu, theirs, ours, 16, (lw_memcpy_kind)kind), bad);
    }
    REFUSED(lw_memcpy(t->device, host, theirs, 16, LW_MEMCPY_HOST_TO_HOST), bad, "belongs to device cpu");
    REFUSED(lw_memcpy(t->device, theirs, host, 16, LW_MEMCPY_DEFAULT), bad, "destination is ");
    REFUSED(lw_memset(t->device, theirs, 0, 16), bad, "belongs to device cpu");
    CHECK_STATUS(lw_pointer_get_attributes(t->device, theirs, &a), LW_SUCCESS);
    CHECK(a.space == LW_SPACE_UNREGISTERED);
    CHECK_STATUS(lw_device_close(cpu), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, ours), LW_SUCCESS);
}
