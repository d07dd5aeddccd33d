// cuBLASLt: products with each epilogue, type, order and transposition, beside loops on the host.
// > plain 0 of 96
// > epilogues 0 of 96
// > backward 0 of 64
// > bias gradients of inputs 0 of 16
// > double 0 of 4
// > device scalars 0 in place 0
// > attributes 8 4 2 0 7 15
// > heuristic 0 1 0 1 types 15 0
// > refused 7 7 7 7 1 15 15
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

static cublasLtHandle_t handle;

static double number(const void *from, cudaDataType type, size_t i)
{
    switch (type) {
    case CUDA_R_16F: return __half2float(((const __half *)from)[i]);
    case CUDA_R_16BF: return __bfloat162float(((const __nv_bfloat16 *)from)[i]);
    case CUDA_R_64F: return ((const double *)from)[i];
    default: return ((const float *)from)[i];
    }
}

static void store(void *to, cudaDataType type, size_t i, double value)
{
    switch (type) {
    case CUDA_R_16F: ((__half *)to)[i] = __float2half((float)value); break;
    case CUDA_R_16BF: ((__nv_bfloat16 *)to)[i] = __float2bfloat16((float)value); break;
    case CUDA_R_64F: ((double *)to)[i] = value; break;
    default: ((float *)to)[i] = (float)value;
    }
}

static size_t size_of(cudaDataType type)
{
    return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2;
}

// A matrix, or a batch: managed memory with gaps, small numbers.
struct matrix {
    cudaDataType type;
    int rows, columns, leading, order, count;
    long long stride;
    char *memory;
    cublasLtMatrixLayout_t layout;
    matrix(cudaDataType type, int rows, int columns, int order, int count, int gap)
        : type(type), rows(rows), columns(columns), leading((order ? columns : rows) + gap), order(order), count(count),
          stride((long long)leading * (order ? rows : columns) + 2 * gap)
    {
        cudaMallocManaged(&memory, (size_t)stride * count * size_of(type));
        for (long long i = 0; i < stride * count; i++)
            store(memory, type, i, (rand() % 17 - 8) / 8.0);
        cublasLtMatrixLayoutCreate(&layout, type, rows, columns, leading);
        cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
        cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
        cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride);
    }
    matrix(const matrix &) = delete;
    ~matrix()
    {
        cublasLtMatrixLayoutDestroy(layout);
        cudaFree(memory);
    }
    size_t index(int i, int row, int column) const
    {
        return i * stride + (order ? (size_t)row * leading + column : (size_t)column * leading + row);
    }
    double at(int i, int row, int column) const { return number(memory, type, index(i, row, column)); }
};

static bool near(double got, double want, cudaDataType type)
{
    double part = type == CUDA_R_64F ? 1e-14 : type == CUDA_R_32F ? 1e-5 : type == CUDA_R_16F ? 2e-3 : 1e-2;
    return std::fabs(got - want) <= part * (1 + std::fabs(want));
}

