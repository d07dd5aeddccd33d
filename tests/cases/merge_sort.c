#include <stdlib.h>

#include <kernels/merge_sort.h>

#include "../harness/test.h"
#include "../kernel_case.h"

/* Dimension: n. Values are places. */
enum { KEYS, OUT, WORKSPACE, VALUES, VALUES_OUT };

static bool is_float(const struct kernel_run *run)
{
    return strstr(run->variant->name, "float") != NULL;
}

static bool has_values(const struct kernel_run *run)
{
    return run->variant->name[0] == 'p';
}

/* Half of the integers are of few values, so that many are equal. */
static void prepare(struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    const enum kernel_type type = is_float(run) ? KERNEL_F32 : KERNEL_U32;
    uint32_t *keys = kernel_buffer_add(run, "keys", type, KERNEL_INPUT, n)->host;
    for (uint64_t i = 0; keys != NULL && !is_float(run) && i < n; i += 2)
        keys[i] %= 50;
    kernel_buffer_add(run, "out", type, KERNEL_OUTPUT, n);
    kernel_buffer_add(run, "workspace", KERNEL_U64, KERNEL_WORKSPACE,
                      (lwk_merge_sort_workspace(n, has_values(run)) + 7) / 8);
    if (!has_values(run))
        return;
    uint32_t *values = kernel_buffer_add(run, "values", KERNEL_U32, KERNEL_INPUT, n)->host;
    kernel_buffer_add(run, "values_out", KERNEL_U32, KERNEL_OUTPUT, n);
    for (uint64_t i = 0; values != NULL && i < n; i++)
        values[i] = (uint32_t)i;
}

static lw_status launch(const struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    const struct kernel_buffer *b = run->buffer;
    if (has_values(run))
        return is_float(run)
                   ? lwk_merge_sort_pairs_float_launch(run->stream, n, b[KEYS].device, b[VALUES].device, b[OUT].device,
                                                       b[VALUES_OUT].device, b[WORKSPACE].device)
                   : lwk_merge_sort_pairs_int_launch(run->stream, n, b[KEYS].device, b[VALUES].device, b[OUT].device,
                                                     b[VALUES_OUT].device, b[WORKSPACE].device);
    return is_float(run)
               ? lwk_merge_sort_keys_float_launch(run->stream, n, b[KEYS].device, b[OUT].device, b[WORKSPACE].device)
               : lwk_merge_sort_keys_int_launch(run->stream, n, b[KEYS].device, b[OUT].device, b[WORKSPACE].device);
}

struct element {
    double key;
    uint64_t place;
};

/* Elements that are equal have the order of their places. */
static int compare(const void *one, const void *other)
{
    const struct element *a = one, *b = other;
    return a->key < b->key ? -1 : a->key > b->key ? 1 : (a->place > b->place) - (a->place < b->place);
}

static void reference(struct kernel_run *run)
{
    const uint64_t n = run->shape.dimension[0];
    struct element *elements = malloc((n + 1) * sizeof *elements);
    if (elements == NULL) {
        run->out_of_memory = true;
        return;
    }
    for (uint64_t i = 0; i < n; i++) {
        elements[i].key = is_float(run) ? (double)kernel_f32(run, KEYS)[i] : (double)(int)kernel_u32(run, KEYS)[i];
        elements[i].place = i;
    }
    qsort(elements, n, sizeof *elements, compare);
    for (uint64_t i = 0; i < n; i++) {
        run->buffer[OUT].expected[i] = is_float(run) ? elements[i].key : (double)(uint32_t)(int)elements[i].key;
        if (has_values(run))
            run->buffer[VALUES_OUT].expected[i] = (double)elements[i].place;
    }
    free(elements);
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0];
}

static const struct kernel_variant variants[] = {{"keys_int", launch, NULL, false},
                                                 {"pairs_int", launch, NULL, false},
                                                 {"keys_float", launch, NULL, false},
                                                 {"pairs_float", launch, NULL, false},
                                                 {NULL, NULL, NULL, false}};
/* About the lengths of a thread's elements, tiles and parts; an even and an odd number of passes. */
static const struct kernel_shape shapes[] = {{{0}},     {{1}},     {{10}},    {{257}},   {{2304}},      {{2305}},
                                             {{16384}}, {{16385}}, {{40000}}, {{70000}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 28}}, {{UINT64_MAX}}};

