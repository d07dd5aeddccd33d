// Mathematics in kernels, beside the host's in double: functions, overloads, intrinsics, bits of words.
// > functions: close
// > overloads: 2 2 1.5 3 4 8 3
// > intrinsics: 3 -3 2 7 1065353216
// > bits: 4 24 4 80000000 12 44332211
// > words: 20406 1 34
// > greatest and least: 3 7 5 0 3 80000002 30009 0 1 -1 1, as on the host
// > products of bytes: 18 -637 8323202 -17
// > complex: 4 2, -2 -2, -5 10, 0.2 0.4, 5 1, -10 1e+20, 2e+200 0.5
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuComplex.h>

__global__ void functions(double x, double *out, float *single)
{
    out[0] = sin(x), out[1] = cos(x), out[2] = exp(x), out[3] = log(x), out[4] = pow(x, 1.5), out[5] = tanh(x);
    out[6] = erf(x), out[7] = lgamma(x), out[8] = cbrt(x), out[9] = atan2(x, 2.0), out[10] = fmod(7.5, x);
    float f = (float)x;
    single[0] = sinf(f), single[1] = expf(f), single[2] = rsqrtf(f), single[3] = __sinf(f), single[4] = logf(f);
    single[5] = std::sqrt(f), single[6] = powf(f, 2.5f);
    sincosf(f, &single[7], &single[8]);
}
__global__ void overloads(double *out)
{
    out[0] = sqrt(4.0f), out[1] = max(1, 2), out[2] = min(1.5f, 2.0f), out[3] = abs(-3), out[4] = fmaxf(4, NAN);
    out[5] = fma(2.0, 3.0, 2.0), out[6] = max(3u, 2u);
}
__global__ void intrinsics(int *out)
{
    out[0] = __float2int_rn(2.5001f), out[1] = __double2int_rd(-2.5), out[2] = __float2int_rz(2.9f);
    out[3] = __mul24(7, 1), out[4] = __float_as_int(1.0f);
}
__global__ void bits(unsigned *out)
{
    out[0] = __popc(0x1111), out[1] = __clz(0xff), out[2] = __ffs(8), out[3] = __brev(1);
    out[4] = __umulhi(0xc0000000u, 16), out[5] = __byte_perm(0x11223344, 0, 0x0123);
}
__global__ void words(unsigned *out)
{
    out[0] = __vadd2(0x10203, 0x10203), out[1] = __funnelshift_l(0x80000000, 0, 1),
    out[2] = __dp4a(0x01020304, 0x04030204, 2);
}
__host__ __device__ void complex_numbers(double *out)
{
    cuFloatComplex a = make_cuComplex(1, 2), b = make_cuFloatComplex(3, 4), r;
    int i = 0;
    r = cuCaddf(a, make_cuComplex(3, 0)), out[i++] = cuCrealf(r), out[i++] = cuCimagf(r);
    r = cuCsubf(a, b), out[i++] = r.x, out[i++] = r.y;
    r = cuCmulf(a, b), out[i++] = r.x, out[i++] = r.y;
    r = cuCdivf(make_cuComplex(-1, 2), b), out[i++] = (int)(r.x * 100 + 0.5f) / 100.0,
    out[i++] = (int)(r.y * 100 + 0.5f) / 100.0;
    out[i++] = cuCabsf(b);
    r = cuConjf(cuCfmaf(a, b, make_cuComplex(6, 0))), out[i++] = r.x, out[i++] = r.y;
    out[i++] = cuCabs(cuComplexFloatToDouble(make_cuComplex(0, 1e20f))) / (1e20f / 1e20);
    cuDoubleComplex d = cuCdiv(make_cuDoubleComplex(4e200, 1), make_cuDoubleComplex(2, 0)); // does not overflow
    out[i++] = d.x, out[i++] = cuComplexDoubleToFloat(d).y;
}
__global__ void complex_kernel(double *out)
{
    complex_numbers(out);
}

