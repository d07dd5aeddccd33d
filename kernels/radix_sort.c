#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/look_back.h"
#include "radix_sort.h"

enum { RADIX_BITS = 8, RADIX_DIGITS = 1 << RADIX_BITS };

/* A tile: its threads, and its keys' number by their width. Blocks of a multiprocessor bound registers. */
enum { RADIX_THREADS = LWK_RADIX_THREADS, RADIX_WARPS = RADIX_THREADS / 32, RADIX_BLOCKS = 2 };
#define RADIX_EACH_32 (LWK_RADIX_TILE_32 / RADIX_THREADS)
#define RADIX_EACH_64 (LWK_RADIX_TILE_64 / RADIX_THREADS)

/* Counting all digits: keys of a thread whose loads are in flight together. */
enum { RADIX_COUNT_THREADS = 256, RADIX_COUNT_EACH = 8, RADIX_COUNT_BLOCKS = 1056 };

/* Fewer keys than a word of the look-back can count. */
#define RADIX_PORTION ((size_t)1 << 28)

/* Parts: for a thread each. */
enum { RADIX_PART_LEAST = 1 << 12, RADIX_PARTS = 256 };

LWK_WARP_SCAN(radix_scan_warp, unsigned)

static __device__ __forceinline__ unsigned radix_mask(int bits)
{
    return bits < RADIX_BITS ? (1u << bits) - 1 : RADIX_DIGITS - 1;
}

/* Words of the look-back: a count, and whether it is the tile's own or of all tiles up to it. */
#define RADIX_OWN (1u << 30)
#define RADIX_UP_TO (2u << 30)
#define RADIX_COUNT (RADIX_OWN - 1)

