/* Group Y, fragments of warp matrices: sizes, the elements that lanes have, memory, filling. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "Y_device.h"
#include "device/Y_fragment_sm90.h"

enum { LANES = 32, MOST_STORED = 16, MOST_BYTES = 1 << 14 };

typedef enum use { matrix_a, matrix_b, accumulator } use;

typedef struct fragment {
    const char *name;
    int elements, stored, bytes, bits;
    use use;
    int m, n, k;
    bool by_column;
    lw_status (*launch)(lw_launch_config, const void *, int, unsigned *, int *, void *, int);
} fragment;

#define BY_COLUMN_row_major false
#define BY_COLUMN_col_major true
#define BY_COLUMN_ false
#define DEFINE(name_, elements_, stored_, bytes_, bits_, use_, m_, n_, k_, type, memory, layout)                       \
    static const fragment name_##_fragment = {#name_, elements_,          stored_,       bytes_, bits_, use_, m_, n_,  \
                                              k_,     BY_COLUMN_##layout, launch_##name_};
#define LAUNCH_FACTOR(name, ...)                                                                                       \
    static lw_status launch_##name(lw_launch_config at, const void *in, int distance, unsigned *out, int *sizes,       \
                                   void *copy, int by_column)                                                          \
    {                                                                                                                  \
        (void)copy;                                                                                                    \
        (void)by_column;                                                                                               \
        return lw_launch(name, at, in, distance, out, sizes);                                                          \
    }
#define LAUNCH_ACCUMULATOR(name, ...)                                                                                  \
    static lw_status launch_##name(lw_launch_config at, const void *in, int distance, unsigned *out, int *sizes,       \
                                   void *copy, int by_column)                                                          \
    {                                                                                                                  \
        return lw_launch(name, at, in, distance, out, sizes, copy, by_column);                                         \
    }
Y_FRAGMENTS(LAUNCH_FACTOR)
Y_ACCUMULATORS(LAUNCH_ACCUMULATOR)
Y_FRAGMENTS(DEFINE)
Y_ACCUMULATORS(DEFINE)

/* Where a lane's element is: the sum of what each set bit of the lane, and of the element's number, adds to row and column. */
typedef struct position {
    int row, column;
} position;
static const struct map {
    const fragment *of;
    position lane[5], element[5];
} maps[] = {
    {&y_a_half_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}, {0, 0}}},
    {&y_b_half_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {8, 0}, {0, 8}, {0, 0}}},
    {&y_a_half_32_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}, {16, 0}}},
    {&y_b_half_32_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {8, 0}, {0, 0}, {0, 0}}},
    {&y_a_half_8_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 8}, {0, 0}, {0, 0}}},
    {&y_b_half_8_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {0, 8}, {8, 0}, {0, 16}}},
    {&y_a_bfloat16_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}}},
    {&y_b_bfloat16_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {8, 0}, {0, 8}}},
    {&y_a_bfloat16_32_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}, {16, 0}}},
    {&y_b_bfloat16_32_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {8, 0}}},
    {&y_a_bfloat16_8_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 8}}},
    {&y_b_bfloat16_8_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {0, 8}, {8, 0}, {0, 16}}},
    {&y_a_s8_fragment, {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 2}, {8, 0}}},
    {&y_b_u8_fragment, {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {2, 0}, {0, 8}}},
    {&y_a_u8_32_fragment, {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 2}, {8, 0}, {16, 0}}},
    {&y_b_s8_32_fragment, {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {2, 0}}},
    {&y_a_u8_8_fragment, {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 2}}},
    {&y_b_s8_8_fragment, {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {2, 0}, {0, 8}, {0, 16}}},
    {&y_a_tf32_fragment, {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}}, {{8, 0}, {0, 4}}},
    {&y_b_tf32_fragment, {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 4}}, {{4, 0}, {0, 8}}},
    {&y_a_double_fragment, {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}}, {{0, 0}}},
    {&y_b_double_fragment, {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 4}}, {{0, 0}}},
    {&y_a_s4_fragment, {{0, 8}, {0, 16}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 2}, {0, 4}}},
    {&y_b_u4_fragment, {{8, 0}, {16, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {2, 0}, {4, 0}}},
    {&y_a_b1_fragment, {{0, 32}, {0, 64}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}},
    {&y_b_b1_fragment, {{32, 0}, {64, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}},
    {&y_c_half_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}}},
    {&y_c_float_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}}},
    {&y_c_int_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}}},
    {&y_c_half_32_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {16, 0}}},
    {&y_c_float_32_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {16, 0}}},
    {&y_c_int_8_fragment, {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}, {{1, 0}, {0, 8}, {0, 16}}},
    {&y_c_tf32_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}, {8, 0}, {0, 8}}},
    {&y_c_double_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}}},
    {&y_c_4_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}}},
    {&y_c_1_fragment, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, {{0, 1}}},
};
#define FOR_EACH_FRAGMENT(map) for (const struct map *map = maps; map < maps + sizeof maps / sizeof *maps; map++)

