/* Group B, loads and stores with cache hints: copies, with any hint, for every type of CUDA's list. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "device/B_load.h"

static void copies(struct test *t, int first, int last)
{
    b_numbers numbers, out;
    unsigned char *bytes = (unsigned char *)&numbers;
    for (size_t i = 0; i < sizeof numbers; i++)
        bytes[i] = (unsigned char)(test_random(t) | 1); /* bytes that are not copied stay 0 */
    b_numbers *from = array_of(t, &numbers, sizeof numbers);
    CHECK(from);
    for (int hint = first; hint <= last; hint++) {
        b_numbers *to = array_of(t, NULL, sizeof out);
        CHECK(to);
        CHECK_STATUS(lw_launch(b_load, line(t, 1, 1, 0), hint, from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, &out, to, sizeof out));
#define SAME(field, type)                                                                                              \
    if (memcmp(&out.field, &numbers.field, sizeof numbers.field) != 0)                                                 \
        FAIL("hint %d of %s", hint, #type);
        B_LOAD_TYPES(SAME)
    }
}

TEST(row, B12_ldg_of_every_type)
{
    copies(t, B_LDG, B_LDG);
}
TEST(row, B13_loads_with_hints)
{
    copies(t, B_LDCG, B_LDCV);
}
TEST(row, B13b_stores_with_hints)
{
    copies(t, B_STWB, B_STWT);
}