__host__ __device__ void greatest(int *out)
{
    bool first, high, low;
    out[0] = __vimax3_s32(-5, 3, -9), out[1] = (int)__vimin3_u32(7, 0xffffffff, 9);
    out[2] = __viaddmax_s32(0x7fffffff, 1, 5), out[3] = __vimin_s32_relu(-3, 4);
    out[4] = (int)__vimax_s16x2_relu(0xfffe0003, 0x80000001);
    out[5] = (int)__viaddmin_s16x2(0x7fff0001, 0x00010001, 0x00000005);
    out[6] = (int)__vibmax_u16x2(0x00020009, 0x00030009, &high, &low), out[7] = high, out[8] = low;
#ifndef __clang__ // nvcc 13.0 -O2 says whether the second is at least the first; with -G, and on its host, it is as here
    out[7] = 0;
#endif
    out[9] = __vibmin_s32(-1, 1, &first), out[10] = first;
}
__global__ void greatest_kernel(int *out)
{
    greatest(out);
    out[11] = __dp2a_lo((int)0xfffe0003, 0x7f80ff05, 1);
    out[12] = __dp2a_hi(make_short2(3, -2), make_char4(5, -1, -128, 127), 1);
    out[13] = (int)__dp2a_hi(0xfffe0003u, 0x7f80ff05u, 0u);
    out[14] = __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), 1);
}

int main()
{
    double *d, h[11], x = 1.25;
    float *f, hf[9];
    unsigned *u, hu[6];
    int hi[5];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&f, sizeof hf);
    cudaMalloc(&u, sizeof hu);
    functions<<<1, 1>>>(x, d, f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    double right[] = {sin(x), cos(x),    exp(x),  log(x),        pow(x, 1.5), tanh(x),
                      erf(x), lgamma(x), cbrt(x), atan2(x, 2.0), fmod(7.5, x)};
    double single[] = {sin(x), exp(x), 1 / sqrt(x), sin(x), log(x), sqrt(x), pow(x, 2.5), sin(x), cos(x)};
    bool close = true;
    for (int i = 0; i < 11; i++)
        close = close && fabs(h[i] - right[i]) <= 1e-14 * fabs(right[i]);
    for (int i = 0; i < 9; i++)
        close = close && fabs(hf[i] - single[i]) <= 1e-6 * fabs(single[i]);
    printf("functions: %s\n", close ? "close" : "wrong");
    overloads<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("overloads: %g %g %g %g %g %g %g\n", h[0], h[1], h[2], h[3], h[4], h[5], h[6]);
    intrinsics<<<1, 1>>>((int *)u);
    cudaMemcpy(hi, u, sizeof hi, cudaMemcpyDeviceToHost);
    printf("intrinsics: %d %d %d %d %d\n", hi[0], hi[1], hi[2], hi[3], hi[4]);
    bits<<<1, 1>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("bits: %u %u %u %x %u %x\n", hu[0], hu[1], hu[2], hu[3], hu[4], hu[5]);
    words<<<1, 1>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("words: %x %u %u\n", hu[0], hu[1], hu[2]);
    int *g, of_device[15], of_host_too[11];
    cudaMalloc(&g, sizeof of_device);
    greatest_kernel<<<1, 1>>>(g);
    greatest(of_host_too);
    cudaMemcpy(of_device, g, sizeof of_device, cudaMemcpyDeviceToHost);
    printf("greatest and least:");
    for (int i = 0; i < 11; i++)
        printf(i == 5 || i == 6 ? " %x" : " %d", of_device[i]);
    printf(", %s\n", memcmp(of_device, of_host_too, sizeof of_host_too) ? "not as on the host" : "as on the host");
    printf("products of bytes: %d %d %d %d\n", of_device[11], of_device[12], of_device[13], of_device[14]);
    double *c, of_kernel[14], of_host[14];
    cudaMalloc(&c, sizeof of_kernel);
    complex_kernel<<<1, 1>>>(c);
    cudaMemcpy(of_kernel, c, sizeof of_kernel, cudaMemcpyDeviceToHost);
    complex_numbers(of_host);
    for (int i = 0; i < 14; i++)
        printf(i == 0             ? "complex: %g"
               : i == 13 || i % 2 ? " %g"
                                  : ", %g",
               of_kernel[i] == of_host[i] ? of_kernel[i] : NAN);
    puts("");
}