static position position_of(const struct map *map, int lane, int element)
{
    position at = {0, 0};
    for (int bit = 0; bit < 5; bit++) {
        at.row += (lane >> bit & 1) * map->lane[bit].row + (element >> bit & 1) * map->element[bit].row;
        at.column += (lane >> bit & 1) * map->lane[bit].column + (element >> bit & 1) * map->element[bit].column;
    }
    return at;
}

static int rows_of(const fragment *f)
{
    return f->use == matrix_b ? f->k : f->m;
}

static int columns_of(const fragment *f)
{
    return f->use == matrix_a ? f->k : f->n;
}

/* From one row or column to the next, a multiple of 16 bytes. An accumulator's does for both. */
static int distance_of(const fragment *f, int factor)
{
    int rows = rows_of(f), columns = columns_of(f), least = 128 / f->bits, elements = f->by_column ? rows : columns;
    if (f->use == accumulator)
        elements = rows > columns ? rows : columns;
    return (elements > least ? elements : least) * factor;
}

typedef struct memory {
    unsigned char *in, *copy;
    unsigned *out;
    int *sizes;
} memory;

static memory memory_of(struct test *t)
{
    memory m = {array_of(t, NULL, MOST_BYTES), array_of(t, NULL, MOST_BYTES),
                array_of(t, NULL, sizeof(unsigned) * LANES * MOST_STORED), array_of(t, NULL, 3 * sizeof(int))};
    return m;
}

