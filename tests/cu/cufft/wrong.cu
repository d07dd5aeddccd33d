// What no correct program does: the first argument says which.
#include <cstring>
#include <cufft.h>

__global__ void set(cufftComplex *p)
{
    p[threadIdx.x] = make_cuFloatComplex(threadIdx.x, 0);
}

int main(int, char **words)
{
    cufftHandle plan;
    cufftComplex *memory;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&memory, 16 * sizeof *memory);
    cufftPlan1d(&plan, strcmp(words[1], "end") ? 16 : 20, CUFFT_C2C, 1);
    cufftSetStream(plan, stream);
    if (strcmp(words[1], "unwritten"))
        set<<<1, 16>>>(memory);
    if (strcmp(words[1], "race"))
        cudaDeviceSynchronize();
    cufftResult result = cufftExecC2C(plan, memory, memory, CUFFT_FORWARD);
    return result || cudaStreamSynchronize(stream);
}
