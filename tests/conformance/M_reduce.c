/* M18, M19: reductions in CUDA's order, bit for bit, and the operators. */
#include <math.h>

#include <tests/harness/arrays.h>

#include "M_order.h"
#include "device/M_reduce.h"

enum { LANES = 512 };

/* What does not depend on the order. */
static void check_integers(struct test *t, const m_reduced *seen, const unsigned *lane, unsigned n)
{
    unsigned integer = 0;
    unsigned long long wide = 0;
    unsigned short narrow = 0;
    for (unsigned i = 0; i < n; i++) {
        integer += 1000000007u * lane[i];
        wide += 0x123456789abcdefull * lane[i];
        narrow = (unsigned short)(narrow + 1000 + lane[i]);
    }
    CHECK_EQUAL(seen->integer, (int)integer);
    CHECK_EQUAL(seen->wide, wide);
    CHECK_EQUAL(seen->narrow, (short)narrow);
}

static void check_tiles(struct test *t, unsigned n, const float *in, const m_reduced *seen)
{
    for (unsigned first = 0; first < LANES; first += n) {
        float sum[MOST], strange[MOST];
        unsigned lane[MOST];
        memcpy(sum, in + first, n * sizeof *in);
        memcpy(strange, in + first, n * sizeof *in);
        for (unsigned rank = 0; rank < n; rank++)
            lane[rank] = first + rank;
        reduce_tile(sum, n, sum_of);
        reduce_tile(strange, n, strange_of);
        for (unsigned rank = 0; rank < n; rank++) {
            CHECK_EQUAL(float_bits(seen[first + rank].sum), float_bits(sum[rank]));
            if (n <= 32)
                CHECK_EQUAL(float_bits(seen[first + rank].strange), float_bits(strange[rank]));
            CHECK_CALL(check_integers(t, &seen[first + rank], lane, n));
        }
    }
}

