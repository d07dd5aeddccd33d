/* Copies and sets: their effect, and every range that they must refuse. */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

enum { SIZE = 1024 };

#define REFUSED(call, words)                                                                                           \
    do {                                                                                                               \
        CHECK_STATUS(call, LW_ERROR_INVALID_VALUE);                                                                    \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

TEST(api, copy_kinds)
{
    char *a, *b, *pinned, in[SIZE], out[SIZE];
    CHECK_STATUS(lw_malloc(t->device, (void **)&a, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&b, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, SIZE), LW_SUCCESS);
    lw_stream *stream = lw_default_stream(t->device);
    for (int round = 0; round < 4; round++) {
        bool inferred = round & 1, pin = round & 2;
        char *from = pin ? pinned : in;
        for (int i = 0; i < SIZE; i++)
            from[i] = (char)test_random(t);
        memset(out, 0, SIZE);
        CHECK_STATUS(lw_memcpy(t->device, a, from, SIZE, inferred ? LW_MEMCPY_DEFAULT : LW_MEMCPY_HOST_TO_DEVICE),
                     LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_async(stream, b, a, SIZE, inferred ? LW_MEMCPY_DEFAULT : LW_MEMCPY_DEVICE_TO_DEVICE),
                     LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, out, b, SIZE, inferred ? LW_MEMCPY_DEFAULT : LW_MEMCPY_DEVICE_TO_HOST),
                     LW_SUCCESS);
        CHECK(memcmp(from, out, SIZE) == 0);
        memset(out, 0, SIZE);
        CHECK_STATUS(lw_memcpy(t->device, out, from, SIZE, inferred ? LW_MEMCPY_DEFAULT : LW_MEMCPY_HOST_TO_HOST),
                     LW_SUCCESS);
        CHECK(memcmp(from, out, SIZE) == 0);
    }
    CHECK_STATUS(lw_free(t->device, a), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, b), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}

