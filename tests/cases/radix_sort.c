#include <stdlib.h>
#include <string.h>

#include <kernels/radix_sort.h>

#include "../harness/test.h"
#include "../kernel_case.h"

enum { KEYS, KEYS_OUT, VALUES, VALUES_OUT, WORKSPACE };

#define LAUNCH(launch, launcher)                                                                                       \
    static lw_status launch(const struct kernel_run *run)                                                              \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], LWK_RADIX_UINT32, LWK_RADIX_ASCENDING, 0, 32,            \
                        run->buffer[KEYS].device, run->buffer[KEYS_OUT].device, run->buffer[WORKSPACE].device);        \
    }
LAUNCH(keys, lwk_radix_sort_keys_launch)
LAUNCH(keys_look_back, lwk_radix_sort_keys_look_back_launch)
LAUNCH(keys_passes, lwk_radix_sort_keys_passes_launch)

#define LAUNCH_PAIRS(launch, launcher)                                                                                 \
    static lw_status launch(const struct kernel_run *run)                                                              \
    {                                                                                                                  \
        return launcher(run->stream, run->shape.dimension[0], LWK_RADIX_UINT32, LWK_RADIX_ASCENDING, 0, 32,            \
                        run->buffer[KEYS].device, run->buffer[KEYS_OUT].device, run->buffer[VALUES].device,            \
                        run->buffer[VALUES_OUT].device, run->buffer[WORKSPACE].device);                                \
    }
LAUNCH_PAIRS(pairs, lwk_radix_sort_pairs_launch)
LAUNCH_PAIRS(pairs_look_back, lwk_radix_sort_pairs_look_back_launch)
LAUNCH_PAIRS(pairs_passes, lwk_radix_sort_pairs_passes_launch)

static const struct kernel_variant variants[] = {{"keys", keys, NULL, false},
                                                 {"keys_look_back", keys_look_back, NULL, false},
                                                 {"keys_passes", keys_passes, NULL, false},
                                                 {"pairs", pairs, NULL, false},
                                                 {"pairs_look_back", pairs_look_back, NULL, false},
                                                 {"pairs_passes", pairs_passes, NULL, false},
                                                 {NULL, NULL, NULL, false}};

static bool has_values(const struct kernel_run *run)
{
    return !strncmp(run->variant->name, "pairs", strlen("pairs"));
}

static void prepare(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0], values = has_values(run) ? n : 0;
    kernel_buffer_add(run, "keys", KERNEL_U32, KERNEL_INPUT, n);
    kernel_buffer_add(run, "keys_out", KERNEL_U32, KERNEL_OUTPUT, n);
    uint32_t *own = kernel_buffer_add(run, "values", KERNEL_U32, KERNEL_INPUT, values)->host;
    kernel_buffer_add(run, "values_out", KERNEL_U32, KERNEL_OUTPUT, values);
    kernel_buffer_add(run, "workspace", KERNEL_U64, KERNEL_WORKSPACE,
                      (lwk_radix_sort_workspace(n, LWK_RADIX_UINT32, values > 0) + 7) / 8);
    for (uint64_t i = 0; i < values && own != NULL; i++)
        own[i] = (uint32_t)i;
}

