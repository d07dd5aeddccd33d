/* Statuses, which of them are sticky, and the environment. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "device/S_errors.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

/* The launch itself succeeds: a fault of its kernel is returned by a later call, and by the calls after that. */
TEST(row, S1_faults_surface_at_a_later_call, .isolated = true)
{
    void *memory;
    CHECK_STATUS(lw_launch(s_store, line(t, 1, 1, 0), NULL, 1), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_malloc(t->device, &memory, 16), LW_ERROR_ILLEGAL_ADDRESS);
}

static void *other_thread(void *device)
{
    static char message[200];
    snprintf(message, sizeof message, "%s", lw_last_error_message(device));
    return message;
}

/* Each thread has its own; a success does not change it; a query's status is none. */
TEST(row, S2_last_error_is_the_threads_own)
{
    pthread_t thread;
    void *theirs;
    CHECK_STATUS(lw_malloc(t->device, NULL, 16), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_malloc: pointer is null");
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_MESSAGE(t->device, "lw_malloc: pointer is null");
    CHECK(pthread_create(&thread, NULL, other_thread, t->device) == 0);
    CHECK(pthread_join(thread, &theirs) == 0);
    CHECK_EQUAL(*(char *)theirs, 0);
}

/* Bad arguments, out of memory, an invalid launch: none is sticky. */
TEST(row, S3_recoverable_errors_leave_the_device_usable)
{
    int value = 0, *out = array_of(t, NULL, sizeof *out);
    void *memory;
    lw_launch_config cooperative = line(t, 60000, 1024, 0);
    cooperative.cooperative = 1;
    CHECK(out);
    CHECK_STATUS(lw_malloc(t->device, NULL, 16), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_malloc(t->device, &memory, (size_t)1 << 60), LW_ERROR_OUT_OF_MEMORY);
    CHECK_STATUS(lw_launch(s_store, line(t, 0, 1, 0), out, 1), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_STATUS(lw_launch(s_store, line(t, 1, 4096, 0), out, 1), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_STATUS(lw_launch(s_store, line(t, 1, 1, 1 << 20), out, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_launch(s_store, cooperative, out, 1), LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    CHECK_STATUS(lw_stream_synchronize(NULL), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_launch(s_store, line(t, 1, 1, 0), out, 5), LW_SUCCESS);
    CHECK_CALL(array_read(t, &value, out, sizeof value));
    CHECK_EQUAL(value, 5);
}

/* Runs this program again, with a variable of the environment set; its list of cases. */
static void list_cases(struct test *t, const char *variable, char *text, size_t size)
{
    char path[2000], command[2200];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    CHECK(length > 0);
    path[length] = 0;
    snprintf(command, sizeof command, "%s '%s' --list 'row/S1_*'", variable, path);
    FILE *pipe = popen(command, "r");
    CHECK(pipe != NULL);
    text[fread(text, 1, size - 1, pipe)] = 0;
    CHECK_EQUAL(pclose(pipe), 0);
}

/* No driver, no device, none visible: the CPU device is present all the same. */
TEST(row, S4_without_a_gpu_the_cpu_device_remains, .host = true, .isolated = true)
{
    char text[1000];
    if (getenv("MESON_EXE_WRAPPER"))
        SKIP("the program does not start by itself");
    CHECK_CALL(list_cases(t, "CUDA_VISIBLE_DEVICES=", text, sizeof text));
    CHECK_TEXT(text, "row/S1_faults_surface_at_a_later_call@cpu\n");
}

TEST(row, S13_cuda_visible_devices_chooses_gpus, .cuda_only = true, .isolated = true)
{
    char text[1000];
    CHECK_CALL(list_cases(t, "CUDA_VISIBLE_DEVICES=0", text, sizeof text));
    CHECK_CONTAINS(text, "@cuda:0\n");
    CHECK(strstr(text, "@cuda:1") == NULL);
    CHECK_CALL(list_cases(t, "CUDA_VISIBLE_DEVICES=99,0", text, sizeof text)); /* ends at the first invalid one */
    CHECK(strstr(text, "@cuda") == NULL);
}

/* A device that is opened with the variable set. */
static void open_anew(struct test *t, const char *variable, const char *value)
{
    CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
    CHECK(setenv(variable, value, 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, t->device_name), LW_SUCCESS);
}

/* CUDA: CUDA_LAUNCH_BLOCKING. */
TEST(row, S14_launch_blocking_waits_for_the_grid, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(s_slow, line(t, 1, 1, 0), 100, out), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->device)), LW_ERROR_NOT_READY);
    CHECK_CALL(open_anew(t, "LANEWISE_LAUNCH_BLOCKING", "1"));
    out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(s_slow, line(t, 1, 1, 0), 100, out), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_STATUS(lw_launch(s_store, line(t, 1, 1, 0), NULL, 1), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(t->device, "s_store");
}

/* CUDA: CUDA_LOG_FILE. A line for each failed call, none for a query that finds work pending. */
TEST(row, S15_log_file_has_a_line_for_each_failure, .isolated = true)
{
    char name[] = "/tmp/lanewise-log-XXXXXX", text[4000], prefix[40], sentence[200];
    int file = mkstemp(name), hour, minute, second, milliseconds, end = 0;
    long thread;
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(file >= 0 && out);
    CHECK(setenv("LANEWISE_LOG_FILE", name, 1) == 0);
    CHECK_STATUS(lw_launch(s_slow, line(t, 1, 1, 0), 50, out), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->device)), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_malloc(t->device, NULL, 16), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_launch(s_store, line(t, 1, 4096, 0), out, 1), LW_ERROR_INVALID_CONFIGURATION);
    unsetenv("LANEWISE_LOG_FILE");
    CHECK_STATUS(lw_malloc(t->device, NULL, 16), LW_ERROR_INVALID_VALUE);
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    unlink(name);
    CHECK(length > 0);
    text[length] = 0;
    CHECK(sscanf(text, "[%d:%d:%d.%d][%ld]%39s %199[^\n]\n%n", &hour, &minute, &second, &milliseconds, &thread, prefix,
                 sentence, &end) == 7);
    CHECK(hour < 24 && minute < 60 && second < 61 && milliseconds < 1000 && thread > 0);
    CHECK_TEXT(prefix, "[LANEWISE][E]");
    CHECK_TEXT(sentence, "lw_malloc: pointer is null");
    CHECK_CONTAINS(text + end, "[LANEWISE][E] lw_launch: block.x is 4096, the limit is 1024\n");
    CHECK(strchr(text + end, '\n') == text + length - 1);
}

/* CUDA: CUDA_DEVICE_WAITS_ON_EXCEPTION. The process stops at the fault. When it is continued, it ends as without the
 * variable. */
TEST(row, S17_waits_for_a_debugger_at_a_fault, .host = true, .isolated = true)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        lw_device *device;
        setenv("LANEWISE_DEVICE_WAITS_ON_EXCEPTION", "1", 1);
        if (lw_device_open(&device, "cpu") || lw_launch(s_store, lw_linear(lw_default_stream(device), 1, 1), NULL, 1))
            _exit(2);
        _exit(lw_device_synchronize(device) == LW_ERROR_ILLEGAL_ADDRESS ? 0 : 3);
    }
    CHECK(waitpid(child, &status, WUNTRACED) == child);
    CHECK(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
    CHECK(kill(child, SIGCONT) == 0);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK_EQUAL(WEXITSTATUS(status), 0);
    CHECK(setenv("LANEWISE_DEVICE_WAITS_ON_EXCEPTION", "yes", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "LANEWISE_DEVICE_WAITS_ON_EXCEPTION is \"yes\"");
}

/* Kernels do not change the host's errno and exception flags. CUDA's own library, which runs in the host's thread,
 * may leave an inexact result behind. */
TEST(row, S18_device_math_sets_no_errno_and_no_flags)
{
    double got[8], *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    for (int i = 0; i < 20; i++) {
        errno = 0;
        feclearexcept(FE_ALL_EXCEPT);
        lw_status launched = lw_launch(s_exceptions, line(t, 64, 64, 0), 0.0, out);
        lw_status status = lw_device_synchronize(t->device);
        int own = on_cpu(t) ? 0 : FE_INEXACT;
        int flags = fetestexcept(FE_ALL_EXCEPT & ~own), error = errno;
        CHECK_STATUS(launched, LW_SUCCESS);
        CHECK_STATUS(status, LW_SUCCESS);
        CHECK_EQUAL(flags, 0);
        CHECK_EQUAL(error, 0);
    }
    CHECK_CALL(array_read(t, got, out, sizeof got));
    CHECK(isinf(got[0]) && isnan(got[1]) && isinf(got[2]) && isnan(got[3]) && isinf(got[4]) && isinf(got[5]));
}

/* The output of a program's own macro around each call: place, name, sentence. */
TEST(row, S19_check_macro_prints_place_name_and_sentence, .isolated = true)
{
#define REPORTED(call)                                                                                                 \
    do {                                                                                                               \
        lw_status reported = (call);                                                                                   \
        if (reported)                                                                                                  \
            fprintf(stderr, "%s:%d: %s: %s\n", "program.c", 12, lw_status_string(reported),                            \
                    lw_last_error_message(t->device));                                                                 \
    } while (0)
    char text[1000];
    struct capture capture = capture_begin(t, stderr);
    REPORTED(lw_device_synchronize(t->device));
    REPORTED(lw_free(t->device, &capture));
    capture_end(&capture, text, sizeof text);
    CHECK(strncmp(text, "program.c:12: LW_ERROR_INVALID_VALUE: lw_free: pointer is ", 58) == 0);
    CHECK(strchr(text, '\n') == text + strlen(text) - 1);
}
