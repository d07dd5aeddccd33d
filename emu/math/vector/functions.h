/* The functions of ../../device/device_math_list.h for one width. The file that includes this one defines:
 *
 *     SINGLE(name) DOUBLE(name)                  their names
 *     SLEEF_SINGLE(name, bound) SLEEF_DOUBLE     SLEEF's functions that they call
 *     HALVES_DIFFER                              SLEEF's vectors round some numbers differently (elementary.h)
 *     lanes nans truncate nearest root rootf fused low high join      operations that C has no operator for
 *
 * The arithmetic is that of the files one folder up, operation for operation. */
#include <math.h>
#include <stdbool.h>

#include <emu/device/device_math.h>

#include "../sleef.h"

#define NUMBER double
#define VECTOR vectors
#define MASK masks
#define SIGN INT64_MIN
#define OF(name) name
#define EMU(name) DOUBLE(name)
#define SCALAR(name) emu_math_##name
#define SLEEF(name, bound) SLEEF_DOUBLE(name, bound)
#define NEAR 0x1p-60
#define LARGE 0x1p500
#define LARGE_HYPERBOLIC 709
#define CLOSE 0x1p-40
#include "elementary.h"
#include "double.h"
#include "erf.h"
#include "bessel.h"
#include "remainder.h"
#undef NUMBER
#undef VECTOR
#undef MASK
#undef SIGN
#undef OF
#undef EMU
#undef SCALAR
#undef SLEEF
#undef NEAR
#undef LARGE
#undef LARGE_HYPERBOLIC
#undef CLOSE

#define NUMBER float
#define VECTOR vectorsf
#define MASK masksf
#define SIGN INT32_MIN
#define OF(name) name##f
#define EMU(name) SINGLE(name)
#define SCALAR(name) emu_math_##name##f
#define SLEEF(name, bound) SLEEF_SINGLE(name, bound)
#define NEAR 0x1p-30f
#define LARGE 0x1p60f
#define LARGE_HYPERBOLIC 88
#define CLOSE 0x1p-20f
#include "elementary.h"
#include "single.h"
