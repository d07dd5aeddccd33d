/* The family of SLEEF's functions that this process uses: with fused multiply-adds if the processor has them, else
 * without, or as LANEWISE_MATH and LANEWISE_CPU say. It is chosen before main() and never changes: equal arguments
 * give equal bits on every lane and in every launch. */
#ifndef EMU_MATH_FAMILY_H
#define EMU_MATH_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

#include "sleef.h"

struct emu_math_family {
    const char *name; /* "fma", "nofma" */
#define X(name, bound)                                                                                                 \
    float (*name##f)(float);                                                                                           \
    double (*name)(double);
    SLEEF_OF_1(X)
#undef X
#define X(name, bound)                                                                                                 \
    float (*name##f)(float, float);                                                                                    \
    double (*name)(double, double);
    SLEEF_OF_2(X)
#undef X
};

extern const struct emu_math_family *emu_math_family;

bool emu_math_fuses(void); /* whether the family has fused multiply-adds */

/* LANEWISE_MATH names a family: fma or nofma. False: it is neither, or the processor lacks fused multiply-adds;
 * `message` then holds a sentence. */
bool emu_math_environment(char *message, size_t size);

#endif
