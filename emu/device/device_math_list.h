/* The names of device_math.h's functions. Everything that declares, calls, checks or documents all of them reads this list.
 *
 * X(name) stands for CUDA's function of doubles; with an f at the end it is that of floats. EMU_MATH_OF_N lists the
 * functions of N numbers: emu_math_NAME and emu_math_NAMEf. Those of one to four numbers also have forms that compute
 * several threads at once; each thread gets the bits of the plain form:
 *
 *     float               double            instructions   family   levels of LW_CPU_LEVELS
 *     emu_math_NAMEf_x4   emu_math_NAME_x2  NEON           fma      v8
 *     emu_math_NAMEf_x4   emu_math_NAME_x2  SSE4.2         nofma    v2
 *     emu_math_NAMEf_x8   emu_math_NAME_x4  AVX2, FMA      fma      v3, v4
 *     emu_math_NAMEf_x16  emu_math_NAME_x8  AVX-512        fma      v4
 *
 * Arguments and results are vectors in registers, by the platform's calling convention. Other processors have none. A
 * loop over threads also calls a form for threads that took another path, with any arguments. So jn and yn, whose time
 * depends on the order, have no such form. */
#ifndef EMU_DEVICE_MATH_LIST_H
#define EMU_DEVICE_MATH_LIST_H

/* Roots; exponentials and logarithms; trigonometry in radians and in half turns; hyperbolic functions; error and gamma
 * functions; Bessel functions. */
/* clang-format off */
#define EMU_MATH_OF_1(X)                                                                                               \
    X(rsqrt) X(cbrt) X(rcbrt)                                                                                          \
    X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p)                                                  \
    X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(asin) X(acos) X(atan)                                                     \
    X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh)                                                                 \
    X(erf) X(erfc) X(erfinv) X(erfcinv) X(erfcx) X(normcdf) X(normcdfinv) X(lgamma) X(tgamma)                          \
    X(j0) X(j1) X(y0) X(y1) X(cyl_bessel_i0) X(cyl_bessel_i1)
/* clang-format on */

/* The remainders are exact, and a 0 has the sign of the first number. The other functions of two numbers are not exact. */
#define EMU_MATH_REMAINDERS(X) X(fmod) X(remainder)
#define EMU_MATH_INEXACT_OF_2(X) X(pow) X(atan2) X(hypot) X(rhypot)
#define EMU_MATH_OF_2(X) EMU_MATH_INEXACT_OF_2(X) EMU_MATH_REMAINDERS(X)

/* Lengths of vectors and their reciprocals. */
#define EMU_MATH_OF_3(X) X(norm3d) X(rnorm3d)
#define EMU_MATH_OF_4(X) X(norm4d) X(rnorm4d)

/* Functions of an order, which is an int, and a number. */
#define EMU_MATH_OF_ORDER(X) X(jn) X(yn)

/* Functions of a count and an array: lengths. The length of 0 numbers is 0. */
#define EMU_MATH_OF_ARRAY(X) X(norm) X(rnorm)

#endif
