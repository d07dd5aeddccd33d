/* Group G, atomics with an order and a scope. */
#include <tests/harness/arrays.h>
#include "device/G_scoped.h"

TEST(row, G19_operations_with_order_and_scope)
{
    const g_scoped_words before = {.add = -3,
                                   .sub = 3,
                                   .exchange = 8,
                                   .compare = 5,
                                   .wrong = 5,
                                   .loaded = 21,
                                   .stored = 1,
                                   .most = 7,
                                   .least = 9,
                                   .conjunction = 0x1234,
                                   .disjunction = 1,
                                   .exclusive = 0xff,
                                   .long_add = ~0ull,
                                   .long_least = 4,
                                   .long_most = -9,
                                   .float_add = 1.25f,
                                   .double_sub = 2,
                                   .half_word = 1};
    g_scoped_words words, old, *array = array_of(t, &before, sizeof before), *olds = array_of(t, NULL, sizeof old);
    CHECK(array && olds);
    CHECK_STATUS(lw_launch(g_scoped_steps, line(t, 1, 1, 0), array, olds), LW_SUCCESS);
    CHECK_CALL(array_read(t, &words, array, sizeof words));
    CHECK_CALL(array_read(t, &old, olds, sizeof old));
    CHECK(old.add == -3 && words.add == 4);
    CHECK(old.sub == 3 && words.sub == -4);
    CHECK(old.exchange == 8 && words.exchange == 9);
    CHECK(old.compare == 105 && words.compare == 6); /* stored; what was expected */
    CHECK(old.wrong == 5 && words.wrong == 5);       /* not stored; what was there */
    CHECK_EQUAL(old.loaded, 42);
    CHECK(old.stored == 6 && words.stored == 21);
    CHECK(old.most == 7 && words.most == 0xfffffff0u);
    CHECK(old.least == 9 && words.least == 3);
    CHECK(old.conjunction == 0x1234 && words.conjunction == 0x1200);
    CHECK(old.disjunction == 1 && words.disjunction == (1ull << 40 | 1));
    CHECK(old.exclusive == 0xff && words.exclusive == ~0xffull);
    CHECK(old.long_add == ~0ull && words.long_add == 0);
    CHECK(old.long_least == 4 && words.long_least == -5);
    CHECK(old.long_most == -9 && words.long_most == -5);
    CHECK(old.float_add == 1.25f && words.float_add == 1.75f);
    CHECK(old.double_sub == 2 && words.double_sub == 1.5);
    CHECK(old.half_word == 1 && words.half_word == 2);
}

/* A thread's writes before its releasing store are visible after the acquiring load that reads the store. */
TEST(row, G19b_release_and_acquire_pass_a_message)
{
    enum { PAIRS = 8 };
    int out[PAIRS * G_MESSAGE], *data = array_of(t, NULL, sizeof out),
                                *flags = array_of(t, NULL, PAIRS * sizeof *flags);
    int *array = array_of(t, NULL, sizeof out);
    CHECK(data && flags && array);
    CHECK_STATUS(lw_launch(g_scoped_message, line(t, 2 * PAIRS, G_MESSAGE, 0), PAIRS, data, flags, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int i = 0; i < PAIRS * G_MESSAGE; i++)
        CHECK_EQUAL(out[i], 1000 * (i / G_MESSAGE) + i % G_MESSAGE);
}

TEST(row, G19c_acquire_and_release_make_a_lock)
{
    int *lock = array_of(t, NULL, sizeof *lock), *total = array_of(t, NULL, sizeof *total), sum;
    CHECK(lock && total);
    CHECK_STATUS(lw_launch(g_scoped_lock, line(t, 4, 64, 0), lock, total), LW_SUCCESS);
    CHECK_CALL(array_read(t, &sum, total, sizeof sum));
    CHECK_EQUAL(sum, 4 * 64);
}