static double gelu(double x)
{
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

template <class T> static void set(cublasLtMatmulDesc_t of, cublasLtMatmulDescAttributes_t attribute, T value)
{
    if (cublasLtMatmulDescSetAttribute(of, attribute, &value, sizeof value))
        printf("attribute %d\n", attribute);
}

struct kind {
    cudaDataType from, to, scale;
    cublasComputeType_t compute;
};
static const kind kinds[] = {{CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
                             {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F},
                             {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F},
                             {CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16BF},
                             {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F},
                             {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32}};

// One product; the result says whether it differs from the loops'. bit 0, 1: transposed; bit 2: orders; bit 3: beta and gaps.
static int differs(const kind &of, unsigned epilogue, int form, int count)
{
    enum { M = 37, N = 22, K = 19 };
    bool ta = form & 1, tb = form & 2, general = form & 8;
    int rows = (form & 4) && !(epilogue & 128), gap = general ? 3 : 0;
    matrix a(of.from, ta ? K : M, ta ? M : K, (form & 4) != 0, count, gap),
        b(of.from, tb ? N : K, tb ? K : N, rows, count, gap), c(of.to, M, N, 0, count, gap), d(of.to, M, N, rows, count, gap);
    cublasLtMatmulDesc_t desc;
    cublasLtMatmulDescCreate(&desc, of.compute, of.scale);
    set(desc, CUBLASLT_MATMUL_DESC_TRANSA, ta ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(desc, CUBLASLT_MATMUL_DESC_TRANSB, tb ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    bool bits = (epilogue & 128) && (epilogue & (2 | 8)), reads_aux = epilogue & (8 | 64);
    // The bias: a length of its own for BGRADB, a type of its own in the general form.
    cudaDataType bias_type = general && of.scale == CUDA_R_32F ? CUDA_R_32F : of.to;
    matrix bias(bias_type, epilogue & 512 ? N : M, 1, 0, count, 5), aux(of.to, M, N, 0, count, 7);
    std::vector<unsigned char> before;
    unsigned char *mask;
    size_t mask_size = 128 / 8 * N;
    cudaMallocManaged(&mask, mask_size * count);
    for (size_t i = 0; i < mask_size * count; i++)
        mask[i] = (unsigned char)rand();
    before.assign(mask, mask + mask_size * count);
    if (epilogue & (4 | 16 | 256 | 512)) {
        set(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.memory);
        set(desc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, (int64_t)bias.stride);
        if (general)
            set(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, (int32_t)bias_type);
    }
    if (epilogue & 128) {
        set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, bits ? (void *)mask : aux.memory);
        set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)(bits ? 128 : aux.leading));
        set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, (int64_t)(bits ? mask_size * 8 : aux.stride));
    }
    char alpha[8], beta[8];
    double x = 0.75, y = general ? -1.5 : 0;
    store(alpha, of.scale, 0, x);
    store(beta, of.scale, 0, y);
    cublasStatus_t status = cublasLtMatmul(handle, desc, alpha, a.memory, a.layout, b.memory, b.layout, beta, c.memory,
                                           c.layout, d.memory, d.layout, nullptr, nullptr, 0, 0);
    if (status)
        printf("%s\n", cublasLtGetStatusName(status));
    cudaDeviceSynchronize();
    int wrong = status != 0;
    for (int i = 0; i < count; i++) {
        std::vector<double> bgrad(M, 0.0), grada(M, 0.0), gradb(N, 0.0);
        for (int row = 0; row < M; row++)
            for (int column = 0; column < N; column++) {
                double sum = 0;
                for (int k = 0; k < K; k++)
                    sum += (ta ? a.at(i, k, row) : a.at(i, row, k)) * (tb ? b.at(i, column, k) : b.at(i, k, column));
                double value = x * sum + (y ? y * c.at(i, row, column) : 0);
                size_t bit = column * 128 + row, byte = i * mask_size + bit / 8;
                if (epilogue & 4)
                    value += bias.at(i, row, 0);
                if ((epilogue & 160) == 160)
                    wrong += !near(aux.at(i, row, column), value, of.to);
                if ((epilogue & 130) == 130)
                    wrong += (mask[byte] >> bit % 8 & 1) != (value > 0);
                if (epilogue & 2)
                    value = value > 0 ? value : 0;
                if (epilogue & 32)
                    value = gelu(value);
                if (epilogue & 8)
                    value = before[byte] >> bit % 8 & 1 ? value : 0;
                if (epilogue & 64) {
                    double at = aux.at(i, row, column), step = 1e-5;
                    value *= (gelu(at + step) - gelu(at - step)) / (2 * step);
                }
                bgrad[row] += value;
                wrong += !near(d.at(i, row, column), value, of.to);
            }
        for (int k = 0; k < K; k++) {
            for (int row = 0; row < M; row++)
                grada[row] += ta ? a.at(i, k, row) : a.at(i, row, k);
            for (int column = 0; column < N; column++)
                gradb[column] += tb ? b.at(i, column, k) : b.at(i, k, column);
        }
        for (int j = 0; j < bias.rows; j++)
            if (epilogue & (16 | 256 | 512))
                wrong += !near(bias.at(i, j, 0), epilogue & 16 ? bgrad[j] : epilogue & 256 ? grada[j] : gradb[j], bias_type);
    }
    if (reads_aux && bits)
        wrong += memcmp(mask, before.data(), before.size()) != 0;
    cublasLtMatmulDescDestroy(desc);
    cudaFree(mask);
    return wrong != 0;
}

static void all(const char *name, std::vector<unsigned> epilogues, size_t first, size_t end, int step)
{
    int wrong = 0, count = 0;
    for (size_t k = first; k < end; k++)
        for (unsigned epilogue : epilogues)
            for (int form = 0; form < 16; form += step, count++)
                wrong += differs(kinds[k], epilogue, form, form & 8 ? 3 : 1);
    printf("%s %d of %d\n", name, wrong, count);
}

static void doubles()
{
    kind of = {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F};
    int wrong = 0;
    for (int form : {0, 7, 9, 14})
        wrong += differs(of, 1, form, 2);
    printf("double %d of 4\n", wrong);
}

__global__ void scalars(float *to)
{
    to[0] = 2;
    to[1] = 3;
}

