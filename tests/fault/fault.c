#include "fault.h"

#include <stdio.h>

static char report[5000];

static void good_launch(struct test *t)
{
    int *errors = array_of(t, NULL, 100 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(machine_barrier, line(t, 1, 100, 100 * sizeof(int)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 100));
    CHECK_STATUS(lw_free(t->device, errors), LW_SUCCESS);
}

static void expect(struct test *t, lw_status launched, lw_status status)
{
    void *pointer = NULL;
    CHECK_STATUS(launched, LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), status);
    snprintf(report, sizeof report, "%s", lw_last_error_message(t->device));
    CHECK_STATUS(lw_malloc(t->device, &pointer, 16), status);
    CHECK(pointer == NULL);
    if (!on_cpu(t))
        return;
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK_CALL(good_launch(t));
}

const char *fault_expect(struct test *t, lw_status launched, lw_status status)
{
    report[0] = 0;
    expect(t, launched, status);
    if (t->failed)
        fprintf(stderr, "# the report was: %s\n", report);
    return t->failed ? NULL : report;
}

void fault_place(struct test *t, const char *text, const char *file, int line)
{
    char place[200];
    if (!on_cpu(t))
        return;
    const char *at = strstr(text, "\n  at ");
    if (!at)
        FAIL("no place in the report: %s", text);
    const char *end = strchr(at + 1, '\n');
    snprintf(place, sizeof place, "%s:%d", file, line);
    const char *found = strstr(at, place), *source = strstr(at, ".c:");
    if (source && source < end && !(found && found < end))
        FAIL("expected %s in the report: %s", place, text);
}

void fault_thread(struct test *t, const char *text, const char *thread)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    bool fibers = engine && strcmp(engine, "fiber") == 0;
    if (fibers || !strstr(text, ", an unknown thread (LANEWISE_ENGINE=fiber tells which)"))
        CHECK_CONTAINS(text, thread);
}

void fault_open(struct test *t, const char *variable, const char *value)
{
    CHECK(setenv(variable, value, 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
}

void fault_close(struct test *t)
{
    lw_device_close(t->device);
    t->device = NULL;
}

void fault_open_no_fused(void)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    if (!engine || strcmp(engine, "checked") != 0)
        setenv("LANEWISE_ENGINE", "fiber", 1);
}
