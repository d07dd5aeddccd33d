#include <kernels/aos_soa.h>

#include "../harness/test.h"
#include "../kernel_case.h"

enum { STRUCTS, ARRAYS };

static int fields_of(const struct kernel_run *run)
{
    return run->variant->name[0] - '0';
}

static bool takes_apart(const struct kernel_run *run)
{
    return run->variant->name[2] == 'a';
}

/* Blocks of TILE_THREADS threads try the kernels for GPUs. */
enum { TILE_THREADS = 256 };

static lw_status launch_3(const struct kernel_run *run, lw_launch_config config)
{
    size_t n = run->shape.dimension[0];
    void *structs = run->buffer[STRUCTS].device;
    unsigned *x = run->buffer[ARRAYS].device, *y = run->buffer[ARRAYS + 1].device, *z = run->buffer[ARRAYS + 2].device;
    bool tile = run->block.x == TILE_THREADS;
    if (takes_apart(run))
        return tile ? lw_launch(lwk_aos_to_soa_3_tile, config, n, structs, x, y, z)
                    : lw_launch(lwk_aos_to_soa_3, config, n, structs, x, y, z);
    return tile ? lw_launch(lwk_soa_to_aos_3_tile, config, n, x, y, z, structs)
                : lw_launch(lwk_soa_to_aos_3, config, n, x, y, z, structs);
}

/* With a block shape to try, a grid of two blocks: each takes several structs a thread. */
static lw_status launch(const struct kernel_run *run)
{
    size_t n = run->shape.dimension[0];
    int fields = fields_of(run);
    void *structs = run->buffer[STRUCTS].device, *arrays[4] = {NULL};
    const void *constant[4] = {NULL};
    for (int f = 0; f < fields; f++)
        constant[f] = arrays[f] = run->buffer[ARRAYS + f].device;
    if (run->block.x == 0 || n == 0)
        return takes_apart(run) ? lwk_aos_to_soa_launch(run->stream, fields, n, structs, arrays)
                                : lwk_soa_to_aos_launch(run->stream, fields, n, constant, structs);
    lw_launch_config config = lw_grid(run->stream, lw_make_dim3(2, 1, 1), run->block, 0);
    if (fields == 3)
        return launch_3(run, config);
    unsigned *x = arrays[0], *y = arrays[1], *z = arrays[2], *w = arrays[3];
    if (takes_apart(run))
        return fields == 2 ? lw_launch(lwk_aos_to_soa_2, config, n, structs, x, y)
                           : lw_launch(lwk_aos_to_soa_4, config, n, structs, x, y, z, w);
    return fields == 2 ? lw_launch(lwk_soa_to_aos_2, config, n, x, y, structs)
                       : lw_launch(lwk_soa_to_aos_4, config, n, x, y, z, w, structs);
}

static const lw_dim3 blocks[] = {{96, 1, 1}, {0, 0, 0}}, blocks_of_3[] = {{96, 1, 1}, {TILE_THREADS, 1, 1}, {0, 0, 0}};
/* A name begins with the number of fields. */
static const struct kernel_variant variants[] = {{"2_aos_to_soa", launch, blocks, false},
                                                 {"3_aos_to_soa", launch, blocks_of_3, false},
                                                 {"4_aos_to_soa", launch, blocks, false},
                                                 {"2_soa_to_aos", launch, blocks, false},
                                                 {"3_soa_to_aos", launch, blocks_of_3, false},
                                                 {"4_soa_to_aos", launch, blocks, false},
                                                 {NULL, NULL, NULL, false}};

static void prepare(struct kernel_run *run)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    uint64_t n = run->shape.dimension[0];
    bool apart = takes_apart(run);
    int fields = fields_of(run);
    kernel_buffer_add(run, "structs", KERNEL_F32, apart ? KERNEL_INPUT : KERNEL_OUTPUT, n * (uint64_t)fields);
    for (int f = 0; f < fields; f++)
        kernel_buffer_add(run, names[f], KERNEL_F32, apart ? KERNEL_OUTPUT : KERNEL_INPUT, n);
}

static void reference(struct kernel_run *run)
{
    int fields = fields_of(run);
    for (uint64_t i = 0; i < run->shape.dimension[0]; i++)
        for (int f = 0; f < fields; f++) {
            uint64_t word = i * (uint64_t)fields + (uint64_t)f;
            if (takes_apart(run))
                run->buffer[ARRAYS + f].expected[i] = (double)kernel_f32(run, STRUCTS)[word];
            else
                run->buffer[STRUCTS].expected[word] = (double)kernel_f32(run, ARRAYS + f)[i];
        }
}

/* Of structs of 3 fields. */
static double bytes(const struct kernel_shape *shape)
{
    return 24.0 * (double)shape->dimension[0];
}

static const struct kernel_shape shapes[] = {{{0}}, {{1}}, {{85}}, {{256}}, {{1024}}, {{2500}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 18}}, {{1 << 20}}, {{1 << 26}}, {{UINT64_MAX}}};

static struct kernel_case aos_soa = {
    .name = "aos_soa",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_NONFINITE,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(aos_soa);

TEST(aos_soa, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    void *p;
    CHECK_STATUS(lw_malloc(t->device, &p, 16), LW_SUCCESS);
    void *const arrays[] = {p, p, p, NULL};
    const void *const constant[] = {p, p, p, NULL};
    CHECK_STATUS(lwk_aos_to_soa_launch(s, 1, 1, p, arrays), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_aos_to_soa_launch: fields is 1; expected 2, 3 or 4");
    CHECK_STATUS(lwk_soa_to_aos_launch(s, 5, 1, constant, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_soa_to_aos_launch: fields is 5; expected 2, 3 or 4");
    CHECK_STATUS(lwk_aos_to_soa_launch(s, 3, 1, NULL, arrays), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_aos_to_soa_launch: structs is null");
    CHECK_STATUS(lwk_soa_to_aos_launch(s, 3, 1, constant, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_soa_to_aos_launch: structs is null");
    CHECK_STATUS(lwk_aos_to_soa_launch(s, 2, 1, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_aos_to_soa_launch: arrays is null");
    CHECK_STATUS(lwk_aos_to_soa_launch(s, 4, 1, p, arrays), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_aos_to_soa_launch: arrays[3] is null");
    CHECK_STATUS(lwk_soa_to_aos_launch(s, 4, 1, constant, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_soa_to_aos_launch: arrays[3] is null");
    CHECK_STATUS(lwk_aos_to_soa_launch(s, 2, (size_t)1 << 60, p, arrays), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_aos_to_soa_launch: n is 1152921504606846976, at most 1152921504606846975");
}
