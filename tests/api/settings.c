/* Each setting of the environment with a set of values refuses other values. The message names the setting, the
 * value and the allowed values. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/harness/test.h"

static void check_refused(struct test *t, const char *name, const char *value, const char *expected)
{
    char sentence[200];
    lw_device *device = NULL;
    CHECK(setenv(name, value, 1) == 0);
    lw_status status = lw_device_open(&device, "cpu");
    if (status != LW_ERROR_INVALID_VALUE)
        FAIL("%s=%s: %s", name, value, lw_status_string(status));
    CHECK(device == NULL);
    snprintf(sentence, sizeof sentence, "lw_device_open: %s is \"%s\": it must be %s", name, value, expected);
    CHECK_MESSAGE(NULL, sentence);
    CHECK(setenv(name, "", 1) == 0); /* as if it were not set */
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    CHECK(unsetenv(name) == 0);
}

TEST(api, settings_are_checked, .host = true, .isolated = true, .seconds = 300)
{
    static const struct {
        const char *name, *expected;
    } settings[] = {
        {"LANEWISE_ENGINE", "fiber, fused, checked or compare"},
        {"LANEWISE_CPU", "v"},
        {"LANEWISE_WORKERS", "a number of threads"},
        {"LANEWISE_PIN", "0 or 1"},
        {"LANEWISE_TIMEOUT", "seconds"},
        {"LANEWISE_SCHEDULE", "round-robin, reverse"},
        {"LANEWISE_ACTIVEMASK", "self or maximal"},
        {"LANEWISE_STRICT", "0 or 1"},
        {"LANEWISE_STACK_SIZE", "bytes a thread"},
        {"LANEWISE_CPU_DEVICES", "a number, 1 to 16"},
        {"LANEWISE_CPU_PEER_ACCESS", "0 or 1"},
        {"LANEWISE_PAGEABLE_MEMORY", "0 or 1"},
        {"LANEWISE_PROFILE", "one of sm_75"},
        {"LANEWISE_LAUNCH_BLOCKING", "0 or 1"},
        {"LANEWISE_DEVICE_WAITS_ON_EXCEPTION", "0 or 1"},
        {"LANEWISE_MATH", "fma or nofma"},
        {"LANEWISE_MEMORY", "bytes of device memory"}}; /* last: an emulator of processors is slow without it */
    static const char *const values[] = {"garbage", "-1", "1x", " 1"};
    for (size_t i = 0; i + 1 < sizeof settings / sizeof *settings; i++)
        unsetenv(settings[i].name);
    unsetenv("LANEWISE_LOG_FILE");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (size_t j = 0; j < sizeof values / sizeof *values; j++)
            CHECK_CALL(check_refused(t, settings[i].name, values[j], settings[i].expected));
    CHECK_CALL(check_refused(t, "LANEWISE_LOG_FILE", "/no/such/folder/log",
                             "stdout, stderr or a file that can be written to"));
}

/* A log that cannot be written changes no status, and is reported once on standard error. */
TEST(api, log_file_that_is_full, .host = true, .isolated = true)
{
    char text[400] = "", name[] = "/tmp/lanewise-full-XXXXXX";
    lw_device *device;
    if (access("/dev/full", W_OK) != 0)
        SKIP("no /dev/full");
    int file = mkstemp(name), saved = dup(2);
    CHECK(file >= 0 && saved >= 0);
    unlink(name);
    CHECK(setenv("LANEWISE_LOG_FILE", "/dev/full", 1) == 0);
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
    dup2(file, 2);
    lw_status status[2];
    for (int i = 0; i < 2; i++)
        status[i] = lw_malloc(device, NULL, 16);
    dup2(saved, 2);
    CHECK_STATUS(status[0], LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(status[1], LW_ERROR_INVALID_VALUE);
    CHECK(pread(file, text, sizeof text - 1, 0) >= 0);
    CHECK_CONTAINS(text, "lines for LANEWISE_LOG_FILE (/dev/full) are lost: No space left on device");
    CHECK(strchr(text, '\n') == text + strlen(text) - 1);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    close(file);
    close(saved);
}
