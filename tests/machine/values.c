/* What lanes hold over barriers, and where it may be another that is at hand: a local array whose address has gone through
 * memory or another lane, structures that are packed in vectors and not in memory, numbers wider than registers. */
#include <tests/harness/arrays.h>
#include "device/values.h"

enum { BLOCKS = 3, LANES = MACHINE_VALUES_LANES, ALL = BLOCKS * LANES };

TEST(machine, values_of_own_arrays)
{
    int in[ALL + 2], out[ALL];
    for (int i = 0; i < ALL + 2; i++)
        in[i] = i * i - 7;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    unsigned long long *places = array_of(t, NULL, ALL * sizeof *places);
    CHECK(from && to && places);
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        CHECK_STATUS(lw_memset(t->device, to, 0, sizeof out), LW_SUCCESS);
        CHECK_STATUS(shuffled ? lw_launch(machine_values_shuffled, line(t, BLOCKS, LANES, 0), from, to)
                              : lw_launch(machine_values_exchanged, line(t, BLOCKS, LANES, 0), from, places, to),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        for (int i = 0; i < ALL; i++)
            CHECK_EQUAL(out[i], in[i + 2] + 9);
    }
    CHECK_STATUS(lw_launch(machine_values_of_one, line(t, BLOCKS, 1, 0), 1234, places, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < BLOCKS; i++)
        CHECK_EQUAL(out[i], 1234);
}

TEST(machine, values_of_three_bytes)
{
    unsigned char a[4 * ALL], b[4 * ALL];
    int lighter[ALL], blue[ALL], most[ALL];
    for (int i = 0; i < 4 * ALL; i++) {
        a[i] = (unsigned char)(i * 37 + 11);
        b[i] = (unsigned char)(i * 101 + 3);
    }
    void *from_a = array_of(t, a, sizeof a), *from_b = array_of(t, b, sizeof b);
    int *to = array_of(t, NULL, sizeof lighter), *to_blue = array_of(t, NULL, sizeof blue),
        *to_most = array_of(t, NULL, sizeof most);
    CHECK(from_a && from_b && to && to_blue && to_most);
    CHECK_STATUS(
        lw_launch(machine_values_of_three_bytes, line(t, BLOCKS, LANES, 0), from_a, from_b, to, to_blue, to_most),
        LW_SUCCESS);
    CHECK_CALL(array_read(t, lighter, to, sizeof lighter));
    CHECK_CALL(array_read(t, blue, to_blue, sizeof blue));
    CHECK_CALL(array_read(t, most, to_most, sizeof most));
    const unsigned char *mine[ALL];
    int reddest[BLOCKS] = {0};
    for (int i = 0; i < ALL; i++) {
        const unsigned char *x = a + 4 * i, *y = b + 4 * i;
        mine[i] = y[0] + y[1] + y[2] > x[0] + x[1] + x[2] ? y : x;
        reddest[i / LANES] = mine[i][0] > reddest[i / LANES] ? mine[i][0] : reddest[i / LANES];
    }
    for (int i = 0; i < ALL; i++) {
        CHECK_EQUAL(lighter[i], mine[i][0] + 256 * mine[i][1] + 65536 * mine[i][2]);
        CHECK_EQUAL(blue[i], mine[i ^ 1][2]);
        CHECK_EQUAL(most[i], reddest[i / LANES]);
    }
}

TEST(machine, values_of_128_bits)
{
    int out[ALL], *to = array_of(t, NULL, sizeof out);
    CHECK(to);
    CHECK_STATUS(lw_launch(machine_values_of_128_bits, line(t, BLOCKS, LANES, 0), 77, 40, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < ALL; i++)
        CHECK_EQUAL(out[i], i % LANES + 5 > 40 ? 77 + i % LANES : 0);
}