/* A key and its index as one number: all differ, and a stable sort has their order. */
static int compare(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static void reference(struct kernel_run *run)
{
    uint64_t n = run->shape.dimension[0], *both = malloc((n + 1) * sizeof *both);
    if (both == NULL)
        abort();
    for (uint64_t i = 0; i < n; i++)
        both[i] = (uint64_t)kernel_u32(run, KEYS)[i] << 32 | i;
    qsort(both, n, sizeof *both, compare);
    for (uint64_t i = 0; i < n; i++) {
        run->buffer[KEYS_OUT].expected[i] = (double)(both[i] >> 32);
        if (has_values(run))
            run->buffer[VALUES_OUT].expected[i] = (double)(uint32_t)both[i];
    }
    free(both);
}

static double bytes(const struct kernel_shape *shape)
{
    return 8.0 * (double)shape->dimension[0];
}

/* About the lengths of a warp, a digit's counts and tiles: the third looks back over two. */
static const struct kernel_shape shapes[] = {
    {{0}}, {{1}}, {{31}}, {{257}}, {{LWK_RADIX_TILE_32}}, {{2 * LWK_RADIX_TILE_32 + 1}}, {{UINT64_MAX}}};
static const struct kernel_shape bench_shapes[] = {{{1 << 20}}, {{1 << 24}}, {{1 << 28}}, {{UINT64_MAX}}};

static struct kernel_case radix_sort = {
    .name = "radix_sort",
    .variants = variants,
    .shapes = shapes,
    .bench_shapes = bench_shapes,
    .fills = KERNEL_FILL_RANDOM | KERNEL_FILL_EXTREME,
    .prepare = prepare,
    .reference = reference,
    .bytes = bytes,
};
KERNEL_CASE(radix_sort);

/* ---- all types, orders and ranges of bits ---- */
enum { MOST = 5001 };

static unsigned width(lwk_radix_type type)
{
    return type >= LWK_RADIX_UINT64 ? 64 : 32;
}

static uint64_t key_at(const void *keys, lwk_radix_type type, size_t i)
{
    return width(type) == 64 ? ((const uint64_t *)keys)[i] : ((const uint32_t *)keys)[i];
}

/* As the header says it; a sign's inversion as an addition, a float by its value. */
static uint64_t digits(uint64_t key, lwk_radix_type type, lwk_radix_order order, int begin_bit, int end_bit)
{
    unsigned bits = width(type);
    uint64_t top = (uint64_t)1 << (bits - 1), all = top | (top - 1);
    if (type == LWK_RADIX_INT32 || type == LWK_RADIX_INT64)
        key = (key + top) & all;
    if (type == LWK_RADIX_FLOAT || type == LWK_RADIX_DOUBLE)
        key = key == top ? top : key < top ? key + top : all - key;
    if (order == LWK_RADIX_DESCENDING)
        key = all - key;
    key >>= begin_bit;
    return end_bit - begin_bit == 64 ? key : key & (((uint64_t)1 << (end_bit - begin_bit)) - 1);
}

/* Random numbers, few values with both zeros, infinities and NaN, equal ones, falling ones. */
static uint64_t filled(int fill, lwk_radix_type type, size_t i)
{
    static const uint32_t few[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00001,
                                   0xffc00001, 1,          0x80000001, 0x3f800000};
    uint64_t random = (i + 1) * 0x9e3779b97f4a7c15u, one = few[(random >> 40) % (sizeof few / sizeof *few)];
    random ^= random >> 29;
    one = width(type) == 64 ? (one & 0xffff0000) << 32 | (one & 1) : one;
    return fill == 0 ? random : fill == 1 ? one : fill == 2 ? 77 : 3 * (MOST - i) - 9000;
}

struct ordered {
    uint64_t digits;
    uint32_t index;
};

static int compare_ordered(const void *one, const void *other)
{
    const struct ordered *a = one, *b = other;
    return a->digits != b->digits ? (a->digits > b->digits) - (a->digits < b->digits)
                                  : (a->index > b->index) - (a->index < b->index);
}

struct arrays {
    void *keys, *keys_out, *workspace;
    unsigned *values, *values_out;
};

static void allocate(struct test *t, struct arrays *a, size_t n)
{
    size_t size = lwk_radix_sort_workspace(n, LWK_RADIX_UINT64, true);
    CHECK_STATUS(lw_malloc(t->device, &a->keys, n * 8), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &a->keys_out, n * 8), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&a->values, n * 4), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&a->values_out, n * 4), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &a->workspace, size), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, a->workspace, 0xa5, size), LW_SUCCESS);
}

