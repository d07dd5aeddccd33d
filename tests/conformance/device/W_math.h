/* Mathematics by number: one kernel computes any function of a list, so that tests and the bench sweep them alike. */
#ifndef W_MATH_H
#define W_MATH_H

#include <lanewise/launch.h>

/* X(name): CUDA's name for double; with an f behind it that for float. By number of arguments. */
/* clang-format off */
#define MATH_OF_1(X)                                                                                                   \
    X(rsqrt) X(cbrt) X(rcbrt)                                                                                          \
    X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p)                                                  \
    X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(asin) X(acos) X(atan)                                                     \
    X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh)                                                                 \
    X(erf) X(erfc) X(erfinv) X(erfcinv) X(erfcx) X(normcdf) X(normcdfinv) X(lgamma) X(tgamma)                          \
    X(j0) X(j1) X(y0) X(y1) X(cyl_bessel_i0) X(cyl_bessel_i1)
/* clang-format on */
#define MATH_OF_2(X) X(pow) X(atan2) X(hypot) X(rhypot)
#define MATH_OF_3(X) X(norm3d) X(rnorm3d)
#define MATH_OF_4(X) X(norm4d) X(rnorm4d)
#define MATH_OF_ORDER(X) X(jn) X(yn) /* the first argument is an int */

#define MATH_NUMBER(name) MATH_##name,
typedef enum math_function {
    MATH_OF_1(MATH_NUMBER) MATH_OF_2(MATH_NUMBER) MATH_OF_3(MATH_NUMBER) MATH_OF_4(MATH_NUMBER)
        MATH_OF_ORDER(MATH_NUMBER) MATH_FUNCTIONS
} math_function;
#undef MATH_NUMBER

/* out[i] = the function of x[i], x[count + i], ... (as many as it takes); any block and grid that cover `count`. */
LW_DECLARE_KERNEL(math_floats, (int, function), (unsigned, count), (const float *, x), (float *, out));
LW_DECLARE_KERNEL(math_doubles, (int, function), (unsigned, count), (const double *, x), (double *, out));

/* out[i] = a function of one argument, of the float whose bits are first + i * stride; any block and grid. */
LW_DECLARE_KERNEL(math_float_range, (int, function), (unsigned, first), (unsigned, stride), (unsigned, count),
                  (float *, out));

#endif
