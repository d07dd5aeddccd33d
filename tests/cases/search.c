#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kernels/search.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is n and how many needles. */
enum { IN, NEEDLE, OUT };

#define LAUNCH(name)                                                                                                   \
    static lw_status name(const struct kernel_run *run)                                                                \
    {                                                                                                                  \
        return lwk_search_##name##_launch(run->stream, run->shape.dimension[0], run->buffer[IN].device,                \
                                          run->shape.dimension[1], run->buffer[NEEDLE].device,                         \
                                          run->buffer[OUT].device);                                                    \
    }
LAUNCH(lower_float)
LAUNCH(upper_float)
LAUNCH(lower_int)
LAUNCH(upper_int)

static const struct kernel_variant variants[] = {{"lower_float", lower_float, NULL, false},
                                                 {"upper_float", upper_float, NULL, false},
                                                 {"lower_int", lower_int, NULL, false},
                                                 {"upper_int", upper_int, NULL, false},
                                                 {NULL, NULL, NULL, false}};

static bool is_float(const struct kernel_run *run)
{
    return strstr(run->variant->name, "float") != NULL;
}

static int compare_floats(const void *one, const void *other)
{
    float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

static int compare_ints(const void *one, const void *other)
{
    int a = *(const int *)one, b = *(const int *)other;
    return (a > b) - (a < b);
}

/* Every third needle is an element. */
static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0], needles = run->shape.dimension[1];
    enum kernel_type type = is_float(run) ? KERNEL_F32 : KERNEL_U32;
    uint32_t *in = kernel_buffer_add(run, "in", type, KERNEL_INPUT, n)->host;
    uint32_t *needle = kernel_buffer_add(run, "needle", type, KERNEL_INPUT, needles)->host;
    kernel_buffer_add(run, "out", KERNEL_U64, KERNEL_OUTPUT, needles);
    if (in != NULL)
        qsort(in, n, sizeof *in, is_float(run) ? compare_floats : compare_ints);
    for (uint64_t i = 0; i < needles && in != NULL && needle != NULL; i += 3)
        needle[i] = in[i * 7919 % n];
}

/* Elements one by one. */
static void reference(struct kernel_run *run)
{
    bool upper = !strncmp(run->variant->name, "upper", strlen("upper")), floats = is_float(run);
    for (uint64_t i = 0; i < run->shape.dimension[1]; i++) {
        uint64_t place = 0;
        for (uint64_t k = 0; k < run->shape.dimension[0]; k++) {
            double element = floats ? (double)kernel_f32(run, IN)[k] : (double)(int)kernel_u32(run, IN)[k];
            double needle = floats ? (double)kernel_f32(run, NEEDLE)[i] : (double)(int)kernel_u32(run, NEEDLE)[i];
            place += upper ? element <= needle : element < needle;
        }
        run->buffer[OUT].expected[i] = (double)place;
    }
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0] + 12.0 * (double)shape->dimension[1];
}

static const struct kernel_shape shapes[] = {{{0, 5}},   {{1, 0}},     {{1, 7}},      {{2, 31}},     {{3, 257}},
                                             {{5, 300}}, {{256, 999}}, {{1023, 700}}, {{UINT64_MAX}}};
/* Small: the reference reads all elements for each needle. */
static const struct kernel_shape bench_shapes[] = {{{1 << 16, 1 << 16}}, {{UINT64_MAX}}};

static struct kernel_case search = {
    .name = "search",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS | KERNEL_FILL_EXTREME,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(search);

TEST(search, not_a_number_and_infinities)
{
    const float in[] = {-INFINITY, -1, 0, 2, INFINITY}, needle[] = {NAN, INFINITY, -INFINITY, -0.0f};
    const size_t lower[] = {0, 4, 0, 2}, upper[] = {0, 5, 1, 3};
    size_t got[4], *out;
    float *elements, *needles;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&elements, sizeof in), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&needles, sizeof needle), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, elements, in, sizeof in, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, needles, needle, sizeof needle, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lwk_search_lower_float_launch(s, 5, elements, 4, needles, out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(got[i], lower[i]);
    CHECK_STATUS(lwk_search_upper_float_launch(s, 5, elements, 4, needles, out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(got[i], upper[i]);
}

TEST(search, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_search_lower_float_launch(s, 1, NULL, 1, p, (size_t *)(void *)p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_search_lower_float_launch: in is null");
    CHECK_STATUS(lwk_search_upper_float_launch(s, 1, p, 1, NULL, (size_t *)(void *)p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_search_upper_float_launch: needle is null");
    CHECK_STATUS(lwk_search_lower_int_launch(s, 1, (int *)(void *)p, 1, (int *)(void *)p, NULL),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_search_lower_int_launch: out is null");
    CHECK_STATUS(lwk_search_upper_int_launch(s, 0, NULL, 0, NULL, NULL), LW_SUCCESS);
}
