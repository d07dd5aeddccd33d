// Faults of kernels, each as CUDA's error; fetches of an array, of which the program has written half; structures without __syncwarp().
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
struct triple {
    int x, y, z;
};
// Right only where lanes run together: all read before one writes.
__global__ void rotate(int *wrong)
{
    __shared__ triple all[32];
    int lane = threadIdx.x, before = (lane + 31) % 32;
    all[lane].x = lane;
    all[lane].y = 10 * lane;
    all[lane].z = 100 * lane;
    all[(lane + 1) % 32] = all[lane];
    atomicAdd(wrong, all[lane].x + all[lane].y + all[lane].z != 111 * before);
}
static void use_structures()
{
    int *wrong, count = 0;
    cudaMalloc(&wrong, sizeof *wrong);
    cudaMemset(wrong, 0, sizeof *wrong);
    rotate<<<1, 32>>>(wrong);
    cudaMemcpy(&count, wrong, sizeof count, cudaMemcpyDeviceToHost);
    printf("%d lanes\n", count);
    cudaFree(wrong);
}
int main(int count, char **argument)
{
    if (count > 1 && argument[1][0] == 'w')
        wild<<<1, 1>>>((int *)16);
    else if (count > 1 && argument[1][0] == 'r')
        use_structures();
    else if (count > 1)
        use_array(argument[1][0] == 's');
    else
        check<<<1, 4>>>(4);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
}
