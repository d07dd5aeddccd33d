#include <kernels/lattice_boltzmann.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is width and height. */
static const float omega = 1.3f, force_x = 0.01f, force_y = -0.02f;
static const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

enum { SOLID, IN, OUT };

static double weight(int i)
{
    return i == 0 ? 4.0 / 9 : i < 5 ? 1.0 / 9 : 1.0 / 36;
}

static bool has_walls(const struct kernel_run *run)
{
    return run->variant->name[0] == 'w' || run->variant->name[0] == 'c';
}

/* Populations are near their weights, and a fifth of cells are walls. */
static void prepare(struct kernel_run *run)
{
    const uint64_t cells = run->shape.dimension[0] * run->shape.dimension[1];
    uint8_t *solid = kernel_buffer_add(run, "solid", KERNEL_U8, KERNEL_INPUT, has_walls(run) ? cells : 0)->host;
    float *in = kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, 9 * cells)->host;
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, 9 * cells);
    for (uint64_t i = 0; solid != NULL && i < cells; i++)
        solid[i] = solid[i] % 5 == 0 ? solid[i] | 1 : 0;
    for (uint64_t i = 0; in != NULL && i < 9 * cells; i++)
        in[i] = (float)weight((int)(i / cells)) * (1 + 0.2f * in[i]);
}

static lw_status launch(const struct kernel_run *run)
{
    return lwk_lattice_boltzmann_launch(run->stream, (int)run->shape.dimension[0], (int)run->shape.dimension[1], omega,
                                        force_x, force_y, run->buffer[SOLID].device, run->buffer[IN].device,
                                        run->buffer[OUT].device);
}

/* The kernel that the launcher takes on a GPU, with fewer blocks than rows. */
static lw_status launch_cells(const struct kernel_run *run)
{
    const int width = (int)run->shape.dimension[0], height = (int)run->shape.dimension[1];
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    const lw_dim3 grid = {(unsigned)(width + 255) / 256, height > 3 ? 3u : 1u, 1};
    return lw_launch(lwk_lattice_boltzmann, lw_grid(run->stream, grid, 256, 0), width, height, omega, force_x / omega,
                     force_y / omega, run->buffer[SOLID].device, run->buffer[IN].device, run->buffer[OUT].device);
}

static void reference_cell(const struct kernel_run *run, const double p[9], bool wall, size_t at, size_t cells)
{
    double density = 0, x = 0, y = 0;
    for (int i = 0; i < 9; i++) {
        density += p[i];
        x += p[i] * dx[i];
        y += p[i] * dy[i];
    }
    x = (x + (double)force_x / (double)omega) / density;
    y = (y + (double)force_y / (double)omega) / density;
    for (int i = 0; i < 9; i++) {
        const double c = 3 * (dx[i] * x + dy[i] * y);
        const double e = weight(i) * density * (1 + c + c * c / 2 - 1.5 * (x * x + y * y));
        run->buffer[OUT].expected[(size_t)i * cells + at] = wall ? p[opposite[i]] : p[i] + (double)omega * (e - p[i]);
        run->buffer[OUT].magnitude[(size_t)i * cells + at] = 0.5;
    }
}

static void reference(struct kernel_run *run)
{
    const size_t width = run->shape.dimension[0], height = run->shape.dimension[1], cells = width * height;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            double p[9];
            for (int i = 0; i < 9; i++) {
                const size_t from_x = dx[i] > 0   ? (x == 0 ? width - 1 : x - 1)
                                      : dx[i] < 0 ? (x == width - 1 ? 0 : x + 1)
                                                  : x;
                const size_t from_y = dy[i] > 0   ? (y == 0 ? height - 1 : y - 1)
                                      : dy[i] < 0 ? (y == height - 1 ? 0 : y + 1)
                                                  : y;
                p[i] = (double)kernel_f32(run, IN)[(size_t)i * cells + from_y * width + from_x];
            }
            reference_cell(run, p, has_walls(run) && kernel_u8(run, SOLID)[y * width + x] != 0, y * width + x, cells);
        }
}

/* Of 2^-24, the ULP of the largest population: some ten roundings of numbers up to a half. */
static double tolerance(const struct kernel_run *run)
{
    (void)run;
    return 5;
}

static double bytes(const struct kernel_shape *shape)
{
    return 72.0 * (double)shape->dimension[0] * (double)shape->dimension[1];
}

static const struct kernel_variant variants[] = {{"open", launch, NULL, false},
                                                 {"walls", launch, NULL, false},
                                                 {"cells", launch_cells, NULL, false},
                                                 {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 3}}, {{3, 0}}, {{1, 1}},   {{1, 5}},  {{2, 2}},
                                             {{3, 1}}, {{5, 7}}, {{258, 4}}, {{70, 9}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{128, 128}}, {{1024, 1024}}, {{8192, 4096}}, {{UINT64_MAX}}};

static struct kernel_case lattice_boltzmann = {
    .name = "lattice_boltzmann",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(lattice_boltzmann);

TEST(lattice_boltzmann, refuses_bad_arguments)
{
    float *p = (float *)t;
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lwk_lattice_boltzmann_launch(s, -1, 1, 1, 0, 0, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_lattice_boltzmann_launch: width is -1; expected 0 to 1048576");
    CHECK_STATUS(lwk_lattice_boltzmann_launch(s, 1, 1 << 21, 1, 0, 0, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "height is 2097152");
    CHECK_STATUS(lwk_lattice_boltzmann_launch(s, 1, 1, 2, 0, 0, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "omega is 2; expected more than 0 and less than 2");
    CHECK_STATUS(lwk_lattice_boltzmann_launch(s, 1, 1, 1, 0, 0, NULL, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "out is null");
}
