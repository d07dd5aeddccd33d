/* The loop of kernels/lattice_boltzmann.h: cells beside edges by themselves, the others of a row together. */
#include "rivals.h"

static inline float relax(float p, float along, float weight, float rest, float omega)
{
    return p + omega * (weight * (rest + along + 0.5f * along * along) - p);
}

struct flow {
    float omega, push_x, push_y;
    size_t plane;
};

static inline void step(const struct flow *flow, const float *south, const float *row, const float *north, size_t x,
                        size_t left, size_t right, int wall, float *restrict to)
{
    const size_t n = flow->plane;
    const float a = row[x], b = row[n + left], c = south[2 * n + x], d = row[3 * n + right], e = north[4 * n + x];
    const float f = south[5 * n + left], g = south[6 * n + right], h = north[7 * n + right], i = north[8 * n + left];
    const float density = a + b + c + d + e + f + g + h + i, part = 3 / density;
    const float u = part * (b - d + f - h + i - g + flow->push_x), v = part * (c - e + f - h + g - i + flow->push_y);
    const float rest = 1 - (u * u + v * v) / 6, axis = density / 9, diagonal = density / 36, omega = flow->omega;
    to[x] = wall ? a : relax(a, 0, density * 4 / 9, rest, omega);
    to[n + x] = wall ? d : relax(b, u, axis, rest, omega);
    to[2 * n + x] = wall ? e : relax(c, v, axis, rest, omega);
    to[3 * n + x] = wall ? b : relax(d, -u, axis, rest, omega);
    to[4 * n + x] = wall ? c : relax(e, -v, axis, rest, omega);
    to[5 * n + x] = wall ? h : relax(f, u + v, diagonal, rest, omega);
    to[6 * n + x] = wall ? i : relax(g, v - u, diagonal, rest, omega);
    to[7 * n + x] = wall ? f : relax(h, -u - v, diagonal, rest, omega);
    to[8 * n + x] = wall ? g : relax(i, u - v, diagonal, rest, omega);
}

void rival_lattice_boltzmann(size_t width, size_t height, float omega, float force_x, float force_y,
                             const uint8_t *solid, const float *in, float *out, int threads)
{
    const struct flow flow = {omega, force_x / omega, force_y / omega, width * height};
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t y = 0; y < height; y++) {
        const float *row = in + y * width, *south = in + (y == 0 ? height - 1 : y - 1) * width,
                    *north = in + (y == height - 1 ? 0 : y + 1) * width;
        const uint8_t *walls = solid == 0 ? 0 : solid + y * width;
        float *to = out + y * width;
        step(&flow, south, row, north, 0, width - 1, width > 1 ? 1 : 0, walls && walls[0], to);
        if (width > 1)
            step(&flow, south, row, north, width - 1, width - 2, 0, walls && walls[width - 1], to);
#pragma omp simd
        for (size_t x = 1; x < width - 1; x++)
            step(&flow, south, row, north, x, x - 1, x + 1, walls ? walls[x] : 0, to);
    }
}