static void device_scalars()
{
    matrix a(CUDA_R_32F, 4, 4, 0, 1, 0), b(CUDA_R_32F, 4, 4, 0, 1, 0), d(CUDA_R_32F, 4, 4, 0, 1, 0);
    cublasLtMatmulDesc_t desc;
    float *numbers, old[16];
    cudaMallocManaged(&numbers, 2 * sizeof *numbers);
    memcpy(old, d.memory, sizeof old);
    scalars<<<1, 1>>>(numbers);
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    set(desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_DEVICE);
    cublasLtMatmul(handle, desc, numbers, a.memory, a.layout, b.memory, b.layout, numbers + 1, d.memory, d.layout, d.memory,
                   d.layout, nullptr, nullptr, 0, 0);
    cudaDeviceSynchronize();
    int wrong[2] = {0, 0};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                double sum = 0;
                for (int k = 0; k < 4; k++)
                    sum += a.at(0, i, k) * b.at(0, k, j);
                wrong[pass] += !near(d.at(0, i, j), 2 * sum + (pass ? -1 : 3) * old[i + 4 * j], CUDA_R_32F);
            }
        memcpy(old, d.memory, sizeof old);
        float two = 2, minus = -1;
        set(desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_HOST);
        if (pass == 0)
            cublasLtMatmul(handle, desc, &two, a.memory, a.layout, b.memory, b.layout, &minus, d.memory, d.layout, d.memory,
                           d.layout, nullptr, nullptr, 0, 0);
        cudaDeviceSynchronize();
    }
    printf("device scalars %d in place %d\n", wrong[0], wrong[1]);
    cublasLtMatmulDescDestroy(desc);
    cudaFree(numbers);
}

static void attributes()
{
    cublasLtMatrixLayout_t layout;
    cublasLtMatmulDesc_t desc;
    size_t written = 0, rows_size;
    uint64_t rows = 0;
    int32_t type = 0;
    cublasLtMatrixLayoutCreate(&layout, CUDA_R_16F, 4, 5, 6);
    cublasLtMatrixLayoutGetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ROWS, nullptr, 0, &rows_size);
    cublasLtMatrixLayoutGetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &written);
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayoutGetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_TYPE, &type, sizeof type, nullptr);
    int short_one = cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &type, sizeof type);
    int factor = cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &layout, sizeof layout);
    float one = 1;
    matrix m(CUDA_R_32F, 4, 4, 0, 1, 0);
    int used = cublasLtMatmul(handle, desc, &one, m.memory, m.layout, m.memory, m.layout, &one, m.memory, m.layout, m.memory,
                              m.layout, nullptr, nullptr, 0, 0);
    printf("attributes %zu %d %d %d %d %d\n", rows_size, (int)rows, (int)type, factor, short_one, used);
    cublasLtMatrixLayoutDestroy(layout);
    cublasLtMatmulDescDestroy(desc);
}

static void heuristic()
{
    matrix a(CUDA_R_32F, 4, 4, 0, 1, 0), d(CUDA_R_16F, 4, 4, 0, 1, 0);
    cublasLtMatmulDescOpaque_t own;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t results[3];
    size_t most = 1 << 20;
    int returned = -1, none = -1;
    cublasLtMatmulDescInit(&own, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulPreferenceCreate(&preference);
    cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most);
    int status = cublasLtMatmulAlgoGetHeuristic(handle, &own, a.layout, a.layout, a.layout, a.layout, preference, 3, results,
                                                &returned);
    int other = cublasLtMatmulAlgoGetHeuristic(handle, &own, a.layout, a.layout, d.layout, d.layout, preference, 3, results + 1,
                                               &none);
    printf("heuristic %d %d %d %d types %d %d\n", status, returned, (int)results[0].state, results[0].workspaceSize <= most, other,
           none);
    cublasLtMatmulPreferenceDestroy(preference);
}

static void refused()
{
    matrix a(CUDA_R_32F, 4, 3, 0, 1, 0), b(CUDA_R_32F, 4, 4, 0, 1, 0), d(CUDA_R_32F, 4, 4, 0, 1, 0);
    cublasLtMatmulDesc_t desc;
    float one = 1;
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
#define CALL(handle, a, scalar)                                                                                        \
    (int)cublasLtMatmul(handle, desc, scalar, (a).memory, (a).layout, b.memory, b.layout, &one, d.memory, d.layout, d.memory, \
                        d.layout, nullptr, nullptr, 0, 0)
    int size = CALL(handle, a, &one), null = CALL(handle, b, nullptr), none = CALL(nullptr, b, &one);
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    int bias = CALL(handle, b, &one);
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, 3);
    int epilogue = CALL(handle, b, &one);
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT);
    set(desc, CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLAS_FILL_MODE_LOWER);
    int fill = CALL(handle, b, &one);
    set(desc, CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLAS_FILL_MODE_FULL);
    set(desc, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLAS_COMPUTE_16F);
    int compute = CALL(handle, b, &one);
    printf("refused %d %d %d %d %d %d %d\n", size, null, bias, epilogue, none, fill, compute);
    cublasLtMatmulDescDestroy(desc);
}

int main()
{
    if (cublasLtCreate(&handle))
        return 1;
    all("plain", {1}, 0, 6, 1);
    all("epilogues", {2, 4, 6, 32, 36, 130, 134, 164}, 0, 4, 7);
    all("backward", {136, 152, 192, 208}, 0, 4, 4);
    all("bias gradients of inputs", {256, 512}, 0, 2, 4);
    doubles();
    device_scalars();
    attributes();
    heuristic();
    refused();
    return cublasLtDestroy(handle) || cudaDeviceSynchronize();
}