static void load(struct test *t, const fragment *f, const memory *m, const unsigned char *in, int distance,
                 bool by_column)
{
    CHECK(m->in && m->copy && m->out && m->sizes);
    CHECK_STATUS(lw_memcpy(t->device, m->in, in, MOST_BYTES, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(f->launch(line(t, 1, LANES, 0), m->in, distance, m->out, m->sizes, m->copy, by_column), LW_SUCCESS);
}

TEST(row, Y1_fragments_have_CUDAs_sizes)
{
    CHECK_CALL(need_9_0(t));
    static const unsigned char zeros[MOST_BYTES];
    memory m = memory_of(t);
    FOR_EACH_FRAGMENT(map)
    {
        const fragment *f = map->of;
        int sizes[3];
        CHECK_CALL(load(t, f, &m, zeros, distance_of(f, 1), f->by_column));
        CHECK_CALL(array_read(t, sizes, m.sizes, sizeof sizes));
        if (sizes[0] != f->elements || sizes[1] != f->stored || sizes[2] != f->bytes)
            FAIL("%s: %d elements, %d stored, %d bytes", f->name, sizes[0], sizes[1], sizes[2]);
    }
}

/* One bit of an element's index at a time, as its lowest bit. */
static void find_positions(struct test *t, const fragment *f, const memory *m, int (*index)[LANES])
{
    static unsigned char in[MOST_BYTES];
    int rows = rows_of(f), columns = columns_of(f), packed = f->elements / f->stored;
    memset(index, 0, sizeof *index * (size_t)f->elements);
    for (int bit = 0; 1 << bit < rows * columns; bit++) {
        unsigned out[MOST_STORED * LANES];
        memset(in, 0, sizeof in);
        int distance = distance_of(f, 1);
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++) {
                int at = (f->by_column ? column * distance + row : row * distance + column) * f->bits;
                in[at / 8] |= (unsigned char)(((row * columns + column) >> bit & 1) << at % 8);
            }
        CHECK_CALL(load(t, f, m, in, distance, f->by_column));
        CHECK_CALL(array_read(t, out, m->out, sizeof(unsigned) * LANES * (size_t)f->stored));
        for (int i = 0; i < f->elements; i++)
            for (int lane = 0; lane < LANES; lane++)
                index[i][lane] |= (int)(out[i / packed * LANES + lane] >> i % packed * (32 / packed % 32) & 1) << bit;
    }
}

TEST(row, Y2_lanes_have_the_elements_of_an_H200)
{
    CHECK_CALL(need_9_0(t));
    memory m = memory_of(t);
    FOR_EACH_FRAGMENT(map)
    {
        const fragment *f = map->of;
        int index[LANES][LANES]; /* [element][lane] */
        CHECK_CALL(find_positions(t, f, &m, index));
        for (int i = 0; i < f->elements; i++)
            for (int lane = 0; lane < LANES; lane++) {
                position at = position_of(map, lane, i);
                if (index[i][lane] != at.row * columns_of(f) + at.column)
                    FAIL("%s: lane %d's element %d is (%d, %d), expected (%d, %d)", f->name, lane, i,
                         index[i][lane] / columns_of(f), index[i][lane] % columns_of(f), at.row, at.column);
            }
    }
}

/* Where an accumulator is loaded from and stored to: bytes of an element. */
static size_t place(const fragment *f, int row, int column, int distance, bool by_column)
{
    return (size_t)(by_column ? column * distance + row : row * distance + column) * (size_t)f->bits / 8;
}

static void load_and_store(struct test *t, const fragment *f, const memory *m, int factor, bool by_column)
{
    static unsigned char in[MOST_BYTES], copy[MOST_BYTES], expected[MOST_BYTES];
    int distance = distance_of(f, factor);
    for (int i = 0; i < MOST_BYTES; i++)
        in[i] = (unsigned char)test_random(t);
    memset(expected, 0xa5, sizeof expected);
    CHECK_STATUS(lw_memset(t->device, m->copy, 0xa5, MOST_BYTES), LW_SUCCESS);
    CHECK_CALL(load(t, f, m, in, distance, by_column));
    CHECK_CALL(array_read(t, copy, m->copy, sizeof copy));
    for (int row = 0; row < f->m; row++)
        for (int column = 0; column < f->n; column++)
            memcpy(expected + place(f, row, column, distance, !by_column),
                   in + place(f, row, column, distance, by_column), (size_t)f->bits / 8);
    for (int i = 0; i < MOST_BYTES; i++)
        if (copy[i] != expected[i])
            FAIL("%s by %s, %d apart: byte %d is %#x, expected %#x", f->name, by_column ? "column" : "row", distance, i,
                 copy[i], expected[i]);
}

TEST(row, Y3_accumulators_are_stored_by_row_and_by_column)
{
    CHECK_CALL(need_9_0(t));
    memory m = memory_of(t);
    FOR_EACH_FRAGMENT(map)
    for (int factor = 1; factor <= 2 && map->of->use == accumulator; factor++) {
        CHECK_CALL(load_and_store(t, map->of, &m, factor, false));
        CHECK_CALL(load_and_store(t, map->of, &m, factor, true));
    }
}

TEST(row, Y13_filling)
{
    CHECK_CALL(need_9_0(t));
    static const unsigned expected[Y_FILLS] = {0xbe00, 0xbfc0, 0xbfc00000, 3, 0x33333333, 0x33333333, ~0u, 0xbfc00000};
    unsigned bits[Y_FILLS * LANES], *array = array_of(t, NULL, sizeof bits);
    CHECK(array);
    CHECK_STATUS(lw_launch(y_fill, line(t, 1, LANES, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, bits, array, sizeof bits));
    for (int i = 0; i < Y_FILLS * LANES; i++)
        CHECK_EQUAL(bits[i], expected[i % Y_FILLS]);
}

TEST(row, Y14_float_to_tf32_rounds_ties_away)
{
    CHECK_CALL(need_9_0(t));
    static const uint32_t pairs[][2] = {
        {0x3f801000, 0x3f802000}, {0x3f800fff, 0x3f800000}, {0x3f801001, 0x3f802000}, {0xbf801000, 0xbf802000},
        {0x00001000, 0x00002000}, {0x00000fff, 0x00000000}, {0x80001000, 0x80002000}, {0x007ff000, 0x00800000},
        {0x7f7fefff, 0x7f7fe000}, {0x7f7ff000, 0x7f800000}, {0xff7ff000, 0xff800000}, {0x7f800000, 0x7f800000},
        {0x7f800001, 0x7f800000}, {0xffc12345, 0xffc12000}, {0x7fffffff, 0x7fffe000}, {0x80000000, 0x80000000}};
    enum { COUNT = sizeof pairs / sizeof *pairs };
    uint32_t in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = pairs[i][0];
    float *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    CHECK_STATUS(lw_launch(y_to_tf32, line(t, 1, LANES, 0), COUNT, from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(out[i], pairs[i][1]);
}
