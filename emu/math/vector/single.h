/* The floats of gamma.c and root.c (functions.h): doubles, rounded, but for rsqrt. */
DEFINE_1(lgamma, join(sleef_lgamma(low(x)), sleef_lgamma(high(x))), 0)
DEFINE_1(tgamma, join(sleef_tgamma(low(x)), sleef_tgamma(high(x))), lanesf(x < -170))
DEFINE_1(rsqrt, 1 / rootf(x), 0)
DEFINE_1(rcbrt, join(1 / sleef_cbrt(low(x)), 1 / sleef_cbrt(high(x))), 0)

static inline vectors inverse_lengthf(vectors x, vectors y)
{
    return 1 / root(x * x + y * y);
}

DEFINE_2(rhypot, join(inverse_lengthf(low(x), low(y)), inverse_lengthf(high(x), high(y))), 0)
