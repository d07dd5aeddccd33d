#include <math.h>

#include <kernels/warp_affine.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Sizes: width, height, and the side of a square output. */
enum { FILL = 114 };

static void prepare(struct kernel_run *run)
{
    const uint64_t *size = run->shape.dimension;
    kernel_buffer_add(run, "in", KERNEL_U8, KERNEL_INPUT, 3 * size[0] * size[1]);
    kernel_buffer_add(run, "out", KERNEL_U8, KERNEL_OUTPUT, 3 * size[2] * size[2]);
}

static lwk_affine letterbox_of(const struct kernel_run *run)
{
    int side = (int)run->shape.dimension[2];
    return lwk_letterbox((int)run->shape.dimension[0], (int)run->shape.dimension[1], side > 0 ? side : 1,
                         side > 0 ? side : 1);
}

/* Turned by some 30 degrees about the middle of the input, enlarged: corners of the output lie outside. */
static lwk_affine turn_of(const struct kernel_run *run)
{
    float across = 0.5f * (float)run->shape.dimension[0], down = 0.5f * (float)run->shape.dimension[1];
    float middle = 0.5f * (float)run->shape.dimension[2];
    lwk_affine map = {{0.65f, -0.375f, 0, 0.375f, 0.65f, 0}};
    map.m[2] = across - (map.m[0] + map.m[1]) * middle;
    map.m[5] = down - (map.m[3] + map.m[4]) * middle;
    return map;
}

static lw_status launch(const struct kernel_run *run, lwk_affine map)
{
    int width = (int)run->shape.dimension[0], height = (int)run->shape.dimension[1];
    int side = (int)run->shape.dimension[2];
    const uint8_t *in = run->buffer[0].device;
    uint8_t *out = run->buffer[1].device;
    if (run->block.x == 0 || side == 0)
        return lwk_warp_affine_launch(run->stream, in, width, height, out, side, side, map, FILL);
    lw_dim3 grid = {((unsigned)side + run->block.x - 1) / run->block.x, 2, 1}; /* short: rows in turns */
    return lw_launch(lwk_warp_affine, lw_grid(run->stream, grid, run->block, 0), in, width, height, out, side, side,
                     map, FILL);
}

static lw_status launch_letterbox(const struct kernel_run *run)
{
    return launch(run, letterbox_of(run));
}

static lw_status launch_turned(const struct kernel_run *run)
{
    return launch(run, turn_of(run));
}

static double sample(const struct kernel_run *run, double x, double y, int channel)
{
    double width = (double)run->shape.dimension[0], height = (double)run->shape.dimension[1];
    if (x < 0 || y < 0 || x >= width || y >= height)
        return FILL;
    return kernel_u8(run, 0)[3 * ((size_t)y * run->shape.dimension[0] + (size_t)x) + (size_t)channel];
}

/* Not rounded: the kernel's rounding is half of the tolerance. */
static void reference(struct kernel_run *run)
{
    uint64_t side = run->shape.dimension[2];
    lwk_affine map = run->variant->launch == launch_letterbox ? letterbox_of(run) : turn_of(run);
    for (uint64_t i = 0; i < side * side; i++) {
        double u = (double)(i % side), v = (double)(i / side);
        double x = (double)map.m[0] * u + (double)map.m[1] * v + (double)map.m[2];
        double y = (double)map.m[3] * u + (double)map.m[4] * v + (double)map.m[5];
        double left = floor(x), top = floor(y), right = x - left, below = y - top;
        for (int c = 0; c < 3; c++) {
            double upper = (1 - right) * sample(run, left, top, c) + right * sample(run, left + 1, top, c);
            double lower = (1 - right) * sample(run, left, top + 1, c) + right * sample(run, left + 1, top + 1, c);
            run->buffer[1].expected[3 * i + (size_t)c] = (1 - below) * upper + below * lower;
        }
    }
}

