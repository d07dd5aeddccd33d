// cuFFT's transforms beside their definition, after kernels and before kernels in one stream.
//
// > C2C: 12 x 5 right, back right; in place right
// > C2C: 3 x 4, 2 x 3 x 5, 1, 97: right
// > R2C: 12 x 3, 5 x 7, 2 x 3 x 8: right; in place right, back 12 right
// > Z2Z, D2Z, Z2D: right
// > many: of columns right, of rows in a wider matrix right, of real rows right
// > refused: 8 8 3 1 4 4 1 1
// > not made 1, version 1, no work area 1
// > 64 bits: 8 3, right
#include <cmath>
#include <complex>
#include <cstdio>
#include <cufftXt.h>
#include <vector>

typedef std::complex<double> number;
static int failed;
#define CHECK(call)                                          \
    do {                                                     \
        int result_ = (int)(call);                           \
        if (result_)                                         \
            printf("%d: " #call ": %d\n", __LINE__, result_), failed = 1; \
    } while (0)

// The transform of one array by its definition, with dimensions in row order.
static std::vector<number> transformed(const std::vector<number> &in, std::vector<int> n, int sign)
{
    size_t all = in.size();
    std::vector<number> out(all);
    for (size_t k = 0; k < all; k++)
        for (size_t j = 0; j < all; j++) {
            double turns = 0;
            size_t kk = k, jj = j;
            for (int d = (int)n.size() - 1; d >= 0; d--, kk /= n[d + 1], jj /= n[d + 1])
                turns += (double)(kk % n[d]) * (jj % n[d]) / n[d];
            out[k] += in[j] * std::polar(1.0, sign * 2 * M_PI * turns);
        }
    return out;
}
__device__ __host__ static double sample(size_t i)
{
    return (double)((i * 7919 + 13) % 101) / 50 - 1;
}
template <class T> __global__ void fill(T *to, size_t count)
{
    for (size_t i = threadIdx.x; i < count; i += blockDim.x)
        to[i] = (T)sample(i);
}
template <class T> __global__ void scale(T *to, size_t count, T by)
{
    for (size_t i = threadIdx.x; i < count; i += blockDim.x)
        to[i] *= by;
}
static bool near(double a, double b, bool is_double)
{
    return fabs(a - b) < (is_double ? 1e-10 : 2e-4);
}
static size_t product(const std::vector<int> &n)
{
    size_t all = 1;
    for (int size : n)
        all *= size;
    return all;
}
static const char *verdict(bool right)
{
    failed |= !right;
    return right ? "right" : "wrong";
}
static cufftResult exec(cufftHandle plan, float *from, float *to, int sign) { return cufftExecC2C(plan, (cufftComplex *)from, (cufftComplex *)to, sign); }
static cufftResult exec(cufftHandle plan, double *from, double *to, int sign) { return cufftExecZ2Z(plan, (cufftDoubleComplex *)from, (cufftDoubleComplex *)to, sign); }
static cufftResult exec_real(cufftHandle plan, float *from, float *to) { return cufftExecR2C(plan, from, (cufftComplex *)to); }
static cufftResult exec_real(cufftHandle plan, double *from, double *to) { return cufftExecD2Z(plan, from, (cufftDoubleComplex *)to); }
static cufftResult exec_back(cufftHandle plan, float *from, float *to) { return cufftExecC2R(plan, (cufftComplex *)from, to); }
static cufftResult exec_back(cufftHandle plan, double *from, double *to) { return cufftExecZ2D(plan, (cufftDoubleComplex *)from, to); }

static cufftResult make(cufftHandle *plan, std::vector<int> n, cufftType type, int batch)
{
    if (n.size() == 1)
        return cufftPlan1d(plan, n[0], type, batch);
    return n.size() == 2 ? cufftPlan2d(plan, n[0], n[1], type) : cufftPlan3d(plan, n[0], n[1], n[2], type);
}

// Complex: there and, scaled, back.
template <class T> static bool complex_right(std::vector<int> n, int batch, bool in_place)
{
    bool is_double = sizeof(T) == 8, right = true;
    size_t one = product(n), all = one * batch;
    T *from, *to;
    cufftHandle plan;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&from, 2 * all * sizeof(T));
    cudaMalloc(&to, 2 * all * sizeof(T));
    CHECK(make(&plan, n, is_double ? CUFFT_Z2Z : CUFFT_C2C, batch));
    CHECK(cufftSetStream(plan, stream));
    fill<<<1, 64, 0, stream>>>(from, 2 * all);
    CHECK(exec(plan, from, in_place ? from : to, CUFFT_FORWARD));
    std::vector<T> there(2 * all), back(2 * all);
    cudaMemcpyAsync(there.data(), in_place ? from : to, 2 * all * sizeof(T), cudaMemcpyDeviceToHost, stream);
    if (!in_place)
        cudaMemsetAsync(from, 0, 2 * all * sizeof(T), stream);
    CHECK(exec(plan, in_place ? from : to, from, CUFFT_INVERSE));
    scale<<<1, 64, 0, stream>>>(from, 2 * all, T(1) / (T)one);
    cudaMemcpyAsync(back.data(), from, 2 * all * sizeof(T), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int b = 0; b < batch; b++) {
        std::vector<number> in(one);
        for (size_t i = 0; i < one; i++)
            in[i] = number(sample(2 * (b * one + i)), sample(2 * (b * one + i) + 1));
        std::vector<number> want = transformed(in, n, -1);
        for (size_t i = 0; i < one; i++) {
            size_t at = 2 * (b * one + i);
            right = right && near(there[at], want[i].real(), is_double) && near(there[at + 1], want[i].imag(), is_double) &&
                    near(back[at], in[i].real(), is_double) && near(back[at + 1], in[i].imag(), is_double);
        }
    }
    CHECK(cufftDestroy(plan));
    cudaFree(from);
    cudaFree(to);
    cudaStreamDestroy(stream);
    return right;
}

