// __half and __nv_bfloat16 in kernels and on the host: each result is the exact one, rounded once.
// > half: 8192 numbers: kernel: 0 wrong, host: 0 wrong
// > half: 0x3c01 0x7c00 0x7bff 0x0001 0x7fff, -3 -2 7 32767 65535, 0.5 -2 -2 0.5 1 1
// > half: 2.5 6.25 -0.25 1 2 4 1 0 1, 3.5 4.5, ffff0000 1
// > half: lanes 1 31 3 0, pairs 31, sums 2048 4.5 2050, old 2048
// > half: 1.64844 2 10 0 1 2 1.41406 0.707031 0.5 0.841309 0.540527 0.761719
// > bfloat16: 8192 numbers: kernel: 0 wrong, host: 0 wrong
// > bfloat16: 0x3f81 0x7f80 0x7f7f 0x0001 0x7fff, -3 -2 7 32767 65535, 0.5 -2 -2 0.5 1 1
// > bfloat16: 2.5 6.25 -0.25 1 2 4 1 0 1, 3.5 4.5, ffff0000 1
// > bfloat16: lanes 1 31 3 0, pairs 31, sums 256 4.5 258, old 256
// > bfloat16: 1.64844 2 10 0 1 2 1.41406 0.707031 0.5 0.839844 0.539062 0.761719
// > unrolled: 64 lanes agree
// > between: 1.00098 1 1, 3 constants 1 65504
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// What the two formats differ in.
template <class T> struct format;
template <> struct format<__half> {
    typedef __half2 pair;
    static constexpr int fraction = 10, least = -14;
    static constexpr double most = 65504;
    static constexpr const char *name = "half";
    static __host__ __device__ __half of_bits(unsigned bits) { return __ushort_as_half((unsigned short)bits); }
    static __host__ __device__ unsigned bits(__half x) { return __half_as_ushort(x); }
    static __host__ __device__ __half up(float x) { return __float2half_ru(x); }
    static __host__ __device__ __half down(float x) { return __float2half_rd(x); }
    static __host__ __device__ __half to_zero(float x) { return __float2half_rz(x); }
    static __host__ __device__ __half of_long(long long x) { return __ll2half_rn(x); }
    static __host__ __device__ int to_int_down(__half x)
    {
#ifdef __CUDA_ARCH__ // CUDA has it for kernels alone
        return __half2int_rd(x);
#else
        return (int)floorf(__half2float(x));
#endif
    }
    static __host__ __device__ pair two(float x, float y) { return __floats2half2_rn(x, y); }
    static __host__ __device__ pair join(__half x, __half y) { return __halves2half2(x, y); }
    static __host__ __device__ float2 wide(pair x) { return __half22float2(x); }
};
template <> struct format<__nv_bfloat16> {
    typedef __nv_bfloat162 pair;
    static constexpr int fraction = 7, least = -126;
    static constexpr double most = 0x1.fep127;
    static constexpr const char *name = "bfloat16";
    static __host__ __device__ __nv_bfloat16 of_bits(unsigned bits)
    {
        return __ushort_as_bfloat16((unsigned short)bits);
    }
    static __host__ __device__ unsigned bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
    static __host__ __device__ __nv_bfloat16 up(float x) { return __float2bfloat16_ru(x); }
    static __host__ __device__ __nv_bfloat16 down(float x) { return __float2bfloat16_rd(x); }
    static __host__ __device__ __nv_bfloat16 to_zero(float x) { return __float2bfloat16_rz(x); }
    static __host__ __device__ __nv_bfloat16 of_long(long long x) { return __ll2bfloat16_rn(x); }
    static __host__ __device__ int to_int_down(__nv_bfloat16 x)
    {
#ifdef __CUDA_ARCH__
        return __bfloat162int_rd(x);
#else
        return (int)floorf(__bfloat162float(x));
#endif
    }
    static __host__ __device__ pair two(float x, float y) { return __floats2bfloat162_rn(x, y); }
    static __host__ __device__ pair join(__nv_bfloat16 x, __nv_bfloat16 y) { return __halves2bfloat162(x, y); }
    static __host__ __device__ float2 wide(pair x) { return __bfloat1622float2(x); }
};