/* Copies: the exact bits. */
static struct kernel_case merge_sort = {
    .name = "merge_sort",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(merge_sort);

TEST(merge_sort, refuses_bad_arguments)
{
    lw_stream *s = lw_default_stream(t->device);
    const size_t many = ((size_t)1 << 40) + 1;
    float *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, 64), LW_SUCCESS);
    unsigned *values = (unsigned *)p;
    CHECK_STATUS(lwk_merge_sort_keys_float_launch(s, many, p, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_sort_keys_float_launch: n is 1099511627777, at most 1099511627776");
    CHECK_STATUS(lwk_merge_sort_keys_float_launch(s, 1, NULL, p, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_sort_keys_float_launch: keys is null");
    CHECK_STATUS(lwk_merge_sort_keys_int_launch(s, 1, (const int *)p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_sort_keys_int_launch: out is null");
    CHECK_STATUS(lwk_merge_sort_keys_float_launch(s, 1, p, p, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_sort_keys_float_launch: workspace is null");
    CHECK_STATUS(lwk_merge_sort_pairs_float_launch(s, 1, p, NULL, p, values, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_sort_pairs_float_launch: values is null");
    CHECK_STATUS(lwk_merge_sort_pairs_float_launch(s, 1, p, values, p, NULL, p), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lwk_merge_sort_pairs_float_launch: values_out is null");
    CHECK_STATUS(lw_free(t->device, p), LW_SUCCESS);
}

/* A launcher takes a CPU's kernels or a GPU's; here a GPU's run, pass by pass, of lengths that leave short runs. */
TEST(merge_sort, kernels_for_gpus)
{
    enum { MOST = 5 * LWK_MERGE_SORT_TILE + 700 };
    static int keys[MOST], got[MOST];
    static unsigned values[MOST], got_values[MOST];
    static const size_t lengths[] = {5, 300, LWK_MERGE_SORT_TILE, 2 * LWK_MERGE_SORT_TILE + 1, MOST};
    lw_stream *s = lw_default_stream(t->device);
    int *k[2];
    unsigned *v[2];
    size_t *splits;
    for (unsigned i = 0; i < MOST; i++) {
        keys[i] = (int)(i * 2654435761u >> 20) - 2000;
        values[i] = i;
    }
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(lw_malloc(t->device, (void **)&k[i], sizeof keys), LW_SUCCESS);
        CHECK_STATUS(lw_malloc(t->device, (void **)&v[i], sizeof values), LW_SUCCESS);
    }
    CHECK_STATUS(lw_malloc(t->device, (void **)&splits, 100), LW_SUCCESS);
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        const size_t n = lengths[l], each = LWK_MERGE_SORT_TILE, tiles = (n + each - 1) / each;
        int from = 1;
        CHECK_STATUS(lw_memcpy(t->device, k[0], keys, sizeof keys, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, v[0], values, sizeof values, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_launch(lwk_merge_sort_tiles_int, lw_linear(s, tiles * 256, 256), n, k[0], v[0], k[1], v[1]),
                     LW_SUCCESS);
        for (size_t run = each; run < n; run *= 2, from = !from) {
            CHECK_STATUS(
                lw_launch(lwk_merge_sort_splits_int, lw_linear(s, tiles, 32), tiles, each, run, n, k[from], splits),
                LW_SUCCESS);
            CHECK_STATUS(lw_launch(lwk_merge_sort_merge_int, lw_linear(s, tiles * 256, 256), run, n, splits, k[from],
                                   v[from], k[!from], v[!from]),
                         LW_SUCCESS);
        }
        CHECK_STATUS(lw_memcpy(t->device, got, k[from], n * sizeof *got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, got_values, v[from], n * sizeof *got_values, LW_MEMCPY_DEVICE_TO_HOST),
                     LW_SUCCESS);
        for (size_t i = 0; i < n; i++) {
            CHECK(got_values[i] < n && got[i] == keys[got_values[i]]);
            CHECK(i == 0 || got[i - 1] < got[i] || (got[i - 1] == got[i] && got_values[i - 1] < got_values[i]));
        }
    }
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(lw_free(t->device, k[i]), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, v[i]), LW_SUCCESS);
    }
    CHECK_STATUS(lw_free(t->device, splits), LW_SUCCESS);
}
