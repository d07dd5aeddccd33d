/* J: surfaces. Expected values are those of an H200. */
#include <tests/fault/fault.h>

#include "K_reference.h"

enum { WIDTH = 5, HEIGHT = 3, DEPTH = 3 };

typedef struct surface {
    lw_array *array;
    lw_surface_object object;
    int width, height, depth;
} surface;

/* The element of an index is 1000 plus it. */
static void open_surface(struct test *t, surface *s, texture_kind kind)
{
    static int values[WIDTH * WIDTH * 12];
    bool cube = kind == TEXTURE_CUBEMAP || kind == TEXTURE_CUBEMAP_LAYERED;
    bool layered = kind == TEXTURE_1D_LAYERED || kind == TEXTURE_2D_LAYERED || kind == TEXTURE_CUBEMAP_LAYERED;
    bool flat = kind == TEXTURE_1D || kind == TEXTURE_1D_LAYERED;
    lw_array_shape shape = {.format = lw_channel(LW_CHANNEL_SIGNED, 32, 1), .width = WIDTH};
    shape.height = flat ? 0 : cube ? WIDTH : HEIGHT;
    shape.depth = cube ? (layered ? 12 : 6) : layered || kind == TEXTURE_3D ? DEPTH : 0;
    shape.flags = LW_ARRAY_SURFACE | (cube ? LW_ARRAY_CUBEMAP : 0u) | (layered ? LW_ARRAY_LAYERED : 0u);
    s->width = WIDTH;
    s->height = shape.height ? (int)shape.height : 1;
    s->depth = shape.depth ? (int)shape.depth : 1;
    for (int i = 0; i < s->width * s->height * s->depth; i++)
        values[i] = 1000 + i;
    CHECK_STATUS(lw_array_create(t->device, &s->array, &shape), LW_SUCCESS);
    lw_array_copy copy = {{.array = s->array},
                          {.memory = {values, sizeof(int) * WIDTH, WIDTH, (size_t)s->height}},
                          WIDTH,
                          (size_t)s->height,
                          (size_t)s->depth,
                          LW_MEMCPY_HOST_TO_DEVICE};
    CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(t->device, &s->object, s->array, 0), LW_SUCCESS);
}

static void close_surface(struct test *t, surface *s)
{
    CHECK_STATUS(lw_surface_destroy(t->device, s->object), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(s->array), LW_SUCCESS);
}

/* The index within 0 .. count - 1, and whether it was. A negative layer is behind the last. */
static int limit(int at, int count, bool is_layer, bool *inside)
{
    *inside = *inside && at >= 0 && at < count;
    if (at < 0)
        return is_layer ? count - 1 : 0;
    return at < count ? at : count - 1;
}

enum { SPAN = 12, PLACES = SPAN * SPAN * SPAN };
static int places[3 * PLACES], got[PLACES];

static void make_places(void)
{
    for (int i = 0; i < PLACES; i++) {
        places[3 * i] = 4 * (i % SPAN - 3);
        places[3 * i + 1] = i / SPAN % SPAN - 3;
        places[3 * i + 2] = i / SPAN / SPAN - 2;
    }
}

static const texture_kind kinds[] = {TEXTURE_1D,
                                     TEXTURE_2D,
                                     TEXTURE_3D,
                                     TEXTURE_1D_LAYERED,
                                     TEXTURE_2D_LAYERED,
                                     TEXTURE_CUBEMAP,
                                     TEXTURE_CUBEMAP_LAYERED};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The element that place i reads or writes; -1: none. */
static int element_of(const surface *s, texture_kind kind, int i, bool clamps)
{
    bool flat = kind == TEXTURE_1D || kind == TEXTURE_1D_LAYERED, single = kind == TEXTURE_1D || kind == TEXTURE_2D;
    bool inside = true;
    int x = limit(places[3 * i] / 4, s->width, false, &inside);
    int y = flat ? 0 : limit(places[3 * i + 1], s->height, false, &inside);
    int z = single ? 0 : limit(places[3 * i + 2], s->depth, kind != TEXTURE_3D, &inside);
    return inside || clamps ? (z * s->height + y) * s->width + x : -1;
}

