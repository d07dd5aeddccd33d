/* The library's two matrix products: the textbook's tile of 16 x 16, and 128 x 128 x 8 with 8 x 8 sums a thread. */
#include <kernels/sgemm.h>

#include "subject.h"

enum { SMALL = 512, SMALL_TILE = 16, LARGE = 1024, LARGE_TILE = 128, LARGE_LANES = 256 };

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *a = buffer[0], *b = buffer[1];
    size_t n = self->size;
    for (size_t y = 0; y < n; y++) {
        for (size_t x = 0; x < n; x++)
            expected[y * n + x] = 0;
        for (size_t l = 0; l < n; l++)
            for (size_t x = 0; x < n; x++)
                expected[y * n + x] += (double)a[y * n + l] * (double)b[l * n + x];
    }
}

static lw_status launch_small(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    (void)self;
    return lwk_sgemm_tile16_launch(stream, SMALL, SMALL, SMALL, 1, buffer[0], SMALL, buffer[1], SMALL, 0, buffer[2],
                                   SMALL);
}

static lw_status launch_large(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    (void)self;
    return lwk_sgemm_launch(stream, LARGE, LARGE, LARGE, 1, buffer[0], LARGE, buffer[1], LARGE, 0, buffer[2], LARGE);
}

static void hand_small(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_matmul(first, last, self->size, buffer[0], buffer[1], buffer[2]);
}

static void hand_large(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    hand_sgemm(first, last, self->size, buffer[0], buffer[1], buffer[2]);
}

/* n roundings of sums below n, which in practice stay below 6 sqrt(n): 6 n sqrt(n) * 2^-24. */
static fused_subject small = {
    .name = "matmul",
    .size_text = "512^3",
    .size = SMALL,
    .scales = true,
    .is_products = true,
    .bytes = 12.0 * SMALL * SMALL,
    .flops = 2.0 * SMALL * SMALL * SMALL,
    .buffer = {IN(F32, SMALL *SMALL), IN(F32, SMALL *SMALL), OUT(F32, SMALL *SMALL)},
    .absolute = 4e-3,
    .kernel = LW_KERNEL_OF(lwk_sgemm_tile16),
    .reference = reference,
    .launch = launch_small,
    .hand = hand_small,
    .blocks = SMALL / SMALL_TILE * (SMALL / SMALL_TILE),
    .opencl = {.source = OPENCL_SOURCE(matmul),
               .kernel = "matmul",
               .global = {SMALL, SMALL},
               .local = {SMALL_TILE, SMALL_TILE},
               .argument = {UINT(SMALL), BUFFER(0), BUFFER(1), BUFFER(2)}},
};
static fused_subject large = {
    .name = "sgemm",
    .size_text = "1024^3",
    .size = LARGE,
    .is_products = true,
    .bytes = 12.0 * LARGE * LARGE,
    .flops = 2.0 * LARGE * LARGE * LARGE,
    .buffer = {IN(F32, LARGE *LARGE), IN(F32, LARGE *LARGE), OUT(F32, LARGE *LARGE)},
    .absolute = 1.2e-2,
    .kernel = LW_KERNEL_OF(lwk_sgemm_whole),
    .reference = reference,
    .launch = launch_large,
    .hand = hand_large,
    .blocks = LARGE / LARGE_TILE * (LARGE / LARGE_TILE),
    .opencl = {.source = OPENCL_SOURCE(sgemm),
               .kernel = "sgemm",
               .global = {LARGE / LARGE_TILE * LARGE_LANES, LARGE / LARGE_TILE},
               .local = {LARGE_LANES, 1},
               .argument = {UINT(LARGE), BUFFER(0), BUFFER(1), BUFFER(2)}},
};
FUSED_SUBJECT(small);
FUSED_SUBJECT(large);
