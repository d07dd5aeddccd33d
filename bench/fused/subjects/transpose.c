/* The library's, by tiles of 32 x 32 and blocks of 32 x 8. */
#include <kernels/transpose.h>

#include "subject.h"

enum { SIDE = 4096, TILE = 32, ROWS = 8 };

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *in = buffer[0];
    for (size_t y = 0; y < self->size; y++)
        for (size_t x = 0; x < self->size; x++)
            expected[x * self->size + y] = (double)in[y * self->size + x];
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    (void)self;
    return lwk_transpose_tile32_launch(stream, SIDE, SIDE, buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_transpose(first, last, self->size, self->size, buffer[0], buffer[1]);
}

static fused_subject transpose = {
    .name = "transpose",
    .size_text = "4096^2",
    .size = SIDE,
    .bytes = 8.0 * SIDE * SIDE,
    .buffer = {IN(F32, SIDE *SIDE), OUT(F32, SIDE *SIDE)},
    .kernel = LW_KERNEL_OF(lwk_transpose_tile32),
    .reference = reference,
    .launch = launch,
    .hand = hand,
    .blocks = SIDE / TILE * (SIDE / TILE),
    .opencl = {.source = OPENCL_SOURCE(transpose),
               .kernel = "transpose",
               .global = {SIDE, SIDE / TILE *ROWS},
               .local = {TILE, ROWS},
               .argument = {UINT(SIDE), UINT(SIDE), BUFFER(0), BUFFER(1)}},
};
FUSED_SUBJECT(transpose);