TEST(row, J13_reads_of_surfaces_in_and_outside)
{
    make_places();
    int *at = array_of(t, places, sizeof places), *out = array_of(t, NULL, sizeof got);
    CHECK(at && out);
    for (int k = 0; k < KINDS; k++)
        for (int clamps = 0; clamps < 2; clamps++) {
            surface s;
            CHECK_CALL(open_surface(t, &s, kinds[k]));
            CHECK_STATUS(lw_launch(surface_read, line(t, (PLACES + 127) / 128, 128, 0), kinds[k], clamps, s.object,
                                   PLACES, at, out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, got, out, sizeof got));
            for (int i = 0; i < PLACES; i++) {
                int element = element_of(&s, kinds[k], i, clamps);
                CHECK_EQUAL(got[i], element < 0 ? 0 : 1000 + element);
            }
            CHECK_CALL(close_surface(t, &s));
        }
}

/* Each place inside once: a write outside in the mode `zero` changes nothing. */
TEST(row, J14_writes_of_surfaces_in_and_outside)
{
    static int values[PLACES], back[WIDTH * WIDTH * 12], expected[WIDTH * WIDTH * 12];
    make_places();
    for (int i = 0; i < PLACES; i++)
        values[i] = 5000 + i;
    int *at = array_of(t, places, sizeof places), *device_values = array_of(t, values, sizeof values);
    CHECK(at && device_values);
    for (int k = 0; k < KINDS; k++) {
        bool flat = kinds[k] == TEXTURE_1D || kinds[k] == TEXTURE_1D_LAYERED;
        bool single = kinds[k] == TEXTURE_1D || kinds[k] == TEXTURE_2D;
        surface s;
        CHECK_CALL(open_surface(t, &s, kinds[k]));
        for (int i = 0; i < s.width * s.height * s.depth; i++)
            expected[i] = 1000 + i;
        for (int i = 0; i < PLACES; i++) { /* of places that differ in unused coordinates, one launches */
            bool first = (!flat || places[3 * i + 1] == 0) && (!single || places[3 * i + 2] == 0);
            int element = element_of(&s, kinds[k], i, false);
            if (!first || element < 0)
                continue;
            expected[element] = values[i];
        }
        for (int z = 0; z < SPAN; z++)
            for (int y = 0; y < SPAN; y++) {
                int i = (z * SPAN + y) * SPAN;
                if ((flat && places[3 * i + 1]) || (single && places[3 * i + 2]))
                    continue;
                CHECK_STATUS(lw_launch(surface_write, line(t, 1, SPAN, 0), kinds[k], 0, s.object, SPAN, at + 3 * i,
                                       device_values + i),
                             LW_SUCCESS);
            }
        lw_array_copy copy = {{.memory = {back, 4 * WIDTH, WIDTH, (size_t)s.height}},
                              {.array = s.array},
                              WIDTH,
                              (size_t)s.height,
                              (size_t)s.depth,
                              LW_MEMCPY_DEVICE_TO_HOST};
        CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_SUCCESS);
        CHECK(memcmp(back, expected, sizeof(int) * (size_t)(s.width * s.height * s.depth)) == 0);
        /* One that is limited to the last element. */
        const int far[3] = {400, 400, 400};
        int *device_far = array_of(t, far, sizeof far);
        CHECK(device_far);
        CHECK_STATUS(lw_launch(surface_write, line(t, 1, 1, 0), kinds[k], 1, s.object, 1, device_far, device_values),
                     LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_SUCCESS);
        CHECK_EQUAL(back[s.width * s.height * s.depth - 1], 5000);
        CHECK_CALL(close_surface(t, &s));
    }
}

