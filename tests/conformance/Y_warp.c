/* Group Y, products of large matrices by many warps, and mistakes. */
#include <stdlib.h>

#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>
#include "Y_reference.h"
#include "Y_device.h"
#include "device/Y_fragment_sm90.h"

/* ---- large matrices ---- */
enum { ROWS = 64, COLUMNS = 96, DEPTH = 80 };

static void check_large(struct test *t, const unsigned short *a, const unsigned short *b, const float *d)
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            uint64_t sum = 0;
            float doubled;
            for (int k = 0; k < DEPTH; k += 16) {
                uint64_t left[16], right[16];
                for (int i = 0; i < 16; i++) {
                    left[i] = a[row * DEPTH + k + i];
                    right[i] = b[(k + i) * COLUMNS + column];
                }
                sum = y_reference(Y_HALF, Y_FLOAT, Y_FLOAT, 0, left, right, 16, sum);
            }
            uint32_t bits = (uint32_t)sum;
            memcpy(&doubled, &bits, sizeof doubled);
            doubled *= 2;
            if (memcmp(&doubled, &d[row * COLUMNS + column], sizeof doubled) != 0)
                FAIL("row %d, column %d: %a, expected %a", row, column, (double)d[row * COLUMNS + column],
                     (double)doubled);
        }
}

TEST(row, Y15_products_of_large_matrices)
{
    CHECK_CALL(need_9_0(t));
    static unsigned short a[ROWS * DEPTH], b[DEPTH * COLUMNS];
    static float d[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * DEPTH; i++) /* 2^-7 to 2^8, of both signs */
        a[i] = (unsigned short)((test_random(t) & 0xbfff) | 0x2000) & 0xbfff;
    for (int i = 0; i < DEPTH * COLUMNS; i++)
        b[i] = (unsigned short)((test_random(t) & 0xbfff) | 0x2000) & 0xbfff;
    unsigned short *left = array_of(t, a, sizeof a), *right = array_of(t, b, sizeof b);
    float *out = array_of(t, NULL, sizeof d);
    CHECK(left && right && out);
    lw_dim3 grid = lw_make_dim3(COLUMNS / Y_PART, ROWS / Y_PART, 1);
    CHECK_STATUS(lw_launch(y_multiply, shape(t, grid, lw_make_dim3(128, 1, 1), 0), COLUMNS, DEPTH, left, right, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, d, out, sizeof d));
    CHECK_CALL(check_large(t, a, b, d));
    CHECK_STATUS(lw_memset(t->device, out, 0, sizeof d), LW_SUCCESS);
    CHECK_STATUS(
        lw_launch(y_multiply_alone, shape(t, grid, lw_make_dim3(32, 1, 1), 0), COLUMNS, DEPTH, left, right, out),
        LW_SUCCESS);
    CHECK_CALL(array_read(t, d, out, sizeof d));
    CHECK_CALL(check_large(t, a, b, d));
}

/* ---- mistakes ---- */
static const char *const reports[Y_MISTAKES] = {
    [Y_OTHER_POINTERS] =
        "different calls: lw_load_matrix_sync; all 32 lanes of a warp must call it at one place, with equal "
        "arguments",
    [Y_OTHER_DISTANCES] = "different calls: lw_load_matrix_sync",
    [Y_OTHER_LAYOUTS] = "different calls: lw_store_matrix_sync",
    [Y_OTHER_OPTIONS] = "different calls: lw_mma_sync",
    [Y_TWO_PLACES] = "different calls: lw_mma_sync",
    [Y_TWO_LOADS] = "different calls: lw_load_matrix_sync",
    [Y_RETURNED] =
        "lanes missing: lw_mma_sync by a warp of which some lanes have ended or do not exist; all 32 lanes must "
        "call it",
    [Y_STORE_RETURNED] = "lanes missing: lw_store_matrix_sync",
};

TEST(row, Y16_calls_by_some_lanes_or_with_different_arguments_are_reported, .cpu_only = true)
{
    int *array = array_of(t, NULL, 4096);
    CHECK(array);
    CHECK_STATUS(lw_launch(y_mistakes, line(t, 1, 64, 0), Y_RIGHT, array), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int i = Y_OTHER_POINTERS; i < Y_HALF_OF_THEM; i++) {
        array = array_of(t, NULL, 4096);
        CHECK(array);
        const char *report = fault_expect(t, lw_launch(y_mistakes, line(t, 1, 64, 0), i, array), LW_ERROR_INVALID_MASK);
        if (!report)
            FAIL("mistake %d", i);
        CHECK_CONTAINS(report, reports[i]);
        CHECK_CONTAINS(report, "Y_fragment_sm90.c:");
        CHECK_CONTAINS(report, "kernel y_mistakes (");
    }
    array = array_of(t, NULL, 4096);
    CHECK(array);
    const char *report =
        fault_expect(t, lw_launch(y_mistakes, line(t, 1, 40, 0), Y_RIGHT, array), LW_ERROR_INVALID_MASK);
    CHECK(report);
    CHECK_CONTAINS(report, "lanes missing: lw_mma_sync");
    CHECK_CONTAINS(report, "thread (3");
    array = array_of(t, NULL, 4096);
    CHECK(array);
    report = fault_expect(t, lw_launch(y_mistakes, line(t, 1, 32, 0), Y_HALF_OF_THEM, array), LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report, "lw_mma_sync");
    CHECK_CONTAINS(report, "__syncwarp");
}
