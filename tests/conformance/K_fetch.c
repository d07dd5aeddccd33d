/* K: fetches of textures, 10^6 random ones a mode, against the reference (K_reference.c). Point sampling is exact, and so
 * is the linear filter, except where a test names a bound. */
#include <math.h>

#include "K_reference.h"

static const lw_texture_address addresses[] = {LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_BORDER,
                                               LW_TEXTURE_ADDRESS_WRAP, LW_TEXTURE_ADDRESS_MIRROR};

static lw_array_shape size_of(texture_kind kind, unsigned i, lw_channel_format format)
{
    static const size_t sizes[4][3] = {{13, 7, 5}, {16, 8, 4}, {1, 1, 1}, {1000, 37, 11}};
    lw_array_shape shape = {.format = format, .width = sizes[i][0]};
    shape.height = kind == TEXTURE_1D ? 0 : sizes[i][1];
    shape.depth = kind == TEXTURE_3D ? sizes[i][2] : 0;
    return shape;
}

/* One image for each size, address mode and kind of coordinates. */
static void sweep(struct test *t, texture_kind kind, lw_texture_filter filter, lw_channel_format format, int spread,
                  double bound)
{
    for (unsigned i = 0; i < 16; i++) {
        k_image image = {.kind = kind, .shape = size_of(kind, i / 4, format), .how = {.filter = filter}};
        image.how.read = format.kind == LW_CHANNEL_FLOAT ? LW_TEXTURE_READ_ELEMENT : LW_TEXTURE_READ_NORMALIZED;
        /* To wrap and to mirror need normalised coordinates: without them they are to clamp. */
        image.how.normalized = i / 4 == 3 || (i % 4 > 1 && i / 4 != 1);
        for (int k = 0; k < 3; k++)
            image.how.address[k] = addresses[i % 4];
        if (format.kind == LW_CHANNEL_UNSIGNED) {
            const float colour[4] = {0.3f, 0.7f, 2, -1};
            memcpy(image.how.border, colour, sizeof colour);
        }
        CHECK_CALL(k_open(t, &image, spread));
        CHECK_CALL(k_compare(t, &image, bound));
        CHECK_CALL(k_close(t, &image));
    }
}

static const lw_channel_format real = {32, 0, 0, 0, LW_CHANNEL_FLOAT}, real4 = {32, 32, 32, 32, LW_CHANNEL_FLOAT};

TEST(row, K1_a_point_is_the_element_around_it)
{
    CHECK_CALL(sweep(t, TEXTURE_1D, LW_TEXTURE_FILTER_POINT, real, 0, 0));
    CHECK_CALL(sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_POINT, real, 0, 0));
    CHECK_CALL(sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_POINT, real4, 0, 0)); /* fused copies read it themselves */
    CHECK_CALL(sweep(t, TEXTURE_3D, LW_TEXTURE_FILTER_POINT, real, 0, 0));
}

TEST(row, K2_a_linear_filter_of_one_dimension)
{
    CHECK_CALL(sweep(t, TEXTURE_1D, LW_TEXTURE_FILTER_LINEAR, real, 0, 0));
    CHECK_CALL(sweep(t, TEXTURE_1D, LW_TEXTURE_FILTER_LINEAR, real4, 12, 0));
}

TEST(row, K2b_a_linear_filter_of_two_dimensions)
{
    CHECK_CALL(sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_LINEAR, real, 12, 0));
}

/* The two slices are added with fewer bits than a float has where their exponents differ by much. */
TEST(row, K2c_a_linear_filter_of_three_dimensions)
{
    CHECK_CALL(sweep(t, TEXTURE_3D, LW_TEXTURE_FILTER_LINEAR, real, 0, 0));
    CHECK_CALL(sweep(t, TEXTURE_3D, LW_TEXTURE_FILTER_LINEAR, real, 8, 0x1p-14));
}