#define CHECK_REDUCE(n)                                                                                                \
    do {                                                                                                               \
        CHECK_STATUS(lw_launch(m_reduce_##n, line(t, 1, LANES, 0), values, array), LW_SUCCESS);                        \
        CHECK_CALL(array_read(t, seen, array, sizeof seen));                                                           \
        CHECK_CALL(check_tiles(t, n, in, seen));                                                                       \
    } while (0)

TEST(row, M18_tiles_reduce_floats_in_the_order_of_a_butterfly)
{
    static m_reduced seen[LANES];
    float in[LANES];
    fill(t, in, LANES);
    float *values = array_of(t, in, sizeof in);
    m_reduced *array = array_of(t, NULL, sizeof seen);
    CHECK(values && array);
    CHECK_REDUCE(1);
    CHECK_REDUCE(2);
    CHECK_REDUCE(4);
    CHECK_REDUCE(8);
    CHECK_REDUCE(16);
    CHECK_REDUCE(32);
    CHECK_REDUCE(64);
    CHECK_REDUCE(128);
    CHECK_REDUCE(256);
    CHECK_REDUCE(512);
}

/* The values above reveal the order: other orders give other sums, more often than not. */
TEST(row, M18b_the_order_shows_in_the_sum, .host = true)
{
    int left_differs = 0, scan_differs = 0;
    for (int round = 0; round < 100; round++) {
        float in[32], tree[32], scan[32], left = 0;
        fill(t, in, 32);
        memcpy(tree, in, sizeof in);
        memcpy(scan, in, sizeof in);
        butterfly(tree, 32, sum_of);
        inclusive(scan, 32, sum_of);
        for (int i = 0; i < 32; i++)
            left += in[i];
        left_differs += float_bits(left) != float_bits(tree[0]);
        scan_differs += float_bits(scan[31]) != float_bits(tree[0]);
    }
    CHECK(left_differs > 50);
    CHECK(scan_differs > 50);
}

TEST(row, M18c_coalesced_groups_reduce_in_the_order_of_a_scan)
{
    static const unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0x55555555u, 0x80000001u,
                                     0x00000010u, 0x7fffffffu, 0x0ff0f00du};
    float in[64];
    m_reduced seen[64];
    fill(t, in, 64);
    float *values = array_of(t, in, sizeof in);
    m_reduced *array = array_of(t, NULL, sizeof seen);
    CHECK(values && array);
    for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++) {
        CHECK_STATUS(lw_launch(m_reduce_coalesced, line(t, 1, 64, 0), masks[i], values, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (unsigned part = 0; part < 4; part++) { /* two of each warp */
            unsigned lanes = part & 1 ? masks[i] : ~masks[i], lane[32], n = 0;
            float sum[MOST], strange[MOST];
            for (unsigned bit = 0; bit < 32; bit++)
                if (lanes >> bit & 1)
                    lane[n++] = part / 2 * 32 + bit;
            for (unsigned rank = 0; rank < n; rank++)
                sum[rank] = strange[rank] = in[lane[rank]];
            reduce_coalesced(sum, n, sum_of);
            reduce_coalesced(strange, n, strange_of);
            for (unsigned rank = 0; rank < n; rank++) {
                CHECK_EQUAL(float_bits(seen[lane[rank]].sum), float_bits(sum[rank]));
                CHECK_EQUAL(float_bits(seen[lane[rank]].strange), float_bits(strange[rank]));
                CHECK_CALL(check_integers(t, &seen[lane[rank]], lane, n));
            }
        }
    }
}

TEST(row, M18d_a_function_reduces_structures_of_32_bytes)
{
    float in[64];
    m_best seen[64], *array = array_of(t, NULL, sizeof seen);
    for (unsigned i = 0; i < 64; i++)
        in[i] = (float)test_random_below(t, 20);
    float *values = array_of(t, in, sizeof in);
    CHECK(values && array);
    CHECK_STATUS(lw_launch(m_reduce_structures, line(t, 1, 64, 0), values, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned i = 0; i < 64; i++) {
        unsigned best = i / 32 * 32;
        for (unsigned j = best; j < i / 32 * 32 + 32; j++)
            if (in[j] > in[best])
                best = j;
        CHECK(seen[i].value == in[best]);
        CHECK_EQUAL(seen[i].place, best);
        for (int k = 0; k < 5; k++)
            CHECK(seen[i].more[k] == (float)((k + 1) * (int)best));
    }
}

/* ---- operators ---- */
static float lesser(float a, float b)
{
    return b < a ? b : a;
}

static float larger(float a, float b)
{
    return a < b ? b : a;
}

TEST(row, M19_operators_are_sum_minimum_maximum_bits_and_functions)
{
    float in[64];
    int integers[64];
    m_operators seen[64], *array = array_of(t, NULL, sizeof seen);
    for (unsigned i = 0; i < 64; i++) {
        in[i] = i % 5 == 3 ? NAN : (float)test_random_below(t, 100) - 50;
        integers[i] = (int)(uint32_t)test_random(t);
    }
    in[40] = 0.0f, in[41] = -0.0f;
    float *values = array_of(t, in, sizeof in);
    int *numbers = array_of(t, integers, sizeof integers);
    CHECK(values && numbers && array);
    CHECK_STATUS(lw_launch(m_operate, line(t, 1, 64, 0), values, numbers, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned first = 0; first < 64; first += 8) {
        float low[MOST], high[MOST];
        memcpy(low, in + first, 8 * sizeof *in);
        memcpy(high, in + first, 8 * sizeof *in);
        butterfly(low, 8, lesser);
        butterfly(high, 8, larger);
        unsigned sum = 0, all = ~0u, any = 0, odd = 0, product = 1, least_unsigned = ~0u, most_unsigned = 0;
        int least = INT32_MAX, most = INT32_MIN;
        for (unsigned i = first; i < first + 8; i++) {
            unsigned bits = (unsigned)integers[i];
            sum += bits, all &= bits, any |= bits, odd ^= bits, product *= bits | 1;
            least = integers[i] < least ? integers[i] : least;
            most = integers[i] > most ? integers[i] : most;
            least_unsigned = bits < least_unsigned ? bits : least_unsigned;
            most_unsigned = bits > most_unsigned ? bits : most_unsigned;
        }
        for (unsigned i = first; i < first + 8; i++) {
            /* With a NaN the first one of two is kept: lanes differ, as the order does. */
            CHECK_EQUAL(float_bits(seen[i].less), float_bits(low[i - first]));
            CHECK_EQUAL(float_bits(seen[i].greater), float_bits(high[i - first]));
            CHECK_EQUAL(seen[i].plus, (int)sum);
            CHECK_EQUAL(seen[i].least, least);
            CHECK_EQUAL(seen[i].most, most);
            CHECK_EQUAL(seen[i].conjunction, (int)all);
            CHECK_EQUAL(seen[i].disjunction, (int)any);
            CHECK_EQUAL(seen[i].difference, (int)odd);
            CHECK_EQUAL(seen[i].product, (int)product);
            CHECK_EQUAL(seen[i].least_unsigned, least_unsigned);
            CHECK_EQUAL(seen[i].most_unsigned, most_unsigned);
        }
    }
}
