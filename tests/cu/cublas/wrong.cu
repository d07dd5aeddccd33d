// Calls of cuBLAS that no correct program makes: which one is the argument.
#include <cstring>
#include <cublas_v2.h>

__global__ void fill(float *to)
{
    to[threadIdx.x] = 1;
}

int main(int count, char **words)
{
    cublasHandle_t handle;
    cudaStream_t stream;
    float *a, *b, **arrays, one = 1, result;
    cublasCreate(&handle);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&a, 64 * sizeof(float));
    cudaMalloc(&b, 64 * sizeof(float));
    const char *which = count > 1 ? words[1] : "";
    if (!strcmp(which, "race")) {
        fill<<<1, 64, 0, stream>>>(a);
        cublasSnrm2(handle, 8, a, 1, &result); // the legacy stream does not wait for this one
    } else if (!strcmp(which, "end")) {
        fill<<<1, 64>>>(a);
        fill<<<1, 64>>>(b);
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 9, b, 8, &one, b, 8);
    } else if (!strcmp(which, "unwritten")) {
        cublasSasum(handle, 64, a, 1, &result);
    } else {
        float *pointers[] = {a, a + 60, b};
        cudaMalloc(&arrays, sizeof pointers);
        cudaMemcpy(arrays, pointers, sizeof pointers, cudaMemcpyHostToDevice);
        cudaMemset(a, 0, 64 * sizeof(float));
        cudaMemset(b, 0, 64 * sizeof(float));
        cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 4, 2, &one, arrays, 2, arrays + 1, 2, &one, arrays + 2,
                           2, 1);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
