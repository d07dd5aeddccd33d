/* Out of memory at every allocation in turn: a status, a sentence, nothing leaked, everything usable after. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/test_hook.h"
#include "device/kernels.h"
#include "out_of_memory_parts.h"
#include "tests/conformance/device/S_heap.h"
#include "tests/conformance/device/S_printf.h"
#include "tests/harness/test.h"
static void check_counts(struct test *t, const lw_test_counts *before, const char *step)
{
    lw_test_counts now;
    lw_test_count(&now);
    if (memcmp(&now, before, sizeof now) != 0)
        FAIL("after %s: %ld devices, %ld streams, %ld events, %ld libraries, %ld pools, %ld graphs, %ld nodes, "
             "%ld executable graphs, %ld contexts, %ld ranges, %ld arrays, %ld physical memories, "
             "%ld multicast objects, %ld user objects are left",
             step, now.devices - before->devices, now.streams - before->streams, now.events - before->events,
             now.libraries - before->libraries, now.memory_pools - before->memory_pools, now.graphs - before->graphs,
             now.nodes - before->nodes, now.execs - before->execs, now.contexts - before->contexts,
             now.ranges - before->ranges, now.arrays - before->arrays,
             now.physical_memories - before->physical_memories, now.multicasts - before->multicasts,
             now.user_objects - before->user_objects);
}

static void check_failure(struct test *t, const struct scenario *s, int n, lw_status status)
{
    const char *message = lw_last_error_message(s->device);
    /* The system may also refuse a thread to the device. */
    bool threads = status == LW_ERROR_SYSTEM && strstr(message, "thread");
    if (status != LW_ERROR_OUT_OF_MEMORY && !threads)
        FAIL("allocation %d, %s: %s: %s", n, s->step, lw_status_string(status), message);
    if (strncmp(message, s->step, strlen(s->step)) != 0 || message[strlen(s->step)] != ':')
        FAIL("allocation %d, %s: the message is \"%s\"", n, s->step, message);
}

/* Fails each allocation of a part in turn; adds to `failed` how many there were. */
static void fail_each_of(struct test *t, const char *name, int part, int *failed)
{
    lw_test_counts before;
    lw_test_count(&before);
    for (int n = 1;; n++) {
        if (n > 2000)
            FAIL("%d allocations and no end", n);
        struct scenario s = {.step = ""};
        lw_status status = run_scenario(&s, name, part, n);
        bool pending = lw_test_failure_pending();
        lw_test_fail_allocation(0);
        if (status)
            CHECK_CALL(check_failure(t, &s, n, status));
        if (s.device) {
            lw_status closed = lw_device_close(s.device);
            if (closed)
                FAIL("allocation %d, %s, then lw_device_close: %s", n, s.step, lw_last_error_message(NULL));
        }
        CHECK_CALL(check_counts(t, &before, s.step));
        if (!status && pending) {
            *failed += n - 1;
            return;
        }
        /* The failure hit an optional allocation, or shows only after its call. Of others the next turn shows that the library is
         * usable, as far as its own failure; a whole run now and then shows the rest. */
        if (!status || n % 16 != 0)
            continue;
        struct scenario again = {.step = ""};
        status = run_scenario(&again, name, part, 0);
        if (status)
            FAIL("after allocation %d failed in %s: %s: %s", n, s.step, again.step, lw_last_error_message(NULL));
        CHECK_STATUS(lw_device_close(again.device), LW_SUCCESS);
        CHECK_CALL(check_counts(t, &before, again.step));
    }
}

static void fail_each(struct test *t, const char *name, int *failed)
{
    *failed = 0;
    for (int part = 0; part < scenario_parts; part++) {
        struct scenario whole = {.step = ""};
        lw_status status = run_scenario(&whole, name, part, 0);
        if (status)
            FAIL("part %d, %s: %s: %s", part, whole.step, lw_status_string(status), lw_last_error_message(NULL));
        CHECK_STATUS(lw_device_close(whole.device), LW_SUCCESS);
        CHECK_CALL(fail_each_of(t, name, part, failed));
    }
}

/* Each device is opened here, so that the failures reach its opening too. */
TEST(api, out_of_memory, .host = true, .isolated = true, .seconds = 600)
{
    int count;
    const char *name;
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    for (int i = 0; i < count; i++) {
        CHECK_STATUS(lw_device_name(i, &name), LW_SUCCESS);
        int failed = 0;
        CHECK_CALL(fail_each(t, name, &failed));
        CHECK(failed >= 10);
    }
}

