/* The functions of emu/device/device_math.h that compute several lanes at once, and their names.
 *
 * X(name) stands for NAMEf and NAME. Each lane gets the bits of emu_math_NAMEf or emu_math_NAME:
 *
 *     float               double            instructions   family   levels of LW_CPU_LEVELS
 *     emu_math_NAMEf_x4   emu_math_NAME_x2  NEON           fma      v8
 *     emu_math_NAMEf_x4   emu_math_NAME_x2  SSE4.2         nofma    v2
 *     emu_math_NAMEf_x8   emu_math_NAME_x4  AVX2, FMA      fma      v3, v4
 *     emu_math_NAMEf_x16  emu_math_NAME_x8  AVX-512        fma      v4
 *
 * Arguments and results are vectors in registers, by the platform's calling convention. Other processors have none.
 *
 * A loop over threads also calls them for lanes that took another path, with any arguments. So jn and yn, whose time
 * depends on the order, are not here. */
#ifndef EMU_MATH_VECTOR_LIST_H
#define EMU_MATH_VECTOR_LIST_H

/* Of one argument. */
/* clang-format off */
#define EMU_MATH_VECTOR_1(X)                                                                                           \
    X(acos)                                                                                                            \
    X(acosh)                                                                                                           \
    X(asin)                                                                                                            \
    X(asinh)                                                                                                           \
    X(atan)                                                                                                            \
    X(atanh)                                                                                                           \
    X(cbrt)                                                                                                            \
    X(cos)                                                                                                             \
    X(cosh)                                                                                                            \
    X(cospi)                                                                                                           \
    X(cyl_bessel_i0)                                                                                                   \
    X(cyl_bessel_i1)                                                                                                   \
    X(erf)                                                                                                             \
    X(erfc)                                                                                                            \
    X(erfcinv)                                                                                                         \
    X(erfcx)                                                                                                           \
    X(erfinv)                                                                                                          \
    X(exp)                                                                                                             \
    X(exp10)                                                                                                           \
    X(exp2)                                                                                                            \
    X(expm1)                                                                                                           \
    X(j0)                                                                                                              \
    X(j1)                                                                                                              \
    X(lgamma)                                                                                                          \
    X(log)                                                                                                             \
    X(log10)                                                                                                           \
    X(log1p)                                                                                                           \
    X(log2)                                                                                                            \
    X(normcdf)                                                                                                         \
    X(normcdfinv)                                                                                                      \
    X(rcbrt)                                                                                                           \
    X(rsqrt)                                                                                                           \
    X(sin)                                                                                                             \
    X(sinh)                                                                                                            \
    X(sinpi)                                                                                                           \
    X(tan)                                                                                                             \
    X(tanh)                                                                                                            \
    X(tgamma)                                                                                                          \
    X(y0)                                                                                                              \
    X(y1)
/* clang-format on */

/* Of two. */
/* clang-format off */
#define EMU_MATH_VECTOR_2(X)                                                                                           \
    X(atan2)                                                                                                           \
    X(fmod)                                                                                                            \
    X(hypot)                                                                                                           \
    X(pow)                                                                                                             \
    X(remainder)                                                                                                       \
    X(rhypot)
/* clang-format on */

/* Of three. */
#define EMU_MATH_VECTOR_3(X)                                                                                           \
    X(norm3d)                                                                                                          \
    X(rnorm3d)

/* Of four. */
#define EMU_MATH_VECTOR_4(X)                                                                                           \
    X(norm4d)                                                                                                          \
    X(rnorm4d)

#endif
