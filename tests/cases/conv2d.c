#include <math.h>
#include <stdio.h>

#include <kernels/conv2d.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "conv.h"

enum { IN, WEIGHT, BIAS, OUT };

static void prepare(struct kernel_run *run)
{
    const struct lwk_conv conv = conv_of(&run->shape);
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, conv_in_of(&conv));
    kernel_buffer_add(run, "weight", KERNEL_F32, KERNEL_INPUT, conv_weights_of(&conv));
    kernel_buffer_add(run, "bias", KERNEL_F32, KERNEL_INPUT, (uint64_t)conv.out_channels);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, conv_out_of(&conv));
}

static lw_status launch_with(const struct kernel_run *run, bool has_bias)
{
    const struct lwk_conv conv = conv_of(&run->shape);
    const struct kernel_buffer *b = run->buffer;
    return lwk_conv2d_launch(run->stream, &conv, b[IN].device, b[WEIGHT].device, has_bias ? b[BIAS].device : NULL,
                             b[OUT].device);
}

static lw_status launch(const struct kernel_run *run)
{
    return launch_with(run, run->variant->name[0] == 'b');
}

static void reference_element(const struct kernel_run *run, const struct lwk_conv *conv, uint64_t e, double *sum,
                              double *absolute)
{
    const int width = lwk_conv_out_width(conv), height = lwk_conv_out_height(conv);
    const int ox = (int)(e % (uint64_t)width), oy = (int)(e / (uint64_t)width % (uint64_t)height);
    const uint64_t plane = e / (uint64_t)(width * height), picture = plane / (uint64_t)conv->out_channels;
    const int k = (int)(plane % (uint64_t)conv->out_channels), channels = conv->in_channels / conv->groups;
    const int first = k / (conv->out_channels / conv->groups) * channels;
    *sum = run->variant->name[0] == 'b' ? (double)kernel_f32(run, BIAS)[k] : 0;
    *absolute = fabs(*sum);
    for (int c = 0; c < channels; c++)
        for (int r = 0; r < conv->window_height; r++)
            for (int s = 0; s < conv->window_width; s++) {
                const int y = oy * conv->stride_y - conv->pad_y + r * conv->dilation_y;
                const int x = ox * conv->stride_x - conv->pad_x + s * conv->dilation_x;
                if (y < 0 || y >= conv->height || x < 0 || x >= conv->width)
                    continue;
                const uint64_t from = picture * (uint64_t)conv->in_channels + (uint64_t)(first + c);
                const double weight = (double)kernel_f32(
                    run, WEIGHT)[((k * channels + c) * conv->window_height + r) * conv->window_width + s];
                const double product =
                    weight *
                    (double)kernel_f32(
                        run, IN)[(from * (uint64_t)conv->height + (uint64_t)y) * (uint64_t)conv->width + (uint64_t)x];
                *sum += product;
                *absolute += fabs(product);
            }
}

static void reference(struct kernel_run *run)
{
    const struct lwk_conv conv = conv_of(&run->shape);
    const double terms = (double)(conv.in_channels / conv.groups * conv.window_height * conv.window_width);
    for (uint64_t e = 0; e < conv_out_of(&conv); e++) {
        double absolute;
        reference_element(run, &conv, e, &run->buffer[OUT].expected[e], &absolute);
        run->buffer[OUT].magnitude[e] = (terms + 1) * absolute;
    }
}

/* Magnitudes are bounds in units of 2^-24; the ULP of a number is at least that of it. Sums of integers are exact. */
static double tolerance(const struct kernel_run *run)
{
    return run->fill == KERNEL_FILL_INTEGERS ? 0 : 1;
}

static double bytes(const struct kernel_shape *shape)
{
    const struct lwk_conv conv = conv_of(shape);
    return 4.0 * (double)(conv_in_of(&conv) + conv_weights_of(&conv) + conv_out_of(&conv));
}

static double flops(const struct kernel_shape *shape)
{
    const struct lwk_conv conv = conv_of(shape);
    return 2.0 * (double)conv_out_of(&conv) * (double)conv_weights_of(&conv) / conv.out_channels;
}

static const struct kernel_variant variants[] = {
    {"bias", launch, NULL, false}, {"plain", launch, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{200010001, 3003, 111100111}},  {{200030009, 9021, 331111111}},
                                             {{100200010, 12017, 332211112}}, {{300040004, 8040, 331111110}},
                                             {{100020005, 11019, 231321231}}, {{100090070, 5006, 111100111}},
                                             {{200060008, 7020, 552122221}},  {{UINT64_MAX}}};
static struct kernel_case conv2d = {
    .name = "conv2d",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = conv_bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
    .flops = flops,
    .describe = conv_describe,
};
KERNEL_CASE(conv2d);

