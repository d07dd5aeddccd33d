// 8-bit formats in kernels and on the host.
// > e4m3: 448 1.125 -0.001953125 nan 0 38 7e 3, 3 -3 255 1, 1.5 -448 1 2, 0.5 -2
// > e5m2: 57344 1 -1.52587890625e-05 nan 1 3c 7b 3, 3 -3 255 1, 1.5 -57344 1 2, 0.5 -2
// > e4m3: 448 1.125 -0.001953125 nan 0 38 7e 3, 3 -3 255 1, 1.5 -448 1 2, 0.5 -2
// > e5m2: 57344 1 -1.52587890625e-05 nan 1 3c 7b 3, 3 -3 255 1, 1.5 -57344 1 2, 0.5 -2
// > nearest: 0 wrong
#include <cmath>
#include <cstdio>
#include <cuda_fp8.h>

template <class T, class P, class Q> __host__ __device__ void convert(double *out)
{
    volatile float large = 1e9f, tie = 1.0625f + 0.03125f, least = -0x1p-16f;
    int i = 0;
    out[i++] = (float)T(large), out[i++] = (float)T((float)tie),
    out[i++] = (float)T((bool)T(0x1p-16f) ? (float)least : -0x1p-9f);
    out[i++] = (float)T(NAN), out[i++] = (bool)T(0x1p-16f), out[i++] = T(1.0).__x, out[i++] = T(1000000).__x,
    out[i++] = (double)T(__float2half(3));
    out[i++] = (int)T(__float2bfloat16(3.4f)), out[i++] = (signed char)T(-3.4f), out[i++] = (unsigned char)T(448.0f),
    out[i++] = (long)T(1u);
    float4 four = (float4)Q(make_float4(1.5f, -1e9f, 1, 2));
    out[i++] = four.x, out[i++] = four.y, out[i++] = four.z, out[i++] = four.w;
    __half2 pair = (__half2)P(__floats2half2_rn(0.5f, -2));
    out[i++] = __low2float(pair), out[i++] = __high2float(pair);
}
template <class T, class P, class Q> __global__ void kernel(double *out)
{
    convert<T, P, Q>(out);
}
// Each number of a fine grid becomes the nearest e4m3, by search.
__global__ void nearest(unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __nv_fp8_e4m3((i - 4096) * 0.12f).__x;
}
int wrong(const unsigned char *codes)
{
    int count = 0;
    for (int i = 0; i < 8192; i++) {
        volatile float x = (i - 4096) * 0.12f;
        double best = 1e9, made;
        for (int code = 0; code < 256; code++) {
            __nv_fp8_e4m3 number;
            number.__x = (unsigned char)code;
            if (codes[i] == code)
                made = std::fabs((float)number - x);
            if ((code & 127) != 127)
                best = std::fmin(best, std::fabs((float)number - x));
        }
        count += made != best;
    }
    return count;
}
template <class T, class P, class Q> void show(const char *name, bool host)
{
    double r[18], *d;
    cudaMalloc(&d, sizeof r);
    kernel<T, P, Q><<<1, 1>>>(d);
    cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost);
    if (host)
        convert<T, P, Q>(r);
    printf("%s: %g %g %.12g %s %g %x %x %g, %g %g %g %g, %g %g %g %g, %g %g\n", name, r[0], r[1], r[2],
           r[3] != r[3] ? "nan" : "?", r[4], (int)r[5], (int)r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14],
           r[15], r[16], r[17]);
    cudaFree(d);
}
int main()
{
    for (int host = 0; host < 2; host++) {
        show<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>("e4m3", host);
        show<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>("e5m2", host);
    }
    static unsigned char codes[8192];
    unsigned char *d;
    cudaMalloc(&d, sizeof codes);
    nearest<<<32, 256>>>(d);
    cudaMemcpy(codes, d, sizeof codes, cudaMemcpyDeviceToHost);
    printf("nearest: %d wrong\n", wrong(codes));
    return cudaFree(d);
}
