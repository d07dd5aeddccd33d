/* Kernels that end: assertions, traps, breakpoints. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "capture.h"
#include "device/S_stop.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

enum { NOT_ALLOWED = 100 };

/* CUDA prints the kernel with its return type and parameters, Lanewise its name. */
TEST(row, S11_assert_prints_cudas_line_and_ends_the_kernel, .isolated = true)
{
    char text[4096], place[200];
    struct capture capture = capture_begin(t, stderr);
    lw_status launched = lw_launch(s_stop_assert, line(t, 4, 64, 0), 2, 33, 0);
    lw_status status = lw_device_synchronize(t->device), again = lw_device_synchronize(t->device);
    capture_end(&capture, text, sizeof text);
    CHECK_STATUS(launched, LW_SUCCESS);
    CHECK_STATUS(status, LW_ERROR_ASSERT);
    CHECK_STATUS(again, LW_ERROR_ASSERT);
    snprintf(place, sizeof place, "S_stop.c:%d: ", s_stop_assert_line());
    CHECK_CONTAINS(text, place);
    CHECK_CONTAINS(text, on_cpu(t) ? ": s_stop_assert: block: " : "s_stop_assert"); /* a GPU says its parameters, too */
    CHECK_CONTAINS(text, ": block: [2,0,0], thread: [33,0,0] Assertion `holds && \"a reason\"` failed.\n");
    const char *next = strchr(text, '\n') + 1; /* once, except for checked mode's own report */
    CHECK(!*next || strncmp(next, "=========", 9) == 0);
}

/* Long over when the host asks, by any call. */
TEST(row, S11d_assertions_line_waits_for_the_host, .isolated = true)
{
    char text[4096];
    void *memory;
    struct capture capture = capture_begin(t, stderr);
    lw_launch(s_stop_assert, line(t, 1, 1, 0), 0, 0, 0);
    usleep(200000);
    lw_status status = lw_malloc(t->device, &memory, 16), synchronized = lw_device_synchronize(t->device);
    capture_end(&capture, text, sizeof text);
    if (on_cpu(t)) /* a GPU's fault may not be known yet */
        CHECK_STATUS(status, LW_ERROR_ASSERT);
    CHECK_STATUS(synchronized, LW_ERROR_ASSERT);
    CHECK_CONTAINS(text, "block: [0,0,0], thread: [0,0,0] Assertion `");
}

TEST(row, S11b_assert_that_holds_is_silent, .isolated = true)
{
    char text[4096];
    struct capture capture = capture_begin(t, stderr);
    lw_launch(s_stop_assert, line(t, 4, 64, 0), 2, 33, 1);
    lw_status status = lw_device_synchronize(t->device);
    capture_end(&capture, text, sizeof text);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_TEXT(text, "");
}

TEST(row, S11c_ndebug_disables_assert)
{
    int got[2], *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    CHECK_STATUS(lw_launch(s_stop_no_assert, line(t, 1, 1, 0), 0, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    CHECK_EQUAL(got[0], 0);
    CHECK_EQUAL(got[1], 7);
}

TEST(row, S12_trap_is_a_launch_failure, .isolated = true)
{
    CHECK(fault_expect(t, lw_launch(s_stop_trap, line(t, 1, 64, 0), 3), LW_ERROR_LAUNCH_FAILURE));
}

/* Without a debugger: as on an H200. */
TEST(row, B16_brkpt_without_a_debugger_is_a_launch_failure, .isolated = true)
{
    int *after = array_of(t, NULL, 64 * sizeof *after);
    CHECK(after);
    const char *report = fault_expect(t, lw_launch(s_stop_brkpt, line(t, 1, 64, 0), 3, after), LW_ERROR_LAUNCH_FAILURE);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "__brkpt() without a debugger");
    CHECK_CALL(fault_place(t, report, "S_stop.c", s_stop_brkpt_line()));
}

/* Any process that traces this one is a debugger: it sees the thread stop, and continues it. Returns the number of
 * stops seen. */
static int follow(pid_t debugged)
{
    int stops = 0, status;
    if (ptrace(PTRACE_SEIZE, debugged, 0, PTRACE_O_TRACECLONE) != 0)
        return NOT_ALLOWED;
    kill(debugged, SIGUSR1); /* go */
    for (;;) {
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0)
            return stops;
        if (!WIFSTOPPED(status))
            continue;
        int signal = WSTOPSIG(status), event = status >> 16;
        bool trap = signal == SIGTRAP && event == 0;
        stops += trap;
        ptrace(PTRACE_CONT, thread, 0, trap || event ? 0 : signal);
    }
}

/* 0: the kernel went on after its breakpoint. */
static int run_to_breakpoint(int ready, const sigset_t *go)
{
    int signal, got[64], *after;
    lw_device *device;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    if (write(ready, "", 1) != 1)
        return 1;
    sigwait(go, &signal);
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&after, sizeof got) ||
        lw_memset(device, after, 0, sizeof got) ||
        lw_launch(s_stop_brkpt, lw_linear(lw_default_stream(device), 64, 64), 3, after) ||
        lw_memcpy(device, got, after, sizeof got, LW_MEMCPY_DEVICE_TO_HOST))
        return 2;
    return got[3] == 1 && got[63] == 1 ? 0 : 3;
}

TEST(row, B16b_brkpt_stops_in_a_debugger, .host = true, .isolated = true)
{
    int ready[2], status = 0, stops = 0;
    char byte;
    sigset_t go;
    sigemptyset(&go);
    sigaddset(&go, SIGUSR1);
    sigprocmask(SIG_BLOCK, &go, NULL);
    CHECK(pipe(ready) == 0);
    fflush(stdout);
    pid_t debugged = fork();
    CHECK(debugged >= 0);
    if (debugged == 0)
        _exit(run_to_breakpoint(ready[1], &go));
    pid_t debugger = fork();
    CHECK(debugger >= 0);
    if (debugger == 0)
        _exit(read(ready[0], &byte, 1) == 1 ? follow(debugged) : NOT_ALLOWED);
    CHECK(waitpid(debugger, &stops, 0) == debugger);
    if (WEXITSTATUS(stops) == NOT_ALLOWED) {
        kill(debugged, SIGKILL);
        waitpid(debugged, &status, 0);
        SKIP("processes may not be traced here");
    }
    CHECK(waitpid(debugged, &status, 0) == debugged);
    CHECK_EQUAL(WEXITSTATUS(stops), 1);
    CHECK(WIFEXITED(status));
    CHECK_EQUAL(WEXITSTATUS(status), 0);
}