/* A row has as many units as fit: of 13 elements of 4 bytes, three of 16 bytes. */
TEST(row, J15_accesses_of_other_sizes_than_the_elements)
{
    enum { N = 20 };
    int at[3 * N], row[13], read[4 * N], back[13];
    lw_array *array;
    lw_surface_object object;
    lw_array_shape shape = {
        .format = lw_channel(LW_CHANNEL_SIGNED, 32, 1), .width = 13, .height = 1, .flags = LW_ARRAY_SURFACE};
    CHECK_STATUS(lw_array_create(t->device, &array, &shape), LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(t->device, &object, array, 0), LW_SUCCESS);
    for (int i = 0; i < 13; i++)
        row[i] = 0x01020304 * (i + 1);
    int *out = array_of(t, NULL, sizeof read);
    CHECK(out);
    for (int size = 1; size <= 16; size *= 2)
        for (int clamps = 0; clamps < 2; clamps++) {
            int units = 52 / size;
            for (int i = 0; i < N; i++) {
                at[3 * i] = size * (i < N / 2 ? i - 2 : units - 2 + i - N / 2);
                at[3 * i + 1] = at[3 * i + 2] = 0;
            }
            int *device_at = array_of(t, at, sizeof at);
            CHECK(device_at);
            CHECK_STATUS(
                lw_memcpy_2d_to_array(t->device, array, 0, 0, row, sizeof row, sizeof row, 1, LW_MEMCPY_HOST_TO_DEVICE),
                LW_SUCCESS);
            CHECK_STATUS(lw_launch(surface_read_size, line(t, 1, N, 0), size, clamps, object, N, device_at, out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, read, out, sizeof read));
            for (int i = 0; i < N; i++) {
                int unit = at[3 * i] / size, limited = unit < 0 ? 0 : unit < units ? unit : units - 1;
                int expected[4] = {0, 0, 0, 0};
                if (clamps || unit == limited)
                    memcpy(expected, (char *)row + limited * size, (size_t)size);
                CHECK(memcmp(expected, read + 4 * i, sizeof expected) == 0);
            }
            CHECK_STATUS(lw_launch(surface_write_size, line(t, 1, 3, 0), size, object, 3, device_at + 6), LW_SUCCESS);
            CHECK_STATUS(lw_memcpy_2d_from_array(t->device, back, sizeof back, array, 0, 0, sizeof back, 1,
                                                 LW_MEMCPY_DEVICE_TO_HOST),
                         LW_SUCCESS);
            for (int i = 0; i < 3; i++) {
                int v = 1000 * (i + 1), written[4] = {size == 1 ? i + 1 : v, v + 1, v + 2, v + 3};
                CHECK(memcmp((char *)back + i * size, written, (size_t)size) == 0);
            }
            CHECK(memcmp((char *)back + 3 * size, (char *)row + 3 * size, (size_t)(52 - 3 * size)) == 0);
            CHECK_STATUS(lw_free(t->device, device_at), LW_SUCCESS);
        }
    CHECK_STATUS(lw_surface_destroy(t->device, object), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

static void expect_fault(struct test *t, int x, int y, lw_status status, const char *why)
{
    const int at[3] = {x, y, 0};
    surface s;
    CHECK_CALL(open_surface(t, &s, TEXTURE_2D));
    int *device_at = array_of(t, at, sizeof at), *out = array_of(t, NULL, 4);
    CHECK(device_at && out);
    const char *report =
        fault_expect(t, lw_launch(surface_read, line(t, 1, 1, 0), TEXTURE_2D, 2, s.object, 1, device_at, out), status);
    CHECK(report);
    if (on_cpu(t))
        CHECK_CONTAINS(report, why);
}

TEST(row, J16_an_access_outside_a_surface_traps, .isolated = true)
{
    SKIP_WHERE_CHECKED("a fault is a finding");
    CHECK_CALL(expect_fault(t, 4 * WIDTH, 0, LW_ERROR_ILLEGAL_ADDRESS, "surf2Dread: (20, 0, 0) is outside"));
}

TEST(row, J16b_a_row_before_a_surface_traps, .isolated = true)
{
    SKIP_WHERE_CHECKED("a fault is a finding");
    CHECK_CALL(expect_fault(t, 0, -1, LW_ERROR_ILLEGAL_ADDRESS, "surf2Dread: (0, -1, 0) is outside"));
}

TEST(row, J17_a_misaligned_access_is_a_fault, .isolated = true)
{
    SKIP_WHERE_CHECKED("a fault is a finding");
    CHECK_CALL(expect_fault(t, 2, 0, LW_ERROR_MISALIGNED_ADDRESS, "x is 2 bytes, no multiple of 4"));
}

/* What one kernel writes through a surface, the next reads through a texture, and copies take along. */
TEST(row, J18_the_next_kernel_sees_what_a_surface_wrote)
{
    enum { W = 70, H = 37 };
    static float values[H][W], sums[H][W];
    lw_array_shape shape = {
        .format = lw_channel(LW_CHANNEL_FLOAT, 32, 1), .width = W, .height = H, .flags = LW_ARRAY_SURFACE};
    lw_array *arrays[2];
    lw_surface_object surfaces[2];
    lw_texture_object textures[2];
    lw_texture_description how = {.address = {LW_TEXTURE_ADDRESS_BORDER, LW_TEXTURE_ADDRESS_BORDER}};
    for (int i = 0; i < W * H; i++)
        values[i / W][i % W] = (float)(i % 97);
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(lw_array_create(t->device, &arrays[i], &shape), LW_SUCCESS);
        CHECK_STATUS(lw_surface_create(t->device, &surfaces[i], arrays[i], 0), LW_SUCCESS);
        CHECK_STATUS(lw_texture_create(t->device, &textures[i], &(lw_texture_resource){.array = arrays[i]}, &how),
                     LW_SUCCESS);
    }
    float *out = array_of(t, NULL, sizeof sums);
    CHECK(out);
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, arrays[0], 0, 0, values, sizeof values[0], sizeof values[0], H,
                                       LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    lw_launch_config grid =
        lw_grid(lw_default_stream(t->device), lw_make_dim3((W + 31) / 32, (H + 3) / 4, 1), lw_make_dim3(32, 4, 1), 0);
    CHECK_STATUS(lw_launch(surface_double, grid, surfaces[0], surfaces[1], W, H), LW_SUCCESS);
    CHECK_STATUS(lw_launch(texture_mix, grid, textures[0], textures[1], W, H, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, sums, out, sizeof sums));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float sum = values[y][x];
            sum += (x > 0 ? values[y][x - 1] : 0) + (x < W - 1 ? values[y][x + 1] : 0);
            CHECK_EQUAL(sums[y][x], sum * 2 * values[y][x]);
        }
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(lw_surface_destroy(t->device, surfaces[i]), LW_SUCCESS);
        CHECK_STATUS(lw_texture_destroy(t->device, textures[i]), LW_SUCCESS);
        CHECK_STATUS(lw_array_destroy(arrays[i]), LW_SUCCESS);
    }
}