static void sorts(struct test *t, const struct arrays *a, size_t n, lwk_radix_type type, lwk_radix_order order,
                  int begin, int end, int fill, bool look_back)
{
    static uint64_t keys[MOST], out[MOST];
    static uint32_t values[MOST];
    static struct ordered ordered[MOST];
    lw_stream *s = lw_default_stream(t->device);
    size_t size = width(type) / 8;
    for (size_t i = 0; i < n; i++) {
        if (width(type) == 64)
            keys[i] = filled(fill, type, i);
        else
            ((uint32_t *)keys)[i] = (uint32_t)filled(fill, type, i);
        values[i] = (uint32_t)i;
        ordered[i].digits = begin == end ? 0 : digits(key_at(keys, type, i), type, order, begin, end);
        ordered[i].index = (uint32_t)i;
    }
    qsort(ordered, n, sizeof *ordered, compare_ordered);
    CHECK_STATUS(lw_memcpy(t->device, a->keys, keys, n * size, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, a->values, values, n * 4, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS((look_back ? lwk_radix_sort_pairs_look_back_launch : lwk_radix_sort_pairs_passes_launch)(
                     s, n, type, order, begin, end, a->keys, a->keys_out, a->values, a->values_out, a->workspace),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, out, a->keys_out, n * size, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, values, a->values_out, n * 4, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (size_t i = 0; i < n; i++) {
        CHECK_EQUAL(values[i], ordered[i].index);
        CHECK(key_at(out, type, i) == key_at(keys, type, ordered[i].index));
    }
}

TEST(radix_sort, all_types_orders_and_bits)
{
    struct arrays a;
    allocate(t, &a, MOST);
    for (int type = LWK_RADIX_UINT32; type <= LWK_RADIX_DOUBLE; type++)
        for (int fill = 0; fill < 4; fill++) {
            lwk_radix_type its = (lwk_radix_type)type;
            lwk_radix_order order = (lwk_radix_order)((type + fill) % 2), other = (lwk_radix_order)!order;
            int bits = (int)width(its);
            sorts(t, &a, MOST, its, order, 0, bits, fill, false);
            sorts(t, &a, 300, its, other, 0, bits, fill, false);
            sorts(t, &a, 300, its, order, 0, bits, fill, true);
            sorts(t, &a, 300, its, other, 0, bits, fill, true);
            sorts(t, &a, 300, its, order, 3, 22, fill, fill % 2 == 0);
            sorts(t, &a, 300, its, other, bits - 1, bits, fill, fill % 2 == 1);
            sorts(t, &a, 300, its, order, 5, 5, fill, false);
        }
    sorts(t, &a, MOST, LWK_RADIX_DOUBLE, LWK_RADIX_ASCENDING, 40, 64, 0, true);
    sorts(t, &a, MOST, LWK_RADIX_FLOAT, LWK_RADIX_DESCENDING, 0, 32, 1, true);
}

/* A digit of more keys than the words of a look-back count is sorted in portions: here in two of few tiles. Where all keys have the
 * same digit, tiles are copied. */
static void portions(struct test *t, const struct arrays *a, unsigned same)
{
    enum { FIRST = LWK_RADIX_TILE_32, N = FIRST + 1000, SHIFT = 9, STATE = 257 };
    static uint32_t keys[N], values[N], got[N], got_values[N];
    unsigned long long offsets[256] = {0}, *places;
    lw_stream *s = lw_default_stream(t->device);
    unsigned *state, *word;
    for (unsigned i = 0; i < N; i++) {
        uint32_t key = i * 2654435761u;
        keys[i] = same ? (key & ~(255u << SHIFT)) | 77u << SHIFT : key;
        values[i] = i;
        for (unsigned digit = (keys[i] >> SHIFT & 0xff) + 1; digit < 256; digit++)
            offsets[digit]++;
    }
    CHECK_STATUS(lw_malloc(t->device, (void **)&places, 2 * sizeof offsets), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&state, 2 * STATE * sizeof *state), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&word, sizeof *word), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, places, offsets, sizeof offsets, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, state, 0, 2 * STATE * sizeof *state), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, word, &same, sizeof same, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, a->keys, keys, sizeof keys, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, a->values, values, sizeof values, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    for (unsigned first = 0; first < N; first += FIRST)
        CHECK_STATUS(lw_launch(lwk_radix_sort_tiles_32, lw_linear(s, LWK_RADIX_THREADS, LWK_RADIX_THREADS), first,
                               first == 0 ? FIRST : N - FIRST, LWK_RADIX_UINT32, LWK_RADIX_ASCENDING, SHIFT, 8,
                               (const unsigned *)a->keys + first, a->keys_out, a->values + first, a->values_out,
                               first == 0 ? places : places + 256, first == 0 ? places + 256 : NULL, word,
                               first == 0 ? state : state + STATE),
                     LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, a->keys_out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got_values, a->values_out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (unsigned i = 0; i < N; i++) {
        unsigned long long place = offsets[keys[i] >> SHIFT & 0xff]++;
        CHECK_EQUAL(got[place], keys[i]);
        CHECK_EQUAL(got_values[place], i);
    }
    CHECK_STATUS(lw_free(t->device, places), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, state), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
}

TEST(radix_sort, portions)
{
    struct arrays a;
    allocate(t, &a, 2 * LWK_RADIX_TILE_32);
    portions(t, &a, 0);
    portions(t, &a, 1);
}

/* One of four digits is the same in all keys, so that its pass copies, here three tiles; another in all but one. */
TEST(radix_sort, small_numbers)
{
    enum { N = 2 * LWK_RADIX_TILE_32 + 100 };
    static uint32_t keys[N], got[N], count[1 << 16];
    struct arrays a;
    allocate(t, &a, N);
    for (size_t i = 0; i < N; i++)
        count[keys[i] = (uint32_t)i * 40503u & 0xffff]++;
    keys[7] |= 1u << 31;
    CHECK_STATUS(lw_memcpy(t->device, a.keys, keys, sizeof keys, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lwk_radix_sort_keys_look_back_launch(lw_default_stream(t->device), N, LWK_RADIX_UINT32,
                                                      LWK_RADIX_ASCENDING, 0, 32, a.keys, a.keys_out, a.workspace),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, a.keys_out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (size_t i = 0; i < N; i++) {
        CHECK(i == 0 || got[i - 1] <= got[i]);
        CHECK(got[i] < 1 << 16 ? i < N - 1 : i == N - 1 && got[i] == keys[7]);
        CHECK(count[got[i] & 0xffff]-- > 0);
    }
}
