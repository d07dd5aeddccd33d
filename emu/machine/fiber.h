/* Switching stacks, for each processor (fiber_x86_64.S, fiber_aarch64.S; fiber_ucontext.c for all others).
 *
 * A suspended context is a stack pointer; the callee-saved registers lie above it.
 */
#ifndef EMU_FIBER_H
#define EMU_FIBER_H

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(EMU_FIBER_UCONTEXT)
#define EMU_FIBER_UCONTEXT
#endif

/* Suspends the caller, stores its context in `*from`, and resumes `to`. Returns when `*from` is resumed. */
void emu_fiber_switch(void **from, void *to);

/* Resumes `to`; the caller's context is lost. */
void emu_fiber_jump(void *to) __attribute__((noreturn));

/* Makes a context that calls entry(argument); `top`: of its stack, a multiple of 16. entry must not return. */
void *emu_fiber_make(char *top, void (*entry)(void *argument), void *argument);

#endif
