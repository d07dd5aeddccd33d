/* A step of diffusion, straight from device memory and through a tile with its halo. */
#include "../rivals/openmp.h"
#include "subject.h"

enum { SIDE = 2048, WIDTH = 32, HEIGHT = 8 };
static const float RATE = 0.2f;

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *in = buffer[0];
    size_t side = self->size;
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            const float *at = in + y * side + x;
            double around = (y > 0 ? (double)at[-SIDE] : 0) + (y + 1 < side ? (double)at[SIDE] : 0) +
                            (x > 0 ? (double)at[-1] : 0) + (x + 1 < side ? (double)at[1] : 0);
            expected[y * side + x] = (double)*at + (double)RATE * (around - 4 * (double)*at);
        }
}

static lw_launch_config shape(lw_stream *stream)
{
    return lw_grid(stream, lw_make_dim3(SIDE / WIDTH, SIDE / HEIGHT, 1), lw_make_dim3(WIDTH, HEIGHT, 1), 0);
}

static lw_status launch_flat(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    (void)self;
    return lw_launch(bench_stencil_flat, shape(stream), SIDE, SIDE, RATE, buffer[0], buffer[1]);
}

static lw_status launch_tiled(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    (void)self;
    return lw_launch(bench_stencil_tiled, shape(stream), SIDE, SIDE, RATE, buffer[0], buffer[1]);
}

static void hand_flat(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_stencil_flat(first, last, self->size, self->size, RATE, buffer[0], buffer[1]);
}

static void hand_tiled(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_stencil_tiled(first, last, self->size, self->size, RATE, buffer[0], buffer[1]);
}

static void openmp(const fused_subject *self, void *const *buffer, int threads)
{
    openmp_stencil(self->size, self->size, RATE, buffer[0], buffer[1], threads);
}

/* Five roundings of numbers below 8, the last but one times RATE. */
#define STENCIL(way, flat_, openmp_)                                                                                   \
    {                                                                                                                  \
        .name = "stencil." #way, .size_text = "2048^2", .size = SIDE, .flat = flat_, .bytes = 8.0 * SIDE * SIDE,       \
        .flops = 7.0 * SIDE * SIDE, .buffer = {IN(F32, SIDE * SIDE), OUT(F32, SIDE * SIDE)}, .absolute = 1e-6,         \
        .kernel = LW_KERNEL_OF(bench_stencil_##way), .reference = reference, .launch = launch_##way,                   \
        .hand = hand_##way, .blocks = SIDE / WIDTH * (SIDE / HEIGHT), .openmp = openmp_, .opencl = {                   \
            .source = OPENCL_SOURCE(stencil),                                                                          \
            .kernel = "stencil_" #way,                                                                                 \
            .global = {SIDE, SIDE},                                                                                    \
            .local = {WIDTH, HEIGHT},                                                                                  \
            .argument = {UINT(SIDE), UINT(SIDE), FLOAT(0.2f), BUFFER(0), BUFFER(1)}                                    \
        }                                                                                                              \
    }

static fused_subject flat = STENCIL(flat, true, openmp), tiled = STENCIL(tiled, false, NULL);
FUSED_SUBJECT(flat);
FUSED_SUBJECT(tiled);
