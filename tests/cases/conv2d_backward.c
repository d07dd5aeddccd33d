#include <math.h>
#include <stdio.h>

#include <kernels/conv2d_backward.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "conv.h"

/* A variant is a gradient: with respect to pictures ("input"), weights, biases. `FACTOR`: the weights or the pictures that grad_out meets. */
enum { FACTOR, GRAD_OUT, RESULT, WORKSPACE, BIAS_GRAD_OUT = 0, BIAS_RESULT, BIAS_WORKSPACE };

static char which(const struct kernel_run *run)
{
    return run->variant->name[0];
}

static void prepare(struct kernel_run *run)
{
    const struct lwk_conv conv = conv_of(&run->shape);
    const bool input = which(run) == 'i';
    if (which(run) == 'b') {
        kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, conv_out_of(&conv));
        kernel_buffer_add(run, "grad_bias", KERNEL_F32, KERNEL_OUTPUT, (uint64_t)conv.out_channels);
        kernel_buffer_add(run, "workspace", KERNEL_F32, KERNEL_WORKSPACE,
                          lwk_conv2d_backward_bias_workspace(&conv) / 4);
        return;
    }
    kernel_buffer_add(run, input ? "weight" : "in", KERNEL_F32, KERNEL_INPUT,
                      input ? conv_weights_of(&conv) : conv_in_of(&conv));
    kernel_buffer_add(run, "grad_out", KERNEL_F32, KERNEL_INPUT, conv_out_of(&conv));
    kernel_buffer_add(run, input ? "grad_in" : "grad_weight", KERNEL_F32, KERNEL_OUTPUT,
                      input ? conv_in_of(&conv) : conv_weights_of(&conv));
    kernel_buffer_add(
        run, "workspace", KERNEL_F32, KERNEL_WORKSPACE,
        (input ? lwk_conv2d_backward_input_workspace(&conv) : lwk_conv2d_backward_weight_workspace(&conv)) / 4);
}

static lw_status launch(const struct kernel_run *run)
{
    const struct lwk_conv conv = conv_of(&run->shape);
    const struct kernel_buffer *b = run->buffer;
    if (which(run) == 'b')
        return lwk_conv2d_backward_bias_launch(run->stream, &conv, b[BIAS_GRAD_OUT].device, b[BIAS_RESULT].device,
                                               b[BIAS_WORKSPACE].device);
    return which(run) == 'i'
               ? lwk_conv2d_backward_input_launch(run->stream, &conv, b[FACTOR].device, b[GRAD_OUT].device,
                                                  b[RESULT].device, b[WORKSPACE].device)
               : lwk_conv2d_backward_weight_launch(run->stream, &conv, b[FACTOR].device, b[GRAD_OUT].device,
                                                   b[RESULT].device, b[WORKSPACE].device);
}

/* Adds what element e of `out` gives: the loop of kernels/conv2d_backward.h. */
static void reference_element(struct kernel_run *run, const struct lwk_conv *conv, uint64_t e)
{
    const int width = lwk_conv_out_width(conv), height = lwk_conv_out_height(conv);
    const int ox = (int)(e % (uint64_t)width), oy = (int)(e / (uint64_t)width % (uint64_t)height);
    const uint64_t plane = e / (uint64_t)(width * height), picture = plane / (uint64_t)conv->out_channels;
    const int k = (int)(plane % (uint64_t)conv->out_channels), channels = conv->in_channels / conv->groups;
    const int first = k / (conv->out_channels / conv->groups) * channels;
    struct kernel_buffer *result = &run->buffer[which(run) == 'b' ? BIAS_RESULT : RESULT];
    const double grad = (double)kernel_f32(run, which(run) == 'b' ? BIAS_GRAD_OUT : GRAD_OUT)[e];
    if (which(run) == 'b') {
        result->expected[k] += grad;
        result->magnitude[k] += fabs(grad);
        return;
    }
    for (int c = 0; c < channels; c++)
        for (int r = 0; r < conv->window_height; r++)
            for (int s = 0; s < conv->window_width; s++) {
                const int y = oy * conv->stride_y - conv->pad_y + r * conv->dilation_y;
                const int x = ox * conv->stride_x - conv->pad_x + s * conv->dilation_x;
                if (y < 0 || y >= conv->height || x < 0 || x >= conv->width)
                    continue;
                const uint64_t in =
                    ((picture * (uint64_t)conv->in_channels + (uint64_t)(first + c)) * (uint64_t)conv->height +
                     (uint64_t)y) *
                        (uint64_t)conv->width +
                    (uint64_t)x;
                const uint64_t weight =
                    (uint64_t)(((k * channels + c) * conv->window_height + r) * conv->window_width + s);
                const uint64_t to = which(run) == 'i' ? in : weight;
                const double product = grad * (double)kernel_f32(run, FACTOR)[which(run) == 'i' ? weight : in];
                result->expected[to] += product;
                result->magnitude[to] += fabs(product);
            }
}

