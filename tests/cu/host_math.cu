// CUDA's mathematics in host code: what a kernel computes.
// > differ 0 wrong 0
#include <cmath>
#include <cstdio>
#include <cstring>

enum { FUNCTIONS = 36, POINTS = 5 };

template <class T> __host__ __device__ int all(T x, T *to)
{
    T at[3] = {x, x + 1, T(0.5)}, half = x / 8;
    int n = 0;
    to[n++] = rsqrt(x);
    to[n++] = rcbrt(x);
    to[n++] = sinpi(x);
    to[n++] = cospi(x);
    sincospi(x, to + n, to + n + 1);
    n += 2;
    to[n++] = normcdf(x);
    to[n++] = normcdfinv(half);
    to[n++] = erfinv(half);
    to[n++] = erfcinv(half);
    to[n++] = erfcx(x);
    to[n++] = cyl_bessel_i0(x);
    to[n++] = cyl_bessel_i1(x);
    to[n++] = rhypot(x, T(3));
    to[n++] = norm3d(x, T(1), T(2));
    to[n++] = rnorm3d(x, T(1), T(2));
    to[n++] = norm4d(x, T(1), T(2), T(3));
    to[n++] = rnorm4d(x, T(1), T(2), T(3));
    to[n++] = norm(3, at);
    to[n++] = rnorm(3, at);
    return n;
}

template <> __host__ __device__ int all(float x, float *to)
{
    float at[3] = {x, x + 1, 0.5f}, half = x / 8;
    int n = 0;
    to[n++] = rsqrtf(x);
    to[n++] = rsqrt(x);
    to[n++] = rcbrtf(x);
    to[n++] = rcbrt(x);
    to[n++] = sinpif(x);
    to[n++] = cospif(x);
    sincospif(x, to + n, to + n + 1);
    n += 2;
    to[n++] = normcdff(x);
    to[n++] = normcdf(x);
    to[n++] = normcdfinvf(half);
    to[n++] = erfinvf(half);
    to[n++] = erfinv(half);
    to[n++] = erfcinvf(half);
    to[n++] = erfcxf(x);
    to[n++] = cyl_bessel_i0f(x);
    to[n++] = cyl_bessel_i1f(x);
    to[n++] = rhypotf(x, 3);
    to[n++] = norm3df(x, 1, 2);
    to[n++] = rnorm3df(x, 1, 2);
    to[n++] = norm4df(x, 1, 2, 3);
    to[n++] = rnorm4df(x, 1, 2, 3);
    to[n++] = normf(3, at);
    to[n++] = rnormf(3, at);
    to[n++] = fdividef(x, 3);
    return n;
}

template <class T> __global__ void compute(T *to)
{
    all(T(threadIdx.x + 1) * T(0.7), to + threadIdx.x * FUNCTIONS);
}

template <class T> int differ()
{
    T *to, own[FUNCTIONS];
    int count = 0;
    cudaMallocManaged(&to, POINTS * FUNCTIONS * sizeof *to);
    compute<<<1, POINTS>>>(to);
    if (cudaDeviceSynchronize())
        return -1;
    for (int i = 0; i < POINTS; i++) {
        int n = all(T(i + 1) * T(0.7), own);
        for (int k = 0; k < n; k++) {
            T tolerance = T(sizeof(T) == 4 ? 1e-6 : 1e-14) * std::fabs(own[k]), distance = own[k] - to[i * FUNCTIONS + k];
            count += !(std::fabs(distance) <= tolerance);
        }
    }
    cudaFree(to);
    return count;
}

int main()
{
    int wrong = 0;
    wrong += std::fabs(rsqrt(4.0) - 0.5) > 1e-15;
    wrong += std::fabs(normcdf(0.0) - 0.5) > 1e-15;
    wrong += std::fabs(erfinv(std::erf(0.3)) - 0.3) > 1e-14;
    wrong += std::fabs(sinpi(0.5) - 1) > 1e-15 || cospi(0.5) != 0;
    printf("differ %d wrong %d\n", differ<float>() + differ<double>(), wrong);
}
