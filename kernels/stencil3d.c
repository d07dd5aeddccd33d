#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/rows.h"
#include "stencil3d.h"

/* AT_ONCE: planes whose elements are on their way together, as none may be loaded after a store. */
enum { ACROSS = 32, DOWN = 8, PLANES = 8, AT_ONCE = 4, THREADS = 256, MOST = 65535 * 8, CPU_BLOCK = 1 << 15 };
#define EACH(k) _Pragma("unroll") for (int k = 0; k < AT_ONCE; k++)

/* What a plane gives to stencils: an element, the sum of the four beside it, and of the four at its corners. */
struct plane {
    float own, cross, corners;
};

static __device__ __forceinline__ float cross(const float *at, int nx)
{
    return (at[-1] + at[1]) + (at[-nx] + at[nx]);
}

static __device__ __forceinline__ struct plane plane_at(const float *at, int nx)
{
    struct plane p;
    p.own = *at;
    p.cross = cross(at, nx);
    p.corners = (at[-nx - 1] + at[-nx + 1]) + (at[nx - 1] + at[nx + 1]);
    return p;
}

static __device__ __forceinline__ float of_7(float center, float face, float below, float own, float beside,
                                             float above)
{
    return fmaf(face, beside + (below + above), center * own);
}

static __device__ __forceinline__ float of_27(float center, float face, float edge, float corner, struct plane below,
                                              struct plane now, struct plane above)
{
    const float faces = now.cross + (below.own + above.own), edges = now.corners + (below.cross + above.cross);
    return fmaf(corner, below.corners + above.corners, fmaf(edge, edges, fmaf(face, faces, center * now.own)));
}

/* The columns of a block; `surface`: a column of elements that are copied. first, end: of the block's planes, those inside. */
#define COLUMN()                                                                                                       \
    const int x = (int)(blockIdx.x * ACROSS + threadIdx.x), y = (int)(blockIdx.y * DOWN + threadIdx.y);                \
    const int begin = (int)blockIdx.z * planes, stop = nz - begin < planes ? nz : begin + planes;                      \
    const size_t layer = (size_t)nx * (size_t)ny;                                                                      \
    if (x >= nx || y >= ny)                                                                                            \
        return;                                                                                                        \
    const bool surface = x == 0 || y == 0 || x == nx - 1 || y == ny - 1;                                               \
    const int first = begin == 0 ? 1 : begin, end = stop == nz ? nz - 1 : stop;                                        \
    const size_t column = (size_t)y * (size_t)nx + (size_t)x;                                                          \
    in += column;                                                                                                      \
    out += column;                                                                                                     \
    if (surface) {                                                                                                     \
        for (int z = begin; z < stop; z++)                                                                             \
            out[(size_t)z * layer] = in[(size_t)z * layer];                                                            \
        return;                                                                                                        \
    }                                                                                                                  \
    if (begin == 0)                                                                                                    \
        out[0] = in[0];                                                                                                \
    if (stop == nz)                                                                                                    \
        out[(size_t)(nz - 1) * layer] = in[(size_t)(nz - 1) * layer];                                                  \
    if (first >= end)                                                                                                  \
        return;

LW_KERNEL(lwk_stencil7, LW_BLOCK_SIZE(ACROSS, DOWN, 1), (int, nx), (int, ny), (int, nz), (int, planes), (float, center),
          (float, face), (const float *, in), (float *, out))
{
    COLUMN()
    float below = in[(size_t)(first - 1) * layer], own = in[(size_t)first * layer];
    int z = first;
    for (; end - z >= AT_ONCE; z += AT_ONCE) {
        float above[AT_ONCE], beside[AT_ONCE];
        EACH(k)
        {
            const float *at = in + (size_t)(z + k) * layer;
            above[k] = at[layer];
            beside[k] = cross(at, nx);
        }
        EACH(k)
        {
            out[(size_t)(z + k) * layer] = of_7(center, face, below, own, beside[k], above[k]);
            below = own;
            own = above[k];
        }
    }
    for (; z < end; z++) {
        const float above = in[(size_t)(z + 1) * layer];
        out[(size_t)z * layer] = of_7(center, face, below, own, cross(in + (size_t)z * layer, nx), above);
        below = own;
        own = above;
    }
}

LW_KERNEL(lwk_stencil27, LW_BLOCK_SIZE(ACROSS, DOWN, 1), (int, nx), (int, ny), (int, nz), (int, planes),
          (float, center), (float, face), (float, edge), (float, corner), (const float *, in), (float *, out))
{
    COLUMN()
    struct plane below = plane_at(in + (size_t)(first - 1) * layer, nx), now = plane_at(in + (size_t)first * layer, nx);
    int z = first;
    for (; end - z >= AT_ONCE; z += AT_ONCE) {
        struct plane above[AT_ONCE];
        EACH(k) above[k] = plane_at(in + (size_t)(z + k + 1) * layer, nx);
        EACH(k)
        {
            out[(size_t)(z + k) * layer] = of_27(center, face, edge, corner, below, now, above[k]);
            below = now;
            now = above[k];
        }
    }
    for (; z < end; z++) {
        const struct plane above = plane_at(in + (size_t)(z + 1) * layer, nx);
        out[(size_t)z * layer] = of_27(center, face, edge, corner, below, now, above);
        below = now;
        now = above;
    }
}

