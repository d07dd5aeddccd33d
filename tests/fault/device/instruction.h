/* Kernels in which thread 7 executes an instruction that the processor refuses, in ways that plain C lacks. On a GPU
 * they do nothing. NAME_line() is the line of the instruction. */
#ifndef FAULT_INSTRUCTION_H
#define FAULT_INSTRUCTION_H

#include <lanewise/launch.h>

/* An instruction that does not exist; a breakpoint. On x86-64 and aarch64. */
LW_DECLARE_KERNEL(fault_illegal, (int *, out));
int fault_illegal_line(void);
LW_DECLARE_KERNEL(fault_breakpoint, (int *, out));
int fault_breakpoint_line(void);

/* On x86-64: a read at an odd address while such reads are forbidden; 1 / 0 while floating-point exceptions are
 * enabled. */
LW_DECLARE_KERNEL(fault_alignment, (const char *, bytes), (int *, out));
int fault_alignment_line(void);
LW_DECLARE_KERNEL(fault_exception, (const float *, zero), (float *, out));
int fault_exception_line(void);

#endif
