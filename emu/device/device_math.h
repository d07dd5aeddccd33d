/* Mathematics for kernels: the functions of CUDA's math API that are not exact, and the remainders, for float (names
 * ending in f) and double.
 *
 * Each returns equal bits for equal arguments everywhere in a process, and for one version of SLEEF within one family
 * (math/README.md). Special values are CUDA's. The functions set neither errno nor exception flags; any thread may call
 * them. Functions that are exact by definition (sqrt, fma, ldexp, rint, ...) are the compiler's or the backend's,
 * except remainders.
 */
#ifndef EMU_DEVICE_MATH_H
#define EMU_DEVICE_MATH_H

#include "device_math_list.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* const: the result depends only on the arguments, so a compiler may merge equal calls. */
#define EMU_MATH __attribute__((const, nothrow))

#define EMU_MATH_DECLARE_1(name)                                                                                       \
    EMU_MATH float emu_math_##name##f(float);                                                                          \
    EMU_MATH double emu_math_##name(double);
#define EMU_MATH_DECLARE_2(name)                                                                                       \
    EMU_MATH float emu_math_##name##f(float, float);                                                                   \
    EMU_MATH double emu_math_##name(double, double);
#define EMU_MATH_DECLARE_3(name)                                                                                       \
    EMU_MATH float emu_math_##name##f(float, float, float);                                                            \
    EMU_MATH double emu_math_##name(double, double, double);
#define EMU_MATH_DECLARE_4(name)                                                                                       \
    EMU_MATH float emu_math_##name##f(float, float, float, float);                                                     \
    EMU_MATH double emu_math_##name(double, double, double, double);
#define EMU_MATH_DECLARE_OF_ORDER(name)                                                                                \
    EMU_MATH float emu_math_##name##f(int, float);                                                                     \
    EMU_MATH double emu_math_##name(int, double);
#define EMU_MATH_DECLARE_OF_ARRAY(name)                                                                                \
    float emu_math_##name##f(int, const float *);                                                                      \
    double emu_math_##name(int, const double *);

EMU_MATH_OF_1(EMU_MATH_DECLARE_1)
EMU_MATH_OF_2(EMU_MATH_DECLARE_2)
EMU_MATH_OF_3(EMU_MATH_DECLARE_3)
EMU_MATH_OF_4(EMU_MATH_DECLARE_4)
EMU_MATH_OF_ORDER(EMU_MATH_DECLARE_OF_ORDER)
EMU_MATH_OF_ARRAY(EMU_MATH_DECLARE_OF_ARRAY)

#undef EMU_MATH_DECLARE_1
#undef EMU_MATH_DECLARE_2
#undef EMU_MATH_DECLARE_3
#undef EMU_MATH_DECLARE_4
#undef EMU_MATH_DECLARE_OF_ORDER
#undef EMU_MATH_DECLARE_OF_ARRAY
#undef EMU_MATH

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