/* A count and its flag come together, so no other memory needs an order. */
static __device__ __forceinline__ void radix_publish(unsigned *word, unsigned count)
{
    __nv_atomic_store_n(word, count, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/* How many keys of all tiles before have the digit. */
static __device__ __forceinline__ unsigned radix_before(unsigned *state, unsigned tile, unsigned digit)
{
    unsigned before = 0, found = 0;
    while (tile > 0 && found < RADIX_UP_TO) {
        tile--;
        do
            found = __nv_atomic_load_n(&state[(size_t)tile * RADIX_DIGITS + digit], __NV_ATOMIC_RELAXED,
                                       __NV_THREAD_SCOPE_DEVICE);
        while (found == 0);
        before += found & RADIX_COUNT;
    }
    return before;
}

#define RADIX_KEY unsigned
#define RADIX_EACH RADIX_EACH_32
#define RADIX(name) radix_##name##_32
#include "device/radix_digit.h"
#include "device/radix_part.h"
#include "device/radix_tile.h"
#undef RADIX_KEY
#undef RADIX_EACH
#undef RADIX
#define RADIX_KEY unsigned long long
#define RADIX_EACH RADIX_EACH_64
#define RADIX(name) radix_##name##_64
#include "device/radix_digit.h"
#include "device/radix_part.h"
#include "device/radix_tile.h"

LW_KERNEL(lwk_radix_sort_histogram_32, LW_BLOCK_SIZE(RADIX_COUNT_THREADS, 1, 1), (size_t, n), (int, type), (int, order),
          (int, begin_bit), (int, end_bit), (const unsigned *, keys), (unsigned long long *, counts))
{
    LW_SHARED(struct radix_bins_32, bins);
    radix_histogram_32(n, type, order, begin_bit, end_bit, keys, counts, bins);
}

LW_KERNEL(lwk_radix_sort_histogram_64, LW_BLOCK_SIZE(RADIX_COUNT_THREADS, 1, 1), (size_t, n), (int, type), (int, order),
          (int, begin_bit), (int, end_bit), (const unsigned long long *, keys), (unsigned long long *, counts))
{
    LW_SHARED(struct radix_bins_64, bins);
    radix_histogram_64(n, type, order, begin_bit, end_bit, keys, counts, bins);
}

LW_KERNEL(lwk_radix_sort_offsets, LW_BLOCK_SIZE(RADIX_DIGITS, 1, 1), (size_t, n), (size_t, parts),
          (unsigned long long *, counts), (unsigned *, same))
{
    LW_SHARED(unsigned long long, sums, [RADIX_DIGITS]);
    unsigned long long *own = counts + blockIdx.x * parts * RADIX_DIGITS + threadIdx.x, sum = 0, offset = 0;
    for (size_t part = 0; part < parts; part++)
        sum += own[part * RADIX_DIGITS];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        bool is_same = false;
        for (unsigned digit = 0; digit < RADIX_DIGITS; digit++) {
            unsigned long long all = sums[digit];
            sums[digit] = offset;
            offset += all;
            is_same |= all == n;
        }
        same[blockIdx.x] = is_same;
    }
    __syncthreads();
    offset = sums[threadIdx.x];
    for (size_t part = 0; part < parts; part++) {
        unsigned long long count = own[part * RADIX_DIGITS];
        own[part * RADIX_DIGITS] = offset;
        offset += count;
    }
}

LW_KERNEL(lwk_radix_sort_tiles_32, LW_LAUNCH_BOUNDS(RADIX_THREADS, RADIX_BLOCKS), (size_t, portion), (size_t, n),
          (int, type), (int, order), (int, shift), (int, bits), (const unsigned *, keys), (unsigned *, keys_out),
          (const unsigned *, values), (unsigned *, values_out), (const unsigned long long *, offsets),
          (unsigned long long *, next), (const unsigned *, same), (unsigned *, state))
{
    LW_SHARED(struct radix_memory_32, memory);
    if (*same) {
        radix_copy_tile_32(n, keys, keys_out + portion, values, values_out == NULL ? NULL : values_out + portion);
        return;
    }
    radix_tile_32(n, type, order, shift, bits, keys, keys_out, values, values_out, offsets, next, state, memory);
}

LW_KERNEL(lwk_radix_sort_tiles_64, LW_LAUNCH_BOUNDS(RADIX_THREADS, RADIX_BLOCKS), (size_t, portion), (size_t, n),
          (int, type), (int, order), (int, shift), (int, bits), (const unsigned long long *, keys),
          (unsigned long long *, keys_out), (const unsigned *, values), (unsigned *, values_out),
          (const unsigned long long *, offsets), (unsigned long long *, next), (const unsigned *, same),
          (unsigned *, state))
{
    LW_SHARED(struct radix_memory_64, memory);
    if (*same) {
        radix_copy_tile_64(n, keys, keys_out + portion, values, values_out == NULL ? NULL : values_out + portion);
        return;
    }
    radix_tile_64(n, type, order, shift, bits, keys, keys_out, values, values_out, offsets, next, state, memory);
}

LW_KERNEL(lwk_radix_sort_count_32, LW_BLOCK_SIZE(1, 1, 1), (size_t, n), (size_t, part), (int, type), (int, order),
          (int, shift), (int, bits), (const unsigned *, keys), (unsigned long long *, counts))
{
    radix_count_part_32(n, part, type, order, shift, bits, keys, counts);
}

LW_KERNEL(lwk_radix_sort_count_64, LW_BLOCK_SIZE(1, 1, 1), (size_t, n), (size_t, part), (int, type), (int, order),
          (int, shift), (int, bits), (const unsigned long long *, keys), (unsigned long long *, counts))
{
    radix_count_part_64(n, part, type, order, shift, bits, keys, counts);
}

LW_KERNEL(lwk_radix_sort_scatter_32, LW_BLOCK_SIZE(1, 1, 1), (size_t, n), (size_t, part), (int, type), (int, order),
          (int, shift), (int, bits), (const unsigned *, keys), (unsigned *, keys_out), (const unsigned *, values),
          (unsigned *, values_out), (const unsigned long long *, offsets))
{
    radix_scatter_part_32(n, part, type, order, shift, bits, keys, keys_out, values, values_out, offsets);
}

LW_KERNEL(lwk_radix_sort_scatter_64, LW_BLOCK_SIZE(1, 1, 1), (size_t, n), (size_t, part), (int, type), (int, order),
          (int, shift), (int, bits), (const unsigned long long *, keys), (unsigned long long *, keys_out),
          (const unsigned *, values), (unsigned *, values_out), (const unsigned long long *, offsets))
{
    radix_scatter_part_64(n, part, type, order, shift, bits, keys, keys_out, values, values_out, offsets);
}

/* ---- the host's side ---- */
enum { BY_DEVICE, LOOK_BACK, PASSES };

/* What a launcher is called with. */
struct sort {
    lw_stream *stream;
    size_t n;
    lwk_radix_type type;
    lwk_radix_order order;
    int begin_bit, end_bit;
    const void *keys, *values;
    void *keys_out, *values_out;
};

static size_t pieces(size_t n, size_t size)
{
    return n / size + (n % size != 0);
}

static bool is_wide(lwk_radix_type type)
{
    return type >= LWK_RADIX_UINT64;
}

static size_t key_size(lwk_radix_type type)
{
    return is_wide(type) ? sizeof(unsigned long long) : sizeof(unsigned);
}

static size_t tile_of(lwk_radix_type type)
{
    return is_wide(type) ? LWK_RADIX_TILE_64 : LWK_RADIX_TILE_32;
}

static size_t portion_of(lwk_radix_type type)
{
    return RADIX_PORTION / tile_of(type) * tile_of(type);
}

/* Where a workspace has what, in bytes: its counts are first; `same` says of each pass whether all keys have the same digit. */
struct layout {
    size_t parts, part, same, keys, values, state, state_bytes, end;
};

static size_t round_up(size_t bytes)
{
    return pieces(bytes, 256) * 256;
}

static struct layout layout_of(size_t n, lwk_radix_type type, bool pairs)
{
    const size_t passes = 8 * sizeof(unsigned long long) / RADIX_BITS;
    const size_t offsets = (2 + passes) * RADIX_DIGITS; /* of all digits; next */
    size_t tiles = pieces(n < portion_of(type) ? n : portion_of(type), tile_of(type));
    struct layout all;
    all.parts = pieces(n, RADIX_PART_LEAST) < RADIX_PARTS ? pieces(n, RADIX_PART_LEAST) : (size_t)RADIX_PARTS;
    all.part = pieces(n, all.parts);
    all.parts = pieces(n, all.part);
    size_t counts = all.parts * RADIX_DIGITS > offsets ? all.parts * RADIX_DIGITS : offsets;
    all.same = counts * sizeof(unsigned long long);
    all.keys = round_up(all.same + passes * sizeof(unsigned));
    all.values = all.keys + round_up(n * key_size(type));
    all.state = all.values + (pairs ? round_up(n * sizeof(unsigned)) : 0);
    all.state_bytes = (tiles * RADIX_DIGITS + 1) * sizeof(unsigned);
    all.end = all.state + all.state_bytes;
    return all;
}

size_t lwk_radix_sort_workspace(size_t n, lwk_radix_type type, bool pairs)
{
    return n == 0 || (unsigned)type > LWK_RADIX_DOUBLE ? 0 : layout_of(n, type, pairs).end;
}

/* One digit of all keys, from one pair of arrays to another. */
struct digit {
    int pass, shift, bits;
    const void *keys, *values;
    void *keys_out, *values_out;
};

static int passes_of(const struct sort *sort)
{
    return (sort->end_bit - sort->begin_bit + RADIX_BITS - 1) / RADIX_BITS;
}

/* The last pass writes the output, the others this and the workspace in turn. */
static struct digit digit_of(const struct sort *sort, const struct layout *layout, char *workspace, int pass)
{
    struct digit digit;
    int left = passes_of(sort) - 1 - pass;
    digit.pass = pass;
    digit.shift = sort->begin_bit + pass * RADIX_BITS;
    digit.bits = sort->end_bit - digit.shift < RADIX_BITS ? sort->end_bit - digit.shift : RADIX_BITS;
    void *own_keys = workspace + layout->keys, *own_values = workspace + layout->values;
    digit.keys = pass == 0 ? sort->keys : left % 2 == 0 ? own_keys : sort->keys_out;
    digit.keys_out = left % 2 == 0 ? sort->keys_out : own_keys;
    digit.values = digit.values_out = NULL;
    if (sort->values != NULL) {
        digit.values = pass == 0 ? sort->values : left % 2 == 0 ? own_values : sort->values_out;
        digit.values_out = left % 2 == 0 ? sort->values_out : own_values;
    }
    return digit;
}

static lw_status histogram(const struct sort *s, unsigned long long *counts)
{
    size_t share = (size_t)RADIX_COUNT_THREADS * RADIX_COUNT_EACH, blocks = pieces(s->n, share);
    if (blocks > RADIX_COUNT_BLOCKS)
        blocks = RADIX_COUNT_BLOCKS;
    lw_launch_config config = lw_linear(s->stream, blocks * RADIX_COUNT_THREADS, RADIX_COUNT_THREADS);
    return is_wide(s->type) ? lw_launch(lwk_radix_sort_histogram_64, config, s->n, s->type, s->order, s->begin_bit,
                                        s->end_bit, (const unsigned long long *)s->keys, counts)
                            : lw_launch(lwk_radix_sort_histogram_32, config, s->n, s->type, s->order, s->begin_bit,
                                        s->end_bit, (const unsigned *)s->keys, counts);
}

static lw_status add_up(const struct sort *s, size_t blocks, size_t parts, unsigned long long *counts, unsigned *same)
{
    lw_launch_config config = lw_linear(s->stream, blocks * RADIX_DIGITS, RADIX_DIGITS);
    return lw_launch(lwk_radix_sort_offsets, config, s->n, parts, counts, same);
}

/* Sorts keys `first` to first + n - 1 by a digit. */
static lw_status portion(const struct sort *s, const struct digit *digit, size_t first, size_t n,
                         const unsigned long long *offsets, unsigned long long *next, const unsigned *same,
                         unsigned *state)
{
    lw_launch_config config = lw_linear(s->stream, pieces(n, tile_of(s->type)) * RADIX_THREADS, RADIX_THREADS);
    const unsigned *values = digit->values == NULL ? NULL : (const unsigned *)digit->values + first;
    return is_wide(s->type)
               ? lw_launch(lwk_radix_sort_tiles_64, config, first, n, s->type, s->order, digit->shift, digit->bits,
                           (const unsigned long long *)digit->keys + first, (unsigned long long *)digit->keys_out,
                           values, (unsigned *)digit->values_out, offsets, next, same, state)
               : lw_launch(lwk_radix_sort_tiles_32, config, first, n, s->type, s->order, digit->shift, digit->bits,
                           (const unsigned *)digit->keys + first, (unsigned *)digit->keys_out, values,
                           (unsigned *)digit->values_out, offsets, next, same, state);
}

static lw_status by_look_back(const struct sort *s, const struct layout *layout, char *workspace)
{
    int passes = passes_of(s);
    unsigned long long *counts = (unsigned long long *)(void *)workspace, *others = counts + passes * RADIX_DIGITS;
    unsigned *state = (unsigned *)(void *)(workspace + layout->state);
    unsigned *same = (unsigned *)(void *)(workspace + layout->same);
    size_t most = portion_of(s->type);
    lw_status status = lw_memset_async(s->stream, counts, 0, (size_t)passes * RADIX_DIGITS * sizeof *counts);
    if (status == LW_SUCCESS)
        status = histogram(s, counts);
    if (status == LW_SUCCESS)
        status = add_up(s, (size_t)passes, 1, counts, same);
    for (int pass = 0; pass < passes && status == LW_SUCCESS; pass++) {
        struct digit digit = digit_of(s, layout, workspace, pass);
        unsigned long long *offsets = counts + pass * RADIX_DIGITS, *next = others;
        for (size_t first = 0; first < s->n && status == LW_SUCCESS; first += most) {
            size_t n = s->n - first < most ? s->n - first : most;
            status = lw_memset_async(s->stream, state, 0, layout->state_bytes);
            if (status == LW_SUCCESS)
                status = portion(s, &digit, first, n, offsets, first + n < s->n ? next : NULL, same + pass, state);
            offsets = next;
            next = next == others ? others + RADIX_DIGITS : others;
        }
    }
    return status;
}

static lw_status in_passes(const struct sort *s, const struct layout *layout, char *workspace)
{
    unsigned long long *counts = (unsigned long long *)(void *)workspace;
    unsigned *same = (unsigned *)(void *)(workspace + layout->same);
    lw_launch_config config = lw_linear(s->stream, layout->parts, 1);
    size_t part = layout->part;
    lw_status status = LW_SUCCESS;
    for (int pass = 0; pass < passes_of(s) && status == LW_SUCCESS; pass++) {
        struct digit d = digit_of(s, layout, workspace, pass);
        status = is_wide(s->type) ? lw_launch(lwk_radix_sort_count_64, config, s->n, part, s->type, s->order, d.shift,
                                              d.bits, (const unsigned long long *)d.keys, counts)
                                  : lw_launch(lwk_radix_sort_count_32, config, s->n, part, s->type, s->order, d.shift,
                                              d.bits, (const unsigned *)d.keys, counts);
        if (status == LW_SUCCESS)
            status = add_up(s, 1, layout->parts, counts, same);
        if (status != LW_SUCCESS)
            return status;
        status = is_wide(s->type)
                     ? lw_launch(lwk_radix_sort_scatter_64, config, s->n, part, s->type, s->order, d.shift, d.bits,
                                 (const unsigned long long *)d.keys, (unsigned long long *)d.keys_out,
                                 (const unsigned *)d.values, (unsigned *)d.values_out, counts)
                     : lw_launch(lwk_radix_sort_scatter_32, config, s->n, part, s->type, s->order, d.shift, d.bits,
                                 (const unsigned *)d.keys, (unsigned *)d.keys_out, (const unsigned *)d.values,
                                 (unsigned *)d.values_out, counts);
    }
    return status;
}

/* No bits: all keys are equal. */
static lw_status copy(const struct sort *s)
{
    lw_status status =
        lw_memcpy_async(s->stream, s->keys_out, s->keys, s->n * key_size(s->type), LW_MEMCPY_DEVICE_TO_DEVICE);
    if (status != LW_SUCCESS || s->values == NULL)
        return status;
    return lw_memcpy_async(s->stream, s->values_out, s->values, s->n * sizeof(unsigned), LW_MEMCPY_DEVICE_TO_DEVICE);
}

static lw_status check(const char *launcher, const struct sort *s, bool pairs, const void *workspace)
{
    const size_t most = (size_t)1 << 40;
    const char *null = s->keys == NULL                  ? "keys"
                       : s->keys_out == NULL            ? "keys_out"
                       : pairs && s->values == NULL     ? "values"
                       : pairs && s->values_out == NULL ? "values_out"
                       : workspace == NULL              ? "workspace"
                                                        : NULL;
    if ((unsigned)s->type > LWK_RADIX_DOUBLE)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: type is %d; expected an lwk_radix_type", launcher, (int)s->type);
    if ((unsigned)s->order > LWK_RADIX_DESCENDING)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: order is %d; expected an lwk_radix_order", launcher,
                        (int)s->order);
    if (s->end_bit < 0 || s->end_bit > 8 * (int)key_size(s->type))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: end_bit is %d; keys have %d bits", launcher, s->end_bit,
                        8 * (int)key_size(s->type));
    if (s->begin_bit < 0 || s->begin_bit > s->end_bit)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: begin_bit is %d; expected 0 to end_bit, which is %d", launcher,
                        s->begin_bit, s->end_bit);
    if (s->n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, s->n, most);
    if (s->n > 0 && null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return LW_SUCCESS;
}

