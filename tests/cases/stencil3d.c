#include <math.h>
#include <string.h>

#include <kernels/stencil3d.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is nx, ny, nz. */
static const float center = 0.4f, face = 0.1f, edge = -0.03f, corner = 0.07f;

static bool is_27(const struct kernel_run *run)
{
    return strstr(run->variant->name, "27") != NULL;
}

static uint64_t count_of(const struct kernel_shape *shape)
{
    return shape->dimension[0] * shape->dimension[1] * shape->dimension[2];
}

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, count_of(&run->shape));
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, count_of(&run->shape));
    kernel_finite_if_compared(run);
}

static lw_status launch(const struct kernel_run *run)
{
    const int nx = (int)run->shape.dimension[0], ny = (int)run->shape.dimension[1], nz = (int)run->shape.dimension[2];
    if (is_27(run))
        return lwk_stencil27_launch(run->stream, nx, ny, nz, center, face, edge, corner, run->buffer[0].device,
                                    run->buffer[1].device);
    return lwk_stencil7_launch(run->stream, nx, ny, nz, center, face, run->buffer[0].device, run->buffer[1].device);
}

/* The kernels that the launcher takes on a GPU, with few planes a block. */
static lw_status launch_columns(const struct kernel_run *run)
{
    const int nx = (int)run->shape.dimension[0], ny = (int)run->shape.dimension[1], nz = (int)run->shape.dimension[2];
    const int planes = 5;
    const lw_dim3 grid = {(unsigned)(nx + 31) / 32, (unsigned)(ny + 7) / 8, (unsigned)(nz + planes - 1) / 5};
    const lw_launch_config config = lw_grid(run->stream, grid, lw_make_dim3(32, 8, 1), 0);
    if (count_of(&run->shape) == 0)
        return LW_SUCCESS;
    if (is_27(run))
        return lw_launch(lwk_stencil27, config, nx, ny, nz, planes, center, face, edge, corner, run->buffer[0].device,
                         run->buffer[1].device);
    return lw_launch(lwk_stencil7, config, nx, ny, nz, planes, center, face, run->buffer[0].device,
                     run->buffer[1].device);
}

static float cross(const float *at, size_t nx)
{
    return (at[-1] + at[1]) + (*(at - nx) + at[nx]);
}

static float corners(const float *at, size_t nx)
{
    return (*(at - nx - 1) + *(at - nx + 1)) + (at[nx - 1] + at[nx + 1]);
}

/* The contract's loop, to the bit. */
static void reference(struct kernel_run *run)
{
    const size_t nx = run->shape.dimension[0], ny = run->shape.dimension[1], nz = run->shape.dimension[2];
    const float *in = kernel_f32(run, 0);
    for (size_t z = 0; z < nz; z++)
        for (size_t y = 0; y < ny; y++)
            for (size_t x = 0; x < nx; x++) {
                const float *at = in + (z * ny + y) * nx + x, *below = at - nx * ny, *above = at + nx * ny;
                float value = *at;
                if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
                    value = fmaf(face, cross(at, nx) + (*below + *above), center * *at);
                    if (is_27(run)) {
                        value = fmaf(edge, corners(at, nx) + (cross(below, nx) + cross(above, nx)), value);
                        value = fmaf(corner, corners(below, nx) + corners(above, nx), value);
                    }
                }
                run->buffer[1].expected[(z * ny + y) * nx + x] = (double)value;
            }
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)count_of(shape);
}

static double flops(const struct kernel_shape *shape)
{
    return 8.0 * (double)count_of(shape);
}

static const struct kernel_variant variants[] = {{"points7", launch, NULL, false},
                                                 {"points27", launch, NULL, false},
                                                 {"columns7", launch_columns, NULL, false},
                                                 {"columns27", launch_columns, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 4, 4}},  {{4, 0, 4}},   {{4, 4, 0}},   {{1, 1, 1}},   {{2, 5, 5}},
                                             {{5, 2, 5}},  {{5, 5, 2}},   {{3, 3, 3}},   {{40, 11, 7}}, {{33, 9, 12}},
                                             {{9, 17, 5}}, {{600, 4, 4}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{64, 64, 64}}, {{256, 256, 256}}, {{512, 512, 512}}, {{UINT64_MAX}}};

static struct kernel_case stencil3d = {
    .name = "stencil3d",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX | KERNEL_FILL_EXTREME | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
    .flops = flops,
};
KERNEL_CASE(stencil3d);

TEST(stencil3d, refuses_bad_arguments)
{
    float *p;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_stencil7_launch(s, 2, -2, 2, 1, 1, p, p + 8), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_stencil7_launch: ny is -2; expected 0 to 524280");
    CHECK_STATUS(lwk_stencil27_launch(s, 2, 2, 524281, 1, 1, 1, 1, p, p + 8), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_stencil27_launch: nz is 524281");
    CHECK_STATUS(lwk_stencil7_launch(s, 2, 2, 2, 1, 1, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "out is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