TEST(conv2d, refuses_bad_arguments)
{
    static const struct {
        struct lwk_conv conv;
        const char *message;
    } wrong[] = {
        {{-1, 2, 4, 4, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1}, "conv->batch is -1; expected 0 to 2147483647"},
        {{1, 0, 4, 4, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1}, "conv->in_channels is 0; expected 1 to 2147483647"},
        {{1, 2, 4, 40000, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1}, "conv->width is 40000; expected 1 to 32767"},
        {{1, 2, 4, 4, 2, 3, 3, 0, 1, 0, 0, 1, 1, 1}, "conv->stride_y is 0; expected 1 to 32767"},
        {{1, 2, 4, 4, 2, 3, 3, 1, 1, -1, 0, 1, 1, 1}, "conv->pad_y is -1; expected 0 to 32767"},
        {{1, 2, 4, 4, 2, 3, 3, 1, 1, 0, 0, 1, 0, 1}, "conv->dilation_x is 0; expected 1 to 32767"},
        {{1, 2, 4, 4, 3, 3, 3, 1, 1, 0, 0, 1, 1, 2}, "conv->groups is 2, which does not divide 2 and 3 channels"},
        {{1, 2, 4, 4, 2, 3, 3, 1, 1, 0, 0, 2, 1, 1},
         "conv->window_height is 3 with a dilation of 2: more than the picture's 4"},
        {{1, 2, 4, 4, 2, 3, 7, 1, 1, 0, 1, 1, 1, 1},
         "conv->window_width is 7 with a dilation of 1: more than the picture's 6"},
        {{1 << 27, 2, 4, 4, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1}, "in has 16 x 2 x 134217728 elements; at most 2147483647"},
        {{1, 1 << 15, 1, 1, 1 << 16, 1, 1, 1, 1, 0, 0, 1, 1, 1}, "weight has 1 x 32768 x 65536 elements"},
    };
    const struct lwk_conv conv = {1, 2, 4, 4, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 256), LW_SUCCESS);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(lwk_conv2d_launch(s, &wrong[i].conv, p, p, NULL, p), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, wrong[i].message);
    }
    CHECK_STATUS(lwk_conv2d_launch(s, NULL, p, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_launch: conv is null");
    CHECK_STATUS(lwk_conv2d_launch(s, &conv, NULL, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_launch: in is null");
    CHECK_STATUS(lwk_conv2d_launch(s, &conv, p, NULL, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_launch: weight is null");
    CHECK_STATUS(lwk_conv2d_launch(s, &conv, p, p, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_launch: out is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes one of four by the kind of device and by sizes; here all run. */
TEST(conv2d, all_kernels_give_the_same_bits)
{
    static const struct lwk_conv convs[] = {{2, 20, 12, 17, 24, 3, 3, 2, 2, 1, 1, 1, 1, 2},
                                            {2, 7, 10, 18, 70, 2, 3, 1, 1, 0, 2, 2, 1, 1},
                                            {1, 3, 20, 40, 4, 5, 5, 1, 3, 2, 2, 1, 2, 1}};
    enum { MOST = 1 << 15 };
    static float host[3 * MOST], got[4][MOST], *in;
    lw_stream *s = lw_default_stream(t->device);
    for (int i = 0; i < 3 * MOST; i++)
        host[i] = (float)((unsigned)i * 2654435761u >> 16) / 65536 - 0.4f;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, 4 * MOST * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    float *weight = in + MOST, *bias = weight + MOST, *out = bias + MOST;
    for (size_t k = 0; k < sizeof convs / sizeof convs[0]; k++) {
        const struct lwk_conv conv = convs[k];
        const int height = lwk_conv_out_height(&conv), width = lwk_conv_out_width(&conv);
        const int wide = height * width % 4 == 0,
                  columns = 16 + (conv.window_width - 1) * conv.dilation_x / conv.stride_x + 1;
        const unsigned count = (unsigned)(conv.batch * conv.out_channels * height * width);
        const lw_dim3 grid = {(unsigned)(conv.batch * height * width + 127) / 128,
                              (unsigned)((conv.out_channels / conv.groups + 63) / 64 * conv.groups), 1};
        const lw_dim3 block = {256, 1, 1};
        const size_t blocks = (size_t)(conv.batch * conv.groups * height * ((width + 15) / 16));
        const unsigned each = 3;
        CHECK(count <= MOST);
        for (int way = 0; way < 4; way++) {
            CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got[0]), LW_SUCCESS);
            if (way == 0)
                CHECK_STATUS(lw_launch(lwk_conv2d_gemm, lw_grid(s, grid, block, 0), conv, height, width, in, weight,
                                       bias, out, wide),
                             LW_SUCCESS);
            else if (way == 1)
                CHECK_STATUS(lw_launch(lwk_conv2d_direct, lw_linear(s, count, 128), count, conv, height, width, in,
                                       weight, bias, out),
                             LW_SUCCESS);
            else if (way == 2 && conv.stride_x == 1 && conv.in_channels / conv.groups <= 8)
                CHECK_STATUS(lw_launch(lwk_conv2d_taps, lw_linear(s, (count / (unsigned)width / each + 1) * 8, 8),
                                       count / (unsigned)width, each, conv, height, width, in, weight, bias, out),
                             LW_SUCCESS);
            else /* twice where those of taps do not take it */
                CHECK_STATUS(lw_launch(lwk_conv2d_rows, lw_linear(s, blocks * 16, 16), conv, height, width, columns, in,
                                       weight, bias, out),
                             LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[way], out, sizeof got[0], LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        }
        CHECK(memcmp(got[0], got[1], sizeof got[0]) == 0);
        CHECK(memcmp(got[0], got[2], sizeof got[0]) == 0);
        CHECK(memcmp(got[0], got[3], sizeof got[0]) == 0);
        CHECK(got[0][count - 1] != 0 && (count == MOST || got[0][count] == 0));
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
}
