/* The library's: atomics on a block's counts in shared memory, sixteen bytes a load. */
#include <string.h>

#include <kernels/histogram.h>

#include "subject.h"

enum { N = 1 << 24, LANES = 256, BINS = 256, SHARE = LANES * 16 * 4, BLOCKS = N / SHARE };

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const uint8_t *in = buffer[0];
    memset(expected, 0, BINS * sizeof *expected);
    for (size_t i = 0; i < self->size; i++)
        expected[in[i]]++;
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lwk_histogram_launch(stream, self->size, buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_histogram(first, last, self->blocks, self->size, buffer[0], buffer[1]);
}

static fused_subject histogram = {
    .name = "histogram",
    .size_text = "2^24",
    .size = N,
    .bytes = 1.0 * N,
    .buffer = {IN(U8, N), OUT(U32, BINS)},
    .clears = true,
    .kernel = LW_KERNEL_OF(lwk_histogram),
    .reference = reference,
    .launch = launch,
    .hand = hand,
    .blocks = BLOCKS,
    .opencl = {.source = OPENCL_SOURCE(histogram),
               .kernel = "histogram",
               .global = {BLOCKS * LANES},
               .local = {LANES},
               .argument = {UINT(N / 16), BUFFER(0), BUFFER(1)}},
};
FUSED_SUBJECT(histogram);
