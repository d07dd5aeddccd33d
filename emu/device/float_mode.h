/* The processor's floating-point mode. A GPU rounds to nearest, with denormals, and raises no exceptions. An OS thread
 * may have another mode; the kernel's threads on it must not see that mode, and must not leave exception flags. */
#ifndef EMU_FLOAT_MODE_H
#define EMU_FLOAT_MODE_H

#if defined(__x86_64__)
typedef struct emu_float_mode {
    unsigned control; /* MXCSR: rounding, denormals, exceptions and their flags */
} emu_float_mode;

/* Sets the GPU's mode; returns the old mode. */
static inline emu_float_mode emu_float_mode_enter(void)
{
    emu_float_mode before;
    const unsigned plain = 0x1f80;
    __asm__ volatile("stmxcsr %0" : "=m"(before.control));
    __asm__ volatile("ldmxcsr %0" : : "m"(plain));
    return before;
}

static inline void emu_float_mode_leave(emu_float_mode before)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(before.control));
}
#elif defined(__aarch64__)
typedef struct emu_float_mode {
    unsigned long control, status;
} emu_float_mode;

static inline emu_float_mode emu_float_mode_enter(void)
{
    emu_float_mode before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before.control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(before.status));
    __asm__ volatile("msr fpcr, %0" : : "r"(0ul));
    return before;
}

static inline void emu_float_mode_leave(emu_float_mode before)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(before.control));
    __asm__ volatile("msr fpsr, %0" : : "r"(before.status));
}
#else
#include <fenv.h>

typedef struct emu_float_mode {
    fenv_t environment;
} emu_float_mode;

static inline emu_float_mode emu_float_mode_enter(void)
{
    emu_float_mode before;
    fegetenv(&before.environment);
    fesetenv(FE_DFL_ENV);
    return before;
}

static inline void emu_float_mode_leave(emu_float_mode before)
{
    fesetenv(&before.environment);
}
#endif

#endif
