#include <string.h>

#include <kernels/compact.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* A shape is n and how many of 100 elements are chosen: by a flag, or since they differ from the one before. */
enum { FLAGS, IN, OUT, LENGTHS, COUNT, WORKSPACE };

/* Where nothing is chosen, a case has no buffer; a launcher wants an address all the same. */
static void *some(const struct kernel_run *run, int buffer)
{
    return run->buffer[buffer].device != NULL ? run->buffer[buffer].device : run->buffer[IN].device;
}

#define FLAGGED(launch, launcher)                                                                                      \
    static lw_status launch(const struct kernel_run *run)                                                              \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], run->buffer[FLAGS].device, run->buffer[IN].device,       \
                        some(run, OUT), run->buffer[COUNT].device, run->buffer[WORKSPACE].device);                     \
    }
FLAGGED(launch_select, lwk_select_launch)
FLAGGED(launch_select_look_back, lwk_select_look_back_launch)
FLAGGED(launch_select_passes, lwk_select_passes_launch)
FLAGGED(launch_partition, lwk_partition_launch)

#define UNIQUE(launch, launcher)                                                                                       \
    static lw_status launch(const struct kernel_run *run)                                                              \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], run->buffer[IN].device, some(run, OUT),                  \
                        run->buffer[COUNT].device, run->buffer[WORKSPACE].device);                                     \
    }
UNIQUE(launch_unique, lwk_unique_launch)
UNIQUE(launch_unique_look_back, lwk_unique_look_back_launch)
UNIQUE(launch_unique_passes, lwk_unique_passes_launch)

#define RUN_LENGTHS(launch, launcher)                                                                                  \
    static lw_status launch(const struct kernel_run *run)                                                              \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], run->buffer[IN].device, some(run, OUT),                  \
                        some(run, LENGTHS), run->buffer[COUNT].device, run->buffer[WORKSPACE].device);                 \
    }
RUN_LENGTHS(launch_run_lengths, lwk_run_lengths_launch)
RUN_LENGTHS(launch_run_lengths_look_back, lwk_run_lengths_look_back_launch)
RUN_LENGTHS(launch_run_lengths_passes, lwk_run_lengths_passes_launch)

static const struct kernel_variant variants[] = {{"select", launch_select, NULL, false},
                                                 {"select_look_back", launch_select_look_back, NULL, false},
                                                 {"select_passes", launch_select_passes, NULL, false},
                                                 {"partition", launch_partition, NULL, false},
                                                 {"unique", launch_unique, NULL, false},
                                                 {"unique_look_back", launch_unique_look_back, NULL, false},
                                                 {"unique_passes", launch_unique_passes, NULL, false},
                                                 {"run_lengths", launch_run_lengths, NULL, false},
                                                 {"run_lengths_look_back", launch_run_lengths_look_back, NULL, false},
                                                 {"run_lengths_passes", launch_run_lengths_passes, NULL, false},
                                                 {NULL, NULL, NULL, false}};

static bool has_flags(const struct kernel_run *run)
{
    return !strncmp(run->variant->name, "select", 6) || !strcmp(run->variant->name, "partition");
}

static bool draw(uint64_t i, uint64_t percent)
{
    return (i * 2654435761u ^ i >> 7) % 100 < percent;
}

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0], percent = run->shape.dimension[1], chosen = 0;
    bool flagged = has_flags(run), lengths = !strncmp(run->variant->name, "run_lengths", 11);
    uint8_t *flags = kernel_buffer_add(run, "flags", KERNEL_U8, KERNEL_INPUT, flagged ? n : 0)->host;
    uint32_t *in = kernel_buffer_add(run, "in", KERNEL_U32, KERNEL_INPUT, n)->host;
    for (uint64_t i = 0; i < n; i++) {
        bool here = draw(i, percent) || (!flagged && i == 0);
        chosen += here;
        if (flags != NULL)
            flags[i] = here ? (uint8_t)(i % 255 + 1) : 0;
        if (!flagged && in != NULL) /* neighbours of different runs differ in one bit, of any */
            in[i] = i == 0 ? in[0] : in[i - 1] ^ (here ? 1u << i % 32 : 0);
    }
    kernel_buffer_add(run, "out", KERNEL_U32, KERNEL_OUTPUT, run->variant->launch == launch_partition ? n : chosen);
    kernel_buffer_add(run, "lengths", KERNEL_U32, KERNEL_OUTPUT, lengths ? chosen : 0);
    kernel_buffer_add(run, "count", KERNEL_U64, KERNEL_OUTPUT, 1);
    kernel_buffer_add(run, "workspace", KERNEL_U64, KERNEL_WORKSPACE, lwk_compact_workspace(n) / sizeof(uint64_t));
}