/* Fetches of an array of one dimension with a linear filter: at[i] becomes the result. */
static void read_linearly(struct test *t, const float *elements, size_t width, float *at, int count)
{
    enum { MAX = 4096 };
    static float places[4 * MAX], got[4 * MAX];
    static int layers[MAX];
    lw_array *array;
    lw_texture_object object;
    lw_texture_description how = {.address = {LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP},
                                  .filter = LW_TEXTURE_FILTER_LINEAR};
    CHECK(count <= MAX && count % 128 == 0);
    CHECK_STATUS(lw_array_create(t->device, &array, &(lw_array_shape){.format = real, .width = width}), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, 0, 0, elements, width * sizeof *elements,
                                       width * sizeof *elements, 1, LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &how), LW_SUCCESS);
    for (int i = 0; i < count; i++)
        places[4 * i] = at[i];
    float *device_at = array_of(t, places, sizeof places);
    int *device_layers = array_of(t, layers, sizeof layers);
    float4 *out = array_of(t, NULL, sizeof got);
    CHECK(device_at && device_layers && out);
    CHECK_STATUS(lw_launch(texture_read, line(t, (unsigned)count / 128, 128, 0), TEXTURE_1D, object, count, device_at,
                           device_layers, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < count; i++)
        at[i] = got[4 * i];
    CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

/* At 1.5 and the like a filter returns the element itself; between two, 257 different values. */
TEST(row, K3_weights_are_multiples_of_one_256th)
{
    enum { N = 4096 };
    static float at[N];
    for (int i = 0; i < N; i++)
        at[i] = 0.5f + (float)i / N;
    CHECK_CALL(read_linearly(t, (const float[]){0, 256}, 2, at, N));
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(at[i], (i + N / 512) / (N / 256)); /* rounded to the nearest, ties up */
}

/* The first element is that of 0, and the last that of R. */
TEST(row, K16_a_table_is_looked_up_linearly)
{
    enum { N = 9, STEPS = 256 * (N - 1), PLACES = STEPS + 128 };
    const float range = 4;
    static float table[N], at[PLACES];
    for (int i = 0; i < N; i++)
        table[i] = (float)(256 * i * i - 1000);
    for (int i = 0; i < PLACES; i++) {
        float x = range * (float)i / STEPS;
        at[i] = (N - 1) / range * x + 0.5f;
    }
    CHECK_CALL(read_linearly(t, table, N, at, PLACES));
    for (int i = 0; i < PLACES; i++) {
        int of = i / 256, more = i % 256;
        CHECK_EQUAL(at[i], i < STEPS ? table[of] + (table[of + 1] - table[of]) / 256 * (float)more : table[N - 1]);
    }
}

TEST(row, K4_a_filter_of_unsigned_integers_has_16_bits)
{
    CHECK_CALL(
        sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_LINEAR, (lw_channel_format){8, 0, 0, 0, LW_CHANNEL_UNSIGNED}, 0, 0));
    CHECK_CALL(
        sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_LINEAR, (lw_channel_format){16, 16, 0, 0, LW_CHANNEL_UNSIGNED}, 0, 0));
    CHECK_CALL(
        sweep(t, TEXTURE_3D, LW_TEXTURE_FILTER_LINEAR, (lw_channel_format){8, 8, 8, 8, LW_CHANNEL_UNSIGNED}, 0, 0));
}

/* The smallest number counts as less than -1 in the sum, which is then limited. Of 8 bits an H200 rounds the last of the 16 in
 * a way of its own. */
TEST(row, K4b_a_filter_of_signed_integers)
{
    CHECK_CALL(sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_LINEAR, lw_channel(LW_CHANNEL_SIGNED, 16, 1), 0, 0));
    CHECK_CALL(sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_LINEAR, lw_channel(LW_CHANNEL_SIGNED, 8, 2), 0, 1.01 / 32767));
}

