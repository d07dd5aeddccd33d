/* Casts out of range and shifts beyond the width: C does not define their results, and they cannot be changed from
 * C. The promise is that they do no harm: no launch fails, and other threads' results are right. */
#include <limits.h>
#include <math.h>

#include "device/V_undefined.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

enum { N = 96 };

TEST(row, V4d_casts_out_of_range_harm_nobody)
{
    static const double wild[] = {NAN,    INFINITY, -INFINITY, 1e300, -1e300, 0x1p31,  -0x1p31 - 1, 0x1p32,
                                  0x1p63, 0x1p64,   -0x1p63,   3e38,  -1,     -0x1p70, 300,         70000};
    double x[N];
    long long got[N][V_CASTS];
    for (int i = 0; i < N; i++)
        x[i] = i % 2 ? wild[i / 2 % (int)COUNT_OF(wild)] : i;
    double *in = array_of(t, x, sizeof x);
    long long *out = array_of(t, NULL, sizeof got);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_casts, line(t, 1, N, 0), N, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < N; i += 2)
        for (int k = 0; k < V_CASTS; k++)
            CHECK_EQUAL(got[i][k], i);
}

TEST(row, V7c_shifts_past_the_width_harm_nobody)
{
    static const int wild[] = {32, 33, 63, 64, 65, 127, 128, 1000, -1, -32, INT_MIN, INT_MAX};
    unsigned long long x[N], got[N][V_SHIFTS];
    int counts[N];
    for (int i = 0; i < N; i++) {
        x[i] = test_random(t);
        counts[i] = i % 2 ? wild[i / 2 % (int)COUNT_OF(wild)] : i % 32;
    }
    unsigned long long *in = array_of(t, x, sizeof x), *out = array_of(t, NULL, sizeof got);
    int *by = array_of(t, counts, sizeof counts);
    CHECK(in && by && out);
    CHECK_STATUS(lw_launch(v_any_shifts, line(t, 1, N, 0), N, in, by, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < N; i += 2) {
        unsigned narrow = (unsigned)x[i];
        int count = i % 32;
        CHECK_EQUAL(got[i][0], narrow << count);
        CHECK_EQUAL(got[i][1], narrow >> count);
        CHECK_EQUAL(got[i][2], (unsigned)((int)narrow >> count));
        CHECK_EQUAL(got[i][3], x[i] << count);
        CHECK_EQUAL(got[i][4], x[i] >> count);
        CHECK_EQUAL(got[i][5], (unsigned long long)((long long)x[i] >> count));
    }
}