static void reference(struct kernel_run *run)
{
    const uint32_t *in = kernel_u32(run, IN);
    const uint8_t *flags = kernel_u8(run, FLAGS);
    double *out = run->buffer[OUT].expected, *lengths = run->buffer[LENGTHS].expected;
    uint64_t n = run->shape.dimension[0], k = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (flags != NULL ? flags[i] != 0 : i == 0 || in[i] != in[i - 1])
            out[k++] = in[i];
        if (lengths != NULL)
            lengths[k - 1]++;
    }
    run->buffer[COUNT].expected[0] = (double)k;
    for (uint64_t i = 0; i < n && run->variant->launch == launch_partition; i++)
        if (flags[i] == 0)
            out[k++] = in[i];
}

static double bytes(const struct kernel_shape *shape)
{
    return (double)shape->dimension[0] * (4 + 4 * (double)shape->dimension[1] / 100);
}

static const struct kernel_shape shapes[] = {{{0, 50}},     {{1, 0}},       {{1, 100}},    {{5, 50}},   {{1024, 30}},
                                             {{1025, 99}},  {{8191, 50}},   {{8193, 100}}, {{8193, 0}}, {{50000, 3}},
                                             {{30001, 70}}, {{300000, 60}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 20, 50}}, {{1 << 24, 50}}, {{1 << 24, 5}}, {{1 << 28, 50}}, {{UINT64_MAX}}};

static struct kernel_case compact = {
    .name = "compact",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_INDEX,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(compact);

TEST(compact, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    size_t *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    unsigned char *flags = (unsigned char *)p;
    CHECK_STATUS(lwk_select_launch(s, 1, NULL, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_select_launch: flags is null");
    CHECK_STATUS(lwk_select_launch(s, 1, flags, NULL, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_select_launch: in is null");
    CHECK_STATUS(lwk_partition_launch(s, 1, flags, p, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_partition_launch: out is null");
    CHECK_STATUS(lwk_unique_launch(s, 0, NULL, NULL, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_unique_launch: count is null");
    CHECK_STATUS(lwk_run_lengths_launch(s, 1, p, p, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_run_lengths_launch: lengths is null");
    CHECK_STATUS(lwk_run_lengths_launch(s, 1, p, p, (unsigned *)p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_run_lengths_launch: workspace is null");
    CHECK_STATUS(lwk_run_lengths_launch(s, (size_t)1 << 32, p, p, (unsigned *)p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "n is 4294967296, at most 4294967295");
    CHECK_STATUS(lwk_unique_launch(s, ((size_t)1 << 44) + 1, p, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_unique_launch: n is 17592186044417, at most 17592186036224");
    CHECK_STATUS(lwk_unique_look_back_launch(s, 1, p, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_unique_look_back_launch: count is null");
    CHECK_STATUS(lwk_select_passes_launch(s, 1, flags, p, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_select_passes_launch: workspace is null");
    CHECK_STATUS(lwk_select_launch(NULL, 1, flags, p, p, p, p), LW_ERROR_INVALID_HANDLE);
}

/* The first element begins a run, whatever memory has before it. */
TEST(compact, unique_looks_at_no_element_before_the_first)
{
    static lw_status (*const launchers[])(lw_stream *stream, size_t n, const void *in, void *out, size_t *count,
                                          void *workspace) = {lwk_unique_launch, lwk_unique_look_back_launch,
                                                              lwk_unique_passes_launch};
    const unsigned numbers[] = {7, 7, 7, 7, 7, 8, 8};
    unsigned *in, *out, got[2];
    size_t *count, found;
    void *workspace;
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof numbers), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof numbers), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&count, sizeof found), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &workspace, lwk_compact_workspace(6)), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, numbers, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        for (unsigned first = 1; first <= 4; first += 3) { /* at any alignment */
            CHECK_STATUS(launchers[i](lw_default_stream(t->device), 7 - first, in + first, out, count, workspace),
                         LW_SUCCESS);
            CHECK_STATUS(lw_memcpy(t->device, &found, count, sizeof found, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
            CHECK_EQUAL(found, 2);
            CHECK_STATUS(lw_memcpy(t->device, got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
            CHECK(got[0] == 7 && got[1] == 8);
        }
}
