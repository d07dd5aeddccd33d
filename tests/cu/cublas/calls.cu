// What functions of cuBLAS have in common: order in streams, scalars on the device, refusals; and the types that are arguments.
// > streams: 0 wrong
// > types: 0 wrong
// > copies: 0 wrong
// > refusals: 0 wrong
// > handles: 0 wrong
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cublas_v2.h>

static int wrong;
static void check(int line, bool good)
{
    if (good)
        return;
    wrong++;
    printf("line %d is wrong\n", line);
}
#define CHECK(...) check(__LINE__, __VA_ARGS__)
#define DONE(...) refused(__LINE__, __VA_ARGS__, CUBLAS_STATUS_SUCCESS)
#define REFUSED(status, ...) refused(__LINE__, __VA_ARGS__, CUBLAS_STATUS_##status)
static void refused(int line, cublasStatus_t status, cublasStatus_t expected)
{
    check(line, status == expected);
    if (status != expected)
        printf("it is %s\n", cublasGetStatusName(status));
}

enum { N = 64 };

// Long enough that a call that does not wait for it would read too early.
__global__ void fill(float *to, float value, int rounds)
{
    float x = value;
    for (int i = 0; i < rounds; i++)
        x = x * 0.5f + value * 0.5f;
    to[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void add(float *to, float value)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

static bool holds(const float *device, int n, float value)
{
    float host[N * N];
    cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (host[i] != value)
            return false;
    return true;
}

static void streams(cublasHandle_t handle)
{
    float *a, *b, *c, *scalars, one = 1, zero = 0, sum = 0;
    cudaStream_t stream, was;
    cudaMalloc(&a, N * N * sizeof(float));
    cudaMalloc(&b, N * N * sizeof(float));
    cudaMallocManaged(&c, N * N * sizeof(float));
    cudaMallocHost(&scalars, 2 * sizeof(float)); // kernels and cuBLAS reach it
    for (bool legacy : {false, true}) {
        cudaStreamCreateWithFlags(&stream, legacy ? cudaStreamDefault : cudaStreamNonBlocking);
        DONE(cublasSetStream(handle, legacy ? nullptr : stream));
        DONE(cublasGetStream(handle, &was));
        CHECK(was == (legacy ? nullptr : stream));
        // The legacy stream waits for the other one.
        fill<<<N, N, 0, stream>>>(a, 2, 20000);
        fill<<<N, N, 0, stream>>>(b, 3, 1);
        DONE(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, b, N, &zero, c, N));
        add<<<N, N, 0, stream>>>(c, 1);
        DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
        fill<<<1, 2, 0, stream>>>(scalars, 4, 20000); // read when the work runs
        DONE(cublasSaxpy(handle, N * N, scalars, a, 1, c, 1));
        DONE(cublasSdot(handle, N * N, a, 1, b, 1, scalars + 1));
        DONE(cublasSscal(handle, N * N, scalars + 1, b, 1));
        DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
        DONE(cublasSdot(handle, N * N, a, 1, a, 1, &sum)); // waits
        CHECK(sum == 4 * N * N);
        CHECK(scalars[1] == 6 * N * N);
        CHECK(holds(c, N * N, 6 * N + 1 + 8));
        CHECK(holds(b, N * N, 18 * N * N));
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFreeHost(scalars);
}

// A number of a type, from and to float.
template <class T> static T of(float x)
{
    return T(x);
}
template <> __half of<__half>(float x)
{
    return __float2half(x);
}
template <> __nv_bfloat16 of<__nv_bfloat16>(float x)
{
    return __float2bfloat16(x);
}
static float back(float x)
{
    return x;
}
static float back(double x)
{
    return (float)x;
}
static float back(int x)
{
    return (float)x;
}
static float back(__half x)
{
    return __half2float(x);
}
static float back(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}

// 3 x 2 by 2 x 4, twice: of small integers, to which 0.5 is added through beta.
template <class From, class To, class Scale>
static void product(cublasHandle_t handle, cudaDataType from, cudaDataType to, cublasComputeType_t compute)
{
    From a[12], b[16], *on_a, *on_b;
    To c[24], *on_c, *batch_c;
    Scale alpha = of<Scale>(2), beta = of<Scale>(3);
    for (int i = 0; i < 12; i++)
        a[i] = of<From>((float)(i % 5 - 2));
    for (int i = 0; i < 16; i++)
        b[i] = of<From>((float)(i % 7 - 3));
    for (int i = 0; i < 24; i++)
        c[i] = of<To>((float)i);
    cudaMalloc(&on_a, sizeof a);
    cudaMalloc(&on_b, sizeof b);
    cudaMalloc(&on_c, sizeof c);
    cudaMalloc(&batch_c, sizeof c);
    cudaMemcpy(on_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(on_b, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(on_c, c, sizeof c, cudaMemcpyHostToDevice);
    cudaMemcpy(batch_c, c, sizeof c, cudaMemcpyHostToDevice);
    void *pointers[] = {on_a, on_a + 6, on_b, on_b + 8, batch_c, batch_c + 12}, **arrays;
    cudaMalloc(&arrays, sizeof pointers);
    cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);
    DONE(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 2, &alpha, on_a, from, 3, on_b, from, 2, &beta, on_c, to,
                      3, compute, CUBLAS_GEMM_DEFAULT));
    DONE(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 2, &alpha, on_a + 6, from, 3, 6, on_b + 8,
                                    from, 2, 8, &beta, on_c + 12, to, 3, 12, 1, compute,
                                    CUBLAS_GEMM_DEFAULT_TENSOR_OP));
    DONE(cublasGemmBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 2, &alpha, arrays, from, 3, arrays + 2, from, 2,
                             &beta, arrays + 4, to, 3, 2, compute, CUBLAS_GEMM_ALGO3));
    To single[24], batch[24];
    cudaMemcpy(single, on_c, sizeof c, cudaMemcpyDeviceToHost);
    cudaMemcpy(batch, batch_c, sizeof c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; i++) {
        int row = i % 3, column = i / 3 % 4, half = i / 12;
        float sum = 3 * (float)i;
        for (int l = 0; l < 2; l++)
            sum += 2 * (float)((half * 6 + row + 3 * l) % 5 - 2) * (float)((half * 8 + l + 2 * column) % 7 - 3);
        CHECK(back(single[i]) == sum && back(batch[i]) == sum);
    }
    cudaFree(on_a);
    cudaFree(on_b);
    cudaFree(on_c);
    cudaFree(batch_c);
    cudaFree(arrays);
}

