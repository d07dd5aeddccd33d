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

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* const: the result depends only on the arguments, so a compiler may merge equal calls. */
#define EMU_MATH __attribute__((const, nothrow))

#define EMU_MATH_OF_1(name)                                                                                            \
    EMU_MATH float emu_math_##name##f(float);                                                                          \
    EMU_MATH double emu_math_##name(double);
#define EMU_MATH_OF_2(name)                                                                                            \
    EMU_MATH float emu_math_##name##f(float, float);                                                                   \
    EMU_MATH double emu_math_##name(double, double);
#define EMU_MATH_OF_3(name)                                                                                            \
    EMU_MATH float emu_math_##name##f(float, float, float);                                                            \
    EMU_MATH double emu_math_##name(double, double, double);
#define EMU_MATH_OF_4(name)                                                                                            \
    EMU_MATH float emu_math_##name##f(float, float, float, float);                                                     \
    EMU_MATH double emu_math_##name(double, double, double, double);
#define EMU_MATH_OF_ORDER(name)                                                                                        \
    EMU_MATH float emu_math_##name##f(int, float);                                                                     \
    EMU_MATH double emu_math_##name(int, double);
#define EMU_MATH_OF_ARRAY(name)                                                                                        \
    float emu_math_##name##f(int, const float *);                                                                      \
    double emu_math_##name(int, const double *);

/* ---- exponentials, logarithms, powers ---- */
EMU_MATH_OF_1(exp)
EMU_MATH_OF_1(exp2)
EMU_MATH_OF_1(exp10)
EMU_MATH_OF_1(expm1)
EMU_MATH_OF_1(log)
EMU_MATH_OF_1(log2)
EMU_MATH_OF_1(log10)
EMU_MATH_OF_1(log1p)
EMU_MATH_OF_2(pow)
EMU_MATH_OF_1(cbrt)
EMU_MATH_OF_1(rcbrt)
EMU_MATH_OF_1(rsqrt)

/* ---- trigonometry, in radians and in half turns ---- */
EMU_MATH_OF_1(sin)
EMU_MATH_OF_1(cos)
EMU_MATH_OF_1(tan)
EMU_MATH_OF_1(sinpi)
EMU_MATH_OF_1(cospi)
EMU_MATH_OF_1(asin)
EMU_MATH_OF_1(acos)
EMU_MATH_OF_1(atan)
EMU_MATH_OF_2(atan2)

/* ---- hyperbolic functions ---- */
EMU_MATH_OF_1(sinh)
EMU_MATH_OF_1(cosh)
EMU_MATH_OF_1(tanh)
EMU_MATH_OF_1(asinh)
EMU_MATH_OF_1(acosh)
EMU_MATH_OF_1(atanh)

/* ---- lengths of vectors and their reciprocals; norm, rnorm: of `dim` numbers; the length of 0 numbers is 0 ---- */
EMU_MATH_OF_2(hypot)
EMU_MATH_OF_2(rhypot)
EMU_MATH_OF_3(norm3d)
EMU_MATH_OF_3(rnorm3d)
EMU_MATH_OF_4(norm4d)
EMU_MATH_OF_4(rnorm4d)
EMU_MATH_OF_ARRAY(norm)
EMU_MATH_OF_ARRAY(rnorm)

/* ---- remainders: exact; a 0 has the sign of the first argument ---- */
EMU_MATH_OF_2(fmod)
EMU_MATH_OF_2(remainder)

/* ---- gamma, error and Bessel functions ---- */
EMU_MATH_OF_1(tgamma)
EMU_MATH_OF_1(lgamma)
EMU_MATH_OF_1(erf)
EMU_MATH_OF_1(erfc)
EMU_MATH_OF_1(erfcx)
EMU_MATH_OF_1(erfinv)
EMU_MATH_OF_1(erfcinv)
EMU_MATH_OF_1(normcdf)
EMU_MATH_OF_1(normcdfinv)
EMU_MATH_OF_1(j0)
EMU_MATH_OF_1(j1)
EMU_MATH_OF_1(y0)
EMU_MATH_OF_1(y1)
EMU_MATH_OF_ORDER(jn)
EMU_MATH_OF_ORDER(yn)
EMU_MATH_OF_1(cyl_bessel_i0)
EMU_MATH_OF_1(cyl_bessel_i1)

#undef EMU_MATH_OF_1
#undef EMU_MATH_OF_2
#undef EMU_MATH_OF_3
#undef EMU_MATH_OF_4
#undef EMU_MATH_OF_ORDER
#undef EMU_MATH_OF_ARRAY
#undef EMU_MATH

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