// ---- arithmetic of many numbers, beside an independent rounding ----
enum { NUMBERS = 8192, RESULTS = 9 };
template <class T> __host__ __device__ void arithmetic(unsigned i, unsigned *out)
{
    typedef format<T> of;
    unsigned mixed = i * 2654435761u;
    T a = of::of_bits(mixed >> 16), b = of::of_bits(mixed & 0xffff), c = of::of_bits(i * 40503u & 0xffff);
    typename of::pair both = of::join(a, b);
    out[0] = of::bits(a + b), out[1] = of::bits(a - b), out[2] = of::bits(__hmul(a, b)), out[3] = of::bits(a / b);
    out[5] = of::bits(T((float)a * 1.001f)), out[6] = of::bits(of::up((float)a * 1.001f));
    out[7] = of::bits((both * both).y), out[8] = of::bits(of::to_zero((float)b * 1.001f));
#ifdef __CUDA_ARCH__
    out[4] = of::bits(__hfma(a, b, c));
#endif
}
template <class T> __global__ void kernel_arithmetic(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    arithmetic<T>(i, out + RESULTS * i);
}
// direction: 0 nearest, 1 up, -1 to zero. The sum x + rest is exact; rest only decides where x is a tie.
template <class T> unsigned rounded(double x, int direction, double rest = 0)
{
    typedef format<T> of;
    if (x != x)
        return 0x7fff;
    unsigned sign = std::signbit(x) ? 0x8000 : 0;
    double most = std::ldexp(of::most, 0), m = std::fabs(x);
    if (sign)
        rest = -rest;
    if (m == 0)
        return sign;
    if (std::isinf(m))
        return sign | ((of::fraction == 10 ? 31 : 255) << of::fraction);
    int exponent = std::max(std::ilogb(m), of::least);
    double scaled = std::ldexp(m, of::fraction - exponent), low = std::floor(scaled), left = scaled - low;
    bool more = direction == 0 ? left > 0.5 || (left == 0.5 && (rest > 0 || (rest == 0 && std::fmod(low, 2) == 1)))
                               : direction == 1 && !sign && left > 0;
    double value = std::ldexp(low + more, exponent - of::fraction);
    if (value > most)
        return direction == -1 || (direction == 1 && sign)
                   ? sign | (((of::fraction == 10 ? 31 : 255) << of::fraction) - 1)
                   : sign | ((of::fraction == 10 ? 31 : 255) << of::fraction);
    int e = value == 0 ? of::least - 1 : std::ilogb(value);
    if (e < of::least)
        return sign | (unsigned)std::ldexp(value, of::fraction - of::least);
    return sign | ((unsigned)(e - of::least + 1) << of::fraction) |
           ((unsigned)std::ldexp(value, of::fraction - e) & ((1u << of::fraction) - 1));
}
template <class T> int wrong(const unsigned *out, bool has_fma)
{
    typedef format<T> of;
    int count = 0;
    for (unsigned i = 0; i < NUMBERS; i++, out += RESULTS) {
        unsigned mixed = i * 2654435761u;
        double a = (float)of::of_bits(mixed >> 16), b = (float)of::of_bits(mixed & 0xffff),
               c = (float)of::of_bits(i * 40503u & 0xffff);
        volatile float wide_a = (float)a * 1.001f, wide_b = (float)b * 1.001f;
        volatile double product = a * b, sum = product + c, part = sum - product; // the sum's own error decides ties
        double error = (product - (sum - part)) + (c - part);
        bool ok = out[0] == rounded<T>(a + b, 0) && out[1] == rounded<T>(a - b, 0) && out[2] == rounded<T>(a * b, 0) &&
                  out[3] == rounded<T>(a / b, 0) && out[5] == rounded<T>(wide_a, 0) &&
                  out[6] == rounded<T>(wide_a, 1) && out[7] == rounded<T>(b * b, 0) && out[8] == rounded<T>(wide_b, -1);
        ok = ok && (!has_fma || out[4] == rounded<T>(sum, 0, error == error ? error : 0));
        count += !ok;
    }
    return count;
}

