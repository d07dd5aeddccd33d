/* CUDA's mathematics of float by the names of C++, as in acosh(x). clang's headers declare these and leave them to libstdc++, which
 * has them in the namespace std alone; of CUDA's own, as in rsqrt(x), they have those of double alone. */
#ifndef LANEWISE_CUDA_FLOAT_MATH_H
#define LANEWISE_CUDA_FLOAT_MATH_H

#define LW_CUDA_FLOAT_1(result, name)                                                                                  \
    LW_CUDA_DEVICE result name(float x)                                                                                \
    {                                                                                                                  \
        return name##f(x);                                                                                             \
    }
#define LW_CUDA_FLOAT_2(name, second)                                                                                  \
    LW_CUDA_DEVICE float name(float x, second y)                                                                       \
    {                                                                                                                  \
        return name##f(x, y);                                                                                          \
    }

LW_CUDA_FLOAT_1(float, acosh)
LW_CUDA_FLOAT_1(float, asinh)
LW_CUDA_FLOAT_1(float, atanh)
LW_CUDA_FLOAT_1(float, cbrt)
LW_CUDA_FLOAT_1(float, erf)
LW_CUDA_FLOAT_1(float, erfc)
LW_CUDA_FLOAT_1(float, exp2)
LW_CUDA_FLOAT_1(float, expm1)
LW_CUDA_FLOAT_1(float, lgamma)
LW_CUDA_FLOAT_1(float, log1p)
LW_CUDA_FLOAT_1(float, log2)
LW_CUDA_FLOAT_1(float, logb)
LW_CUDA_FLOAT_1(float, nearbyint)
LW_CUDA_FLOAT_1(float, rint)
LW_CUDA_FLOAT_1(float, round)
LW_CUDA_FLOAT_1(float, tgamma)
LW_CUDA_FLOAT_1(float, trunc)
LW_CUDA_FLOAT_1(int, ilogb)
LW_CUDA_FLOAT_1(long, lrint)
LW_CUDA_FLOAT_1(long, lround)
LW_CUDA_FLOAT_1(long long, llrint)
LW_CUDA_FLOAT_1(long long, llround)
LW_CUDA_FLOAT_2(copysign, float)
LW_CUDA_FLOAT_2(fdim, float)
LW_CUDA_FLOAT_2(fmax, float)
LW_CUDA_FLOAT_2(fmin, float)
LW_CUDA_FLOAT_2(hypot, float)
LW_CUDA_FLOAT_2(nextafter, float)
LW_CUDA_FLOAT_2(remainder, float)
LW_CUDA_FLOAT_2(scalbn, int)
LW_CUDA_FLOAT_2(scalbln, long)
LW_CUDA_DEVICE float fma(float x, float y, float z)
{
    return fmaf(x, y, z);
}

LW_CUDA_FLOAT_1(float, cospi)
LW_CUDA_FLOAT_1(float, cyl_bessel_i0)
LW_CUDA_FLOAT_1(float, cyl_bessel_i1)
LW_CUDA_FLOAT_1(float, erfcinv)
LW_CUDA_FLOAT_1(float, erfcx)
LW_CUDA_FLOAT_1(float, erfinv)
LW_CUDA_FLOAT_1(float, exp10)
LW_CUDA_FLOAT_1(float, j0)
LW_CUDA_FLOAT_1(float, j1)
LW_CUDA_FLOAT_1(float, normcdf)
LW_CUDA_FLOAT_1(float, normcdfinv)
LW_CUDA_FLOAT_1(float, rcbrt)
LW_CUDA_FLOAT_1(float, rsqrt)
LW_CUDA_FLOAT_1(float, sinpi)
LW_CUDA_FLOAT_1(float, y0)
LW_CUDA_FLOAT_1(float, y1)
LW_CUDA_DEVICE float jn(int n, float x)
{
    return jnf(n, x);
}
LW_CUDA_DEVICE float yn(int n, float x)
{
    return ynf(n, x);
}
LW_CUDA_DEVICE void sincos(float x, float *sine, float *cosine)
{
    sincosf(x, sine, cosine);
}
LW_CUDA_DEVICE void sincospi(float x, float *sine, float *cosine)
{
    sincospif(x, sine, cosine);
}

#undef LW_CUDA_FLOAT_1
#undef LW_CUDA_FLOAT_2
#endif
