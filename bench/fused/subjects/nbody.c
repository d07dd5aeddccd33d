/* The pull of all bodies on each, by tiles of 256. */
#include "subject.h"

enum { N = 16384, TILE = 256, FLOATS = 4 };
static const float SOFTENING = 0.01f;

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *body = buffer[0];
    for (size_t i = 0; i < self->size; i++) {
        const float *mine = body + i * FLOATS;
        double sum[3] = {0};
        for (size_t j = 0; j < self->size; j++) {
            const float *other = body + j * FLOATS;
            double x = (double)other[0] - (double)mine[0], y = (double)other[1] - (double)mine[1];
            double z = (double)other[2] - (double)mine[2], square = x * x + y * y + z * z + (double)SOFTENING;
            double scale = (double)other[3] / (square * sqrt(square));
            sum[0] += scale * x;
            sum[1] += scale * y;
            sum[2] += scale * z;
        }
        for (int axis = 0; axis < 3; axis++)
            expected[i * FLOATS + (size_t)axis] = sum[axis];
        expected[i * FLOATS + 3] = 0;
    }
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_nbody, lw_linear(stream, self->size, TILE), N, SOFTENING, buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_nbody(first, last, self->size, SOFTENING, buffer[0], buffer[1]);
}

/* Sums of 16384 terms reach some hundreds, with one random rounding each: 0.002 measured, 0.02 allowed. */
static fused_subject nbody = {
    .name = "nbody",
    .size_text = "16384",
    .size = N,
    .scales = true,
    .bytes = 32.0 * N,
    .flops = 20.0 * N * N,
    .buffer = {IN(F32, N *FLOATS), OUT(F32, N *FLOATS)},
    .absolute = 0.02,
    .kernel = LW_KERNEL_OF(bench_nbody),
    .reference = reference,
    .launch = launch,
    .hand = hand,
    .blocks = N / TILE,
    .opencl = {.source = OPENCL_SOURCE(nbody),
               .kernel = "nbody",
               .global = {N},
               .local = {TILE},
               .argument = {UINT(N), FLOAT(0.01f), BUFFER(0), BUFFER(1)}},
};
FUSED_SUBJECT(nbody);