TEST(api, copy_2d)
{
    enum { WIDTH = 100, HEIGHT = 9, HOST_PITCH = 128 };
    char in[HEIGHT][HOST_PITCH], out[HEIGHT][HOST_PITCH], *memory;
    size_t pitch;
    CHECK_STATUS(lw_malloc_pitch(t->device, (void **)&memory, &pitch, WIDTH, HEIGHT), LW_SUCCESS);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < HOST_PITCH; x++)
            in[y][x] = (char)test_random(t);
    CHECK_STATUS(lw_memset(t->device, memory, 0x55, pitch * HEIGHT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d(t->device, memory, pitch, in, HOST_PITCH, WIDTH, HEIGHT, LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memset_2d(t->device, memory + 10, pitch, 0x1ab, 5, HEIGHT), LW_SUCCESS);
    memset(out, 1, sizeof out);
    CHECK_STATUS(lw_memcpy_2d(t->device, out, HOST_PITCH, memory, pitch, WIDTH + 4, HEIGHT, LW_MEMCPY_DEFAULT),
                 LW_SUCCESS);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < HOST_PITCH; x++) {
            char expected = x >= 10 && x < 15 ? (char)0xab : x < WIDTH ? in[y][x] : x < WIDTH + 4 ? 0x55 : 1;
            if (out[y][x] != expected)
                FAIL("row %d, column %d: %d instead of %d", y, x, out[y][x], expected);
        }
    /* The last row need not be a whole pitch long: the allocation ends with its last used byte. */
    char *exact;
    CHECK_STATUS(lw_malloc(t->device, (void **)&exact, 64 * 3 + 16), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d(t->device, exact, 64, in, HOST_PITCH, 16, 4, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    REFUSED(lw_memcpy_2d(t->device, exact, 64, in, HOST_PITCH, 17, 4, LW_MEMCPY_HOST_TO_DEVICE),
            "209 bytes from there end 1 past the 208-byte allocation");
    REFUSED(lw_memset_2d(t->device, exact, 64, 0, 16, 5), "end 64 past the 208-byte allocation");
    CHECK_STATUS(lw_free(t->device, exact), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(api, copy_nothing)
{
    char host, *memory;
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, 16), LW_SUCCESS);
    lw_stream *stream = lw_default_stream(t->device);
    for (int kind = 0; kind <= LW_MEMCPY_DEFAULT; kind++) {
        lw_memcpy_kind k = (lw_memcpy_kind)kind;
        CHECK_STATUS(lw_memcpy(t->device, NULL, NULL, 0, k), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_async(stream, memory, &host, 0, k), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_2d(t->device, NULL, 0, NULL, 0, 0, 9, k), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_2d_async(stream, NULL, 9, NULL, 9, 9, 0, k), LW_SUCCESS);
    }
    CHECK_STATUS(lw_memset(t->device, NULL, 1, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, NULL, 1, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memset_2d(t->device, NULL, 0, 1, 0, 9), LW_SUCCESS);
    CHECK_STATUS(lw_memset_2d_async(stream, NULL, 9, 1, 9, 0), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

/* The same bad ranges through each function that copies. */
static lw_status copy(struct test *t, int form, void *to, const void *from, size_t size, lw_memcpy_kind kind)
{
    lw_stream *stream = lw_default_stream(t->device);
    switch (form) {
    case 0: return lw_memcpy(t->device, to, from, size, kind);
    case 1: return lw_memcpy_async(stream, to, from, size, kind);
    case 2: return lw_memcpy_2d(t->device, to, size, from, size, size, 1, kind);
    default: return lw_memcpy_2d_async(stream, to, size, from, size, size, 1, kind);
    }
}

TEST(api, copy_bad_ranges)
{
    char *memory, *freed, *small, *pinned, host[SIZE] = {0};
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&freed, 1 << 22), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&small, 64), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, memory, 42, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, freed), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, small), LW_SUCCESS);
    const lw_memcpy_kind to = LW_MEMCPY_HOST_TO_DEVICE, from = LW_MEMCPY_DEVICE_TO_HOST;
    const lw_memcpy_kind within = LW_MEMCPY_DEVICE_TO_DEVICE, infer = LW_MEMCPY_DEFAULT;
    for (int form = 0; form < 4; form++) {
        static const char *const names[] = {
            "lw_memcpy: ", "lw_memcpy_async: ", "lw_memcpy_2d: ", "lw_memcpy_2d_async: "};
        REFUSED(copy(t, form, NULL, host, 1, to), "destination is null");
        CHECK_MESSAGE(t->device, names[form]);
        REFUSED(copy(t, form, memory, NULL, 1, to), "source is null");
        REFUSED(copy(t, form, memory, host, 1, (lw_memcpy_kind)5), "kind is 5");
        REFUSED(copy(t, form, memory, host, 0, (lw_memcpy_kind)-1), "kind is -1");
        REFUSED(copy(t, form, memory + 1, host, SIZE, to), "end 1 past the 1024-byte allocation");
        REFUSED(copy(t, form, host, memory + 1000, 25, from), "end 1 past the 1024-byte allocation");
        REFUSED(copy(t, form, memory + SIZE, host, 1, to), "destination is ");
        REFUSED(copy(t, form, memory, host, SIZE_MAX, to), "destination is ");
        REFUSED(copy(t, form, memory, host, SIZE_MAX, infer), "destination is ");
        REFUSED(copy(t, form, host, host, SIZE_MAX, LW_MEMCPY_HOST_TO_HOST), "past the end of the address space");
        /* A direction that contradicts the pointers. */
        REFUSED(copy(t, form, host, host, 16, to), "destination is ");
        REFUSED(copy(t, form, memory, memory, 16, to), "source is ");
        REFUSED(copy(t, form, memory, host, 16, from), "destination is ");
        REFUSED(copy(t, form, host, host, 16, from), "source is ");
        REFUSED(copy(t, form, memory, host, 16, within), "source is ");
        REFUSED(copy(t, form, host, memory, 16, within), "destination is ");
        REFUSED(copy(t, form, memory, pinned, 16, within), "pinned host memory; expected device memory");
        REFUSED(copy(t, form, host, memory, 16, LW_MEMCPY_HOST_TO_HOST), "device memory; expected host memory");
        REFUSED(copy(t, form, memory, pinned + 1, SIZE, to), "source is ");
        /* Freed memory. */
        REFUSED(copy(t, form, freed, host, 16, to), "that was freed");
        REFUSED(copy(t, form, host, freed + 999, 16, from), "that was freed");
        REFUSED(copy(t, form, memory, freed, 16, within), "that was freed");
        REFUSED(copy(t, form, memory, freed, 16, infer), "source is ");
        REFUSED(copy(t, form, freed, host, 16, infer), "destination is ");
        REFUSED(copy(t, form, memory, small, 16, infer), "source is ");
        REFUSED(copy(t, form, small, host, 16, infer), "destination is ");
    }
    CHECK_STATUS(lw_memcpy(t->device, host, memory, SIZE, from), LW_SUCCESS);
    for (int i = 0; i < SIZE; i++)
        CHECK(host[i] == 42);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(api, copy_bad_pitches)
{
    char *memory, host[SIZE];
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, SIZE), LW_SUCCESS);
    const lw_memcpy_kind to = LW_MEMCPY_HOST_TO_DEVICE;
    lw_stream *stream = lw_default_stream(t->device);
    REFUSED(lw_memcpy_2d(t->device, memory, 15, host, 16, 16, 2, to), "destination_pitch is 15, less than the width");
    REFUSED(lw_memcpy_2d(t->device, memory, 16, host, 15, 16, 2, to), "source_pitch is 15, less than the width");
    REFUSED(lw_memcpy_2d_async(stream, memory, 16, host, 0, 16, 1, to), "source_pitch is 0");
    REFUSED(lw_memcpy_2d(t->device, memory, SIZE_MAX / 2, host, 16, 16, 4, to), "height is 4 rows");
    REFUSED(lw_memcpy_2d(t->device, memory, 16, host, SIZE_MAX, 16, 2, to), "a source_pitch of");
    REFUSED(lw_memcpy_2d(t->device, memory, 16, host, 16, 16, SIZE_MAX, to), "height is ");
    REFUSED(lw_memset_2d(t->device, memory, 15, 0, 16, 2), "pitch is 15, less than the width");
    REFUSED(lw_memset_2d_async(stream, memory, SIZE_MAX, 0, 16, 3), "height is 3 rows");
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(api, set_bad_ranges)
{
    char *memory, *freed, *pinned, host[16], out[SIZE];
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&freed, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, freed), LW_SUCCESS);
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_memset(t->device, memory, 0x107, SIZE), LW_SUCCESS);
    REFUSED(lw_memset(t->device, NULL, 0, 1), "lw_memset: pointer is null");
    REFUSED(lw_memset_async(stream, NULL, 0, 1), "lw_memset_async: pointer is null");
    REFUSED(lw_memset(t->device, host, 0, 16), "not memory of device");
    REFUSED(lw_memset(t->device, pinned, 0, 16), "pinned host memory; expected device memory");
    REFUSED(lw_memset(t->device, freed, 0, 16), "that was freed");
    REFUSED(lw_memset(t->device, memory, 0, SIZE + 1), "end 1 past the 1024-byte allocation");
    REFUSED(lw_memset_async(stream, memory + 4, 0, SIZE_MAX), "allocation");
    REFUSED(lw_memset_2d_async(stream, memory, 512, 0, 8, 4), "allocation");
    CHECK_STATUS(lw_memcpy(t->device, out, memory, SIZE, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < SIZE; i++)
        CHECK(out[i] == 7);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}