// Real, there and back; in place, rows have room for n / 2 + 1 complex numbers.
template <class T> static bool real_right(std::vector<int> n, int batch, bool in_place)
{
    bool is_double = sizeof(T) == 8, right = true;
    size_t one = product(n), row = n.back(), half = row / 2 + 1, rows = one / row * batch, padded = in_place ? 2 * half : row;
    T *from, *to;
    cufftHandle plan, inverse;
    cudaMalloc(&from, 2 * rows * half * sizeof(T));
    cudaMalloc(&to, 2 * rows * half * sizeof(T));
    CHECK(make(&plan, n, is_double ? CUFFT_D2Z : CUFFT_R2C, batch));
    CHECK(make(&inverse, n, is_double ? CUFFT_Z2D : CUFFT_C2R, batch));
    fill<<<1, 64>>>(from, rows * padded);
    CHECK(exec_real(plan, from, in_place ? from : to));
    std::vector<T> there(2 * rows * half), back(rows * padded);
    cudaMemcpy(there.data(), in_place ? from : to, 2 * rows * half * sizeof(T), cudaMemcpyDeviceToHost);
    CHECK(exec_back(inverse, in_place ? from : to, from));
    cudaMemcpy(back.data(), from, rows * padded * sizeof(T), cudaMemcpyDeviceToHost);
    for (int b = 0; b < batch; b++) {
        std::vector<number> in(one);
        for (size_t i = 0; i < one; i++)
            in[i] = sample((b * one + i) / row * padded + i % row);
        std::vector<number> want = transformed(in, n, -1);
        for (size_t i = 0; i < one; i++) {
            size_t at = (b * one + i) / row, column = i % row;
            right = right && near(back[at * padded + column] / one, in[i].real(), is_double);
            if (column < half)
                right = right && near(there[2 * (at * half + column)], want[i].real(), is_double) &&
                        near(there[2 * (at * half + column) + 1], want[i].imag(), is_double);
        }
    }
    CHECK(cufftDestroy(plan));
    CHECK(cufftDestroy(inverse));
    cudaFree(from);
    cudaFree(to);
    return right;
}

// Transforms of 6 numbers, at places that strides and distances say.
static bool many_right(bool real, int istride, int idist, int ostride, int odist, int batch)
{
    enum { N = 6, ROOM = 200 };
    int n[] = {N}, embed[] = {N};
    cufftHandle plan;
    float *from, *to;
    std::vector<float> there(2 * ROOM);
    bool right = true;
    cudaMalloc(&from, 2 * ROOM * sizeof(float));
    cudaMalloc(&to, 2 * ROOM * sizeof(float));
    cudaMemset(to, 0, 2 * ROOM * sizeof(float));
    fill<<<1, 64>>>(from, 2 * ROOM);
    CHECK(cufftPlanMany(&plan, 1, n, embed, istride, idist, embed, ostride, odist, real ? CUFFT_R2C : CUFFT_C2C, batch));
    CHECK(real ? exec_real(plan, from, to) : exec(plan, from, to, CUFFT_INVERSE));
    cudaMemcpy(there.data(), to, 2 * ROOM * sizeof(float), cudaMemcpyDeviceToHost);
    std::vector<double> all(2 * ROOM);
    for (int b = 0; b < batch; b++) {
        std::vector<number> in(N);
        for (int i = 0; i < N; i++) {
            int at = b * idist + i * istride;
            in[i] = real ? number(sample(at)) : number(sample(2 * at), sample(2 * at + 1));
        }
        std::vector<number> want = transformed(in, {N}, real ? -1 : 1);
        for (int i = 0; i < (real ? N / 2 + 1 : N); i++) {
            int at = b * odist + i * ostride;
            all[2 * at] = want[i].real();
            all[2 * at + 1] = want[i].imag();
        }
    }
    for (int i = 0; i < 2 * ROOM; i++)
        right = right && near(there[i], all[i], false);
    CHECK(cufftDestroy(plan));
    cudaFree(from);
    cudaFree(to);
    return right;
}

