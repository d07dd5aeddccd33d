#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "instruction.h"

#if defined(__CUDACC__)
#define ILLEGAL
#define BREAKPOINT
#elif defined(__x86_64__)
#define ILLEGAL __asm__ volatile("ud2")
#define BREAKPOINT __asm__ volatile("int3")
#define CHECK_ALIGNMENT __asm__ volatile("pushfq; orl $0x40000, (%%rsp); popfq" ::: "memory", "cc")
#define UNMASK(control) __asm__ volatile("ldmxcsr %0" : : "m"(control))
#elif defined(__aarch64__)
#define ILLEGAL __asm__ volatile(".inst 0")
#define BREAKPOINT __asm__ volatile("brk #1")
#else
#define ILLEGAL __builtin_trap()
#define BREAKPOINT __builtin_trap()
#endif
#if !defined(UNMASK)
#define CHECK_ALIGNMENT
#define UNMASK(control) (void)(control)
#endif

LW_KERNEL(fault_illegal, (int *, out))
{
    if (threadIdx.x == 7)
        ILLEGAL;
    *out = 1;
}
LINE_ABOVE(fault_illegal_line, 3)

LW_KERNEL(fault_breakpoint, (int *, out))
{
    if (threadIdx.x == 7)
        BREAKPOINT;
    *out = 1;
}
LINE_ABOVE(fault_breakpoint_line, 3)

LW_KERNEL(fault_alignment, (const char *, bytes), (int *, out))
{
    if (threadIdx.x == 7) {
        CHECK_ALIGNMENT;
        *out = *(const volatile int *)(const void *)(bytes + 1);
    }
}
LINE_ABOVE(fault_alignment_line, 3)

LW_KERNEL(fault_exception, (const float *, zero), (float *, out))
{
    const unsigned all_enabled = 0;
    if (threadIdx.x == 7) {
        UNMASK(all_enabled);
        *out = 1.0f / *(const volatile float *)zero;
    }
}
LINE_ABOVE(fault_exception_line, 3)
