#include <math.h>

#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/rows.h"
#include "lattice_boltzmann.h"

enum { THREADS = 256, MOST = 1 << 20, MOST_BLOCKS = 65535, CPU_BLOCK = 1 << 13 };

/* Of one direction: the equilibrium at 3 times the velocity along it, and the step towards it. nvcc fuses __fmul_rn() with no addition. */
static __device__ __forceinline__ float relax(float p, float along, float weight, float rest, float omega)
{
    const float equilibrium = __fmul_rn(weight, fmaf(along, fmaf(0.5f, along, 1.0f), rest));
    return fmaf(omega, equilibrium - p, p);
}

/* What comes to a cell collides, or returns from a wall. Without branches, so that loops of it are vectorised. */
static __device__ __forceinline__ void collide(const float p[9], int wall, float omega, float push_x, float push_y,
                                               float next[9])
{
    const float density = ((p[0] + (p[1] + p[3])) + (p[2] + p[4])) + ((p[5] + p[6]) + (p[7] + p[8]));
    const float part = 1.0f / density;
    const float right = (p[1] - p[3]) + ((p[5] - p[7]) + (p[8] - p[6]));
    const float up = (p[2] - p[4]) + ((p[5] - p[7]) + (p[6] - p[8]));
    const float x = __fmul_rn(3.0f * part, right + push_x), y = __fmul_rn(3.0f * part, up + push_y);
    const float rest = fmaf(-1.0f / 6, fmaf(x, x, __fmul_rn(y, y)), 1.0f); /* of 3 times the velocity */
    const float axis = __fmul_rn(density, 1.0f / 9), diagonal = __fmul_rn(density, 1.0f / 36);
    next[0] = relax(p[0], 0.0f, __fmul_rn(density, 4.0f / 9), rest, omega);
    next[1] = wall ? p[3] : relax(p[1], x, axis, rest, omega);
    next[2] = wall ? p[4] : relax(p[2], y, axis, rest, omega);
    next[3] = wall ? p[1] : relax(p[3], -x, axis, rest, omega);
    next[4] = wall ? p[2] : relax(p[4], -y, axis, rest, omega);
    next[5] = wall ? p[7] : relax(p[5], x + y, diagonal, rest, omega);
    next[6] = wall ? p[8] : relax(p[6], y - x, diagonal, rest, omega);
    next[7] = wall ? p[5] : relax(p[7], -(x + y), diagonal, rest, omega);
    next[8] = wall ? p[6] : relax(p[8], x - y, diagonal, rest, omega);
    next[0] = wall ? p[0] : next[0];
}

/* A cell's step; left, right: the columns beside it. `south`, `row`, `north` and `to` begin with rows of direction 0, of whose kind there is one
 * each `plane` elements. */
static __device__ __forceinline__ void step(const float *south, const float *row, const float *north, size_t plane,
                                            size_t x, size_t left, size_t right, int wall, float omega, float push_x,
                                            float push_y, float *to)
{
    const float p[9] = {row[x],
                        row[plane + left],
                        south[2 * plane + x],
                        row[3 * plane + right],
                        north[4 * plane + x],
                        south[5 * plane + left],
                        south[6 * plane + right],
                        north[7 * plane + right],
                        north[8 * plane + left]};
    float next[9];
    collide(p, wall, omega, push_x, push_y, next);
    _Pragma("unroll") for (int i = 0; i < 9; i++) to[(size_t)i * plane + x] = next[i];
}

/* Where rows begin: that of y, and those from which populations come that go up and down. */
#define ROWS_OF(y)                                                                                                     \
    const float *row = in + (size_t)(y) * (size_t)width;                                                               \
    const float *south = in + (size_t)((y) == 0 ? height - 1 : (y) - 1) * (size_t)width;                               \
    const float *north = in + (size_t)((y) == height - 1 ? 0 : (y) + 1) * (size_t)width;                               \
    float *to = out + (size_t)(y) * (size_t)width;                                                                     \
    const unsigned char *walls = solid == NULL ? NULL : solid + (size_t)(y) * (size_t)width;