/* ---- for CPUs: along rows; the statement is of the elements inside a row, `from` and `to` begin with the row ---- */
#define ROWS(...)                                                                                                      \
    const long long all = (long long)ny * nz, begin = (long long)blockIdx.x * rows;                                    \
    const long long stop = all - begin < rows ? all : begin + rows;                                                    \
    for (long long row = begin; row < stop; row++) {                                                                   \
        const int z = (int)(row / ny), y = (int)(row - (long long)z * ny);                                             \
        const float *from = in + (size_t)row * (size_t)nx;                                                             \
        float *to = out + (size_t)row * (size_t)nx;                                                                    \
        if (y == 0 || z == 0 || y == ny - 1 || z == nz - 1 || nx < 3) {                                                \
            LWK_ROW_EACH(x, 0, (size_t)nx, THREADS, to[x] = from[x])                                                   \
        } else {                                                                                                       \
            const size_t layer = (size_t)nx * (size_t)ny;                                                              \
            if (threadIdx.x == 0) {                                                                                    \
                to[0] = from[0];                                                                                       \
                to[nx - 1] = from[nx - 1];                                                                             \
            }                                                                                                          \
            LWK_ROW_EACH(x, 1, (size_t)nx - 1, THREADS, __VA_ARGS__)                                                   \
        }                                                                                                              \
    }

LW_KERNEL(lwk_stencil7_rows, LW_BLOCK_SIZE(THREADS, 1, 1), (int, nx), (int, ny), (int, nz), (int, rows),
          (float, center), (float, face), (const float *, in), (float *, out))
{
    ROWS(const float *at = from + x; to[x] = of_7(center, face, *(at - layer), *at, cross(at, nx), at[layer]))
}

LW_KERNEL(lwk_stencil27_rows, LW_BLOCK_SIZE(THREADS, 1, 1), (int, nx), (int, ny), (int, nz), (int, rows),
          (float, center), (float, face), (float, edge), (float, corner), (const float *, in), (float *, out))
{
    ROWS(const float *at = from + x; to[x] = of_27(center, face, edge, corner, plane_at(at - layer, nx),
                                                   plane_at(at, nx), plane_at(at + layer, nx)))
}

/* ---- the host's side ---- */
static lw_status check(const char *launcher, int nx, int ny, int nz, const float *in, const float *out)
{
    const int size[] = {nx, ny, nz};
    static const char *const name[] = {"nx", "ny", "nz"};
    for (int i = 0; i < 3; i++)
        if (size[i] < 0 || size[i] > MOST)
            return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d; expected 0 to %d", launcher, name[i], size[i], MOST);
    if (nx > 0 && ny > 0 && nz > 0 && (in == NULL || out == NULL))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, in == NULL ? "in" : "out");
    return LW_SUCCESS;
}

/* Rows of a block on a CPU, as each takes its time to start; a launch has at most 2^31 - 1 blocks. */
static int rows_of(int nx, int ny, int nz)
{
    const size_t most = 0x7fffffff, all = (size_t)ny * (size_t)nz;
    const size_t rows = CPU_BLOCK / (size_t)nx + 1;
    return (int)(all / rows < most ? rows : all / most + 1);
}

/* Neither size is 0. */
static lw_launch_config config_of(lw_stream *stream, int nx, int ny, int nz, bool is_cpu)
{
    if (is_cpu) {
        const size_t all = (size_t)ny * (size_t)nz, rows = (size_t)rows_of(nx, ny, nz);
        return lw_grid(stream, (unsigned)((all + rows - 1) / rows), THREADS, 0);
    }
    const lw_dim3 grid = {((unsigned)nx + ACROSS - 1) / ACROSS, ((unsigned)ny + DOWN - 1) / DOWN,
                          ((unsigned)nz + PLANES - 1) / PLANES};
    return lw_grid(stream, grid, lw_make_dim3(ACROSS, DOWN, 1), 0);
}

lw_status lwk_stencil7_launch(lw_stream *stream, int nx, int ny, int nz, float center, float face, const float *in,
                              float *out)
{
    bool is_cpu = false;
    lw_status status = check("lwk_stencil7_launch", nx, ny, nz, in, out);
    if (status != LW_SUCCESS || nx == 0 || ny == 0 || nz == 0)
        return status;
    status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const lw_launch_config config = config_of(stream, nx, ny, nz, is_cpu);
    if (is_cpu)
        return lw_launch(lwk_stencil7_rows, config, nx, ny, nz, rows_of(nx, ny, nz), center, face, in, out);
    return lw_launch(lwk_stencil7, config, nx, ny, nz, PLANES, center, face, in, out);
}

lw_status lwk_stencil27_launch(lw_stream *stream, int nx, int ny, int nz, float center, float face, float edge,
                               float corner, const float *in, float *out)
{
    bool is_cpu = false;
    lw_status status = check("lwk_stencil27_launch", nx, ny, nz, in, out);
    if (status != LW_SUCCESS || nx == 0 || ny == 0 || nz == 0)
        return status;
    status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const lw_launch_config config = config_of(stream, nx, ny, nz, is_cpu);
    if (is_cpu)
        return lw_launch(lwk_stencil27_rows, config, nx, ny, nz, rows_of(nx, ny, nz), center, face, edge, corner, in,
                         out);
    return lw_launch(lwk_stencil27, config, nx, ny, nz, PLANES, center, face, edge, corner, in, out);
}
