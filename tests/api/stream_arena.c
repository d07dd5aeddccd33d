/* Device memory comes from one range, in separate pieces. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/test.h"

struct piece {
    unsigned char *pointer;
    size_t size;
    int value;
};

static void check_piece(struct test *t, const struct piece *piece, unsigned char *buffer)
{
    CHECK_STATUS(lw_memcpy(t->device, buffer, piece->pointer, piece->size, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (size_t i = 0; i < piece->size; i++)
        if (buffer[i] != piece->value)
            FAIL("byte %zu of %zu is %d, expected %d", i, piece->size, buffer[i], piece->value);
}

/* Allocations and frees in random order: aligned, separate from each other, and each keeps its contents. */
static void exercise(struct test *t, struct piece *pieces, int count, unsigned char *buffer)
{
    static const size_t sizes[] = {1, 255, 256, 257, 4095, 4096, 4097, 8192, 65536, 100000};
    for (int step = 0; step < 1500; step++) {
        struct piece *piece = &pieces[test_random_below(t, (uint64_t)count)];
        if (piece->pointer) {
            CHECK_CALL(check_piece(t, piece, buffer));
            CHECK_STATUS(lw_free(t->device, piece->pointer), LW_SUCCESS);
            piece->pointer = NULL;
            continue;
        }
        void *pointer;
        piece->size = sizes[test_random_below(t, sizeof sizes / sizeof sizes[0])];
        piece->value = (int)test_random_below(t, 256);
        CHECK_STATUS(lw_malloc(t->device, &pointer, piece->size), LW_SUCCESS);
        CHECK_EQUAL((uintptr_t)pointer % 256, 0);
        for (int i = 0; i < count; i++)
            CHECK(!pieces[i].pointer || pieces[i].pointer + pieces[i].size <= (unsigned char *)pointer ||
                  (unsigned char *)pointer + piece->size <= pieces[i].pointer);
        piece->pointer = pointer;
        CHECK_STATUS(lw_memset(t->device, pointer, piece->value, piece->size), LW_SUCCESS);
    }
    for (int i = 0; i < count; i++)
        if (pieces[i].pointer) {
            CHECK_CALL(check_piece(t, &pieces[i], buffer));
            CHECK_STATUS(lw_free(t->device, pieces[i].pointer), LW_SUCCESS);
        }
}

TEST(arena, random_sizes)
{
    enum { PIECES = 60 };
    struct piece pieces[PIECES] = {{0}};
    unsigned char *buffer = malloc(100000);
    CHECK(buffer);
    exercise(t, pieces, PIECES, buffer);
    free(buffer);
}

/* More than there is: refused, and the rest still works; freed memory can be allocated again. */
TEST(arena, exhausted, .cpu_only = true, .isolated = true)
{
    enum { LIMIT = 1 << 20, PIECE = 100000 };
    void *pieces[11], *pointer = NULL;
    CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
    CHECK(setenv("LANEWISE_MEMORY", "1M", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK_EQUAL(properties.total_memory, LIMIT);
    CHECK_STATUS(lw_malloc(t->device, &pointer, LIMIT + 1), LW_ERROR_OUT_OF_MEMORY);
    CHECK_MESSAGE(t->device, "1048577");
    CHECK_STATUS(lw_malloc(t->device, &pointer, SIZE_MAX), LW_ERROR_OUT_OF_MEMORY);
    CHECK_STATUS(lw_malloc(t->device, &pointer, SIZE_MAX / 2 - 100), LW_ERROR_OUT_OF_MEMORY);
    int count = 0;
    while (count < 11 && lw_malloc(t->device, &pieces[count], PIECE) == LW_SUCCESS)
        count++;
    CHECK_EQUAL(count, LIMIT / PIECE);
    CHECK_STATUS(lw_free(t->device, pieces[3]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &pieces[3], PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &pointer, PIECE), LW_ERROR_OUT_OF_MEMORY);
    CHECK(pointer == NULL);
}

/* A pointer freed before the copy: refused with its history, also on the side declared as host memory. */
TEST(arena, freed_pointer_as_host_memory, .cpu_only = true)
{
    char *freed, *live;
    CHECK_STATUS(lw_malloc(t->device, (void **)&freed, 10000), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&live, 10000), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, freed), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, live, freed + 16, 100, LW_MEMCPY_HOST_TO_DEVICE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "freed");
    CHECK_STATUS(lw_memcpy(t->device, live, freed, 100, LW_MEMCPY_DEFAULT), LW_ERROR_INVALID_VALUE);
}

static void copy_rows(struct test *t, size_t width, size_t height, size_t from_pitch, size_t to_pitch,
                      lw_stream *stream)
{
    size_t from_size = from_pitch * height, to_size = to_pitch * height;
    unsigned char *from, *to, *device;
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&from, from_size), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&to, to_size), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&device, from_size), LW_SUCCESS);
    for (size_t i = 0; i < from_size; i++)
        from[i] = (unsigned char)(i * 2654435761u >> 13);
    memset(to, 0xA5, to_size);
    CHECK_STATUS(lw_memcpy_async(stream, device, from, from_size, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memset_2d_async(stream, device, from_pitch, 0x3C, width / 2, height), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d_async(stream, to, to_pitch, device, from_pitch, width, height, LW_MEMCPY_DEVICE_TO_HOST),
                 LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < to_pitch; x++) {
            int expected = x >= width ? 0xA5 : x < width / 2 ? 0x3C : from[y * from_pitch + x];
            if (to[y * to_pitch + x] != expected)
                FAIL("row %zu, byte %zu of %zux%zu is %d, expected %d", y, x, width, height, to[y * to_pitch + x],
                     expected);
        }
    CHECK_STATUS(lw_free_host(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, to), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, device), LW_SUCCESS);
}

/* Sizes around the one from which threads share copies and sets. */
TEST(stream, copies_large_and_small)
{
    static const struct {
        size_t width, height, from_pitch, to_pitch;
    } cases[] = {
        {1, 1, 1, 1},
        {7, 3, 8, 9},
        {1 << 20, 1, 1 << 20, 1 << 20},
        {(1 << 20) + 1, 1, (1 << 20) + 1, (1 << 20) + 5},
        {3000001, 1, 3000001, 3000001},
        {1000, 2999, 1000, 1000},
        {1000, 2999, 1024, 1001},
        {700001, 3, 700003, 700001},
        {13, 100003, 16, 13},
    };
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_CALL(copy_rows(t, cases[i].width, cases[i].height, cases[i].from_pitch, cases[i].to_pitch, stream));
}
