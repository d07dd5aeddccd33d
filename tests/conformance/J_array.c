/* J: arrays, and what texture objects may be made of. */
#include "K_reference.h"

static const lw_channel_format real = {32, 0, 0, 0, LW_CHANNEL_FLOAT};

static lw_array *make(struct test *t, lw_array_shape shape)
{
    lw_array *array = NULL;
    if (lw_array_create(t->device, &array, &shape))
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
    return array;
}

/* Bytes at any place of a row; the rest of the array stays. */
TEST(row, J1_copies_of_rows_to_and_from_arrays)
{
    enum { WIDTH = 13, HEIGHT = 7 };
    int all[HEIGHT][WIDTH], part[4][8], back[HEIGHT][WIDTH];
    lw_stream *stream;
    lw_array *array = make(t, (lw_array_shape){.format = real, .width = WIDTH, .height = HEIGHT});
    CHECK(array);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        all[i / WIDTH][i % WIDTH] = i;
    memset(part, -1, sizeof part);
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, 0, 0, all, sizeof all[0], sizeof all[0], HEIGHT,
                                       LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(
        lw_memcpy_2d_to_array_async(stream, array, 5 * 4 + 2, 3, part, sizeof part[0], 7 * 4, 4, LW_MEMCPY_DEFAULT),
        LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d_from_array_async(stream, back, sizeof back[0], array, 0, 0, sizeof back[0], HEIGHT,
                                               LW_MEMCPY_DEVICE_TO_HOST),
                 LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    for (int y = 3; y < 7; y++)
        memset((char *)all[y] + 5 * 4 + 2, -1, 7 * 4);
    CHECK(memcmp(all, back, sizeof all) == 0);
    /* Through device memory. */
    int *device = array_of(t, NULL, 64 * HEIGHT);
    CHECK(device);
    CHECK_STATUS(lw_memcpy_2d_from_array(t->device, device, 64, array, 8, 1, 40, 5, LW_MEMCPY_DEVICE_TO_DEVICE),
                 LW_SUCCESS);
    memset(back, 0, sizeof back);
    CHECK_STATUS(lw_memcpy_2d(t->device, back, sizeof back[0], device, 64, 40, 5, LW_MEMCPY_DEVICE_TO_HOST),
                 LW_SUCCESS);
    for (int y = 0; y < 5; y++)
        CHECK(memcmp(back[y], &all[y + 1][2], 40) == 0);
    CHECK_STATUS(lw_free(t->device, device), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

/* Every shape of array: filled, copied into another array of the same element, read back. */
TEST(row, J2_copies_of_boxes_between_arrays)
{
    static const struct {
        size_t width, height, depth;
        unsigned levels, flags;
    } shapes[] = {{13, 0, 0, 0, 0},
                  {13, 7, 0, 0, 0},
                  {13, 7, 5, 0, 0},
                  {13, 0, 5, 0, LW_ARRAY_LAYERED},
                  {13, 7, 5, 0, LW_ARRAY_LAYERED},
                  {8, 8, 6, 0, LW_ARRAY_CUBEMAP},
                  {8, 8, 12, 0, LW_ARRAY_CUBEMAP | LW_ARRAY_LAYERED},
                  {16, 8, 0, 5, 0},
                  {16, 8, 4, 3, 0}};
    static short from[8 * 8 * 12 * 2], back[8 * 8 * 12 * 2];
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        lw_array_shape shape = {.format = lw_channel(LW_CHANNEL_SIGNED, 16, 2),
                                .width = shapes[i].width,
                                .height = shapes[i].height,
                                .depth = shapes[i].depth,
                                .levels = shapes[i].levels,
                                .flags = shapes[i].flags},
                       size;
        unsigned level = shapes[i].levels ? 1 : 0;
        lw_array *a = make(t, shape), *b = make(t, shape);
        CHECK(a && b);
        CHECK_STATUS(lw_array_get_shape(a, level, &size), LW_SUCCESS);
        CHECK_EQUAL(size.width, shapes[i].width >> level);
        size_t w = size.width, h = size.height ? size.height : 1, d = size.depth ? size.depth : 1;
        for (unsigned k = 0; k < sizeof from / sizeof *from; k++)
            from[k] = (short)test_random(t);
        memset(back, 0, sizeof back);
        lw_pitched host = {from, 4 * w, w, h};
        lw_array_copy in = {{.array = a, .level = level}, {.memory = host}, w, h, d, LW_MEMCPY_HOST_TO_DEVICE};
        lw_array_copy across = {{.array = b, .level = level}, {.array = a, .level = level}, w, h, d,
                                LW_MEMCPY_DEVICE_TO_DEVICE};
        /* All but the first element of each row, the first row and the first slice, where there are others. */
        size_t x = w > 1, y = h > 1, z = d > 1;
        host.pointer = back;
        lw_array_copy out = {{.x = x, .y = y, .z = z, .memory = host},
                             {.array = b, .level = level, .x = x, .y = y, .z = z},
                             w - x,
                             h - y,
                             d - z,
                             LW_MEMCPY_DEVICE_TO_HOST};
        CHECK_STATUS(lw_memcpy_3d_array(t->device, &in), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_3d_array_async(lw_default_stream(t->device), &across), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_3d_array(t->device, &out), LW_SUCCESS);
        for (size_t k = 0; k < w * h * d; k++) {
            bool copied = k % w >= x && k / w % h >= y && k / w / h >= z;
            CHECK_EQUAL(back[2 * k], copied ? from[2 * k] : 0);
            CHECK_EQUAL(back[2 * k + 1], copied ? from[2 * k + 1] : 0);
        }
        CHECK_STATUS(lw_array_destroy(a), LW_SUCCESS);
        CHECK_STATUS(lw_array_destroy(b), LW_SUCCESS);
    }
}

static void refuse_shape(struct test *t, lw_array_shape shape, const char *why)
{
    lw_array *array = NULL;
    CHECK_STATUS(lw_array_create(t->device, &array, &shape), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_array_create: ");
    CHECK_MESSAGE(t->device, why);
    CHECK(!array);
}

TEST(row, J3_arrays_that_no_device_has_are_refused)
{
    lw_channel_format u8 = lw_channel(LW_CHANNEL_UNSIGNED, 8, 1);
    CHECK_CALL(refuse_shape(t, (lw_array_shape){.format = real, .height = 4}, "width is 0"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){.format = real, .width = 4, .depth = 4}, "height is 0"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){{32, 32, 32, 0, LW_CHANNEL_FLOAT}, 4, 4, 0, 0, 0}, "1, 2 or 4"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){{8, 0, 8, 0, LW_CHANNEL_UNSIGNED}, 4, 4, 0, 0, 0}, "1, 2 or 4"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){{8, 0, 0, 0, LW_CHANNEL_FLOAT}, 4, 4, 0, 0, 0}, "8 bits"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){{64, 0, 0, 0, LW_CHANNEL_SIGNED}, 4, 4, 0, 0, 0}, "64 bits"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){{0, 0, 0, 0, LW_CHANNEL_SIGNED}, 4, 4, 0, 0, 0}, "0 bits"));
    CHECK_CALL(
        refuse_shape(t, (lw_array_shape){{8, 0, 0, 0, (lw_channel_kind)3}, 4, 4, 0, 0, 0}, "no lw_channel_kind"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 4, 4, 0, 0, 0x20}, "unknown flag"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 4, 4, 0, 0, LW_ARRAY_LAYERED}, "number of layers"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 16, 8, 6, 0, LW_ARRAY_CUBEMAP}, "square"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 16, 16, 5, 0, LW_ARRAY_CUBEMAP}, "a depth of 6"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 16, 16, 8, 0, LW_ARRAY_CUBEMAP | LW_ARRAY_LAYERED}, "6 times"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 16, 0, 0, 0, LW_ARRAY_GATHER}, "LW_ARRAY_GATHER"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){real, 16, 8, 4, 0, LW_ARRAY_GATHER}, "LW_ARRAY_GATHER"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){u8, 131073, 0, 0, 0, 0}, "at most 131072"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){u8, 1, 65537, 0, 0, 0}, "at most 65536"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){u8, 16385, 1, 1, 0, 0}, "at most 16384"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){u8, 4, 0, 2049, 0, LW_ARRAY_LAYERED}, "at most 2048"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){u8, 32769, 4, 0, 0, LW_ARRAY_GATHER}, "at most 32768"));
    CHECK_CALL(refuse_shape(t, (lw_array_shape){u8, 32769, 4, 0, 3, 0}, "at most 32768"));
    /* The largest, and a depth that only flat arrays have. */
    lw_array *array;
    CHECK(array = make(t, (lw_array_shape){u8, 131072, 1, 0, 0, 0}));
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
    CHECK(array = make(t, (lw_array_shape){u8, 1, 1, 16385, 0, 0}));
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

