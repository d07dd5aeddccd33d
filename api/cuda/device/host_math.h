/* CUDA's mathematics that the C library lacks, for the host, where nvcc has it, too: the functions of liblanewise that kernels call. */
#ifndef LANEWISE_CUDA_HOST_MATH_H
#define LANEWISE_CUDA_HOST_MATH_H

#define LW_CUDA_HOST static __host__ __inline__

/* NAME of double, NAMEf, and NAME of float, as in C++. */
#define LW_CUDA_HOST_MATH(name, doubles, floats, values)                                                               \
    extern "C" double emu_math_##name doubles;                                                                         \
    extern "C" float emu_math_##name##f floats;                                                                        \
    LW_CUDA_HOST double name doubles                                                                                   \
    {                                                                                                                  \
        return emu_math_##name values;                                                                                 \
    }                                                                                                                  \
    LW_CUDA_HOST float name##f floats                                                                                  \
    {                                                                                                                  \
        return emu_math_##name##f values;                                                                              \
    }                                                                                                                  \
    LW_CUDA_HOST float name floats                                                                                     \
    {                                                                                                                  \
        return emu_math_##name##f values;                                                                              \
    }
#define LW_CUDA_HOST_1(name) LW_CUDA_HOST_MATH(name, (double x), (float x), (x))
#define LW_CUDA_HOST_2(name) LW_CUDA_HOST_MATH(name, (double x, double y), (float x, float y), (x, y))
#define LW_CUDA_HOST_3(name)                                                                                           \
    LW_CUDA_HOST_MATH(name, (double x, double y, double z), (float x, float y, float z), (x, y, z))
#define LW_CUDA_HOST_4(name)                                                                                           \
    LW_CUDA_HOST_MATH(name, (double x, double y, double z, double w), (float x, float y, float z, float w),            \
                      (x, y, z, w))
#define LW_CUDA_HOST_OF_ARRAY(name) LW_CUDA_HOST_MATH(name, (int n, const double *x), (int n, const float *x), (n, x))

LW_CUDA_HOST_1(cospi)
LW_CUDA_HOST_1(cyl_bessel_i0)
LW_CUDA_HOST_1(cyl_bessel_i1)
LW_CUDA_HOST_1(erfcinv)
LW_CUDA_HOST_1(erfcx)
LW_CUDA_HOST_1(erfinv)
LW_CUDA_HOST_1(normcdf)
LW_CUDA_HOST_1(normcdfinv)
LW_CUDA_HOST_1(rcbrt)
LW_CUDA_HOST_1(rsqrt)
LW_CUDA_HOST_1(sinpi)
LW_CUDA_HOST_2(rhypot)
LW_CUDA_HOST_3(norm3d)
LW_CUDA_HOST_3(rnorm3d)
LW_CUDA_HOST_4(norm4d)
LW_CUDA_HOST_4(rnorm4d)
LW_CUDA_HOST_OF_ARRAY(norm)
LW_CUDA_HOST_OF_ARRAY(rnorm)
LW_CUDA_HOST void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}
LW_CUDA_HOST void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
LW_CUDA_HOST void sincospi(float x, float *sine, float *cosine)
{
    sincospif(x, sine, cosine);
}
LW_CUDA_HOST float fdividef(float x, float y)
{
    return x / y;
}

#undef LW_CUDA_HOST_1
#undef LW_CUDA_HOST_2
#undef LW_CUDA_HOST_3
#undef LW_CUDA_HOST_4
#undef LW_CUDA_HOST_OF_ARRAY
#undef LW_CUDA_HOST_MATH
#undef LW_CUDA_HOST
#endif
