#include <math.h>

#include <kernels/philox.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is n and the first number's place; the seed is fixed. */
static const uint64_t seed = 0x123456789abcdef0;
static const float mean = 0.5f, deviation = 3;

static void prepare(struct kernel_run *run)
{
    kernel_buffer_add(run, "out", run->variant->name[0] == 'w' ? KERNEL_U32 : KERNEL_F32, KERNEL_OUTPUT,
                      run->shape.dimension[0]);
}

static lw_status launch_words(const struct kernel_run *run)
{
    return lwk_philox_uint32_launch(run->stream, seed, run->shape.dimension[1], run->shape.dimension[0],
                                    run->buffer[0].device);
}

static lw_status launch_uniform(const struct kernel_run *run)
{
    return lwk_philox_uniform_launch(run->stream, seed, run->shape.dimension[1], run->shape.dimension[0],
                                     run->buffer[0].device);
}

static lw_status launch_normal(const struct kernel_run *run)
{
    return lwk_philox_normal_launch(run->stream, seed, run->shape.dimension[1], run->shape.dimension[0], mean,
                                    deviation, run->buffer[0].device);
}

/* As the paper has it: ten rounds, the key raised between them. */
static void philox(uint32_t word[4], uint64_t counter, uint64_t key)
{
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), 0, 0}, k[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    for (int round = 0; round < 10; round++) {
        const uint64_t even = 0xd2511f53ull * c[0], odd = 0xcd9e8d57ull * c[2];
        const uint32_t next[4] = {(uint32_t)(odd >> 32) ^ c[1] ^ k[0], (uint32_t)odd,
                                  (uint32_t)(even >> 32) ^ c[3] ^ k[1], (uint32_t)even};
        memcpy(c, next, sizeof c);
        k[0] += 0x9e3779b9;
        k[1] += 0xbb67ae85;
    }
    memcpy(word, c, sizeof c);
}

static double uniform(uint32_t word)
{
    return ((word >> 9) + 0.5) * 0x1p-23;
}

static void reference(struct kernel_run *run)
{
    const double turn = 6.283185307179586;
    double *expected = run->buffer[0].expected;
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++) {
        const uint64_t at = run->shape.dimension[1] + i;
        uint32_t word[4];
        philox(word, at / 4, seed);
        if (run->variant->name[0] == 'w') {
            expected[i] = word[at % 4];
        } else if (run->variant->name[0] == 'u') {
            expected[i] = uniform(word[at % 4]);
        } else {
            const double radius = sqrt(-2 * log(uniform(word[at % 4 & ~1ull])));
            const double angle = turn * uniform(word[at % 4 | 1]);
            const double value = (double)deviation * radius * (at % 2 == 0 ? cos(angle) : sin(angle));
            expected[i] = (double)mean + value;
            run->buffer[0].magnitude[i] = fabs(value) + (double)mean;
        }
    }
}

/* The last sum rounds once; the number before has 8 ULP. */
static double tolerance(const struct kernel_run *run)
{
    return run->variant->name[0] == 'n' ? 9 : 0;
}

static double bytes(const struct kernel_shape *shape)
{
    return 4.0 * (double)shape->dimension[0];
}

static const lw_dim3 blocks[] = {{32, 1, 1}, {96, 1, 1}, {0, 0, 0}};
static lw_status launch_block(const struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0], first = run->shape.dimension[1];
    const unsigned threads = run->block.x == 0 ? 64 : run->block.x;
    if (n == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_philox_normal, lw_linear(run->stream, (first % 4 + n + 3) / 4, threads), seed, first, n, mean,
                     deviation, run->buffer[0].device);
}

static const struct kernel_variant variants[] = {{"words", launch_words, NULL, false},
                                                 {"uniform", launch_uniform, NULL, false},
                                                 {"normal", launch_normal, NULL, false},
                                                 {"normal_block", launch_block, blocks, false},
                                                 {NULL, NULL, NULL, false}};
/* Places in the middle of a counter, and beyond 32 bits of one. */
static const struct kernel_shape shapes[] = {
    {{0, 0}}, {{1, 0}}, {{1, 3}}, {{5, 2}}, {{4096, 0}}, {{4099, 5}}, {{1030, 17179869100}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 16, 0}}, {{1 << 24, 0}}, {{1 << 28, 0}}, {{UINT64_MAX}}};

static struct kernel_case philox_case = {
    .name = "philox",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(philox_case);

/* The words that its authors publish for the counter and the key 0. */
TEST(philox, gives_the_published_words)
{
    static const uint32_t known[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    uint32_t *device, words[4] = {0, 0, 0, 0};
    CHECK_STATUS(lw_malloc(t->device, (void **)&device, sizeof words), LW_SUCCESS);
    CHECK_STATUS(lwk_philox_uint32_launch(lw_default_stream(t->device), 0, 0, 4, device), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, words, device, sizeof words, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK(words[i] == known[i]);
    CHECK_STATUS(lw_free(t->device, device), LW_SUCCESS);
}

TEST(philox, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    CHECK_STATUS(lwk_philox_uint32_launch(s, 0, 0, 4, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_philox_uint32_launch: out is null");
    CHECK_STATUS(lwk_philox_uniform_launch(s, 0, 0, ((size_t)1 << 40) + 1, (float *)s), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_philox_uniform_launch: n is 1099511627777");
    CHECK_STATUS(lwk_philox_normal_launch(s, 0, UINT64_MAX - 6, 4, 0, 1, (float *)s), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lwk_philox_normal_launch: first is 18446744073709551609");
}