/* More levels than the size has are left out; each is half as large as the one before, rounded down. */
TEST(row, J4_levels_have_half_the_size)
{
    static const size_t sizes[4][3] = {{13, 7, 5}, {6, 3, 2}, {3, 1, 1}, {1, 1, 1}};
    lw_array_shape shape = {.format = real, .width = 13, .height = 7, .depth = 5, .levels = 100}, size;
    lw_array *array = make(t, shape);
    CHECK(array);
    CHECK_STATUS(lw_array_get_shape(array, 0, &size), LW_SUCCESS);
    CHECK_EQUAL(size.levels, 4);
    for (unsigned level = 0; level < 4; level++) {
        CHECK_STATUS(lw_array_get_shape(array, level, &size), LW_SUCCESS);
        CHECK_EQUAL(size.width, sizes[level][0]);
        CHECK_EQUAL(size.height, sizes[level][1]);
        CHECK_EQUAL(size.depth, sizes[level][2]);
    }
    CHECK_STATUS(lw_array_get_shape(array, 4, &size), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "level is 4; the array has 4");
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

TEST(row, J5_copies_outside_an_array_are_refused)
{
    static int host[64 * 8];
    lw_array *array = make(t, (lw_array_shape){.format = real, .width = 16, .height = 8});
    lw_array *bytes =
        make(t, (lw_array_shape){.format = lw_channel(LW_CHANNEL_UNSIGNED, 8, 1), .width = 16, .height = 8});
    CHECK(array && bytes);
#define REFUSED(x, y, source, pitch, width, height, kind, why)                                                         \
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, x, y, source, pitch, width, height, kind),                    \
                 LW_ERROR_INVALID_VALUE);                                                                              \
    CHECK_MESSAGE(t->device, why)
    REFUSED(0, 0, host, 68, 68, 8, LW_MEMCPY_HOST_TO_DEVICE, "68 bytes from 0 on, array has 64");
    REFUSED(0, 0, host, 64, 64, 9, LW_MEMCPY_HOST_TO_DEVICE, "9 rows from 0 on, array has 8");
    REFUSED(4, 0, host, 64, 64, 8, LW_MEMCPY_HOST_TO_DEVICE, "from 4 on");
    REFUSED(0, SIZE_MAX, host, 64, 64, 8, LW_MEMCPY_HOST_TO_DEVICE, "rows");
    REFUSED(0, 0, host, 32, 64, 8, LW_MEMCPY_HOST_TO_DEVICE, "source has 32");
    REFUSED(0, 0, NULL, 64, 64, 8, LW_MEMCPY_HOST_TO_DEVICE, "source is null");
    REFUSED(0, 0, host, 64, 64, 8, LW_MEMCPY_DEVICE_TO_DEVICE, "is not memory of device");
    REFUSED(0, 0, host, 64, 64, 8, LW_MEMCPY_DEVICE_TO_HOST, "is device memory");
    REFUSED(0, 0, host, 64, 64, 8, (lw_memcpy_kind)9, "no lw_memcpy_kind");
#undef REFUSED
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, 99, 99, NULL, 0, 0, 8, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    lw_array_copy copy = {{.array = array}, {.array = bytes}, 16, 8, 1, LW_MEMCPY_DEVICE_TO_DEVICE};
    CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "expected one size");
    copy.source = (lw_array_side){.array = array, .level = 1};
    CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "level of source is 1");
    copy.source = (lw_array_side){.memory = {host, 64, 16, 4}};
    copy.kind = LW_MEMCPY_DEFAULT;
    CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "source has 4");
    copy.destination = copy.source;
    CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "neither");
    CHECK_STATUS(lw_memcpy_3d_array(t->device, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_array_destroy(bytes), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, 0, 0, host, 64, 64, 8, LW_MEMCPY_DEFAULT),
                 LW_ERROR_INVALID_HANDLE);
}
