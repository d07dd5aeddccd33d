/* Textures with random elements, and random fetches of them. */
#include <math.h>
#include <stdio.h>

#include "K_reference.h"

static size_t count_elements(const k_image *image)
{
    size_t count = 0;
    for (unsigned level = 0; level < k_levels(image); level++) {
        bool slices = image->shape.flags & (LW_ARRAY_LAYERED | LW_ARRAY_CUBEMAP);
        size_t w = image->shape.width >> level, h = image->shape.height >> level;
        size_t d = slices ? image->shape.depth : image->shape.depth >> level;
        count += (w ? w : 1) * (h ? h : 1) * (d ? d : 1);
    }
    return count;
}

static void fill(struct test *t, k_image *image, int spread)
{
    lw_channel_format f = image->shape.format;
    size_t bytes = count_elements(image) * k_element_bytes(image);
    for (size_t i = 0; i < bytes; i++)
        image->elements[i] = (unsigned char)test_random(t);
    for (size_t i = 0; f.kind == LW_CHANNEL_FLOAT && f.x == 32 && i < bytes / 4; i++) {
        double unit = (double)(test_random(t) >> 40) / 0x1p23 - 1;
        float value = (float)ldexp(unit, spread ? (int)test_random_below(t, 2u * (unsigned)spread) - spread : 0);
        memcpy(image->elements + 4 * i, &value, 4);
    }
    for (size_t i = 0; f.kind == LW_CHANNEL_FLOAT && f.x == 16 && i < bytes / 2; i++) {
        uint16_t value = (uint16_t)(test_random(t) & 0x83ff) | (uint16_t)((9 + test_random_below(t, 8)) << 10);
        memcpy(image->elements + 2 * i, &value, 2);
    }
}

static void copy_levels(struct test *t, k_image *image)
{
    const unsigned char *from = image->elements;
    for (unsigned level = 0; level < k_levels(image); level++) {
        lw_array_shape size;
        CHECK_STATUS(lw_array_get_shape(image->array, level, &size), LW_SUCCESS);
        size_t h = size.height ? size.height : 1, d = size.depth ? size.depth : 1,
               row = size.width * k_element_bytes(image);
        lw_array_copy copy = {.destination = {.array = image->array, .level = level},
                              .source = {.memory = {(void *)(uintptr_t)from, row, size.width, h}},
                              .width = size.width,
                              .height = h,
                              .depth = d,
                              .kind = LW_MEMCPY_HOST_TO_DEVICE};
        CHECK_STATUS(lw_memcpy_3d_array(t->device, &copy), LW_SUCCESS);
        from += row * h * d;
    }
}

void k_open(struct test *t, k_image *image, int spread)
{
    size_t bytes = count_elements(image) * k_element_bytes(image), row = image->shape.width * k_element_bytes(image);
    size_t pitch = (row + 31) / 32 * 32, height = image->shape.height ? image->shape.height : 1;
    lw_texture_resource resource = {.kind = image->resource, .format = image->shape.format};
    image->elements = malloc(bytes);
    CHECK(image->elements);
    fill(t, image, spread);
    if (image->resource == LW_TEXTURE_RESOURCE_ARRAY || image->resource == LW_TEXTURE_RESOURCE_MIPMAPPED) {
        CHECK_STATUS(lw_array_create(t->device, &image->array, &image->shape), LW_SUCCESS);
        CHECK_CALL(copy_levels(t, image));
        resource.array = image->array;
    } else {
        CHECK_STATUS(lw_malloc(t->device, &image->memory, pitch * height), LW_SUCCESS);
        CHECK_STATUS(
            lw_memcpy_2d(t->device, image->memory, pitch, image->elements, row, row, height, LW_MEMCPY_HOST_TO_DEVICE),
            LW_SUCCESS);
        resource.pointer = image->memory;
        resource.size = row;
        resource.width = image->shape.width;
        resource.height = image->shape.height;
        resource.pitch = pitch;
    }
    CHECK_STATUS(lw_texture_create(t->device, &image->object, &resource, &image->how), LW_SUCCESS);
}

void k_close(struct test *t, k_image *image)
{
    free(image->elements);
    image->elements = NULL;
    CHECK_STATUS(lw_texture_destroy(t->device, image->object), LW_SUCCESS);
    if (image->array)
        CHECK_STATUS(lw_array_destroy(image->array), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, image->memory), LW_SUCCESS);
    image->array = NULL;
    image->memory = NULL;
}

