#include <kernels/matrix_add.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static uint64_t elements(const struct kernel_shape *shape)
{
    return shape->dimension[0] * shape->dimension[1];
}

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "a", KERNEL_F32, KERNEL_INPUT, elements(&run->shape));
    kernel_buffer_add(run, "b", KERNEL_F32, KERNEL_INPUT, elements(&run->shape));
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, elements(&run->shape));
}

#define ARGUMENTS                                                                                                      \
    (int)run->shape.dimension[0], (int)run->shape.dimension[1], run->buffer[0].device, run->buffer[1].device,          \
        run->buffer[2].device

/* Blocks FOUR threads wide try the kernel for GPUs: shapes[] has a row of less than 4 * FOUR elements, and one of more. */
enum { FOUR = 8 };

/* With a block shape to try, the grid has two rows of blocks. */
static lw_status launch_plain(const struct kernel_run *run)
{
    if (run->block.x == 0 || elements(&run->shape) == 0)
        return lwk_matrix_add_launch(run->stream, ARGUMENTS);
    unsigned each = run->block.x == FOUR ? 4 : 1, tile = run->block.x * each;
    lw_dim3 grid = lw_make_dim3(((unsigned)run->shape.dimension[0] + tile - 1) / tile, 2, 1);
    lw_launch_config config = lw_grid(run->stream, grid, run->block, 0);
    return each == 4 ? lw_launch(lwk_matrix_add_four, config, ARGUMENTS) : lw_launch(lwk_matrix_add, config, ARGUMENTS);
}

static lw_status launch_tiles(const struct kernel_run *run)
{
    return lwk_matrix_add_tiles_launch(run->stream, ARGUMENTS);
}

static lw_status launch_columns(const struct kernel_run *run)
{
    if (run->block.x == 0 || elements(&run->shape) == 0)
        return lwk_matrix_add_columns_launch(run->stream, ARGUMENTS);
    return lw_launch(lwk_matrix_add_columns, lw_linear(run->stream, run->shape.dimension[0], run->block.x), ARGUMENTS);
}

/* One rounding, as the kernel's: the exact bits. */
static void reference(struct kernel_run *run)
{
    for (uint64_t i = 0; i < elements(&run->shape); i++)
        run->buffer[2].expected[i] = (double)(kernel_f32(run, 0)[i] + kernel_f32(run, 1)[i]);
}

static double bytes(const struct kernel_shape *shape)
{
    return 12.0 * (double)elements(shape);
}

static double flops(const struct kernel_shape *shape)
{
    return (double)elements(shape);
}

static const lw_dim3 planes[] = {{1, 1, 1}, {7, 5, 1}, {16, 16, 1}, {1, 32, 1}, {FOUR, 3, 1}, {0, 0, 0}};
static const lw_dim3 lines[] = {{1, 1, 1}, {33, 1, 1}, {0, 0, 0}};
static const struct kernel_variant variants[] = {{"plain", launch_plain, planes, false},
                                                 {"tiles", launch_tiles, NULL, false},
                                                 {"columns", launch_columns, lines, false},
                                                 {NULL, NULL, NULL, false}};
/* Width and height differ, both ways; one is beyond the rows of a grid. */
static const struct kernel_shape shapes[] = {{{0, 3}},    {{3, 0}},   {{1, 1}},     {{33, 7}},
                                             {{100, 61}}, {{9, 300}}, {{1, 66000}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1024, 1024}}, {{5000, 3000}}, {{UINT64_MAX}}};

static struct kernel_case matrix_add = {
    .name = "matrix_add",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(matrix_add);

TEST(matrix_add, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 4), LW_SUCCESS);
    CHECK_STATUS(lwk_matrix_add_launch(s, -1, 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_matrix_add_launch: width is -1, at least 0");
    CHECK_STATUS(lwk_matrix_add_tiles_launch(s, 1, -2, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_matrix_add_tiles_launch: height is -2, at least 0");
    CHECK_STATUS(lwk_matrix_add_columns_launch(s, 1, 1, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_matrix_add_columns_launch: a is null");
    CHECK_STATUS(lwk_matrix_add_columns_launch(s, 1, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_matrix_add_columns_launch: b is null");
    CHECK_STATUS(lwk_matrix_add_launch(s, 1, 1, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_matrix_add_launch: out is null");
    CHECK_STATUS(lwk_matrix_add_launch(s, 0, 5, NULL, NULL, NULL), LW_SUCCESS);
}