/* Half a unit of rounding, and what coordinates of up to 2^9 in float are off by, times the steepest slope of 255. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 0.5 + 2 * 255 * 0x1p-14;
}

static double bytes(const struct kernel_shape *shape)
{
    return 3.0 * ((double)shape->dimension[0] * (double)shape->dimension[1] +
                  (double)shape->dimension[2] * (double)shape->dimension[2]);
}

static const lw_dim3 blocks[] = {{1, 1, 1}, {16, 16, 1}, {33, 3, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {
    {"letterbox", launch_letterbox, blocks, false}, {"turned", launch_turned, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{5, 5, 0}},    {{1, 1, 1}},    {{1, 1, 9}},       {{7, 3, 32}},
                                             {{64, 48, 33}}, {{31, 97, 64}}, {{200, 120, 128}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1920, 1080, 640}}, {{7680, 4320, 4096}}, {{UINT64_MAX}}};

static struct kernel_case warp_affine = {
    .name = "warp_affine",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX | KERNEL_FILL_EXTREME,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(warp_affine);

/* Twice as large: with the half-pixel term each source pixel is the centre of a square of four. */
TEST(warp_affine, letterbox_has_the_half_pixel_term, .host = true)
{
    lwk_affine map = lwk_letterbox(320, 240, 640, 640);
    (void)t;
    CHECK(map.m[0] == 0.5f && map.m[4] == 0.5f && map.m[1] == 0.0f && map.m[3] == 0.0f);
    CHECK(map.m[2] == -0.25f);
    CHECK(map.m[5] == -0.25f - 40.0f); /* 80 rows of fill above, as 480 of 640 are the picture's */
}

/* There and back is where it was. */
TEST(warp_affine, inverse, .host = true)
{
    lwk_affine map = {{0.5f, -2.0f, 3.0f, 1.0f, 0.25f, -5.0f}}, back = lwk_affine_inverse(map);
    double x = 7, y = -11;
    double u = (double)back.m[0] * x + (double)back.m[1] * y + (double)back.m[2];
    double v = (double)back.m[3] * x + (double)back.m[4] * y + (double)back.m[5];
    CHECK(fabs((double)map.m[0] * u + (double)map.m[1] * v + (double)map.m[2] - x) < 1e-5);
    CHECK(fabs((double)map.m[3] * u + (double)map.m[4] * v + (double)map.m[5] - y) < 1e-5);
    lwk_affine flat = {{1, 2, 0, 2, 4, 0}};
    CHECK(isnan(lwk_affine_inverse(flat).m[0]));
}

/* Maps whose answer is known to the bit: each of the 5 x 4 pixels, or FILL. */
static void check_exact(struct test *t, lwk_affine map, int width, int height, int dx, int dy)
{
    enum { W = 5, H = 4, BYTES = 3 * W * H };
    unsigned char in[BYTES], out[BYTES], *device_in, *device_out;
    for (int i = 0; i < BYTES; i++)
        in[i] = (unsigned char)(i * 4 + 3);
    CHECK_STATUS(lw_malloc(t->device, (void **)&device_in, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&device_out, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, device_in, in, BYTES, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(
        lwk_warp_affine_launch(lw_default_stream(t->device), device_in, width, height, device_out, W, H, map, FILL),
        LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, out, device_out, BYTES, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < BYTES; i++) {
        int x = i / 3 % W + dx, y = i / 3 / W + dy;
        bool inside = x >= 0 && y >= 0 && x < width && y < height;
        CHECK_EQUAL(out[i], inside ? in[3 * (y * W + x) + i % 3] : FILL);
    }
}

TEST(warp_affine, moves_by_whole_pixels)
{
    lwk_affine map = {{1, 0, 0, 0, 1, 0}};
    CHECK_CALL(check_exact(t, map, 5, 4, 0, 0));
    map.m[2] = 2;
    map.m[5] = -1;
    CHECK_CALL(check_exact(t, map, 5, 4, 2, -1));
}

TEST(warp_affine, fills_what_is_nowhere)
{
    lwk_affine map = {{1, 0, NAN, 0, 1, 0}};
    CHECK_CALL(check_exact(t, map, 5, 4, 100, 0));
    map.m[2] = INFINITY;
    CHECK_CALL(check_exact(t, map, 5, 4, 100, 0));
    map.m[2] = 0; /* of an empty picture */
    CHECK_CALL(check_exact(t, map, 0, 4, 0, 0));
}

TEST(warp_affine, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    lwk_affine map = {{1, 0, 0, 0, 1, 0}};
    unsigned char *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_STATUS(lwk_warp_affine_launch(s, p, 1, 1, p, 1, (1 << 24) + 1, map, FILL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_warp_affine_launch: from 1 x 1 to 1 x 16777217");
    CHECK_STATUS(lwk_warp_affine_launch(s, NULL, 1, 1, p, 1, 1, map, FILL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_warp_affine_launch: in is null");
    CHECK_STATUS(lwk_warp_affine_launch(s, p, 1, 1, NULL, 1, 1, map, FILL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_warp_affine_launch: out is null");
}
