/* The library's kernel at a size for the memory and at one for the cache. */
#include <bench/rivals/rivals.h>
#include <kernels/saxpy.h>

#include "subject.h"

enum { LARGE = 1 << 24, SMALL = 1 << 16, LANES = 256 };
static const float A = 2.5f;

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *x = buffer[0], *y = buffer[1];
    for (size_t i = 0; i < self->size; i++)
        expected[i] = (double)fmaf(A, x[i], y[i]);
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lwk_saxpy_launch(stream, self->size, A, buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_saxpy(first, last, A, buffer[0], buffer[1]);
}

static void openmp(const fused_subject *self, void *const *buffer, int threads)
{
    rival_saxpy_openmp(self->size, A, buffer[0], buffer[1], threads);
}

#define SAXPY(n, text)                                                                                                 \
    {                                                                                                                  \
        .name = "saxpy", .size_text = text, .size = n, .flat = true, .bytes = 12.0 * n, .flops = 2.0 * n,              \
        .buffer = {IN(F32, n), IN_OUT(F32, n)}, .kernel = LW_KERNEL_OF(lwk_saxpy), .reference = reference,             \
        .launch = launch, .hand = hand, .blocks = n / LANES, .openmp = openmp, .opencl = {                             \
            .source = OPENCL_SOURCE(saxpy),                                                                            \
            .kernel = "saxpy",                                                                                         \
            .global = {n},                                                                                             \
            .local = {LANES},                                                                                          \
            .argument = {UINT(n), FLOAT(2.5f), BUFFER(0), BUFFER(1)}                                                   \
        }                                                                                                              \
    }

static fused_subject large = SAXPY(LARGE, "2^24"), small = SAXPY(SMALL, "2^16");
FUSED_SUBJECT(large);
FUSED_SUBJECT(small);
