/* The loops of kernels/stencil3d.h, row by row. */
#include <string.h>

#include "rivals.h"

static int is_surface(size_t y, size_t z, size_t nx, size_t ny, size_t nz)
{
    return y == 0 || z == 0 || y == ny - 1 || z == nz - 1 || nx < 3;
}

void rival_stencil7(size_t nx, size_t ny, size_t nz, float center, float face, const float *in, float *out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t z = 0; z < nz; z++)
        for (size_t y = 0; y < ny; y++) {
            const float *restrict from = in + (z * ny + y) * nx, *restrict below = from - nx * ny,
                                  *restrict above = from + nx * ny, *restrict north = from - nx,
                                  *restrict south = from + nx;
            float *restrict to = out + (z * ny + y) * nx;
            if (is_surface(y, z, nx, ny, nz)) {
                memcpy(to, from, nx * sizeof *to);
                continue;
            }
            to[0] = from[0];
            to[nx - 1] = from[nx - 1];
            for (size_t x = 1; x < nx - 1; x++)
                to[x] = center * from[x] +
                        face * (((from[x - 1] + from[x + 1]) + (north[x] + south[x])) + (below[x] + above[x]));
        }
}

static inline float corners_of(const float *north, const float *south, size_t x)
{
    return (north[x - 1] + north[x + 1]) + (south[x - 1] + south[x + 1]);
}

static inline float cross_of(const float *row, const float *north, const float *south, size_t x)
{
    return (row[x - 1] + row[x + 1]) + (north[x] + south[x]);
}

void rival_stencil27(size_t nx, size_t ny, size_t nz, float center, float face, float edge, float corner,
                     const float *in, float *out, int threads)
{
    const size_t layer = nx * ny;
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t z = 0; z < nz; z++)
        for (size_t y = 0; y < ny; y++) {
            const float *from = in + (z * ny + y) * nx;
            float *restrict to = out + (z * ny + y) * nx;
            if (is_surface(y, z, nx, ny, nz)) {
                memcpy(to, from, nx * sizeof *to);
                continue;
            }
            to[0] = from[0];
            to[nx - 1] = from[nx - 1];
            const float *below = from - layer, *above = from + layer;
            for (size_t x = 1; x < nx - 1; x++) {
                float faces = cross_of(from, from - nx, from + nx, x) + (below[x] + above[x]);
                float edges = corners_of(from - nx, from + nx, x) +
                              (cross_of(below, below - nx, below + nx, x) + cross_of(above, above - nx, above + nx, x));
                float corners = corners_of(below - nx, below + nx, x) + corners_of(above - nx, above + nx, x);
                to[x] = center * from[x] + face * faces + edge * edges + corner * corners;
            }
        }
}
