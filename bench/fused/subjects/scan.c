/* Running sums of segments, three ways. */
#include "subject.h"

enum { N = 1 << 22, LANES = 256 };

static void running_sums(const float *in, double *expected, size_t segment, bool inclusive)
{
    for (size_t first = 0; first < N; first += segment) {
        double sum = 0;
        for (size_t i = first; i < first + segment; i++) {
            if (!inclusive)
                expected[i] = sum;
            sum += (double)in[i];
            if (inclusive)
                expected[i] = sum;
        }
    }
}

static void reference_hillis(const fused_subject *self, void *const *buffer, double *expected)
{
    (void)self;
    running_sums(buffer[0], expected, LANES, true);
}

static void reference_blelloch(const fused_subject *self, void *const *buffer, double *expected)
{
    (void)self;
    running_sums(buffer[0], expected, 2 * LANES, false);
}

static void reference_warp(const fused_subject *self, void *const *buffer, double *expected)
{
    (void)self;
    running_sums(buffer[0], expected, 32, true);
}

static lw_status launch_hillis(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_scan_hillis, lw_linear(stream, self->size, LANES), buffer[0], buffer[1]);
}

static lw_status launch_blelloch(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_scan_blelloch, lw_linear(stream, self->size / 2, LANES), buffer[0], buffer[1]);
}

static lw_status launch_warp(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_scan_warp, lw_linear(stream, self->size, LANES), N, buffer[0], buffer[1]);
}

static void hand_of_hillis(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_scan_hillis(first, last, buffer[0], buffer[1]);
}

static void hand_of_blelloch(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_scan_blelloch(first, last, buffer[0], buffer[1]);
}

static void hand_of_warp(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_scan_warp(first, last, buffer[0], buffer[1]);
}

/* At most 18 levels of sums of 512 numbers below 1: 18 * 512 * 2^-24. */
#define SCAN(way, blocks_, ...)                                                                                        \
    {                                                                                                                  \
        .name = "scan." #way, .size_text = "2^22", .size = N, .bytes = 8.0 * N, .buffer = {IN(F32, N), OUT(F32, N)},   \
        .absolute = 6e-4, .kernel = LW_KERNEL_OF(bench_scan_##way), .reference = reference_##way,                      \
        .launch = launch_##way, .hand = hand_of_##way, .blocks = blocks_, .opencl = {                                  \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

static fused_subject hillis = SCAN(hillis, N / LANES, .source = OPENCL_SOURCE(scan_hillis), .kernel = "scan_hillis",
                                   .global = {N}, .local = {LANES}, .argument = {BUFFER(0), BUFFER(1)});
static fused_subject blelloch =
    SCAN(blelloch, N / LANES / 2, .source = OPENCL_SOURCE(scan_blelloch), .kernel = "scan_blelloch", .global = {N / 2},
         .local = {LANES}, .argument = {BUFFER(0), BUFFER(1)});
static fused_subject warp = SCAN(warp, N / LANES, .why = "no shuffles in PoCL 3.1");
FUSED_SUBJECT(hillis);
FUSED_SUBJECT(blelloch);
FUSED_SUBJECT(warp);
