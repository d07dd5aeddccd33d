/* J: texture and surface objects: what they may be made of, and how long they live. */
#include <tests/fault/fault.h>

#include "K_reference.h"

static const lw_channel_format real = {32, 0, 0, 0, LW_CHANNEL_FLOAT};

static lw_array *make(struct test *t, lw_array_shape shape)
{
    lw_array *array = NULL;
    if (lw_array_create(t->device, &array, &shape))
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
    return array;
}

static void refuse(struct test *t, lw_texture_resource resource, lw_texture_description how, const char *why)
{
    lw_texture_object object = 7;
    CHECK_STATUS(lw_texture_create(t->device, &object, &resource, &how), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_texture_create: ");
    CHECK_MESSAGE(t->device, why);
    CHECK_EQUAL(object, 7);
}

static void accept(struct test *t, lw_texture_resource resource, lw_texture_description how)
{
    lw_texture_object object = 0;
    lw_texture_resource made_of;
    lw_texture_description made_how;
    CHECK_STATUS(lw_texture_create(t->device, &object, &resource, &how), LW_SUCCESS);
    CHECK(object);
    CHECK_STATUS(lw_texture_get(t->device, object, &made_of, &made_how), LW_SUCCESS);
    CHECK(memcmp(&made_of, &resource, sizeof resource) == 0 && memcmp(&made_how, &how, sizeof how) == 0);
    CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
    CHECK_STATUS(lw_texture_get(t->device, object, NULL, NULL), LW_ERROR_INVALID_VALUE);
}

TEST(row, J6_textures_of_arrays)
{
    lw_array *floats = make(t, (lw_array_shape){.format = real, .width = 16, .height = 8});
    lw_array *words =
        make(t, (lw_array_shape){.format = lw_channel(LW_CHANNEL_SIGNED, 32, 1), .width = 16, .height = 8});
    lw_array *bytes =
        make(t, (lw_array_shape){.format = lw_channel(LW_CHANNEL_UNSIGNED, 8, 4), .width = 16, .height = 8});
    lw_array *levels = make(t, (lw_array_shape){.format = real, .width = 16, .height = 8, .levels = 3});
    CHECK(floats && words && bytes && levels);
    lw_texture_resource f = {.array = floats}, w = {.array = words}, b = {.array = bytes},
                        m = {.kind = LW_TEXTURE_RESOURCE_MIPMAPPED};
    m.array = levels;
    CHECK_CALL(accept(t, f, (lw_texture_description){.filter = LW_TEXTURE_FILTER_LINEAR}));
    CHECK_CALL(accept(
        t, f,
        (lw_texture_description){.address = {LW_TEXTURE_ADDRESS_WRAP, LW_TEXTURE_ADDRESS_MIRROR}, .anisotropy = 16}));
    CHECK_CALL(accept(
        t, b,
        (lw_texture_description){.read = LW_TEXTURE_READ_NORMALIZED, .filter = LW_TEXTURE_FILTER_LINEAR, .srgb = 1}));
    CHECK_CALL(accept(t, w, (lw_texture_description){.normalized = 1}));
    CHECK_CALL(accept(t, m, (lw_texture_description){.normalized = 1, .mip_max = 2}));
    CHECK_CALL(accept(t, (lw_texture_resource){.array = levels, .level = 2}, (lw_texture_description){0}));
    CHECK_CALL(refuse(t, f, (lw_texture_description){.read = LW_TEXTURE_READ_NORMALIZED}, "integers of 8 and 16 bits"));
    CHECK_CALL(refuse(t, w, (lw_texture_description){.read = LW_TEXTURE_READ_NORMALIZED}, "integers of 8 and 16 bits"));
    CHECK_CALL(refuse(t, w, (lw_texture_description){.filter = LW_TEXTURE_FILTER_LINEAR}, "for floats"));
    CHECK_CALL(refuse(t, b, (lw_texture_description){.filter = LW_TEXTURE_FILTER_LINEAR}, "for floats"));
    CHECK_CALL(refuse(t, f, (lw_texture_description){.filter = (lw_texture_filter)2}, "texture.filter"));
    CHECK_CALL(refuse(t, f, (lw_texture_description){.mip_filter = (lw_texture_filter)7}, "texture.mip_filter"));
    CHECK_CALL(refuse(t, f, (lw_texture_description){.read = (lw_texture_read)2}, "texture.read is 2"));
    CHECK_CALL(refuse(t, f, (lw_texture_description){.address = {LW_TEXTURE_ADDRESS_CLAMP, (lw_texture_address)4}},
                      "texture.address[1] is 4"));
    CHECK_CALL(refuse(t, f, (lw_texture_description){.seamless = 1}, "no cubemap"));
    CHECK_CALL(refuse(t, m, (lw_texture_description){0}, "normalised coordinates"));
    CHECK_CALL(refuse(t, (lw_texture_resource){.kind = LW_TEXTURE_RESOURCE_MIPMAPPED, .array = floats},
                      (lw_texture_description){.normalized = 1}, "no levels"));
    CHECK_CALL(refuse(t, (lw_texture_resource){.array = levels, .level = 3}, (lw_texture_description){0},
                      "level is 3; the array has 3"));
    CHECK_CALL(refuse(t, (lw_texture_resource){.kind = (lw_texture_resource_kind)7}, (lw_texture_description){0},
                      "resource.kind is 7"));
    lw_texture_object object;
    CHECK_STATUS(
        lw_texture_create(t->device, &object, &(lw_texture_resource){.array = NULL}, &(lw_texture_description){0}),
        LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_texture_create(t->device, NULL, &f, &(lw_texture_description){0}), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_texture_create(t->device, &object, NULL, &(lw_texture_description){0}), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_texture_create(t->device, &object, &f, NULL), LW_ERROR_INVALID_VALUE);
    lw_array *all[] = {floats, words, bytes, levels};
    for (int i = 0; i < 4; i++)
        CHECK_STATUS(lw_array_destroy(all[i]), LW_SUCCESS);
    CHECK_STATUS(lw_texture_create(t->device, &object, &f, &(lw_texture_description){0}), LW_ERROR_INVALID_HANDLE);
}

TEST(row, J7_textures_of_memory)
{
    char *memory = array_of(t, NULL, 1 << 16);
    CHECK(memory);
    lw_texture_resource linear = {.kind = LW_TEXTURE_RESOURCE_LINEAR, .pointer = memory, .format = real, .size = 400};
    lw_texture_resource rows = {
        .kind = LW_TEXTURE_RESOURCE_PITCH_2D, .pointer = memory, .format = real, .width = 13, .height = 7, .pitch = 96};
    CHECK_CALL(accept(t, linear, (lw_texture_description){0}));
    CHECK_CALL(accept(t, rows, (lw_texture_description){.filter = LW_TEXTURE_FILTER_LINEAR}));
#define WITH(base, member, value, why)                                                                                 \
    do {                                                                                                               \
        lw_texture_resource other = base;                                                                              \
        other.member = value;                                                                                          \
        CHECK_CALL(refuse(t, other, (lw_texture_description){0}, why));                                                \
    } while (0)
    WITH(linear, pointer, memory + 4, "expected a multiple of 512");
    WITH(linear, pointer, memory + 256, "expected a multiple of 512");
    WITH(linear, pointer, NULL, "pointer is null");
    WITH(linear, pointer, &linear, "not memory of device");
    WITH(linear, size, (1 << 16) + 4, "end 4 past");
    WITH(linear, format.z, 32, "1, 2 or 4 channels");
    WITH(rows, pitch, 52, "pitch is 52");
    WITH(rows, pitch, 32, "pitch is 32");
    WITH(rows, pointer, memory + 32, "expected a multiple of 512");
    WITH(rows, width, 0, "width is 0");
    WITH(rows, width, 131073, "width is 131073");
    WITH(rows, height, 0, "height is 0");
    WITH(rows, height, 65001, "height is 65001");
    WITH(rows, height, 1000, "past");
#undef WITH
    linear.pointer = memory + 512;
    CHECK_CALL(accept(t, linear, (lw_texture_description){0}));
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_CALL(refuse(t, linear, (lw_texture_description){0}, "freed"));
}

TEST(row, J8_a_fetch_returns_each_type)
{
    static const unsigned char bytes[32] = {1,    0x82, 3,    0x84, 0x91, 0xa2, 0xb3, 0xc4, 9,    10,   11,
                                            12,   13,   0xee, 15,   16,   0x21, 0x32, 0x43, 0x54, 0x65, 0x76,
                                            0x87, 0x98, 0xa9, 0xba, 0xcb, 0xdc, 0xed, 0xfe, 0x0f, 0x41};
    static const struct {
        int object, bytes, channels;
    } types[TEXTURE_TYPES] = {{0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 2}, {0, 1, 4}, {1, 1, 1}, {1, 1, 2}, {1, 1, 4},
                              {2, 2, 1}, {2, 2, 2}, {2, 2, 4}, {3, 2, 1}, {3, 2, 2}, {3, 2, 4}, {4, 4, 1}, {4, 4, 2},
                              {4, 4, 4}, {5, 4, 1}, {5, 4, 4}, {6, 4, 1}, {6, 4, 2}, {6, 4, 4}};
    unsigned char got[16 * TEXTURE_TYPES];
    lw_texture_object objects[7];
    unsigned char *memory = array_of(t, bytes, sizeof bytes), *out = array_of(t, NULL, sizeof got);
    CHECK(memory && out);
    for (int i = 0; i < 7; i++) {
        lw_channel_kind kind = i == 6 ? LW_CHANNEL_FLOAT : i & 1 ? LW_CHANNEL_UNSIGNED : LW_CHANNEL_SIGNED;
        lw_texture_resource resource = {.kind = LW_TEXTURE_RESOURCE_LINEAR, .pointer = memory, .size = sizeof bytes};
        resource.format = lw_channel(kind, i == 6 ? 32 : 8 << i / 2, 4);
        CHECK_STATUS(lw_texture_create(t->device, &objects[i], &resource, &(lw_texture_description){0}), LW_SUCCESS);
    }
    lw_texture_object *device_objects = array_of(t, objects, sizeof objects);
    CHECK(device_objects);
    CHECK_STATUS(lw_launch(texture_types, line(t, 1, 1, 0), device_objects, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < TEXTURE_TYPES; i++)
        CHECK(memcmp(got + 16 * i, bytes + 4 * types[i].bytes, (size_t)(types[i].bytes * types[i].channels)) == 0);
    for (int i = 0; i < 7; i++)
        CHECK_STATUS(lw_texture_destroy(t->device, objects[i]), LW_SUCCESS);
}

/* Objects are independent of each other, and their numbers are not used again soon. */
TEST(row, J9_objects_end_once)
{
    lw_array *array = make(t, (lw_array_shape){.format = real, .width = 16, .height = 8, .flags = LW_ARRAY_SURFACE});
    lw_array *plain = make(t, (lw_array_shape){.format = real, .width = 16, .height = 8}), *found;
    lw_texture_object texture;
    lw_surface_object surface, none = 9;
    unsigned level = 7;
    CHECK(array && plain);
    CHECK_STATUS(
        lw_texture_create(t->device, &texture, &(lw_texture_resource){.array = array}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(t->device, &surface, array, 0), LW_SUCCESS);
    CHECK_STATUS(lw_surface_get(t->device, surface, &found, &level), LW_SUCCESS);
    CHECK(found == array && level == 0);
    CHECK_STATUS(lw_surface_create(t->device, &none, plain, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "without LW_ARRAY_SURFACE");
    CHECK_STATUS(lw_surface_create(t->device, &none, array, 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "level is 1");
    CHECK_STATUS(lw_surface_create(t->device, NULL, array, 0), LW_ERROR_INVALID_VALUE);
    CHECK_EQUAL(none, 9);
    CHECK_STATUS(lw_texture_destroy(t->device, 0), LW_SUCCESS);
    CHECK_STATUS(lw_surface_destroy(t->device, 0), LW_SUCCESS);
    CHECK_STATUS(lw_texture_destroy(t->device, 0x777777), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "no live texture object");
    CHECK_STATUS(lw_texture_destroy(t->device, texture), LW_SUCCESS);
    CHECK_STATUS(lw_texture_destroy(t->device, texture), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_surface_destroy(t->device, surface), LW_SUCCESS);
    CHECK_STATUS(lw_surface_destroy(t->device, surface), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_surface_get(t->device, surface, &found, &level), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(t->device, &none, array, 0), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_array_destroy(plain), LW_SUCCESS);
}

/* What another handle of the device has made stays. */
TEST(row, J10_a_close_ends_arrays_and_objects_of_the_handle)
{
    lw_device *other;
    lw_array *own, *array = make(t, (lw_array_shape){.format = real, .width = 4});
    lw_texture_object kept, object;
    CHECK(array);
    CHECK_STATUS(lw_device_open(&other, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_array_create(other, &own, &(lw_array_shape){.format = real, .width = 4}), LW_SUCCESS);
    CHECK_STATUS(lw_texture_create(other, &object, &(lw_texture_resource){.array = own}, &(lw_texture_description){0}),
                 LW_SUCCESS);
    CHECK_STATUS(
        lw_texture_create(t->device, &kept, &(lw_texture_resource){.array = array}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK_STATUS(lw_device_close(other), LW_SUCCESS);
    CHECK_STATUS(lw_texture_get(t->device, object, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_array_destroy(own), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_texture_get(t->device, kept, NULL, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_texture_destroy(t->device, kept), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

TEST(row, J11_a_reset_ends_arrays_and_objects, .isolated = true)
{
    lw_array *array = make(t, (lw_array_shape){.format = real, .width = 4, .flags = LW_ARRAY_SURFACE}), *again;
    lw_texture_object texture;
    lw_surface_object surface;
    CHECK(array);
    CHECK_STATUS(
        lw_texture_create(t->device, &texture, &(lw_texture_resource){.array = array}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(t->device, &surface, array, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_texture_get(t->device, texture, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_surface_destroy(t->device, surface), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_array_destroy(array), LW_ERROR_INVALID_HANDLE);
    CHECK(again = make(t, (lw_array_shape){.format = real, .width = 4}));
    CHECK_STATUS(lw_array_destroy(again), LW_SUCCESS);
}

static const char *misuse(struct test *t, texture_kind kind, lw_texture_object object)
{
    static const float at[4];
    static const int layers[1];
    float *device_at = array_of(t, at, sizeof at);
    int *device_layers = array_of(t, layers, sizeof layers);
    float4 *out = array_of(t, NULL, 16);
    if (!device_at || !device_layers || !out)
        return NULL;
    return fault_expect(t, lw_launch(texture_read, line(t, 1, 1, 0), kind, object, 1, device_at, device_layers, out),
                        LW_ERROR_LAUNCH_FAILURE);
}

/* A GPU reads zeros or anything. */
TEST(row, J12_wrong_objects_are_faults, .cpu_only = true)
{
    SKIP_WHERE_CHECKED("a fault is a finding");
    lw_array *array = make(t, (lw_array_shape){.format = real, .width = 4, .height = 4, .flags = LW_ARRAY_SURFACE});
    lw_array *words =
        make(t, (lw_array_shape){.format = lw_channel(LW_CHANNEL_SIGNED, 32, 1), .width = 4, .height = 4});
    lw_texture_object object, integers;
    lw_surface_object surface;
    const char *report;
    CHECK(array && words);
    CHECK(report = misuse(t, TEXTURE_2D, 0));
    CHECK_CONTAINS(report, "tex2D: object is 0, which is no live texture object");
    CHECK(array = make(t, (lw_array_shape){.format = real, .width = 4, .height = 4, .flags = LW_ARRAY_SURFACE}));
    CHECK_STATUS(
        lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
    CHECK(report = misuse(t, TEXTURE_2D, object));
    CHECK_CONTAINS(report, "it was destroyed");
    CHECK(array = make(t, (lw_array_shape){.format = real, .width = 4, .height = 4, .flags = LW_ARRAY_SURFACE}));
    CHECK_STATUS(lw_surface_create(t->device, &surface, array, 0), LW_SUCCESS);
    CHECK(report = misuse(t, TEXTURE_2D, surface));
    CHECK_CONTAINS(report, "a surface object");
    CHECK(array = make(t, (lw_array_shape){.format = real, .width = 4, .height = 4}));
    CHECK_STATUS(
        lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK(report = misuse(t, TEXTURE_3D, object));
    CHECK_CONTAINS(report, "a texture of two dimensions; expected a texture of three dimensions");
    CHECK(words = make(t, (lw_array_shape){.format = lw_channel(LW_CHANNEL_SIGNED, 32, 1), .width = 4, .height = 4}));
    CHECK_STATUS(
        lw_texture_create(t->device, &integers, &(lw_texture_resource){.array = words}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK(report = misuse(t, TEXTURE_2D, integers));
    CHECK_CONTAINS(report, "the type is of floats");
    CHECK(array = make(t, (lw_array_shape){.format = real, .width = 4, .height = 4}));
    CHECK_STATUS(
        lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &(lw_texture_description){0}),
        LW_SUCCESS);
    CHECK(report = misuse(t, TEXTURE_GATHER, object));
    CHECK_CONTAINS(report, "without LW_ARRAY_GATHER");
}