// ---- the rest: functions by name ----
template <class T> __global__ void conversions(float *out)
{
    typedef format<T> of;
    volatile float minus = -2.5f;
    T one = 1.0f, half = 0.5, h = minus;
    int i = 0;
    out[i++] = of::bits(of::up(1.0005f));
    out[i++] = of::bits(T(1e39)), out[i++] = of::bits(of::to_zero(3.4e38f)), out[i++] = of::bits(T(4e-8f)) ? 1 : 0,
    out[i++] = of::bits(T(NAN));
    out[i++] = of::to_int_down(h), out[i++] = (int)h, out[i++] = (short)T(7.9f), out[i++] = (short)T(1e30f),
    out[i++] = (unsigned short)T(1e30f);
    typename of::pair p = of::two(0.5f, -2);
    out[i++] = __low2float(p), out[i++] = __high2float(p), out[i++] = of::wide(__lowhigh2highlow(p)).x;
    out[i++] = of::wide(p).x, out[i++] = (bool)half, out[i++] = (float)of::of_long(1);
    // operators, comparisons
    h = 2, h += half;
    out[i++] = h, out[i++] = h * h, out[i++] = -(h - half) / T(8), out[i++] = h > half, out[i++] = __hmin(h, T(2)),
    out[i++] = (float)++(h = T(3));
    out[i++] = __hisnan(T(NAN)), out[i++] = T(NAN) == T(NAN), out[i++] = T(NAN) != T(NAN);
    p = of::two(3, 4) + of::two(0.5f, 0.5f);
    out[i++] = __low2float(p), out[i++] = __high2float(p);
    out[i++] = (float)(__hgt2_mask(p, of::two(3.5f, 1)) == 0xffff0000), out[i++] = __hbge2(p, of::two(3.5f, 1));
}
template <class T> __global__ void warp_and_atomics(float *out, T *sum, typename format<T>::pair *pair)
{
    typedef format<T> of;
    int lane = threadIdx.x;
    T mine = lane;
    T down = __shfl_down_sync(~0u, mine, 1), first = __shfl_sync(~0u, mine, 31), x = __shfl_xor_sync(~0u, mine, 3),
      up = __shfl_up_sync(~0u, mine, 1);
    typename of::pair other = __shfl_sync(~0u, of::two(lane, -lane), 31);
    if (lane == 0)
        out[0] = down, out[1] = first, out[2] = x, out[3] = up, out[4] = -__high2float(other);
    __shared__ T shared;
    if (lane == 0)
        shared = T(of::fraction == 10 ? 2046 : 254);
    __syncwarp();
    if (lane < 3) // the third is lost: ties go to even
        atomicAdd(&shared, T(1));
    __syncwarp();
    if (lane == 0) {
        atomicAdd(sum, T(4.5f));
        typename of::pair old = atomicAdd(pair, of::two(2, 0));
        out[5] = shared, out[6] = __ldg(sum), out[7] = __low2float(*pair), out[8] = __low2float(old);
    }
}
template <class T> __global__ void functions(float *out)
{
    T half = 0.5f, one = 1, two = 2;
    out[0] = hexp(half), out[1] = hexp2(one), out[2] = hexp10(one), out[3] = hlog(one), out[4] = hlog2(two);
    out[5] = hlog10(T(100)), out[6] = hsqrt(two), out[7] = hrsqrt(two), out[8] = hrcp(two), out[9] = hsin(one);
    out[10] = hcos(one), out[11] = htanh(one);
}

