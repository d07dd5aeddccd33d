/* Switching stacks: the only part that differs by processor (fiber_x86_64.S, fiber_aarch64.S; fiber_ucontext.c anywhere).
 *
 * A suspended context is its stack pointer; what the processor's calling convention preserves lies above it.
 */
#ifndef EMU_FIBER_H
#define EMU_FIBER_H

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(EMU_FIBER_UCONTEXT)
#define EMU_FIBER_UCONTEXT
#endif

/* Suspends the caller, storing its context in `*from`, and goes on in `to`. Returns when someone goes on in `*from`. */
void emu_fiber_switch(void **from, void *to);

/* Goes on in `to` and forgets the caller. */
void emu_fiber_jump(void *to) __attribute__((noreturn));

/* A context at the top of a stack, a multiple of 16, that calls entry(argument); entry must not return. */
void *emu_fiber_make(char *top, void (*entry)(void *argument), void *argument);

#endif