int main()
{
    printf("C2C: 12 x 5 %s, back right; ", verdict(complex_right<float>({12}, 5, false)));
    printf("in place %s\n", verdict(complex_right<float>({12}, 5, true)));
    printf("C2C: 3 x 4, 2 x 3 x 5, 1, 97: %s\n", verdict(complex_right<float>({3, 4}, 1, false) && complex_right<float>({2, 3, 5}, 1, true) &&
                                                          complex_right<float>({1}, 1, false) && complex_right<float>({97}, 2, false)));
    printf("R2C: 12 x 3, 5 x 7, 2 x 3 x 8: %s; ",
           verdict(real_right<float>({12}, 3, false) && real_right<float>({5, 7}, 1, false) && real_right<float>({2, 3, 8}, 1, false)));
    printf("in place %s, back 12 right\n", verdict(real_right<float>({12}, 3, true) && real_right<float>({5, 7}, 1, true)));
    printf("Z2Z, D2Z, Z2D: %s\n", verdict(complex_right<double>({15}, 2, false) && complex_right<double>({3, 4}, 1, true) &&
                                          real_right<double>({9}, 2, false) && real_right<double>({4, 6}, 1, true)));
    printf("many: of columns %s, ", verdict(many_right(false, 4, 1, 4, 1, 4)));
    printf("of rows in a wider matrix %s, ", verdict(many_right(false, 1, 9, 2, 15, 5)));
    printf("of real rows %s\n", verdict(many_right(true, 2, 13, 3, 12, 4)));

    cufftHandle plan, other;
    int n[] = {8};
    cufftComplex *memory;
    cudaMalloc(&memory, 8 * sizeof *memory);
    CHECK(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
    CHECK(cufftPlan1d(&other, 8, CUFFT_R2C, 1));
    CHECK(cufftDestroy(other));
    printf("refused: %d ", cufftPlan1d(&other, 0, CUFFT_C2C, 1));
    printf("%d ", cufftPlan1d(&other, 8, CUFFT_C2C, 0));
    printf("%d ", cufftPlan1d(&other, 8, (cufftType)5, 1));
    printf("%d ", cufftExecC2C(12345, memory, memory, CUFFT_FORWARD));
    printf("%d ", cufftExecC2C(plan, memory, memory, 0));
    size_t size = 99;
    printf("%d ", cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, nullptr));
    printf("%d ", cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));
    CHECK(cufftDestroy(plan));
    printf("%d\n", cufftDestroy(plan));
    size = 99;
    int version = 0;
    CHECK(cufftCreate(&plan));
    int before = cufftExecC2C(plan, memory, memory, CUFFT_FORWARD);
    CHECK(cufftMakePlanMany(plan, 1, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1, &size));
    cudaMemset(memory, 0, 8 * sizeof *memory);
    CHECK(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    cudaDeviceSynchronize();
    CHECK(cufftGetVersion(&version));
    printf("not made %d, version %d, no work area %d\n", before, version >= 10000, size != 99);
    CHECK(cufftDestroy(plan));

    // Two transforms of 4 real numbers, every second of an array, by the further interface.
    long long size64[] = {4}, large[] = {1LL << 40};
    float *real, there[24], start[16];
    for (int i = 0; i < 16; i++)
        start[i] = (float)i;
    cudaMalloc(&real, sizeof start);
    cudaMemcpy(real, start, sizeof start, cudaMemcpyHostToDevice);
    cudaFree(memory);
    cudaMalloc(&memory, sizeof there);
    CHECK(cufftCreate(&plan));
    printf("64 bits: %d ", cufftMakePlanMany64(plan, 1, large, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1, &size));
    printf("%d, ", cufftXtMakePlanMany(plan, 1, size64, nullptr, 1, 0, CUDA_R_32F, nullptr, 1, 0, CUDA_C_64F, 1, &size, CUDA_C_64F));
    CHECK(cufftXtMakePlanMany(plan, 1, size64, size64, 2, 8, CUDA_R_32F, size64, 1, 3, CUDA_C_32F, 2, &size, CUDA_C_32F));
    CHECK(cufftExecR2C(plan, real, memory));
    cudaMemcpy(there, memory, 12 * sizeof(float), cudaMemcpyDeviceToHost);
    bool right = near(there[0], 12, false) && near(there[2], -4, false) && near(there[3], 4, false) && near(there[4], -4, false) &&
                 near(there[6], 44, false) && near(there[8], -4, false) && near(there[9], 4, false);
    printf("%s\n", verdict(right));
    CHECK(cufftDestroy(plan));
    cudaFree(real);
    cudaFree(memory);
    return failed;
}