// Sums of many equal floats: their error is that of a tree, not of a chain.
static void long_sums(cublasHandle_t handle)
{
    const int n = 1 << 20;
    float *x, sum, product;
    cudaMalloc(&x, n * sizeof(float));
    fill<<<n / 256, 256>>>(x, 0.1f, 1);
    DONE(cublasSdot(handle, n, x, 1, x, 1, &product));
    DONE(cublasSasum(handle, n, x, 1, &sum));
    CHECK(std::fabs(product / (n * 0.01) - 1) < 1e-6 && std::fabs(sum / (n * 0.1) - 1) < 1e-6);
    cudaFree(x);
}

// A product that overflows 16 bits on its way: it is summed in more.
template <class T> static void dot(cublasHandle_t handle, cudaDataType type)
{
    T x[600], y[600], *on_x, *on_y, result;
    for (int i = 0; i < 600; i++) {
        x[i] = of<T>(i < 300 ? 64 : -64);
        y[i] = of<T>(i == 599 ? 65 : 64);
    }
    cudaMalloc(&on_x, sizeof x);
    cudaMalloc(&on_y, sizeof y);
    cudaMemcpy(on_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(on_y, y, sizeof y, cudaMemcpyHostToDevice);
    DONE(cublasDotEx(handle, 600, on_x, type, 1, on_y, type, 1, &result, type, CUDA_R_32F));
    CHECK(back(result) == -64);
    DONE(cublasDotEx(handle, 300, on_x, type, 2, on_y, type, -2, &result, type, CUDA_R_32F));
    CHECK(back(result) == 0);
    cudaFree(on_x);
    cudaFree(on_y);
}

static void types(cublasHandle_t handle)
{
    product<float, float, float>(handle, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
    product<double, double, double>(handle, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    product<__half, __half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    product<__half, __half, float>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    product<__half, float, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    product<__nv_bfloat16, __nv_bfloat16, float>(handle, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    product<__nv_bfloat16, float, float>(handle, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    product<signed char, float, float>(handle, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F);
#ifdef __clang__ // NVIDIA's wants leading dimensions in multiples of four
    product<signed char, int, int>(handle, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
#endif
    long_sums(handle);
    // Integers are exact, also above 2^24, and modulo 2^32.
    {
        const int k = 2500;
        signed char bytes[k], *on_device;
        int scale = 1, factor = 60, zero = 0, *sum, exact = 0, back = 0;
        memset(bytes, 127, sizeof bytes);
        bytes[7] = 126;
        for (signed char byte : bytes)
            exact += byte * byte;
        cudaMalloc(&on_device, k);
        cudaMallocManaged(&sum, sizeof(int));
        cudaMemcpy(on_device, bytes, k, cudaMemcpyHostToDevice);
        for (int each : {scale, factor}) {
            DONE(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, k, &each, on_device, CUDA_R_8I, k, on_device,
                              CUDA_R_8I, k, &zero, sum, CUDA_R_32I, 1, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
            cudaMemcpy(&back, sum, sizeof back, cudaMemcpyDeviceToHost);
            CHECK(back == (int)((unsigned)each * (unsigned)exact));
        }
        cudaFree(on_device);
        cudaFree(sum);
    }
    dot<__half>(handle, CUDA_R_16F);
    dot<__nv_bfloat16>(handle, CUDA_R_16BF);
    // Ties go to the even neighbour: 1 + 2^-8 to 1, 1 + 3 * 2^-8 to 1 + 2^-6.
    for (float x : {1.0f, 3.0f}) {
        __nv_bfloat16 terms[] = {of<__nv_bfloat16>(1), of<__nv_bfloat16>(x * 0x1p-8f), of<__nv_bfloat16>(1)},
                      *on_device, tie;
        cudaMalloc(&on_device, sizeof terms);
        cudaMemcpy(on_device, terms, sizeof terms, cudaMemcpyHostToDevice);
        DONE(cublasDotEx(handle, 2, on_device, CUDA_R_16BF, 1, on_device, CUDA_R_16BF, 2, &tie, CUDA_R_16BF,
                         CUDA_R_32F));
        CHECK(back(tie) == (x == 1 ? 1 : 1 + 0x1p-6f));
        cudaFree(on_device);
    }
    // Rounded once: 1 + 2^-11 is a tie, which goes to 1; above it, to the next half.
    __half a[] = {__float2half(1), __float2half(0x1p-6f), __float2half(1), __float2half(0x1p-6f)}, *on_a, *on_c, c[2];
    __half b[] = {__float2half(1), __float2half(0x1p-5f)}, *on_b, one = __float2half(1), zero = __float2half(0);
    b[1] = __float2half(0x1p-5f);
    a[3] = __float2half(0x1.004p-6f);
    cudaMalloc(&on_a, sizeof a);
    cudaMalloc(&on_b, sizeof b);
    cudaMalloc(&on_c, sizeof c);
    cudaMemcpy(on_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(on_b, b, sizeof b, cudaMemcpyHostToDevice);
    DONE(cublasHgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 1, 2, &one, on_a, 2, on_b, 2, &zero, on_c, 2));
    cudaMemcpy(c, on_c, sizeof c, cudaMemcpyDeviceToHost);
    CHECK(__half2float(c[0]) == 1 && __half2float(c[1]) == 0x1.004p0f);
    cudaFree(on_a);
    cudaFree(on_b);
    cudaFree(on_c);
}

static void copies()
{
    int from[24], back[24], *device;
    for (int i = 0; i < 24; i++)
        from[i] = i;
    memset(back, -1, sizeof back);
    cudaMalloc(&device, sizeof from);
    DONE(cublasSetVector(12, sizeof(int), from, 2, device, 1));
    DONE(cublasGetVector(6, sizeof(int), device, 2, back, 3));
    for (int i = 0; i < 6; i++)
        CHECK(back[3 * i] == 4 * i && back[3 * i + 1] == -1);
    DONE(cublasSetMatrix(3, 4, sizeof(int), from, 5, device, 6));
    DONE(cublasGetMatrixAsync(2, 4, sizeof(int), device + 1, 6, back, 2, nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        CHECK(back[i] == i / 2 * 5 + i % 2 + 1);
    REFUSED(INVALID_VALUE, cublasSetVector(12, sizeof(int), from, 0, device, 1));
    REFUSED(MAPPING_ERROR, cublasSetMatrix(3, 4, sizeof(int), from, 2, device, 6));
    DONE(cublasSetVector(0, sizeof(int), nullptr, 1, nullptr, 1));
    cudaFree(device);
}

static void refusals(cublasHandle_t handle)
{
    float *a, one = 1, result, host[4];
    cudaMalloc(&a, N * sizeof(float));
    cudaMemset(a, 0, N * sizeof(float));
    REFUSED(NOT_INITIALIZED, cublasSaxpy(nullptr, 1, &one, a, 1, a, 1));
    REFUSED(NOT_INITIALIZED, cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, 1, a, 1, &one, a, 1));
    REFUSED(INVALID_VALUE, cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 1, 1, &one, a, 1, a, 1, &one, a, 1));
    REFUSED(INVALID_VALUE, cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 2, 2, &one, a, 3, a, 2, &one, a, 4));
    REFUSED(INVALID_VALUE, cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 2, 2, &one, a, 2, a, 1, &one, a, 4));
    REFUSED(INVALID_VALUE, cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 2, 2, &one, a, 2, a, 2, &one, a, 3));
    REFUSED(INVALID_VALUE, cublasStrsv(handle, (cublasFillMode_t)5, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 2, a, 2, a, 1));
    REFUSED(INVALID_VALUE, cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, &one, a, 2, &one, a + 4, 2, a, 2));
    REFUSED(NOT_SUPPORTED,
            cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, CUDA_R_32F, 1, a, CUDA_R_64F, 1, &one, a,
                         CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    REFUSED(NOT_SUPPORTED, cublasDotEx(handle, 1, a, CUDA_R_8I, 1, a, CUDA_R_8I, 1, &result, CUDA_R_8I, CUDA_R_8I));
#ifdef __clang__ // NVIDIA's crashes or does not look, or a GPU would end with a fault
    REFUSED(INVALID_VALUE, cublasSgemv(handle, (cublasOperation_t)9, 2, 2, &one, a, 2, a, 1, &one, a, 1));
    REFUSED(INVALID_VALUE, cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, a, 2, a, 0, &one, a, 1));
    REFUSED(INVALID_VALUE, cublasSaxpy(handle, 1, nullptr, a, 1, a, 1));
    REFUSED(INVALID_VALUE, cublasSdot(handle, 1, a, 1, a, 1, nullptr));
    REFUSED(EXECUTION_FAILED, cublasSaxpy(handle, 4, &one, host, 1, a, 1));
    CHECK(cudaGetLastError() == cudaSuccess);
#endif
    // Nothing to do.
    DONE(cublasSaxpy(handle, 0, nullptr, nullptr, 1, nullptr, 1));
    DONE(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 4, 4, &one, nullptr, 1, nullptr, 4, &one, nullptr, 1));
    DONE(cublasSnrm2(handle, N, a, 1, &result));
    CHECK(result == 0);
    (void)host;
    cudaFree(a);
}

static void handles(cublasHandle_t handle)
{
    int version = 0, major = 0;
    cublasPointerMode_t mode = CUBLAS_POINTER_MODE_DEVICE;
    cublasMath_t math = CUBLAS_PEDANTIC_MATH;
    cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_ALLOWED;
    DONE(cublasGetVersion(handle, &version));
    DONE(cublasGetProperty(MAJOR_VERSION, &major));
    CHECK(version == CUBLAS_VERSION && major == CUBLAS_VER_MAJOR && cublasGetCudartVersion() == CUDART_VERSION);
    DONE(cublasGetPointerMode(handle, &mode));
    DONE(cublasGetMathMode(handle, &math));
    DONE(cublasGetAtomicsMode(handle, &atomics));
    CHECK(mode == CUBLAS_POINTER_MODE_HOST && math == CUBLAS_DEFAULT_MATH && atomics == CUBLAS_ATOMICS_NOT_ALLOWED);
    DONE(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    DONE(cublasGetMathMode(handle, &math));
    CHECK(math == CUBLAS_TF32_TENSOR_OP_MATH);
    REFUSED(INVALID_VALUE, cublasSetPointerMode(handle, (cublasPointerMode_t)7));
    REFUSED(INVALID_VALUE, cublasCreate(nullptr));
    REFUSED(NOT_INITIALIZED, cublasSetStream(nullptr, nullptr));
    REFUSED(NOT_INITIALIZED, cublasDestroy(nullptr));
    CHECK(!strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE"));
    CHECK(strlen(cublasGetStatusString(CUBLAS_STATUS_ALLOC_FAILED)) > 5);
}

template <class... Arguments> static void run(const char *name, void (*part)(Arguments...), Arguments... arguments)
{
    wrong = 0;
    part(arguments...);
    printf("%s: %d wrong\n", name, wrong);
}

int main()
{
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    run("streams", streams, handle);
    run("types", types, handle);
    run("copies", copies);
    run("refusals", refusals, handle);
    run("handles", handles, handle);
    return cublasDestroy(handle) != CUBLAS_STATUS_SUCCESS || cudaGetLastError() != cudaSuccess;
}
