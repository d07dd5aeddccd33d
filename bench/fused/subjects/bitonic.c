/* Segments of 512 keys, each sorted in shared memory. */
#include "subject.h"

enum { N = 1 << 20, LANES = 256, SEGMENT = 2 * LANES };

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const uint32_t *in = buffer[0];
    for (size_t i = 0; i < self->size; i++)
        expected[i] = in[i];
    for (size_t i = 0; i < self->size; i += SEGMENT)
        qsort(expected + i, SEGMENT, sizeof *expected, compare);
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_bitonic, lw_linear(stream, self->size / 2, LANES), buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_bitonic(first, last, buffer[0], buffer[1]);
}

static fused_subject bitonic = {
    .name = "bitonic",
    .size_text = "2^20",
    .size = N,
    .bytes = 8.0 * N,
    .buffer = {IN(U32, N), OUT(U32, N)},
    .kernel = LW_KERNEL_OF(bench_bitonic),
    .reference = reference,
    .launch = launch,
    .hand = hand,
    .blocks = N / SEGMENT,
    .opencl = {.source = OPENCL_SOURCE(bitonic),
               .kernel = "bitonic",
               .global = {N / 2},
               .local = {LANES},
               .argument = {BUFFER(0), BUFFER(1)}},
};
FUSED_SUBJECT(bitonic);
