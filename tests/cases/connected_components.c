#include <kernels/connected_components.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "sparse.h"

static void prepare(struct kernel_run *run)
{
    uint64_t vertices = run->shape.dimension[0], edges = sparse_entries(&run->shape);
    uint32_t *offsets = kernel_buffer_add(run, "offsets", KERNEL_U32, KERNEL_INPUT, vertices + 1)->host;
    uint32_t *columns = kernel_buffer_add(run, "columns", KERNEL_U32, KERNEL_INPUT, edges)->host;
    sparse_make(&run->shape, offsets, columns);
    kernel_buffer_add(run, "labels", KERNEL_U32, KERNEL_OUTPUT, vertices);
}

static lw_status launch_chosen(const struct kernel_run *run)
{
    return lwk_connected_components_launch(run->stream, run->shape.dimension[0], run->buffer[1].count,
                                           run->buffer[0].device, run->buffer[1].device, run->buffer[2].device);
}

/* Four threads a vertex, also on a CPU. */
static lw_status launch_lanes(const struct kernel_run *run)
{
    size_t vertices = run->shape.dimension[0];
    int *labels = run->buffer[2].device;
    if (vertices == 0)
        return LW_SUCCESS;
    lw_status status = lw_launch(lwk_connected_components_start, lw_linear(run->stream, vertices, 64), (int)vertices,
                                 run->buffer[0].device, run->buffer[1].device, labels);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_connected_components_join, lw_linear(run->stream, vertices * 4, 64), (int)vertices, 2,
                           run->buffer[0].device, run->buffer[1].device, labels);
    if (status == LW_SUCCESS)
        status =
            lw_launch(lwk_connected_components_finish, lw_linear(run->stream, vertices, 64), (int)vertices, labels);
    return status;
}

/* The loop of the kernel's header. */
static void reference(struct kernel_run *run)
{
    const uint32_t *offsets = kernel_u32(run, 0), *columns = kernel_u32(run, 1);
    double *label = run->buffer[2].expected;
    bool changed = true;
    for (uint64_t v = 0; v < run->shape.dimension[0]; v++)
        label[v] = (double)v;
    while (changed) {
        changed = false;
        for (uint64_t v = 0; v < run->shape.dimension[0]; v++)
            for (uint32_t k = offsets[v]; k < offsets[v + 1]; k++) {
                double least = fmin(label[v], label[columns[k]]);
                changed = changed || label[v] > least || label[columns[k]] > least;
                label[v] = label[columns[k]] = least;
            }
    }
}

static double bytes(const struct kernel_shape *shape)
{
    return 4 * sparse_mean_entries(shape) + 8 * (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {
    {"chosen", launch_chosen, NULL, false}, {"lanes", launch_lanes, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 0, SPARSE_RANDOM}},
                                             {{3, 0, SPARSE_RANDOM}},
                                             {{1000, 1, SPARSE_RANDOM}},
                                             {{361, 5, SPARSE_STENCIL}},
                                             {{777, 3, SPARSE_POWER}},
                                             {{150, 9, SPARSE_GIANT}},
                                             {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20, 5, SPARSE_STENCIL}},
                                                   {{1 << 20, 16, SPARSE_RANDOM}},
                                                   {{1 << 20, 16, SPARSE_POWER}},
                                                   {{1 << 16, 16, SPARSE_RANDOM}},
                                                   {{UINT64_MAX}}};

/* Integers: exact. */
static struct kernel_case connected_components = {
    .name = "connected_components",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(connected_components);

TEST(connected_components, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    int *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_connected_components_launch(s, 2, 1, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_connected_components_launch: offsets is null");
    CHECK_STATUS(lwk_connected_components_launch(s, 2, 1, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_connected_components_launch: columns is null");
    CHECK_STATUS(lwk_connected_components_launch(s, 2, 0, p, NULL, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_connected_components_launch: labels is null");
    CHECK_STATUS(lwk_connected_components_launch(s, (size_t)1 << 31, 1, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_connected_components_launch: vertices is 2147483648, at most 2147483647");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* Threads walk the same long way to the root, past labels that others replace meanwhile. */
TEST(connected_components, a_last_label_stays)
{
    enum { VERTICES = 3000, PART = 7 };
    static int labels[VERTICES], got[VERTICES];
    lw_stream *s = lw_default_stream(t->device);
    int *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof labels), LW_SUCCESS);
    for (int v = 1; v < VERTICES; v++)
        labels[v] = v - 1;
    for (int parts = 0; parts < 2; parts++) {
        CHECK_STATUS(lw_memcpy(t->device, p, labels, sizeof labels, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        if (parts)
            CHECK_STATUS(lw_launch(lwk_connected_components_finish_parts, lw_linear(s, (VERTICES + PART - 1) / PART, 1),
                                   VERTICES, PART, p),
                         LW_SUCCESS);
        else
            CHECK_STATUS(lw_launch(lwk_connected_components_finish, lw_linear(s, VERTICES, 256), VERTICES, p),
                         LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, got, p, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        for (int v = 0; v < VERTICES; v++)
            CHECK_EQUAL(got[v], 0);
    }
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