TEST(api, out_of_memory_of_libraries, .host = true, .isolated = true, .takes_long = true, .seconds = 600)
{
    int count;
    const char *name;
    char folder[] = "/tmp/lanewise-test-XXXXXX";
    CHECK(mkdtemp(folder));
    setenv("LANEWISE_CACHE_PATH", folder, 1);
    if (access(LW_TEST_CC, X_OK) == 0 && access(LW_TEST_INCLUDE, R_OK) == 0) {
        setenv("LANEWISE_CC", LW_TEST_CC, 0);
        setenv("LANEWISE_INCLUDE_DIR", LW_TEST_INCLUDE, 0);
    }
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    for (int i = 0; i < count; i++) {
        int failed = 0;
        struct scenario first = {.step = ""};
        CHECK_STATUS(lw_device_name(i, &name), LW_SUCCESS);
        lw_status status = run_scenario(&first, name, scenario_parts, 0); /* compiles, and keeps what it compiled */
        if (status && status != LW_ERROR_NOT_SUPPORTED)
            FAIL("%s: %s", first.step, lw_last_error_message(NULL));
        CHECK_STATUS(lw_device_close(first.device), LW_SUCCESS);
        if (status)
            SKIP("no compiler of kernels here");
        CHECK_CALL(fail_each_of(t, name, scenario_parts, &failed));
        CHECK(failed >= 5);
    }
}

/* Fails the n-th allocation of a launch and of its kernel, on a device of its own. `got`: the kernel's result, if
 * the launch succeeded nevertheless. False: there are fewer allocations. */
static bool launch_failing(struct test *t, bool prints, int n, int *got, size_t size)
{
    lw_device *device;
    int *answers;
    lw_kernel_attributes attributes;
    const lw_kernel *kernel = prints ? LW_KERNEL_OF(s_print_returns) : LW_KERNEL_OF(s_heap_none);
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&answers, 1000 * sizeof(int)) ||
        lw_kernel_get_attributes(device, kernel, &attributes) ||
        lw_launch(api_fill, lw_linear(lw_default_stream(device), 1000, 1), answers, 1, 1000) ||
        lw_device_synchronize(device)) {
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(NULL));
        return false;
    }
    lw_launch_config config = lw_linear(lw_default_stream(device), 1, 1);
    memset(got, 0, size);
    lw_test_fail_allocation(n);
    lw_status status =
        prints ? lw_launch(s_print_returns, config, answers, NULL) : lw_launch(s_heap_none, config, answers);
    if (!status)
        status = lw_device_synchronize(device);
    bool met = !lw_test_failure_pending();
    lw_test_fail_allocation(0);
    if (!status)
        status = lw_memcpy(device, got, answers, size, LW_MEMCPY_DEVICE_TO_HOST);
    else
        got[0] = 1;
    if (status != LW_SUCCESS && status != LW_ERROR_OUT_OF_MEMORY)
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(device));
    if (lw_device_close(device))
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(NULL));
    return met;
}

/* In kernels: malloc() returns null and printf() a negative number, and the launch succeeds. The heap is three
 * pieces of memory, or their records are. The kernel's second printf() gets the room in the FIFO that the first did
 * not. */
TEST(api, out_of_memory_in_kernels, .host = true, .isolated = true)
{
    int got[5], prints = 0, heaps = 0;
    bool met = true;
    /* Again if other threads have allocated meanwhile. */
    for (int n = 1, attempt = 0; attempt < 200 && (met || prints < 1); attempt++, n = met ? n + 1 : 1) {
        CHECK_CALL(met = launch_failing(t, true, n, got, sizeof got));
        prints += met && got[0] == -1 && got[1] == 1;
    }
    CHECK(!met && got[0] == 0 && got[1] == 1);
    met = true;
    for (int n = 1, attempt = 0; attempt < 200 && (met || heaps < 3); attempt++, n = met ? n + 1 : 1) {
        CHECK_CALL(met = launch_failing(t, false, n, got, sizeof got));
        heaps += met && !got[0];
    }
    CHECK(!met && got[0] == 1);
    if (prints < 1 || heaps < 3)
        FAIL("%d of 1 and %d of 3 failures were met", prints, heaps);
}

/* Repeats the same: leaks of a failure would add up, in each span of rounds. Pools of handles grow too, ever more
 * rarely: one span without growth suffices. The allocator is asked, since the counts above are the dispatch's own.
 * Under AddressSanitizer it has no figures, and the leak checker looks instead. */
TEST(api, out_of_memory_leaks, .host = true, .isolated = true, .takes_long = true, .seconds = 900)
{
    enum { SPANS = 8, ROUNDS = 2, NOISE = 50 };
    size_t growth = 0;
    int failed = 0;
    if (getenv("MESON_EXE_WRAPPER")) /* see isolate.c */
        SKIP("an emulator of processors (qemu-user) keeps memory for each of the thousands of threads that end here");
    CHECK_CALL(fail_each(t, "cpu", &failed)); /* what is made once */
    for (int span = 0; span < SPANS; span++) {
        size_t before = mallinfo2().uordblks;
        for (int round = 0; round < ROUNDS; round++)
            CHECK_CALL(fail_each(t, "cpu", &failed));
        size_t after = mallinfo2().uordblks;
        growth = after > before ? after - before : 0;
        if (growth <= NOISE)
            return;
    }
    FAIL("%zu bytes more in use after the last %d rounds", growth, ROUNDS);
}
