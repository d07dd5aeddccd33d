/* Products of matrices, several sums of each lane: in blocks that are whole vectors of lanes and in others, with lanes
 * that leave, and with sums that lanes change by themselves or exchange. */
#include <tests/harness/arrays.h>
#include "device/products.h"

enum { MOST_SUMS = 8 };

/* As the kernels make them; for threads that return, the zeros that were there. */
static void expect(int n, int lanes, int rounds, int leaving, int sum[][MOST_SUMS][MOST_SUMS])
{
    memset(sum, 0, (size_t)lanes * sizeof *sum);
    for (int round = 0; round < rounds; round++) {
        for (int lane = 0; lane < lanes; lane++) {
            if (round == rounds - 1 && lane >= leaving) {
                memset(sum[lane], 0, sizeof sum[lane]);
                continue;
            }
            for (int l = 0; l < MACHINE_PRODUCTS_DEPTH; l++)
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < n; j++)
                        sum[lane][i][j] += (int)(MACHINE_PRODUCTS_A(round, l, lane / 4 * n + i) *
                                                 MACHINE_PRODUCTS_B(round, l, lane % 4 * n + j));
            if (round == 1 && (n == 4 || lane % 3 == 0))
                sum[lane][1][2] += lane;
        }
        int first = sum[0][2][3];
        for (int lane = 0; lane < lanes && round == 2; lane++)
            sum[lane][2][3] += lane + 1 < lanes ? sum[lane + 1][2][3] : first;
    }
}

static void check(struct test *t, int n, int lanes, int rounds, int leaving)
{
    enum { BLOCKS = 2 };
    static int right[MACHINE_PRODUCTS_MOST][MOST_SUMS][MOST_SUMS];
    static float found[BLOCKS * MACHINE_PRODUCTS_MOST * MOST_SUMS * MOST_SUMS];
    size_t bytes = (size_t)BLOCKS * (size_t)(lanes * n * n) * sizeof *found;
    float *out = array_of(t, NULL, bytes);
    CHECK(out);
    lw_launch_config config = line(t, BLOCKS, (unsigned)lanes, 0);
    CHECK_STATUS(n == 4 ? lw_launch(machine_products_4, config, rounds, leaving, out)
                        : lw_launch(machine_products_8, config, rounds, leaving, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, found, out, bytes));
    expect(n, lanes, rounds, leaving, right);
    for (int k = 0; k < BLOCKS * lanes * n * n; k++)
        CHECK_EQUAL((int)found[k], right[k / n / n % lanes][k / n % n][k % n]);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

TEST(machine, products)
{
    static const int lane_counts[] = {4, 16, 20, 64, 100, 128, 160};
    for (size_t i = 0; i < sizeof lane_counts / sizeof *lane_counts; i++)
        for (int rounds = 0; rounds <= 4; rounds++) {
            CHECK_CALL(check(t, 4, lane_counts[i], rounds, lane_counts[i]));
            CHECK_CALL(check(t, 8, lane_counts[i], rounds, lane_counts[i]));
        }
}

/* In the third round threads read the others' places on the board: so none returns in that one. */
TEST(machine, products_leaving)
{
    static const int leaving[] = {0, 5, 16, 63};
    for (size_t i = 0; i < sizeof leaving / sizeof *leaving; i++) {
        CHECK_CALL(check(t, 4, 64, 5, leaving[i]));
        CHECK_CALL(check(t, 8, 64, 2, leaving[i]));
        CHECK_CALL(check(t, 4, 36, 4, leaving[i]));
    }
}

TEST(machine, products_whole)
{
    enum { LANES = 64, BLOCKS = 3, N = 4 };
    static int right[LANES][MOST_SUMS][MOST_SUMS], found[BLOCKS * LANES * N * N];
    for (int rounds = 0; rounds <= 5; rounds++) {
        int leaving = rounds == 5 ? 17 : LANES, *out = array_of(t, NULL, sizeof found);
        CHECK(out);
        CHECK_STATUS(lw_launch(machine_products_64, line(t, BLOCKS, LANES, 0), rounds, leaving, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, found, out, sizeof found));
        expect(N, LANES, rounds, leaving, right);
        for (int k = 0; k < BLOCKS * LANES * N * N; k++)
            CHECK_EQUAL(found[k], right[k / N / N % LANES][k / N % N][k % N]);
        CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    }
}
