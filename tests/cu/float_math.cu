// The names of C++ with a float have the float's function, also with the C library's header and "::".
// > different: 0
#include <math.h>
#include <stdio.h>

#define SAME_1(name)                                                                                                   \
    different += !same(name(x), name##f(x)) + !same(::name(x), name##f(x)) + !same(std::name(x), name##f(x));
#define SAME_OWN(name) different += !same(name(x), name##f(x)) + !same(::name(x), name##f(x));
#define SAME_2(name, y) different += !same(name(x, y), name##f(x, y)) + !same(::name(x, y), name##f(x, y));

template <class T> __device__ bool same(T a, T b)
{
    return a == b;
}
__device__ bool same(float, double) = delete;

__global__ void compare(float x, int *out)
{
    int different = 0;
    SAME_1(acosh)
    SAME_1(asinh) SAME_1(cbrt) SAME_1(erf) SAME_1(erfc) SAME_1(exp2) SAME_1(expm1) SAME_1(lgamma) SAME_1(log1p)
        SAME_1(log2) SAME_1(logb) SAME_1(nearbyint) SAME_1(rint) SAME_1(round) SAME_1(tgamma) SAME_1(trunc)
            SAME_1(ilogb) SAME_1(lrint) SAME_1(lround) SAME_1(llrint) SAME_1(llround) SAME_1(sin) SAME_1(sqrt)
                SAME_1(floor) SAME_2(copysign, -1.0f) SAME_2(fdim, 0.5f) SAME_2(fmax, 2.0f) SAME_2(fmin, 2.0f)
                    SAME_2(hypot, 4.0f) SAME_2(nextafter, 2.0f) SAME_2(remainder, 0.75f) SAME_2(scalbn, 3)
                        SAME_2(scalbln, 3L) SAME_2(pow, 2.5f) different +=
        !same(fma(x, 3.0f, 1.0f), fmaf(x, 3.0f, 1.0f)) + !same(atanh(x / 4), atanhf(x / 4));
    SAME_OWN(rsqrt)
    SAME_OWN(rcbrt)
    SAME_OWN(exp10)
    SAME_OWN(sinpi)
    SAME_OWN(cospi)
    SAME_OWN(erfcx)
    SAME_OWN(normcdf)
    SAME_OWN(j0)
    SAME_OWN(y1)
    float sine, cosine, sine_f, cosine_f;
    sincos(x, &sine, &cosine);
    sincosf(x, &sine_f, &cosine_f);
    different += !same(jn(2, x), jnf(2, x)) + !same(erfinv(x / 4), erfinvf(x / 4)) + !same(sine, sine_f) +
                 !same(cosine, cosine_f);
    *out = different;
}

int main()
{
    int *out, different = -1;
    cudaMalloc(&out, sizeof different);
    compare<<<1, 1>>>(1.7f, out);
    cudaMemcpy(&different, out, sizeof different, cudaMemcpyDeviceToHost);
    printf("different: %d\n", different);
    cudaFree(out);
}
