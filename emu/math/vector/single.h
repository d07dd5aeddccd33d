/* The floats of gamma.c, root.c, erf.c, erfinv.c, bessel_i.c and remainder.c (functions.h): doubles, rounded, except
 * for rsqrt. */
#define HALVES_1(of) join(of(low(x)), of(high(x)))
#define HALVES_2(of) join(of(low(x), low(y)), of(high(x), high(y)))
#define HALVES_3(of) join(of(low(x), low(y), low(z)), of(high(x), high(y), high(z)))
#define HALVES_4(of) join(of(low(x), low(y), low(z), low(w)), of(high(x), high(y), high(z), high(w)))

DEFINE_1(lgamma, HALVES_1(sleef_lgamma), 0)
DEFINE_1(tgamma, HALVES_1(sleef_tgamma), lanesf(x < -170))
DEFINE_1(rsqrt, 1 / rootf(x), 0)
DEFINE_1(rcbrt, HALVES_1(1 / sleef_cbrt), 0)

/* Squares of floats are exact in double, and their sums stay in range. */
#define LENGTH_2(x, y) root(x *x + y * y)
#define LENGTH_3(x, y, z) root(x *x + y * y + z * z)
#define LENGTH_4(x, y, z, w) root(x *x + y * y + z * z + w * w)
DEFINE_2(rhypot, HALVES_2(1 / LENGTH_2), 0)
DEFINE_3(norm3d, HALVES_3(LENGTH_3), 0)
DEFINE_3(rnorm3d, HALVES_3(1 / LENGTH_3), 0)
DEFINE_4(norm4d, HALVES_4(LENGTH_4), 0)
DEFINE_4(rnorm4d, HALVES_4(1 / LENGTH_4), 0)

DEFINE_1(erfcx, HALVES_1(scaled_error), lanesf((x > 0x1p27f) | (x < -26)))
DEFINE_1(normcdf, HALVES_1(normal), lanesf((x < -36) | (x >= 10)))
DEFINE_1(erfinv, HALVES_1(inverse_error), lanesf(sizef(x) >= 1))
DEFINE_1(erfcinv, HALVES_1(inverse_complement), lanesf((x <= 0) | (x >= 2)))
DEFINE_1(normcdfinv, HALVES_1(inverse_normal), lanesf((x <= 0) | (x >= 1)))

#define MODIFIED_0(x) modified(0, size(x))
#define MODIFIED_1(x) modified(1, size(x))
DEFINE_1(cyl_bessel_i0, HALVES_1(MODIFIED_0), lanesf(sizef(x) > 800))
DEFINE_1(cyl_bessel_i1, with_signf(HALVES_1(MODIFIED_1), x), lanesf(sizef(x) > 800))

static inline vectorsf signed_zero(vectorsf rest, vectorsf x)
{
    return choosef(rest == 0, with_signf(rest, x), rest);
}

DEFINE_2(fmod, with_signf(HALVES_2(truncated_remainder_float), x), lanesf(sizef(x) >= sizef(y) * 0x1p27f))
DEFINE_2(remainder, signed_zero(HALVES_2(nearest_remainder_float), x), lanesf(sizef(x) >= sizef(y) * 0x1p27f))
