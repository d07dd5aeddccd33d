/* The library's mean of 3 x 3 through a tile. */
#include <kernels/box_blur.h>

#include "subject.h"

enum { SIDE = 2048, WIDTH = 32, HEIGHT = 8 };

/* The header's formula, in its order: exactly its bits. */
static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *in = buffer[0];
    size_t side = self->size, end = side - 1;
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            float sum = 0;
            for (size_t i = 0; i < 3; i++) {
                const float *row = in + (y + i < end ? y + i : end) * side;
                float of_row = row[x] + row[x + 1 < end ? x + 1 : end];
                of_row += row[x + 2 < end ? x + 2 : end];
                sum = i ? sum + of_row : of_row;
            }
            expected[y * side + x] = (double)(sum * (1.0f / 9.0f));
        }
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    (void)self;
    return lwk_box_blur_tiled_launch(stream, SIDE, SIDE, buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_blur(first, last, self->size, self->size, buffer[0], buffer[1]);
}

static fused_subject blur = {
    .name = "blur",
    .size_text = "2048^2",
    .size = SIDE,
    .bytes = 8.0 * SIDE * SIDE,
    .flops = 9.0 * SIDE * SIDE,
    .buffer = {IN(F32, SIDE *SIDE), OUT(F32, SIDE *SIDE)},
    .kernel = LW_KERNEL_OF(lwk_box_blur_tiled),
    .reference = reference,
    .launch = launch,
    .hand = hand,
    .blocks = SIDE / WIDTH * (SIDE / HEIGHT),
    .opencl = {.source = OPENCL_SOURCE(blur),
               .kernel = "blur",
               .global = {SIDE, SIDE},
               .local = {WIDTH, HEIGHT},
               .argument = {UINT(SIDE), UINT(SIDE), BUFFER(0), BUFFER(1)}},
};
FUSED_SUBJECT(blur);
