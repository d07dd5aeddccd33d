#include "../rivals/openmp.h"
#include "subject.h"

enum { N = 1 << 22, LANES = 256 };
static const float A = 2.5f;

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *x = buffer[0], *y = buffer[1];
    for (size_t i = 0; i < self->size; i++)
        expected[i] = (double)A * exp((double)x[i]) + (double)y[i];
}

static lw_status launch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_exp_saxpy, lw_linear(stream, self->size, LANES), N, A, buffer[0], buffer[1]);
}

static void hand(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_exp_saxpy(first, last, A, buffer[0], buffer[1]);
}

static void openmp(const fused_subject *self, void *const *buffer, int threads)
{
    openmp_exp_saxpy(self->size, A, buffer[0], buffer[1], threads);
}

/* exp within 4 ULP below e, times A, and one rounding: under 1e-5. */
static fused_subject exp_saxpy = {
    .name = "exp_saxpy",
    .size_text = "2^22",
    .size = N,
    .flat = true,
    .bytes = 12.0 * N,
    .buffer = {IN(F32, N), IN_OUT(F32, N)},
    .absolute = 1e-5,
    .kernel = LW_KERNEL_OF(bench_exp_saxpy),
    .reference = reference,
    .launch = launch,
    .hand = hand,
    .blocks = N / LANES,
    .openmp = openmp,
    .opencl = {.source = OPENCL_SOURCE(saxpy),
               .kernel = "exp_saxpy",
               .global = {N},
               .local = {LANES},
               .argument = {UINT(N), FLOAT(2.5f), BUFFER(0), BUFFER(1)}},
};
FUSED_SUBJECT(exp_saxpy);
