#include <stdlib.h>
#include <string.h>

#include <kernels/permute.h>

#include "../harness/test.h"
#include "../kernel_case.h"

static void prepare(struct kernel_run *run)
{
    const uint64_t *size = run->shape.dimension;
    kernel_buffer_add(run, "in", KERNEL_F32, KERNEL_INPUT, size[0] * size[1] * size[2]);
    kernel_buffer_add(run, "out", KERNEL_F32, KERNEL_OUTPUT, size[0] * size[1] * size[2]);
}

static lw_status permute(const struct kernel_run *run, int first, int second, int third)
{
    const uint64_t *n = run->shape.dimension;
    const size_t size[] = {n[0], n[1], n[2]};
    const int order[] = {first, second, third};
    return lwk_permute_launch(run->stream, 4, size, order, run->buffer[0].device, run->buffer[1].device);
}

#define ORDER(first, second, third)                                                                                    \
    static lw_status launch_##first##second##third(const struct kernel_run *run)                                       \
    {                                                                                                                  \
        return permute(run, first, second, third);                                                                     \
    }
ORDER(0, 1, 2)
ORDER(0, 2, 1)
ORDER(1, 0, 2)
ORDER(1, 2, 0)
ORDER(2, 0, 1)
ORDER(2, 1, 0)

static lw_status launch_batched(const struct kernel_run *run)
{
    const uint64_t *n = run->shape.dimension;
    return lwk_transpose_batched_launch(run->stream, 4, n[0], n[2], n[1], run->buffer[0].device, run->buffer[1].device);
}

/* With one row of blocks: each takes all tiles below and behind its first. */
static lw_status launch_tiles(const struct kernel_run *run)
{
    const uint64_t *n = run->shape.dimension;
    if (n[0] * n[1] * n[2] == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_permute_tiles_4,
                     lw_grid(run->stream, lw_make_dim3((unsigned)(n[2] + 63) / 64, 1, 1), lw_make_dim3(64, 8, 1), 0),
                     n[2], n[1], n[0], n[2], n[1] * n[2], n[1], n[1] * n[2], run->buffer[0].device,
                     run->buffer[1].device);
}

static lw_status launch_columns(const struct kernel_run *run)
{
    const uint64_t *n = run->shape.dimension;
    if (n[0] * n[1] * n[2] == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_permute_columns_4,
                     lw_grid(run->stream, lw_make_dim3((unsigned)(n[2] + 31) / 32, 1, 1), lw_make_dim3(32, 1, 1), 0),
                     n[2], n[1], n[0], n[2], n[1] * n[2], n[1], n[1] * n[2], run->buffer[0].device,
                     run->buffer[1].device);
}

/* A name begins with the order, as digits. */
static const struct kernel_variant variants[] = {{"021", launch_021, NULL, false},
                                                 {"102", launch_102, NULL, false},
                                                 {"120", launch_120, NULL, false},
                                                 {"201", launch_201, NULL, false},
                                                 {"210", launch_210, NULL, false},
                                                 {"012", launch_012, NULL, false},
                                                 {"021_batched", launch_batched, NULL, false},
                                                 {"021_tiles", launch_tiles, NULL, false},
                                                 {"021_columns", launch_columns, NULL, false},
                                                 {NULL, NULL, NULL, false}};

/* Calls move(data, from, to) for each element: its index in `in` and in `out`. */
static void each_element(const size_t size[3], const int order[3], void *data,
                         void (*move)(void *data, size_t from, size_t to))
{
    size_t index[3];
    for (index[0] = 0; index[0] < size[0]; index[0]++)
        for (index[1] = 0; index[1] < size[1]; index[1]++)
            for (index[2] = 0; index[2] < size[2]; index[2]++)
                move(data, (index[0] * size[1] + index[1]) * size[2] + index[2],
                     (index[order[0]] * size[order[1]] + index[order[1]]) * size[order[2]] + index[order[2]]);
}

static void move_expected(void *data, size_t from, size_t to)
{
    struct kernel_run *run = data;
    run->buffer[1].expected[to] = (double)kernel_f32(run, 0)[from];
}

static void reference(struct kernel_run *run)
{
    const uint64_t *n = run->shape.dimension;
    const size_t size[] = {n[0], n[1], n[2]};
    const char *name = run->variant->name;
    const int order[] = {name[0] - '0', name[1] - '0', name[2] - '0'};
    each_element(size, order, run, move_expected);
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0] * (double)shape->dimension[1] * (double)shape->dimension[2];
}

/* No two axes alike, some shorter and some longer than a tile; axes of one element; rows that are elements of 8 and 16 bytes. */
static const struct kernel_shape shapes[] = {{{0, 3, 2}},   {{2, 3, 0}},    {{1, 1, 1}},   {{3, 5, 7}},
                                             {{1, 70, 33}}, {{33, 1, 70}},  {{70, 33, 1}}, {{65, 66, 2}},
                                             {{9, 40, 4}},  {{2, 65, 130}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{64, 128, 128}}, {{100, 101, 102}}, {{512, 512, 512}}, {{UINT64_MAX}}};

