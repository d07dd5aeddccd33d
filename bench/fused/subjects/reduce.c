/* Sums of blocks of 256, by a tree and by shuffles. */
#include "subject.h"

enum { N = 1 << 24, LANES = 256 };

static void reference(const fused_subject *self, void *const *buffer, double *expected)
{
    const float *in = buffer[0];
    for (size_t block = 0; block < self->blocks; block++) {
        expected[block] = 0;
        for (size_t i = block * LANES; i < (block + 1) * LANES; i++)
            expected[block] += (double)in[i];
    }
}

static lw_status launch_tree(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_reduce_tree, lw_linear(stream, self->size, LANES), N, buffer[0], buffer[1]);
}

static lw_status launch_shuffle(const fused_subject *self, lw_stream *stream, void *const *buffer)
{
    return lw_launch(bench_reduce_shuffle, lw_linear(stream, self->size, LANES), N, buffer[0], buffer[1]);
}

static void hand_tree(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_reduce_tree(first, last, buffer[0], buffer[1]);
}

static void hand_shuffle(const fused_subject *self, size_t first, size_t last, void *const *buffer)
{
    (void)self;
    hand_reduce_shuffle(first, last, buffer[0], buffer[1]);
}

/* Eight levels of sums of 256 numbers below 1: 8 * 256 * 2^-24 at most. */
#define REDUCE(way, ...)                                                                                               \
    {                                                                                                                  \
        .name = "reduce." #way, .size_text = "2^24", .size = N, .bytes = 4.0 * N, .flops = 1.0 * N,                    \
        .buffer = {IN(F32, N), OUT(F32, N / LANES)}, .absolute = 1.3e-4, .kernel = LW_KERNEL_OF(bench_reduce_##way),   \
        .reference = reference, .launch = launch_##way, .hand = hand_##way, .blocks = N / LANES, .opencl = {           \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

static fused_subject tree = REDUCE(tree, .source = OPENCL_SOURCE(reduce_tree), .kernel = "reduce_tree", .global = {N},
                                   .local = {LANES}, .argument = {UINT(N), BUFFER(0), BUFFER(1)});
static fused_subject shuffle = REDUCE(shuffle, .why = "no shuffles in PoCL 3.1");
FUSED_SUBJECT(tree);
FUSED_SUBJECT(shuffle);