LW_KERNEL(lwk_lattice_boltzmann, LW_BLOCK_SIZE(THREADS, 1, 1), (int, width), (int, height), (float, omega),
          (float, push_x), (float, push_y), (const unsigned char *, solid), (const float *, in), (float *, out))
{
    const int x = (int)(blockIdx.x * THREADS + threadIdx.x);
    if (x >= width)
        return;
    const size_t left = (size_t)(x == 0 ? width - 1 : x - 1), right = (size_t)(x == width - 1 ? 0 : x + 1);
    for (int y = (int)blockIdx.y; y < height; y += (int)gridDim.y) {
        ROWS_OF(y)
        step(south, row, north, (size_t)width * (size_t)height, (size_t)x, left, right, walls == NULL ? 0 : walls[x],
             omega, push_x, push_y, to);
    }
}

/* Cells beside edges have neighbours elsewhere; the others of a row are side by side, and so are their neighbours. */
LW_KERNEL(lwk_lattice_boltzmann_rows, LW_BLOCK_SIZE(THREADS, 1, 1), (int, width), (int, height), (int, rows),
          (float, omega), (float, push_x), (float, push_y), (const unsigned char *, solid), (const float *, in),
          (float *, out))
{
    const size_t plane = (size_t)width * (size_t)height, last = (size_t)width - 1;
    const int first = (int)blockIdx.x * rows, end = height - first < rows ? height : first + rows;
    for (int y = first; y < end; y++) {
        ROWS_OF(y)
        if (threadIdx.x == 0) {
            step(south, row, north, plane, 0, last, width > 1 ? 1 : 0, walls == NULL ? 0 : walls[0], omega, push_x,
                 push_y, to);
            if (width > 1)
                step(south, row, north, plane, last, last - 1, 0, walls == NULL ? 0 : walls[last], omega, push_x,
                     push_y, to);
        }
        if (width < 3)
            continue;
        if (walls == NULL) {
            LWK_ROW_EACH(x, 1, last, THREADS,
                         step(south, row, north, plane, x, x - 1, x + 1, 0, omega, push_x, push_y, to))
        } else {
            LWK_ROW_EACH(x, 1, last, THREADS,
                         step(south, row, north, plane, x, x - 1, x + 1, walls[x], omega, push_x, push_y, to))
        }
    }
}

lw_status lwk_lattice_boltzmann_launch(lw_stream *stream, int width, int height, float omega, float force_x,
                                       float force_y, const unsigned char *solid, const float *in, float *out)
{
    const char *launcher = "lwk_lattice_boltzmann_launch";
    bool is_cpu = false;
    if (width < 0 || width > MOST || height < 0 || height > MOST)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d; expected 0 to %d", launcher,
                        width < 0 || width > MOST ? "width" : "height", width < 0 || width > MOST ? width : height,
                        MOST);
    if (!(omega > 0 && omega < 2))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: omega is %g; expected more than 0 and less than 2", launcher,
                        (double)omega);
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    if (in == NULL || out == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, in == NULL ? "in" : "out");
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const float push_x = force_x / omega, push_y = force_y / omega;
    if (is_cpu) { /* each block takes its time to start */
        const int rows = CPU_BLOCK / width + 1;
        return lw_launch(lwk_lattice_boltzmann_rows,
                         lw_grid(stream, ((unsigned)height + (unsigned)rows - 1) / (unsigned)rows, THREADS, 0), width,
                         height, rows, omega, push_x, push_y, solid, in, out);
    }
    const lw_dim3 grid = {((unsigned)width + THREADS - 1) / THREADS,
                          height < MOST_BLOCKS ? (unsigned)height : (unsigned)MOST_BLOCKS, 1};
    return lw_launch(lwk_lattice_boltzmann, lw_grid(stream, grid, THREADS, 0), width, height, omega, push_x, push_y,
                     solid, in, out);
}