static struct kernel_case permute_case = {
    .name = "permute",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_INDEX | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(permute_case);

struct arrays {
    size_t element_size;
    const unsigned char *in, *out;
    bool same;
};

static void compare(void *data, size_t from, size_t to)
{
    struct arrays *a = data;
    a->same = a->same && !memcmp(a->in + from * a->element_size, a->out + to * a->element_size, a->element_size);
}

/* The kernels that the launcher takes on one kind of device alone, in grids of two blocks. */
#define LAUNCH(kernel, across, down)                                                                                   \
    lw_launch(lwk_permute_##kernel, lw_grid(stream, lw_make_dim3(2, 1, 1), lw_make_dim3(across, down, 1), 0), size[2], \
              size[1], size[0], size[2], size[1] * size[2], size[1], size[1] * size[2], in, out)

static lw_status launch_kernel(lw_stream *stream, size_t element_size, bool tiles, const size_t size[3], const void *in,
                               void *out)
{
    switch (element_size) {
    case 1: return tiles ? LAUNCH(tiles_1, 64, 8) : LAUNCH(columns_1, 32, 1);
    case 2: return tiles ? LAUNCH(tiles_2, 64, 8) : LAUNCH(columns_2, 32, 1);
    case 4: return tiles ? LAUNCH(tiles_4, 64, 8) : LAUNCH(columns_4, 32, 1);
    case 8: return tiles ? LAUNCH(tiles_8, 32, 8) : LAUNCH(columns_8, 32, 1);
    default: return LAUNCH(tiles_16, 32, 8);
    }
}

/* Every element size: by the launcher, which chooses kernels by the device, and by each kernel. */
TEST(permute, moves_elements_of_every_size)
{
    enum { A = 3, B = 66, C = 63, COUNT = A * B * C, BYTES = COUNT * 16 };
    static const int orders[][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {0, 2, 1}};
    const size_t size[] = {A, B, C};
    unsigned char *in, *out, *numbers = malloc(BYTES), *got = malloc(BYTES);
    lw_stream *s = lw_default_stream(t->device);
    bool same = numbers != NULL && got != NULL;
    lw_status status = lw_malloc(t->device, (void **)&in, BYTES);
    if (status == LW_SUCCESS)
        status = lw_malloc(t->device, (void **)&out, BYTES);
    for (size_t i = 0; same && i < BYTES; i++)
        numbers[i] = (unsigned char)(i * 2654435761u >> 16);
    if (same && status == LW_SUCCESS)
        status = lw_memcpy(t->device, in, numbers, BYTES, LW_MEMCPY_HOST_TO_DEVICE);
    for (size_t bytes = 1; bytes <= 16; bytes *= 2)
        for (size_t k = 0; k < 7 && same && status == LW_SUCCESS; k++) {
            struct arrays arrays = {bytes, numbers, got, true};
            status = lw_memset(t->device, out, 0, BYTES);
            if (status == LW_SUCCESS)
                status = k < 5 ? lwk_permute_launch(s, bytes, size, orders[k], in, out)
                               : launch_kernel(s, bytes, k == 5, size, in, out);
            if (status == LW_SUCCESS)
                status = lw_memcpy(t->device, got, out, COUNT * bytes, LW_MEMCPY_DEVICE_TO_HOST);
            each_element(size, orders[k], &arrays, compare);
            same = arrays.same;
        }
    free(numbers);
    free(got);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(same);
}

TEST(permute, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    const size_t one[] = {1, 1, 1}, none[] = {1, 0, 1}, large[] = {(size_t)1 << 20, (size_t)1 << 16, 1},
                 huge[] = {(size_t)1 << 40, (size_t)1 << 40, 2};
    const int order[] = {2, 1, 0}, twice[] = {0, 1, 1}, beyond[] = {0, 1, 3};
    char *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 16), LW_SUCCESS);
    CHECK_STATUS(lwk_permute_launch(s, 4, NULL, order, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: size is null");
    CHECK_STATUS(lwk_permute_launch(s, 4, one, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: order is null");
    CHECK_STATUS(lwk_permute_launch(s, 4, one, twice, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: order is 0, 1, 1; expected 0, 1 and 2, each once");
    CHECK_STATUS(lwk_permute_launch(s, 4, one, beyond, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: order is 0, 1, 3; expected");
    CHECK_STATUS(lwk_permute_launch(s, 3, none, order, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: element_size is 3; expected 1, 2, 4, 8 or 16");
    CHECK_STATUS(lwk_permute_launch(s, 0, one, order, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "element_size is 0");
    CHECK_STATUS(lwk_permute_launch(s, 32, one, order, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "element_size is 32");
    CHECK_STATUS(lwk_permute_launch(s, 4, one, order, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: in is null");
    CHECK_STATUS(lwk_permute_launch(s, 4, one, order, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: out is null");
    CHECK_STATUS(lwk_permute_launch(s, 4, one, order, p + 2, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: in is not aligned to its elements of 4 bytes");
    CHECK_STATUS(lwk_permute_launch(s, 8, one, order, p, p + 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: out is not aligned to its elements of 8 bytes");
    CHECK_STATUS(lwk_permute_launch(s, 1, large, order, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_permute_launch: 1048576 x 65536 x 1 elements, at most 68719476704 together");
    CHECK_STATUS(lwk_permute_launch(s, 1, huge, order, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "at most 68719476704 together");
    CHECK_STATUS(lwk_transpose_batched_launch(s, 5, 1, 1, 1, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_transpose_batched_launch: element_size is 5");
    CHECK_STATUS(lwk_transpose_batched_launch(s, 4, 1, 1, 1, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_transpose_batched_launch: in is null");
    CHECK_STATUS(lwk_transpose_batched_launch(NULL, 4, 1, 1, 1, p, p + 4), LW_ERROR_INVALID_HANDLE);
}
