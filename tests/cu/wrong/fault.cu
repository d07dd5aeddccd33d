// Faults of kernels, each as CUDA's error; and fetches of an array, of which the program has written half.
#include <cassert>
#include <cstdio>
__global__ void check(int n)
{
    assert(n < (int)threadIdx.x + 3);
}
__global__ void wild(int *p)
{
    *p = 1;
}
__global__ void outside(cudaSurfaceObject_t surface)
{
    surf2Dwrite(1.0f, surface, 16, 0);
}
__global__ void fetch(cudaTextureObject_t texture, float *out)
{
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0);
}
static void use_array(bool writes)
{
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    float numbers[2] = {1, 2}, *out;
    unsigned long long object;
    cudaMalloc(&out, 4 * sizeof *out);
    cudaMallocArray(&resource.res.array.array, &format, 4, 2, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(resource.res.array.array, 0, 0, numbers, sizeof numbers, sizeof numbers, 1, cudaMemcpyHostToDevice);
    if (writes) {
        cudaCreateSurfaceObject(&object, &resource);
        outside<<<1, 1>>>(object);
    } else {
        cudaCreateTextureObject(&object, &resource, &description, nullptr);
        fetch<<<1, 4>>>(object, out);
    }
}
int main(int count, char **argument)
{
    if (count > 1 && argument[1][0] == 'w')
        wild<<<1, 1>>>((int *)16);
    else if (count > 1)
        use_array(argument[1][0] == 's');
    else
        check<<<1, 4>>>(4);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
}
