// Rows of arrays: with a number of 8 each kernel leaves one; with 7 none does.
#include <cstdio>
#include <cstdlib>
__device__ int table[4][8];
struct two {
    int first[8], second[8];
};
template <class T> __device__ void put(T (&row)[8], int at)
{
    row[at] = 1; // a reference's
}
__global__ void of_device(int at)
{
    table[1][at] = 1; // a variable's
    put(table[2], at);
}
__global__ void of_shared(int at, int *out)
{
    __shared__ int tile[4][8];
    tile[1][at] = 1; // a shared variable's
    __syncthreads();
    out[0] = tile[at / 8 + 1][at % 8];
}
__global__ void of_thread(int at, int *out)
{
    int own[8] = {0}, sum = 0;
    own[at] = 1; // a thread's
    for (int i = 0; i < 8; i++)
        sum += own[i] * out[i];
    out[0] = sum;
}
__global__ void of_member(two *to, int at)
{
    to->first[at] = 1; // a member's
    int *end = &to->second[8];
    end[-1] = 2;
}
int main(int, char **words)
{
    int at = atoi(words[1]), *out;
    two *to;
    cudaMalloc(&out, 32);
    cudaMemset(out, 0, 32);
    cudaMalloc(&to, sizeof *to);
    of_device<<<1, 1>>>(at);
    of_shared<<<1, 1>>>(at, out);
    of_member<<<1, 1>>>(to, at);
    of_thread<<<1, 1>>>(at, out);
    cudaDeviceSynchronize();
    return 0;
}
