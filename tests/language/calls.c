/* What kernels may call: assert, printf, memcpy, memset, clocks; and the pragma that unrolls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/calls.h"
#include "../harness/test.h"

TEST(language, assert_holds)
{
    CHECK_STATUS(lw_launch(language_asserts, lw_linear(lw_default_stream(t->device), 64, 64), 64), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

TEST(language, assert_fails, .isolated = true)
{
    CHECK_STATUS(lw_launch(language_asserts, lw_linear(lw_default_stream(t->device), 64, 64), 63), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_ASSERT);
    if (on_cpu(t)) {
        CHECK_MESSAGE(t->device, "x < limit");
        CHECK_MESSAGE(t->device, "device/calls.c");
        CHECK_MESSAGE(t->device, "check");
        CHECK_MESSAGE(t->device, "63");
    }
}

TEST(language, assert_on_host, .host = true)
{
    CHECK_EQUAL(language_host_assert(3, 4), 3);
}

/* Every lane's line, in any order, once. What the process prints goes to a file meanwhile. */
TEST(language, printf, .isolated = true)
{
    char path[] = "/tmp/lanewise-printf-XXXXXX", text[4096], line[64];
    int file = mkstemp(path), out;
    CHECK(file >= 0);
    unlink(path);
    fflush(stdout);
    out = dup(1);
    CHECK(out >= 0 && dup2(file, 1) == 1);
    lw_status status = lw_launch(language_prints, lw_linear(lw_default_stream(t->device), 8, 4), 1.5f);
    lw_status after = lw_device_synchronize(t->device);
    fflush(stdout);
    dup2(out, 1);
    close(out);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_STATUS(after, LW_SUCCESS);
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    close(file);
    CHECK(length > 0);
    text[length] = 0;
    CHECK_EQUAL(length, 8 * strlen("lane 0 of 4: 1.50 text\n"));
    for (int lane = 0; lane < 4; lane++) {
        snprintf(line, sizeof line, "lane %d of 4: 1.50 text\n", lane);
        const char *first = strstr(text, line);
        CHECK(first != NULL && strstr(first + 1, line) != NULL);
    }
}

TEST(language, memory_functions)
{
    enum { COUNT = 37 };
    int from[COUNT], *device_from, *device_to, to[2 * COUNT];
    for (int i = 0; i < COUNT; i++)
        from[i] = i * 5;
    CHECK_STATUS(lw_malloc(t->device, (void **)&device_from, sizeof from), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&device_to, sizeof to), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, device_from, from, sizeof from, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    lw_launch_config config = lw_linear(lw_default_stream(t->device), 32, 32);
    CHECK_STATUS(lw_launch(language_copies, config, device_to, device_from, COUNT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, to, device_to, sizeof to, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQUAL(to[i], i * 5);
        CHECK_EQUAL(to[COUNT + i], 0x11111111);
    }
}

TEST(language, clocks)
{
    int *out, actual[3];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_clocks, lw_linear(lw_default_stream(t->device), 1, 1), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(actual[i], 1);
}

TEST(language, unroll)
{
    int *out, actual[16];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_unrolls, lw_linear(lw_default_stream(t->device), 5, 5), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 16; i++)
        CHECK_EQUAL(actual[i], i * (i + 1) / 2);
}
