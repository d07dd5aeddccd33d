/* K: gathers, fetches by index, colours, cubemaps, derivatives. */
#include <math.h>

#include "K_reference.h"

static const lw_channel_format real = {32, 0, 0, 0, LW_CHANNEL_FLOAT}, real4 = {32, 32, 32, 32, LW_CHANNEL_FLOAT};

/* The four elements that a linear filter would weigh, in the order (0, 1), (1, 1), (1, 0), (0, 0). */
TEST(row, K9_a_gather_returns_the_elements_of_a_filter)
{
    enum { N = 1 << 14, WIDTH = 13, HEIGHT = 7 };
    static float at[4 * N], got[4 * N];
    static int layers[N];
    k_image image = {.kind = TEXTURE_2D,
                     .shape = {.format = real4, .width = WIDTH, .height = HEIGHT, .flags = LW_ARRAY_GATHER},
                     .how = {.address = {LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP}}};
    CHECK_CALL(k_open(t, &image, 0));
    for (int i = 0; i < 4 * N; i++) {
        at[i] = (float)(test_random_below(t, 20 * 1024)) / 1024 - 3;
        at[i] = i % 3 ? at[i] : nextafterf(at[i], 100);
    }
    at[0] = 2.49805f; /* CUDA's example: 1.99805 is 2 with 8 bits of fraction */
    at[1] = 2.5f;
    float *device_at = array_of(t, at, sizeof at);
    int *device_layers = array_of(t, layers, sizeof layers);
    float4 *out = array_of(t, NULL, sizeof got);
    CHECK(device_at && device_layers && out);
    for (int component = 0; component < 4; component++) {
        CHECK_STATUS(lw_launch(texture_read, line(t, N / 128, 128, 0), TEXTURE_GATHER + component, image.object, N,
                               device_at, device_layers, out),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (int i = 0; i < N; i++) {
            int x = (int)floor(floor((double)at[4 * i] * 256 + 0.5) / 256 - 0.5);
            int y = (int)floor(floor((double)at[4 * i + 1] * 256 + 0.5) / 256 - 0.5);
            static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
            for (int k = 0; k < 4; k++) {
                int ex = x + order[k][0], ey = y + order[k][1];
                ex = ex < 0 ? 0 : ex < WIDTH ? ex : WIDTH - 1;
                ey = ey < 0 ? 0 : ey < HEIGHT ? ey : HEIGHT - 1;
                double expected = k_element(&image, 0, (size_t)ex, (size_t)ey, 0, (unsigned)component);
                CHECK((double)got[4 * i + k] == expected);
            }
        }
    }
    CHECK_CALL(k_close(t, &image));
}

/* Outside the memory it reads zeros, whatever the address mode is. */
TEST(row, K10_a_fetch_by_index)
{
    enum { N = 300, WIDTH = 100 };
    static float at[4 * N], got[4 * N];
    static int indices[N];
    for (int border = 0; border < 2; border++) {
        lw_texture_address mode = border ? LW_TEXTURE_ADDRESS_BORDER : LW_TEXTURE_ADDRESS_CLAMP;
        k_image image = {.kind = TEXTURE_FETCH,
                         .shape = {.format = border ? lw_channel(LW_CHANNEL_UNSIGNED, 8, 2) : real4, .width = WIDTH},
                         .how = {.address = {mode}, .border = {1, 1, 1, 1}, .read = (lw_texture_read)border},
                         .resource = LW_TEXTURE_RESOURCE_LINEAR};
        CHECK_CALL(k_open(t, &image, 0));
        for (int i = 0; i < N; i++)
            indices[i] = i < N - 2 ? i - WIDTH : i < N - 1 ? INT32_MIN : INT32_MAX;
        float *device_at = array_of(t, at, sizeof at);
        int *device_indices = array_of(t, indices, sizeof indices);
        float4 *out = array_of(t, NULL, sizeof got);
        CHECK(device_at && device_indices && out);
        CHECK_STATUS(
            lw_launch(texture_read, line(t, 3, 128, 0), TEXTURE_FETCH, image.object, N, device_at, device_indices, out),
            LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (int i = 0; i < N; i++)
            for (unsigned c = 0; c < 4; c++) {
                bool inside = indices[i] >= 0 && indices[i] < WIDTH && c < (border ? 2 : 4);
                CHECK((double)got[4 * (unsigned)i + c] ==
                      (inside ? k_element(&image, 0, (size_t)indices[i], 0, 0, c) : 0));
            }
        CHECK_CALL(k_close(t, &image));
    }
}

static void fetch_points(struct test *t, texture_kind kind, lw_texture_object object, int n, const float *at,
                         const int *layers, float *got)
{
    size_t bytes = 16u * (size_t)n;
    float *device_at = array_of(t, at, bytes);
    int *device_layers = array_of(t, layers, 4u * (size_t)n);
    float4 *out = array_of(t, NULL, bytes);
    CHECK(device_at && device_layers && out);
    CHECK_STATUS(lw_launch(texture_read, line(t, (unsigned)(n + 127) / 128, 128, 0), kind, object, n, device_at,
                           device_layers, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, bytes));
    CHECK_STATUS(lw_free(t->device, device_at), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, device_layers), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

/* All 256 colours, to within the few bits that the device keeps; the fourth channel is no colour. */
TEST(row, K11_srgb_becomes_linear)
{
    enum { N = 256 };
    static float at[4 * N], got[4 * N];
    static int layers[N];
    unsigned char colours[N][4];
    lw_array *array;
    lw_texture_object object;
    for (int i = 0; i < N; i++)
        colours[i][0] = colours[i][1] = colours[i][2] = colours[i][3] = (unsigned char)i;
    CHECK_STATUS(lw_array_create(t->device, &array,
                                 &(lw_array_shape){.format = lw_channel(LW_CHANNEL_UNSIGNED, 8, 4), .width = N}),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, 0, 0, colours, sizeof colours, sizeof colours, 1,
                                       LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    lw_texture_description how = {.read = LW_TEXTURE_READ_NORMALIZED, .srgb = 1};
    for (int filter = 0; filter < 2; filter++) {
        how.filter = (lw_texture_filter)filter;
        CHECK_STATUS(lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &how), LW_SUCCESS);
        for (int i = 0; i < N; i++)
            at[4 * i] = (float)i + 0.5f;
        CHECK_CALL(fetch_points(t, TEXTURE_1D, object, N, at, layers, got));
        for (int i = 0; i < N; i++) {
            double colour = i / 255.0, linear = colour <= 0.04045 ? colour / 12.92 : pow((colour + 0.055) / 1.055, 2.4);
            CHECK(fabs((double)got[4 * i] - linear) <= fmax(linear / 250, 0x1p-15));
            CHECK(got[4 * i] == got[4 * i + 2]);
            CHECK(fabs((double)got[4 * i + 3] - colour) < 1e-6);
        }
        CHECK((double)got[4] == 5 * 0x1p-14 && (double)got[4 * 128] == 14144 * 0x1p-16 && got[4 * 255] == 1);
        CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
    }
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

/* The face of the largest coordinate, of equal ones z's, then y's; on it (s / |m| + 1) / 2 and (t / |m| + 1) / 2. */
TEST(row, K12_a_direction_finds_a_face_of_a_cubemap)
{
    enum { N = 1 << 15, SIDE = 16 };
    static float at[4 * N], got[4 * N];
    static int layers[N];
    for (int layered = 0; layered < 2; layered++) {
        unsigned flags = LW_ARRAY_CUBEMAP | (layered ? LW_ARRAY_LAYERED : 0u);
        k_image image = {
            .kind = layered ? TEXTURE_CUBEMAP_LAYERED : TEXTURE_CUBEMAP,
            .shape = {.format = real, .width = SIDE, .height = SIDE, .depth = layered ? 18 : 6, .flags = flags},
            .how = {.normalized = 1}};
        CHECK_CALL(k_open(t, &image, 0));
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < 3; k++)
                at[4 * i + k] = (float)test_random_below(t, 2001) / 1000 - 1;
            layers[i] = (int)test_random_below(t, 6) - 2;
        }
        CHECK_CALL(fetch_points(t, image.kind, image.object, N, at, layers, got));
        int compared = 0;
        for (int i = 0; i < N; i++) {
            double x = (double)at[4 * i], y = (double)at[4 * i + 1], z = (double)at[4 * i + 2];
            double ax = fabs(x), ay = fabs(y), az = fabs(z), m = fmax(ax, fmax(ay, az)), s, d;
            int face;
            if (az == m)
                face = z < 0 ? 5 : 4, s = z < 0 ? -x : x, d = -y;
            else if (ay == m)
                face = y < 0 ? 3 : 2, s = x, d = y < 0 ? -z : z;
            else
                face = x < 0 ? 1 : 0, s = x < 0 ? z : -z, d = -y;
            double u = (s / m + 1) / 2 * SIDE, v = (d / m + 1) / 2 * SIDE;
            /* The device divides with an error in the last bit, which counts at the edges of elements. */
            if (m == 0 || fabs(u - round(u)) < 1e-4 || fabs(v - round(v)) < 1e-4)
                continue;
            size_t cube = !layered ? 0 : (unsigned)layers[i] < 3 ? (size_t)layers[i] : 2;
            compared++;
            CHECK((double)got[4 * i] == k_element(&image, 0, (size_t)u, (size_t)v, 6 * cube + (size_t)face, 0));
        }
        CHECK(compared > N * 9 / 10);
        CHECK_CALL(k_close(t, &image));
    }
}

/* Across an edge of a face the filter takes the neighbouring face's elements if `seamless` is set, else its own edge's. */
TEST(row, K13_a_seamless_filter_crosses_the_edges_of_faces)
{
    enum { SIDE = 8, N = 4 };
    float faces[6][SIDE][SIDE], got[4 * N];
    /* Near the edge of the faces +z (4) and +x (0), and of +z and +y (2); in the middle of +z. */
    const float at[4 * N] = {0.999f, 0, 1, 0, 1, 0, 0.999f, 0, 0, 0.999f, 1, 0, 0, 0, 1, 0};
    const int layers[N] = {0};
    lw_array *array;
    lw_array_shape shape = {.format = real, .width = SIDE, .height = SIDE, .depth = 6, .flags = LW_ARRAY_CUBEMAP};
    for (int f = 0; f < 6; f++)
        for (int i = 0; i < SIDE * SIDE; i++)
            faces[f][i / SIDE][i % SIDE] = (float)(10 * f);
    CHECK_STATUS(lw_array_create(t->device, &array, &shape), LW_SUCCESS);
    lw_array_copy copy = {.destination = {.array = array},
                          .source = {.memory = {faces, sizeof faces[0][0], SIDE, SIDE}},
                          .width = SIDE,
                          .height = SIDE,
                          .depth = 6,
                          .kind = LW_MEMCPY_HOST_TO_DEVICE};
    CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_SUCCESS);
    for (int seamless = 0; seamless < 2; seamless++) {
        lw_texture_object object;
        lw_texture_description how = {
            .address = {LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP},
            .normalized = 1,
            .filter = LW_TEXTURE_FILTER_LINEAR,
            .seamless = seamless};
        CHECK_STATUS(lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &how), LW_SUCCESS);
        CHECK_CALL(fetch_points(t, TEXTURE_CUBEMAP, object, N, at, layers, got));
        /* The edge is half an element from the last centre: about half of each face. */
        CHECK(fabsf(got[0] - (seamless ? 20.0f : 40.0f)) < 0.5f);
        CHECK(fabsf(got[4] - (seamless ? 20.0f : 0.0f)) < 0.5f);
        CHECK(fabsf(got[8] - (seamless ? 30.0f : 40.0f)) < 0.5f);
        CHECK_EQUAL(got[12], 40);
        CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
    }
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

/* Each level holds its own number, so a fetch returns its level. CUDA leaves the exact formula to the device. */
TEST(row, K14_derivatives_choose_the_level)
{
    enum { N = 1 << 12, SIDE = 64, LEVELS = 7 };
    static float at[8 * N], got[N], texels[SIDE * SIDE * 8];
    static const texture_kind kinds[] = {TEXTURE_1D, TEXTURE_2D, TEXTURE_3D, TEXTURE_1D_LAYERED, TEXTURE_2D_LAYERED};
    for (unsigned k = 0; k < 5; k++) {
        bool layered = k > 2, deep = k == 2;
        lw_array *array;
        lw_texture_object object;
        lw_array_shape shape = {.format = real,
                                .width = SIDE,
                                .height = k == 0 || k == 3 ? 0 : SIDE,
                                .depth = layered ? 2
                                         : deep  ? 8
                                                 : 0,
                                .levels = LEVELS,
                                .flags = layered ? LW_ARRAY_LAYERED : 0u};
        CHECK_STATUS(lw_array_create(t->device, &array, &shape), LW_SUCCESS);
        for (unsigned level = 0; level < LEVELS; level++) {
            lw_array_shape size;
            CHECK_STATUS(lw_array_get_shape(array, level, &size), LW_SUCCESS);
            for (int i = 0; i < SIDE * SIDE * 8; i++)
                texels[i] = (float)level;
            size_t h = size.height ? size.height : 1;
            lw_array_copy copy = {.destination = {.array = array, .level = level},
                                  .source = {.memory = {texels, 4 * size.width, size.width, h}},
                                  .width = size.width,
                                  .height = h,
                                  .depth = size.depth ? size.depth : 1,
                                  .kind = LW_MEMCPY_HOST_TO_DEVICE};
            CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_SUCCESS);
        }
        lw_texture_description how = {
            .address = {LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP},
            .normalized = 1,
            .filter = LW_TEXTURE_FILTER_LINEAR,
            .mip_filter = LW_TEXTURE_FILTER_LINEAR,
            .mip_max = LEVELS};
        lw_texture_resource resource = {.kind = LW_TEXTURE_RESOURCE_MIPMAPPED, .array = array};
        CHECK_STATUS(lw_texture_create(t->device, &object, &resource, &how), LW_SUCCESS);
        for (int i = 0; i < 8 * N; i++)
            at[i] = i % 8 < 3 ? 0.5f
                              : ldexpf((float)test_random_below(t, 1000) / 1000 - 0.5f, -(int)test_random_below(t, 5));
        float *device_at = array_of(t, at, sizeof at), *out = array_of(t, NULL, sizeof got);
        CHECK(device_at && out);
        CHECK_STATUS(lw_launch(texture_gradient, line(t, N / 128, 128, 0), kinds[k], object, N, device_at, out),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (int i = 0; i < N; i++) {
            const float *p = at + 8 * i;
            double w = SIDE, h = shape.height ? SIDE : 0, d = deep ? 8 : 0;
            double a = hypot(hypot((double)p[3] * w, (double)p[4] * h), (double)p[5] * d);
            double b = hypot((double)p[6] * w, (double)p[7] * h), level = log2(fmax(a, b));
            level = fmin(fmax(level, 0), LEVELS - 1);
            if (!(fabs((double)got[i] - level) < 0.6))
                FAIL("kind %u: derivatives (%g, %g, %g), (%g, %g): level %g, expected about %g", k, (double)p[3],
                     (double)p[4], (double)p[5], (double)p[6], (double)p[7], (double)got[i], level);
        }
        CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
        CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
    }
}

TEST(row, K15_infinities_and_nans_pass_the_filter)
{
    const float texels[6] = {1, INFINITY, 2, NAN, -INFINITY, INFINITY};
    const float at[4 * 5] = {0.75f, 0, 0, 0, 2.25f, 0, 0, 0, 3.5f, 0, 0, 0, 4.0f + 0.5f, 0, 0, 0, 5, 0, 0, 0};
    const int layers[5] = {0};
    float got[4 * 5];
    lw_array *array;
    lw_texture_object object;
    lw_texture_description how = {.address = {LW_TEXTURE_ADDRESS_CLAMP, LW_TEXTURE_ADDRESS_CLAMP},
                                  .filter = LW_TEXTURE_FILTER_LINEAR};
    CHECK_STATUS(lw_array_create(t->device, &array, &(lw_array_shape){.format = real, .width = 6}), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d_to_array(t->device, array, 0, 0, texels, sizeof texels, sizeof texels, 1,
                                       LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_texture_create(t->device, &object, &(lw_texture_resource){.array = array}, &how), LW_SUCCESS);
    CHECK_CALL(fetch_points(t, TEXTURE_1D, object, 5, at, layers, got));
    CHECK(isinf(got[0]) && got[0] > 0 && isinf(got[4]) && got[4] > 0);
    CHECK(isnan(got[8]));
    CHECK(isinf(got[12]) && got[12] < 0);
    CHECK(isnan(got[16])); /* both infinities */
    CHECK_STATUS(lw_texture_destroy(t->device, object), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}