static lw_status launch(const char *launcher, const struct sort *s, bool pairs, void *workspace, int how)
{
    lw_status status = check(launcher, s, pairs, workspace);
    if (status != LW_SUCCESS || s->n == 0)
        return status;
    if (s->begin_bit == s->end_bit)
        return copy(s);
    if (how == BY_DEVICE) {
        bool is_cpu;
        status = lwk_stream_is_cpu(s->stream, &is_cpu);
        if (status != LW_SUCCESS)
            return status;
        how = is_cpu ? PASSES : LOOK_BACK;
    }
    struct layout layout = layout_of(s->n, s->type, pairs);
    return how == LOOK_BACK ? by_look_back(s, &layout, (char *)workspace) : in_passes(s, &layout, (char *)workspace);
}

#define LAUNCHERS(variant, how)                                                                                        \
    lw_status lwk_radix_sort_keys##variant(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,    \
                                           int begin_bit, int end_bit, const void *keys, void *keys_out,               \
                                           void *workspace)                                                            \
    {                                                                                                                  \
        struct sort sort = {stream, n, type, order, begin_bit, end_bit, keys, NULL, keys_out, NULL};                   \
        return launch("lwk_radix_sort_keys" #variant, &sort, false, workspace, how);                                   \
    }                                                                                                                  \
    lw_status lwk_radix_sort_pairs##variant(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,   \
                                            int begin_bit, int end_bit, const void *keys, void *keys_out,              \
                                            const void *values, void *values_out, void *workspace)                     \
    {                                                                                                                  \
        struct sort sort = {stream, n, type, order, begin_bit, end_bit, keys, values, keys_out, values_out};           \
        return launch("lwk_radix_sort_pairs" #variant, &sort, true, workspace, how);                                   \
    }
LAUNCHERS(_launch, BY_DEVICE)
LAUNCHERS(_look_back_launch, LOOK_BACK)
LAUNCHERS(_passes_launch, PASSES)