TEST(row, K4c_points_of_normalised_integers)
{
    for (int kind = 0; kind < 2; kind++) {
        CHECK_CALL(sweep(t, TEXTURE_1D, LW_TEXTURE_FILTER_POINT, lw_channel((lw_channel_kind)kind, 8, 4), 0, 0));
        CHECK_CALL(sweep(t, TEXTURE_1D, LW_TEXTURE_FILTER_POINT, lw_channel((lw_channel_kind)kind, 16, 1), 0, 0));
    }
}

TEST(row, K5_a_filter_of_halves_has_half_precision)
{
    CHECK_CALL(sweep(t, TEXTURE_1D, LW_TEXTURE_FILTER_POINT, lw_channel(LW_CHANNEL_FLOAT, 16, 1), 0, 0));
    CHECK_CALL(sweep(t, TEXTURE_2D, LW_TEXTURE_FILTER_LINEAR, lw_channel(LW_CHANNEL_FLOAT, 16, 4), 0, 0));
}

TEST(row, K6_layers_are_not_mixed)
{
    for (unsigned i = 0; i < 4; i++) {
        k_image image = {
            .kind = i & 1 ? TEXTURE_2D_LAYERED : TEXTURE_1D_LAYERED,
            .shape = {.format = real, .width = 13, .height = i & 1 ? 7 : 0, .depth = 5, .flags = LW_ARRAY_LAYERED},
            .how = {.address = {addresses[i], LW_TEXTURE_ADDRESS_CLAMP},
                    .normalized = i > 1,
                    .filter = LW_TEXTURE_FILTER_LINEAR}};
        CHECK_CALL(k_open(t, &image, 0));
        CHECK_CALL(k_compare(t, &image, 0));
        CHECK_CALL(k_close(t, &image));
    }
}

/* Levels, and the filter between them. The weights of the 16 elements of two levels of three dimensions are rounded three
 * times: two steps of 1/256 of elements that differ by 2. */
TEST(row, K7_levels_of_a_mipmapped_array)
{
    for (unsigned i = 0; i < 12; i++) {
        texture_kind kind = (texture_kind)(TEXTURE_1D_LOD + i % 3);
        k_image image = {
            .kind = kind,
            .shape = {.format = real, .width = 21, .height = i % 3 ? 11 : 0, .depth = i % 3 == 2 ? 6 : 0, .levels = 5},
            .how = {.address = {addresses[i / 3], addresses[i / 3], addresses[i / 3]},
                    .normalized = 1,
                    .filter = i & 1 ? LW_TEXTURE_FILTER_LINEAR : LW_TEXTURE_FILTER_POINT,
                    .mip_filter = i & 2 ? LW_TEXTURE_FILTER_LINEAR : LW_TEXTURE_FILTER_POINT,
                    .mip_max = 100},
            .resource = LW_TEXTURE_RESOURCE_MIPMAPPED};
        if (i / 3 == 3) {
            image.how.mip_bias = 0.3711f;
            image.how.mip_min = 0.777f;
            image.how.mip_max = 3.1234f;
        }
        CHECK_CALL(k_open(t, &image, 0));
        CHECK_CALL(k_compare(t, &image, i % 3 == 2 && i & 1 && i & 2 ? 4.0 / 256 : 0));
        CHECK_CALL(k_close(t, &image));
    }
}

TEST(row, K8_rows_of_memory_are_a_texture_of_two_dimensions)
{
    for (unsigned i = 0; i < 4; i++) {
        k_image image = {
            .kind = TEXTURE_2D,
            .shape = {.format = i & 1 ? real : lw_channel(LW_CHANNEL_UNSIGNED, 8, 4), .width = 29, .height = 13},
            .how = {.address = {addresses[i], addresses[i]},
                    .normalized = i > 1,
                    .read = i & 1 ? LW_TEXTURE_READ_ELEMENT : LW_TEXTURE_READ_NORMALIZED,
                    .filter = LW_TEXTURE_FILTER_LINEAR},
            .resource = LW_TEXTURE_RESOURCE_PITCH_2D};
        CHECK_CALL(k_open(t, &image, 0));
        CHECK_CALL(k_compare(t, &image, 0));
        CHECK_CALL(k_close(t, &image));
    }
}
