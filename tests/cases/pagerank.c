#include <kernels/device/chunks.h>
#include <kernels/pagerank.h>

#include "../harness/test.h"
#include "../kernel_case.h"
#include "sparse.h"

static const float damping = 0.85f;

static void prepare(struct kernel_run *run)
{
    uint64_t vertices = run->shape.dimension[0], edges = sparse_entries(&run->shape);
    uint32_t *offsets = kernel_buffer_add(run, "offsets", KERNEL_U32, KERNEL_INPUT, vertices + 1)->host;
    uint32_t *sources = kernel_buffer_add(run, "sources", KERNEL_U32, KERNEL_INPUT, edges)->host;
    uint32_t *degrees = kernel_buffer_add(run, "degrees", KERNEL_U32, KERNEL_INPUT, vertices)->host;
    float *ranks = kernel_buffer_add(run, "ranks", KERNEL_F32, KERNEL_INPUT, vertices)->host;
    sparse_make(&run->shape, offsets, sources);
    kernel_buffer_add(run, "next", KERNEL_F32, KERNEL_OUTPUT, vertices);
    kernel_buffer_add(run, "workspace", KERNEL_U32, KERNEL_WORKSPACE, lwk_pagerank_workspace(vertices) / sizeof(float));
    for (uint64_t v = 0; v < vertices && degrees != NULL && ranks != NULL; v++) {
        degrees[v] = 0;
        ranks[v] = (float)(2 * sparse_uniform(v + run->seed) / (double)vertices); /* their sum is about 1 */
    }
    for (uint64_t k = 0; k < edges && degrees != NULL && sources != NULL; k++)
        degrees[sources[k]]++;
}

static lw_status launch_chosen(const struct kernel_run *run)
{
    return lwk_pagerank_step_launch(run->stream, run->shape.dimension[0], run->buffer[1].count, run->buffer[0].device,
                                    run->buffer[1].device, run->buffer[2].device, damping, run->buffer[3].device,
                                    run->buffer[4].device, run->buffer[5].device);
}

/* What the launcher takes on a GPU, with eight lanes a vertex. */
static lw_status launch_lanes(const struct kernel_run *run)
{
    size_t vertices = run->shape.dimension[0];
    struct lwk_chunks chunks = lwk_chunks_of(vertices);
    if (vertices == 0)
        return LW_SUCCESS;
    float *shares = run->buffer[5].device, *dangling = shares + vertices, *base = dangling + chunks.blocks;
    lw_status status = lw_launch(lwk_pagerank_shares, lw_linear(run->stream, (size_t)chunks.blocks * 64, 64), vertices,
                                 chunks.chunk, run->buffer[3].device, run->buffer[2].device, shares, dangling);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_pagerank_base, lw_linear(run->stream, 64, 64), vertices, damping, chunks.blocks,
                           dangling, base);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_pagerank_pull, lw_linear(run->stream, vertices * 8, 64), (int)vertices, 3,
                           run->buffer[0].device, run->buffer[1].device, shares, damping, base, run->buffer[4].device);
    return status;
}

static void reference(struct kernel_run *run)
{
    const uint32_t *offsets = kernel_u32(run, 0), *sources = kernel_u32(run, 1), *degrees = kernel_u32(run, 2);
    const float *ranks = kernel_f32(run, 3);
    double vertices = (double)run->shape.dimension[0], dangling = 0, d = (double)damping;
    for (uint64_t v = 0; v < run->shape.dimension[0]; v++)
        dangling += degrees[v] == 0 ? (double)ranks[v] : 0;
    for (uint64_t v = 0; v < run->shape.dimension[0]; v++) {
        double sum = 0;
        for (uint32_t k = offsets[v]; k < offsets[v + 1]; k++)
            sum += (double)ranks[sources[k]] / degrees[sources[k]];
        run->buffer[4].expected[v] = (1 - d) / vertices + d * (sum + dangling / vertices);
    }
}

/* pagerank.h has the bound. */
static double tolerance(const struct kernel_run *run)
{
    uint32_t most = 0;
    const uint32_t *offsets = kernel_u32(run, 0);
    for (uint64_t v = 0; v < run->shape.dimension[0]; v++)
        most = offsets[v + 1] - offsets[v] > most ? offsets[v + 1] - offsets[v] : most;
    return most + lwk_pagerank_depth(run->shape.dimension[0]) + 8;
}

static double bytes(const struct kernel_shape *shape)
{
    return 4 * sparse_mean_entries(shape) + 16 * (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {
    {"chosen", launch_chosen, NULL, true}, {"lanes", launch_lanes, NULL, false}, {NULL, NULL, NULL, false}};
static const struct kernel_shape shapes[] = {{{0, 0, SPARSE_RANDOM}},
                                             {{1, 0, SPARSE_RANDOM}},
                                             {{129, 3, SPARSE_RANDOM}},
                                             {{515, 8, SPARSE_POWER}},
                                             {{150, 9, SPARSE_GIANT}},
                                             {{9000, 1, SPARSE_RANDOM}},
                                             {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {
    {{1 << 20, 16, SPARSE_RANDOM}}, {{1 << 20, 16, SPARSE_POWER}}, {{1 << 16, 16, SPARSE_RANDOM}}, {{UINT64_MAX}}};

static struct kernel_case pagerank = {
    .name = "pagerank",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM,
    .prepare = prepare,
    .reference = reference,
    .tolerance = tolerance,
    .bytes = bytes,
};
KERNEL_CASE(pagerank);

TEST(pagerank, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    int *i;
    float *f;
    CHECK_STATUS(lw_malloc(t->device, (void **)&i, 64), LW_SUCCESS);
    f = (float *)i;
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 1, NULL, i, i, damping, f, f, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: offsets is null");
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 1, i, NULL, i, damping, f, f, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: sources is null");
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 1, i, i, NULL, damping, f, f, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: degrees is null");
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 0, i, NULL, i, damping, NULL, f, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: ranks is null");
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 1, i, i, i, damping, f, NULL, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: next is null");
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 1, i, i, i, damping, f, f, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: workspace is null");
    CHECK_STATUS(lwk_pagerank_step_launch(s, 2, 1, i, i, i, 1.5f, f, f, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: damping is 1.5, from 0 to 1");
    CHECK_STATUS(lwk_pagerank_step_launch(s, (size_t)1 << 31, 1, i, i, i, damping, f, f, f), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_pagerank_step_launch: vertices is 2147483648, at most 2147483647");
    CHECK_STATUS(lw_free(t->device, i), LW_SUCCESS);
}