static void reference(struct kernel_run *run)
{
    const struct lwk_conv conv = conv_of(&run->shape);
    struct kernel_buffer *result = &run->buffer[which(run) == 'b' ? BIAS_RESULT : RESULT];
    const double pixels = conv.batch * lwk_conv_out_height(&conv) * (double)lwk_conv_out_width(&conv);
    const double terms =
        which(run) == 'i' ? (double)(conv.out_channels / conv.groups) * conv.window_height * conv.window_width : pixels;
    for (uint64_t i = 0; i < result->count; i++)
        result->expected[i] = 0;
    for (uint64_t e = 0; e < conv_out_of(&conv); e++)
        reference_element(run, &conv, e);
    for (uint64_t i = 0; i < result->count; i++)
        result->magnitude[i] *= terms + 70;
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
    {"input", launch, NULL, false}, {"weight", launch, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_variant bias_variants[] = {{"bias", launch, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {
    {{10001, 3003, 111100111}},      {{200010001, 3003, 111100111}}, {{200030009, 9021, 331111111}},
    {{100200010, 12017, 332211112}}, {{300040004, 8040, 331111110}}, {{100020005, 11019, 231321231}},
    {{100090070, 5006, 111100111}},  {{200060008, 7020, 552122221}}, {{200030002, 6007, 111111111}},
    {{200020003, 40041, 331111111}}, {{100200070, 9009, 331111111}}, {{UINT64_MAX}}};

static struct kernel_case conv2d_backward = {
    .name = "conv2d_backward",
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
KERNEL_CASE(conv2d_backward);

static double bias_bytes(const struct kernel_shape *shape)
{
    const struct lwk_conv conv = conv_of(shape);
    return 4.0 * (double)conv_out_of(&conv);
}

static struct kernel_case conv2d_backward_bias = {
    .name = "conv2d_backward_bias",
    .variants = bias_variants,
    .shapes = shapes,
    .bench_shapes = conv_bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INTEGERS,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bias_bytes,
    .describe = conv_describe,
};
KERNEL_CASE(conv2d_backward_bias);

TEST(conv2d_backward, refuses_bad_arguments)
{
    const struct lwk_conv conv = {1, 2, 4, 4, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1};
    const struct lwk_conv wrong = {1, 2, 4, 4, 2, 3, 3, 0, 1, 0, 0, 1, 1, 1};
    const struct lwk_conv spread = {1 << 16, 1, 1000, 1, 4, 1, 1, 30000, 1, 15000, 0, 1, 1, 1};
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 256), LW_SUCCESS);
    CHECK_STATUS(lwk_conv2d_backward_input_launch(s, NULL, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_input_launch: conv is null");
    CHECK_STATUS(lwk_conv2d_backward_weight_launch(s, &wrong, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_weight_launch: conv->stride_y is 0; expected 1 to 32767");
    CHECK_STATUS(lwk_conv2d_backward_bias_launch(s, &wrong, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_bias_launch: conv->stride_y is 0; expected 1 to 32767");
    CHECK_STATUS(lwk_conv2d_backward_input_launch(s, &spread, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_input_launch: grad_out with zeros between has 31000 x 4 x 65536 elements; "
                        "at most 2147483647 are possible");
    for (int i = 0; i < 4; i++) {
        static const char *const input[] = {"weight", "grad_out", "grad_in", "workspace"};
        static const char *const weight[] = {"in", "grad_out", "grad_weight", "workspace"};
        float *b[4] = {p, p, p, p};
        char message[80];
        b[i] = NULL;
        CHECK_STATUS(lwk_conv2d_backward_input_launch(s, &conv, b[0], b[1], b[2], b[3]), LW_ERROR_INVALID_VALUE);
        snprintf(message, sizeof message, "lwk_conv2d_backward_input_launch: %s is null", input[i]);
        CHECK_MESSAGE(NULL, message);
        CHECK_STATUS(lwk_conv2d_backward_weight_launch(s, &conv, b[0], b[1], b[2], b[3]), LW_ERROR_INVALID_VALUE);
        snprintf(message, sizeof message, "lwk_conv2d_backward_weight_launch: %s is null", weight[i]);
        CHECK_MESSAGE(NULL, message);
    }
    CHECK_STATUS(lwk_conv2d_backward_bias_launch(s, &conv, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_bias_launch: grad_out is null");
    CHECK_STATUS(lwk_conv2d_backward_bias_launch(s, &conv, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_bias_launch: grad_bias is null");
    CHECK_STATUS(lwk_conv2d_backward_bias_launch(s, &conv, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_conv2d_backward_bias_launch: workspace is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes one of them by the kind of device; here both run. The last has rows of fewer pixels than a step of either. */
TEST(conv2d_backward, kernels_for_gpus_and_for_cpus_give_the_same_bits)
{
    static const struct lwk_conv convs[] = {{2, 20, 12, 17, 24, 3, 3, 2, 2, 1, 1, 1, 1, 2},
                                            {2, 7, 10, 18, 70, 2, 3, 1, 1, 0, 2, 2, 1, 1},
                                            {1, 16, 20, 21, 70, 3, 3, 1, 1, 1, 1, 1, 1, 1},
                                            {1, 3, 20, 40, 4, 5, 5, 1, 3, 2, 2, 1, 2, 1},
                                            {2, 5, 6, 3, 9, 3, 3, 1, 1, 1, 1, 1, 1, 1}};
    enum { MOST = 1 << 15 };
    const unsigned part = 96;
    static float host[2 * MOST], got[2][2 * MOST], *in;
    lw_stream *s = lw_default_stream(t->device);
    for (int i = 0; i < 2 * MOST; i++)
        host[i] = (float)((unsigned)i * 2654435761u >> 16) / 65536 - 0.4f;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, 16 * MOST * sizeof *in), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    const float *grad_out = in + MOST;
    float *partial = in + 2 * MOST;
    for (size_t k = 0; k < sizeof convs / sizeof convs[0]; k++) {
        const struct lwk_conv conv = convs[k];
        const int height = lwk_conv_out_height(&conv), width = lwk_conv_out_width(&conv);
        const unsigned pixels = (unsigned)(conv.batch * height * width), parts = (pixels + part - 1) / part;
        const unsigned outs = (unsigned)(conv.out_channels / conv.groups), groups = (unsigned)conv.groups;
        const unsigned taps = (unsigned)(conv.in_channels / conv.groups * conv.window_height * conv.window_width);
        const lw_dim3 grid = {(taps + 127) / 128, (outs + 63) / 64 * groups, parts}, block = {256, 1, 1};
        const size_t blocks = (size_t)((taps + 63) / 64 * ((outs + 15) / 16) * groups * parts);
        const size_t sums = (size_t)parts * (size_t)conv.out_channels * taps;
        const size_t compared = sums < 2 * MOST ? sums : 2 * MOST;
        CHECK(sums <= 14 * MOST);
        for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
            CHECK_STATUS(lw_memset(t->device, partial, 0, sums * sizeof *partial), LW_SUCCESS);
            if (for_cpu)
                CHECK_STATUS(lw_launch(lwk_conv2d_weight_rows, lw_linear(s, blocks * 16, 16), conv, height, width, part,
                                       in, grad_out, partial),
                             LW_SUCCESS);
            else
                CHECK_STATUS(lw_launch(lwk_conv2d_weight_gemm, lw_grid(s, grid, block, 0), conv, height, width, part,
                                       in, grad_out, partial),
                             LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, got[for_cpu], partial + (sums - compared), compared * sizeof *partial,
                                   LW_MEMCPY_DEVICE_TO_HOST),
                         LW_SUCCESS);
        }
        CHECK(memcmp(got[0], got[1], compared * sizeof *partial) == 0);
        CHECK(got[0][compared - 1] != 0);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
}
