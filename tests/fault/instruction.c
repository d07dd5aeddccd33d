/* Instructions that the processor refuses: assembly, or a compiler's __builtin_trap(). */
#include "fault.h"

#include "device/instruction.h"

#define FILE_NAME "device/instruction.c"

static void check(struct test *t, const char *report, const char *words, int line)
{
    if (!report)
        return;
    CHECK_CONTAINS(report, words);
    CHECK_CALL(fault_thread(t, report, "thread (7,0,0)"));
    CHECK_CALL(fault_place(t, report, FILE_NAME, line));
}

#if defined(__x86_64__) || defined(__aarch64__)
TEST(fault, illegal_instruction, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    check(t, fault_expect(t, lw_launch(fault_illegal, line(t, 1, 64, 0), out), LW_ERROR_ILLEGAL_INSTRUCTION),
          "illegal instruction", fault_illegal_line());
}

TEST(fault, breakpoint_instruction, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    check(t, fault_expect(t, lw_launch(fault_breakpoint, line(t, 1, 64, 0), out), LW_ERROR_LAUNCH_FAILURE),
          "breakpoint or trap instruction", fault_breakpoint_line());
}
#endif

#if defined(__x86_64__)
/* The signal's handler runs with the check still on: a sanitizer's own handler does not support that. */
TEST(fault, alignment_check, .cpu_only = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    SKIP_WHERE_CHECKED("the checker's own accesses would be what is misaligned");
#if defined(__SANITIZE_ADDRESS__)
    SKIP("not under AddressSanitizer");
#endif
    int *out = array_of(t, NULL, sizeof *out);
    char *bytes = array_of(t, NULL, 16);
    CHECK(out && bytes);
    check(t, fault_expect(t, lw_launch(fault_alignment, line(t, 1, 64, 0), bytes, out), LW_ERROR_MISALIGNED_ADDRESS),
          "misaligned address: access to ", fault_alignment_line());
}

TEST(fault, floating_point_exception, .cpu_only = true)
{
    float *out = array_of(t, NULL, sizeof *out), *zero = array_of(t, NULL, sizeof *zero);
    CHECK(out && zero);
    check(t, fault_expect(t, lw_launch(fault_exception, line(t, 1, 64, 0), zero, out), LW_ERROR_LAUNCH_FAILURE),
          "arithmetic: a floating-point exception was enabled and raised", fault_exception_line());
}
#endif