template <class T> void all()
{
    typedef format<T> of;
    static unsigned of_kernel[RESULTS * NUMBERS], of_host[RESULTS * NUMBERS], *d;
    static float r[32], *o;
    cudaMalloc(&d, sizeof of_kernel);
    cudaMalloc(&o, sizeof r);
    kernel_arithmetic<T><<<NUMBERS / 128, 128>>>(d);
    cudaMemcpy(of_kernel, d, sizeof of_kernel, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < NUMBERS; i++)
        arithmetic<T>(i, of_host + RESULTS * i);
    printf("%s: %d numbers: kernel: %d wrong, host: %d wrong\n", of::name, NUMBERS, wrong<T>(of_kernel, true),
           wrong<T>(of_host, false));

    conversions<T><<<1, 1>>>(o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%s: 0x%04x 0x%04x 0x%04x 0x%04x 0x%04x, %g %g %g %g %g, %g %g %g %g %g %g\n", of::name, (int)r[0],
           (int)r[1], (int)r[2], (int)r[3], (int)r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14],
           r[15]);
    printf("%s: %g %g %g %g %g %g %g %g %g, %g %g, %s %g\n", of::name, r[16], r[17], r[18], r[19], r[20], r[21], r[22],
           r[23], r[24], r[25], r[26], r[27] ? "ffff0000" : "other", r[28]);

    T *sum;
    typename of::pair *pair, start = of::two(of::fraction == 10 ? 2048 : 256, 1);
    cudaMalloc(&sum, sizeof *sum);
    cudaMalloc(&pair, sizeof *pair);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemcpy(pair, &start, sizeof start, cudaMemcpyHostToDevice);
    warp_and_atomics<T><<<1, 32>>>(o, sum, pair);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%s: lanes %g %g %g %g, pairs %g, sums %g %g %g, old %g\n", of::name, r[0], r[1], r[2], r[3], r[4], r[5],
           r[6], r[7], r[8]);
    functions<T><<<1, 1>>>(o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%s:", of::name);
    for (int i = 0; i < 12; i++)
        printf(" %g", r[i]);
    printf("\n");
    cudaFree(d), cudaFree(o), cudaFree(sum), cudaFree(pair);
}

// So many instructions of headers' functions that lanewise-lower-cuda simplifies these first.
#define TWICE(x) x x
template <bool loops> __global__ void multiply_often(__half2 *out)
{
    __half2 a = __float2half2_rn(threadIdx.x * 0.125f), b = __float2half2_rn(1.25f), c = __float2half2_rn(-0.375f);
    if (loops)
        for (int i = 0; i < 16; i++)
            a = __hfma2(a, b, c), b = __hmul2(b, c);
    else {
        TWICE(TWICE(TWICE(TWICE(a = __hfma2(a, b, c); b = __hmul2(b, c);))))
    }
    out[threadIdx.x] = a;
}
static void unrolled()
{
    __half2 *d, h[128];
    int same = 0;
    cudaMalloc(&d, sizeof h);
    multiply_often<false><<<1, 64>>>(d);
    multiply_often<true><<<1, 64>>>(d + 64);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        same += __low2float(h[i]) == __low2float(h[64 + i]) && __high2float(h[i]) == __high2float(h[64 + i]);
    printf("unrolled: %d lanes agree\n", same);
    cudaFree(d);
}

int main()
{
    all<__half>();
    all<nv_bfloat16>();
    unrolled();
    half h = 1.00098f;
    __nv_bfloat16 b(h);
    __half_raw raw = h;
    printf("between: %g %g %g, %d constants %g %g\n", (float)h, (float)b, (float)half(b), (int)(half)3.7,
           (float)CUDART_ONE_FP16, (float)CUDART_MAX_NORMAL_FP16);
    return raw.x != 0x3c01 || cudaGetLastError();
}