/* CUDA leaves open which: checked mode reports such a fetch. */
TEST(row, J19_a_fetch_of_what_the_kernel_wrote_is_the_old_or_the_new)
{
    SKIP_WHERE_CHECKED("such a fetch is a finding");
    const float old = 7;
    float value = 0;
    lw_array *array;
    lw_surface_object object;
    lw_texture_object texture;
    lw_array_shape shape = {
        .format = lw_channel(LW_CHANNEL_FLOAT, 32, 1), .width = 1, .height = 1, .flags = LW_ARRAY_SURFACE};
    CHECK_STATUS(lw_array_create(t->device, &array, &shape), LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(t->device, &object, array, 0), LW_SUCCESS);
    CHECK_STATUS(lw_texture_create(t->device, &texture, &(lw_texture_resource){.array = array},
                                   &(lw_texture_description){.filter = LW_TEXTURE_FILTER_POINT}),
                 LW_SUCCESS);
    float *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(
        lw_memcpy_2d_to_array(t->device, array, 0, 0, &old, sizeof old, sizeof old, 1, LW_MEMCPY_HOST_TO_DEVICE),
        LW_SUCCESS);
    for (int launch = 0; launch < 2; launch++) {
        CHECK_STATUS(lw_launch(j_read_of_written, line(t, 1, 1, 0), object, texture, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, &value, out, sizeof value));
        CHECK(value == 3 || (launch == 0 && value == old));
    }
    CHECK_STATUS(lw_texture_destroy(t->device, texture), LW_SUCCESS);
    CHECK_STATUS(lw_surface_destroy(t->device, object), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}
