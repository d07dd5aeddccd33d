/* C27: programmatic dependent launches. */
#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "device/C_dependent_sm90.h"

enum { WORDS = 4096, ROUNDS = 20 };

static void need_9_0(struct test *t)
{
    lw_device_properties device;
    CHECK_STATUS(lw_device_get_properties(t->device, &device), LW_SUCCESS);
    if (device.compute_capability_major < 9)
        SKIP("compute capability 9.0 is needed");
}

static lw_launch_config dependent(struct test *t, unsigned blocks, unsigned threads)
{
    lw_launch_config config = line(t, blocks, threads, 0);
    config.programmatic = 1;
    return config;
}

static void check_words(struct test *t, const int *array, int expected)
{
    static int words[WORDS];
    array_read(t, words, array, sizeof words);
    for (int i = 0; i < WORDS; i++)
        CHECK_EQUAL(words[i], expected);
}

TEST(row, C27_a_dependent_launch_sees_what_the_one_before_wrote)
{
    CHECK_CALL(need_9_0(t));
    int *words = array_of(t, NULL, WORDS * sizeof *words), *out = array_of(t, NULL, WORDS * sizeof *out);
    CHECK(words && out);
    for (int round = 1; round <= ROUNDS; round++) {
        CHECK_STATUS(lw_launch(c_primary, line(t, 8, 128, 0), WORDS, words), LW_SUCCESS);
        CHECK_STATUS(lw_launch(c_dependent, dependent(t, 8, 128), WORDS, words, out), LW_SUCCESS);
        CHECK_CALL(check_words(t, out, 10 * round));
    }
}

TEST(row, C27b_without_a_dependent_launch_both_calls_do_nothing)
{
    CHECK_CALL(need_9_0(t));
    static int ones[WORDS];
    for (int i = 0; i < WORDS; i++)
        ones[i] = 1;
    int *words = array_of(t, NULL, WORDS * sizeof *words), *out = array_of(t, NULL, WORDS * sizeof *out);
    CHECK(words && out);
    CHECK_STATUS(lw_launch(c_primary, line(t, 8, 128, 0), WORDS, words), LW_SUCCESS);
    CHECK_STATUS(lw_launch(c_dependent, line(t, 8, 128, 0), WORDS, words, out), LW_SUCCESS);
    CHECK_CALL(check_words(t, out, 10));
    CHECK_STATUS(lw_memcpy_async(lw_default_stream(t->device), words, ones, sizeof ones, LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(c_primary, dependent(t, 8, 128), WORDS, words), LW_SUCCESS);
    CHECK_STATUS(lw_launch(c_dependent, dependent(t, 8, 128), WORDS, words, out), LW_SUCCESS);
    CHECK_CALL(check_words(t, out, 20));
    lw_launch_config config = dependent(t, 1, 1);
    config.programmatic = 2;
    CHECK_STATUS(lw_launch(c_primary, config, WORDS, words), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_launch: programmatic is 2, it must be 0 or 1");
    CHECK_CALL(check_words(t, words, 2));
}

TEST(row, C27c_a_dependent_launch_begins_early, .cuda_only = true)
{
    CHECK_CALL(need_9_0(t));
    int got = 0, *flag = array_of(t, NULL, sizeof *flag), *seen = array_of(t, NULL, sizeof *seen);
    CHECK(flag && seen);
    /* The code is loaded before, because loading it may wait for a running kernel. */
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(c_set_flag), &attributes), LW_SUCCESS);
    CHECK_STATUS(lw_launch(c_wait_for_flag, line(t, 1, 1, 0), flag, seen), LW_SUCCESS);
    CHECK_STATUS(lw_launch(c_set_flag, dependent(t, 1, 1), flag), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, seen, sizeof got));
    CHECK_EQUAL(got, 1);
}

TEST(row, C27d_other_devices_refuse_a_dependent_launch, .host = true, .isolated = true)
{
    CHECK_CALL(fault_open(t, "LANEWISE_PROFILE", "sm_86"));
    int *words = array_of(t, NULL, WORDS * sizeof *words);
    CHECK(words);
    CHECK_STATUS(lw_launch(c_primary, dependent(t, 8, 128), WORDS, words), LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(
        t->device,
        "lw_launch: programmatic is 1 (kernel c_primary): it needs compute capability 9.0, the device has 8.6");
    CHECK_CALL(check_words(t, words, 0));
    fault_close(t);
}