unsigned k_fetches(void)
{
    const char *engine = getenv("LANEWISE_ENGINE");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    bool slow = true;
#else
    bool slow = getenv("MESON_EXE_WRAPPER") != NULL; /* an emulated processor */
#endif
    return engine && strcmp(engine, "checked") == 0 ? 1u << 11 : slow ? 1u << 12 : 1u << 16;
}

/* In and around `size` elements; with all classes of numbers that go wrong. */
static float coordinate(struct test *t, double size, bool normalized)
{
    static const float strange[] = {INFINITY, -INFINITY, NAN, 3.4e38f, -3.4e38f, -0.0f, 1e-45f, -1e-45f, 16777217.0f};
    double unit = (double)(test_random(t) >> 11) / 0x1p53, x;
    switch (test_random_below(t, 8)) {
    case 0: x = floor((unit * 3 - 1) * size); break;
    case 1: x = floor((unit * 3 - 1) * size) + 0.5; break;
    case 2: x = floor((unit * 3 - 1) * size * 512) / 512; break;
    case 3: x = (unit * 5 - 2) * size; break;
    case 4:
        if (test_random_below(t, 8) == 0)
            return strange[test_random_below(t, sizeof strange / sizeof *strange)];
        x = ldexp(unit * 2 - 1, (int)test_random_below(t, 40) - 20);
        break;
    default: x = unit * size; break;
    }
    float result = (float)(normalized ? x / size : x);
    return test_random_below(t, 4) ? result : nextafterf(result, unit < 0.5 ? -INFINITY : INFINITY);
}

static void make_places(struct test *t, const k_image *image, unsigned n, float *at, int *layers)
{
    double depth = (double)(image->shape.depth ? image->shape.depth : 1);
    double height = (double)(image->shape.height ? image->shape.height : 1);
    for (unsigned i = 0; i < n; i++) {
        at[4 * i] = coordinate(t, (double)image->shape.width, image->how.normalized);
        at[4 * i + 1] = coordinate(t, height, image->how.normalized);
        at[4 * i + 2] = coordinate(t, depth, image->how.normalized);
        at[4 * i + 3] = coordinate(t, (double)k_levels(image), false);
        layers[i] = (int)test_random_below(t, (unsigned)depth + 4) - 2;
    }
}

static void compare_one(struct test *t, const k_image *image, const float at[4], int layer, const float got[4],
                        double bound, double *worst)
{
    float expected[4];
    k_expect(image, at, layer, expected);
    for (int c = 0; c < 4; c++) {
        double difference = fabs((double)got[c] - (double)expected[c]);
        *worst = fmax(*worst, difference);
        if (!(difference <= bound))
            FAIL("kind %d at (%a, %a, %a), level %a, layer %d, address %d, channel %d: %a (%g), expected %a (%g)",
                 (int)image->kind, (double)at[0], (double)at[1], (double)at[2], (double)at[3], layer,
                 (int)image->how.address[0], c, (double)got[c], (double)got[c], (double)expected[c],
                 (double)expected[c]);
    }
}

void k_compare(struct test *t, k_image *image, double bound)
{
    unsigned n = k_fetches();
    float *at = malloc(16u * n), *got = malloc(16u * n);
    int *layers = malloc(4u * n);
    double worst = 0;
    if (at && got && layers) {
        make_places(t, image, n, at, layers);
        float *device_at = array_of(t, at, 16u * n);
        int *device_layers = array_of(t, layers, 4u * n);
        float4 *out = array_of(t, NULL, 16u * n);
        lw_status status = lw_launch(texture_read, line(t, (n + 127) / 128, 128, 0), image->kind, image->object, (int)n,
                                     device_at, device_layers, out);
        if (status)
            test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
        else
            array_read(t, got, out, 16u * n);
        for (unsigned i = 0; i < n && !t->failed; i++)
            compare_one(t, image, at + 4 * i, layers[i], got + 4 * i, bound, &worst);
        lw_free(t->device, device_at);
        lw_free(t->device, device_layers);
        lw_free(t->device, out);
        if (worst > 0 && getenv("K_WORST"))
            printf("# %s: largest difference %g\n", t->name, worst);
    } else {
        test_fail(t, __FILE__, __LINE__, "no memory for %u fetches", n);
    }
    free(at);
    free(got);
    free(layers);
}
