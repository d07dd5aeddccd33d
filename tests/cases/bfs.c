#include <stdlib.h>

#include <kernels/bfs.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "sparse.h"

static void prepare(struct kernel_run *run)
{
    uint64_t vertices = run->shape.dimension[0], edges = sparse_entries(&run->shape);
    uint32_t *offsets = kernel_buffer_add(run, "offsets", KERNEL_U32, KERNEL_INPUT, vertices + 1)->host;
    uint32_t *columns = kernel_buffer_add(run, "columns", KERNEL_U32, KERNEL_INPUT, edges)->host;
    sparse_make(&run->shape, offsets, columns);
    kernel_buffer_add(run, "distances", KERNEL_U32, KERNEL_OUTPUT, vertices);
    kernel_buffer_add(run, "workspace", KERNEL_U32, KERNEL_WORKSPACE, lwk_bfs_workspace(vertices) / sizeof(int));
}

static uint64_t source_of(const struct kernel_shape *shape)
{
    return shape->dimension[0] / 2;
}

static lw_status launch_chosen(const struct kernel_run *run)
{
    return lwk_bfs_launch(run->stream, run->shape.dimension[0], run->buffer[1].count, run->buffer[0].device,
                          run->buffer[1].device, source_of(&run->shape), run->buffer[2].device, run->buffer[3].device);
}

/* Eight threads a vertex, also on a CPU; in the end levels without vertices. */
static lw_status launch_lanes(const struct kernel_run *run)
{
    enum { LEVELS = 48 };
    int *distances = run->buffer[2].device, *state = run->buffer[3].device, *queue = state + LWK_BFS_STATE;
    if (run->shape.dimension[0] == 0)
        return LW_SUCCESS;
    lw_status status = lw_memset_async(run->stream, distances, 0xff, run->buffer[2].bytes);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_bfs_source, lw_linear(run->stream, 1, 1), (int)source_of(&run->shape), distances, queue,
                           state);
    for (int level = 0; level < LEVELS && status == LW_SUCCESS; level++)
        status = lw_launch(lwk_bfs_level, lw_linear(run->stream, 64 + run->shape.dimension[0] / 16, 64), level, 3,
                           run->buffer[0].device, run->buffer[1].device, distances, queue, state);
    return status;
}

static void reference(struct kernel_run *run)
{
    const uint32_t *offsets = kernel_u32(run, 0), *columns = kernel_u32(run, 1);
    uint64_t vertices = run->shape.dimension[0], tail = 0;
    double *distance = run->buffer[2].expected;
    uint64_t *queue = malloc((vertices + 1) * sizeof *queue);
    for (uint64_t v = 0; v < vertices; v++)
        distance[v] = UINT32_MAX;
    if (vertices > 0 && queue != NULL) {
        queue[tail++] = source_of(&run->shape);
        distance[queue[0]] = 0;
    }
    for (uint64_t head = 0; head < tail; head++)
        for (uint32_t k = offsets[queue[head]]; k < offsets[queue[head] + 1]; k++)
            if (distance[columns[k]] == UINT32_MAX) {
                distance[columns[k]] = distance[queue[head]] + 1;
                queue[tail++] = columns[k];
            }
    free(queue);
}

static double bytes(const struct kernel_shape *shape)
{
    return 4 * sparse_mean_entries(shape) + 12 * (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {
    {"chosen", launch_chosen, NULL, false}, {"lanes", launch_lanes, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 0, SPARSE_RANDOM}},
                                             {{1, 2, SPARSE_RANDOM}},
                                             {{400, 1, SPARSE_RANDOM}},
                                             {{361, 5, SPARSE_STENCIL}},
                                             {{777, 8, SPARSE_POWER}},
                                             {{150, 9, SPARSE_GIANT}},
                                             {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 20, 16, SPARSE_RANDOM}}, {{1 << 20, 16, SPARSE_POWER}}, {{1 << 16, 16, SPARSE_RANDOM}}, {{UINT64_MAX}}};

/* Integers: exact. */
static struct kernel_case bfs = {
    .name = "bfs",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(bfs);

TEST(bfs, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    int *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    CHECK_STATUS(lwk_bfs_launch(s, 2, 1, NULL, p, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_bfs_launch: offsets is null");
    CHECK_STATUS(lwk_bfs_launch(s, 2, 1, p, NULL, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_bfs_launch: columns is null");
    CHECK_STATUS(lwk_bfs_launch(s, 2, 0, p, NULL, 0, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_bfs_launch: distances is null");
    CHECK_STATUS(lwk_bfs_launch(s, 2, 1, p, p, 0, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_bfs_launch: workspace is null");
    CHECK_STATUS(lwk_bfs_launch(s, 2, 1, p, p, 2, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_bfs_launch: source is 2, vertices 2");
    CHECK_STATUS(lwk_bfs_launch(s, 2, (size_t)1 << 31, p, p, 0, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_bfs_launch: edges is 2147483648, at most 2147483647");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}
