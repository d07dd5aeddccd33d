/* Out of memory in checked mode, at every allocation in turn: records may then be too few to find everything, but
 * nothing right is reported, and the summary says that records are missing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api/test_hook.h"
#include "stream_gate.h"
#include "device/kernels.h"
#include "device/short_of_memory.h"
#include "tests/conformance/device/C_dependent_sm90.h"
#include "tests/harness/test.h"

enum { LANES = SHORT_BLOCKS * SHORT_LANES };

#define DO(call)                                                                                                       \
    do {                                                                                                               \
        lw_status do_status = (call);                                                                                  \
        if (do_status)                                                                                                 \
            return do_status;                                                                                          \
    } while (0)

struct memory {
    lw_stream *s[2];
    lw_event *e;
    int *in, *words, *out, *pinned;
};

/* A gate holds the first stream until the host has waited for the second: only that orders the kernel after the set
 * of its words. Then the second waits for the first. */
static lw_status run_streams(lw_device *device, struct memory *m)
{
    struct stream_gate *gate = gate_close(device, m->s[0]);
    lw_status status = gate ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    if (!status)
        status = lw_launch(api_fill, lw_linear(m->s[1], 2, 1), m->words, 0, 2);
    if (!status)
        status = lw_launch(short_right, lw_linear(m->s[0], LANES, SHORT_LANES), m->in, m->pinned, m->words, m->out);
    if (!status)
        status = lw_stream_synchronize(m->s[1]);
    if (gate)
        gate_open(gate);
    DO(status);
    DO(lw_event_record(m->e, m->s[0]));
    return lw_stream_wait_event(m->s[1], m->e);
}

/* A launch that may begin before the one ahead of it has ended, and waits for it. */
static lw_status run_dependent(const struct memory *m)
{
    lw_launch_config config = lw_linear(m->s[0], LANES, SHORT_LANES);
    DO(lw_launch(api_fill, config, m->out, 1, LANES));
    config.programmatic = 1;
    return lw_launch(c_dependent, config, LANES, m->out, m->out);
}

static lw_status run_right(lw_device *device)
{
    struct memory m;
    int numbers[LANES], got[LANES];
    DO(lw_stream_create(device, &m.s[0]));
    DO(lw_stream_create(device, &m.s[1]));
    DO(lw_event_create(device, &m.e));
    DO(lw_malloc(device, (void **)&m.in, sizeof numbers));
    DO(lw_malloc(device, (void **)&m.out, sizeof numbers));
    DO(lw_malloc(device, (void **)&m.words, 2 * sizeof(int)));
    DO(lw_malloc_host(device, (void **)&m.pinned, sizeof numbers));
    for (int i = 0; i < LANES; i++)
        numbers[i] = m.pinned[i] = i;
    DO(lw_memcpy(device, m.in, numbers, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE));
    DO(run_dependent(&m));
    DO(run_streams(device, &m));
    DO(lw_memcpy_async(m.s[1], got, m.out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST));
    DO(lw_device_synchronize(device));
    for (int i = 0; i < LANES; i++)
        if (got[i] != 3 * i + SHORT_WORD && got[i] != -1)
            return LW_ERROR_LAUNCH_FAILURE;
    return LW_SUCCESS;
}

static lw_status run_wrong(lw_device *device)
{
    int *out;
    DO(lw_malloc(device, (void **)&out, sizeof *out));
    DO(lw_launch(short_wrong, lw_linear(lw_default_stream(device), 2, 2), out));
    return lw_device_synchronize(device);
}

/* All opened devices write their reports to the file. */
static void read_report(int file, char *text, size_t size)
{
    ssize_t length = pread(file, text, size - 1, 0);
    text[length > 0 ? length : 0] = 0;
}

/* Fails each allocation in turn. `right` judges the reports, of runs that succeeded or failed. */
static void fail_each(struct test *t, int file, lw_status (*run)(lw_device *device),
                      bool (*right)(const char *report, bool done))
{
    char report[1 << 14];
    for (int n = 1, pending = 0; !pending; n++) {
        lw_device *device = NULL;
        CHECK(n < 1000 && ftruncate(file, 0) == 0);
        lw_test_fail_allocation(n);
        lw_status status = lw_device_open(&device, "cpu");
        if (!status)
            status = run(device);
        pending = lw_test_failure_pending();
        const char *message = lw_last_error_message(device); /* so that the checker sees the message read */
        if (status != LW_SUCCESS && status != LW_ERROR_OUT_OF_MEMORY && status != LW_ERROR_SYSTEM)
            FAIL("allocation %d: %s", n, message);
        bool opened = device;
        if (device)
            CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
        lw_test_fail_allocation(0);
        read_report(file, report, sizeof report);
        if (opened && !right(report, !status))
            FAIL("allocation %d, %s; the report is\n%s", n, lw_status_string(status), report);
    }
}

/* A launch that lacks memory is reported, and perhaps its unwritten memory. */
static bool nothing_but_shortage(const char *report, bool done)
{
    if (strstr(report, "Race") || strstr(report, "Invalid"))
        return false;
    return !done || (strstr(report, "ERROR SUMMARY: 0 errors") && !strstr(report, "WARNING"));
}

static bool race_or_shortage(const char *report, bool done)
{
    return !done || strstr(report, "Race reported") || strstr(report, "MEMORY SUMMARY");
}

TEST(api, out_of_memory_checked, .host = true, .isolated = true, .seconds = 100)
{
    char wanted[64];
    lw_device *device;
    int file = memfd_create("report", 0);
    CHECK(file >= 0);
    snprintf(wanted, sizeof wanted, "all,log=/proc/self/fd/%d", file);
    CHECK(setenv("LANEWISE_ENGINE", "checked", 1) == 0 && setenv("LANEWISE_CHECK", wanted, 1) == 0);
    CHECK(setenv("LANEWISE_MEMORY", "67108864", 1) == 0); /* its records take address space */
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
    lw_status status = run_wrong(device);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    if (status == LW_ERROR_NO_KERNEL_IMAGE)
        SKIP("this build has no checked copies of kernels");
    CHECK_CALL(fail_each(t, file, run_right, nothing_but_shortage));
    CHECK_CALL(fail_each(t, file, run_wrong, race_or_shortage));
}
