// Memory pools, and memory that graphs allocate.
// > default: the same, threshold 0, then 1048576
// > own pool: 42, used 4096, reuse 0 7
// > current: the own pool
// > trimmed: 0 of 0
// > access: 3
// > graph: 5 and 5, the same address
// > refused: cudaErrorInvalidValue cudaErrorInvalidDevice
// > full: cudaErrorMemoryAllocation, then no error
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                                              \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

__global__ void store(int *p, int value)
{
    *p = value;
}

__global__ void copy(const int *from, int *to)
{
    *to = *from;
}

int main()
{
    cudaStream_t stream;
    cudaMemPool_t standard, current, own;
    unsigned long long bytes = 1, keep = 1 << 20;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    CHECK(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &bytes));
    printf("default: %s, threshold %llu, then ", standard == current ? "the same" : "another", bytes);
    CHECK(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &keep));
    CHECK(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &bytes));
    printf("%llu\n", bytes);

    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    CHECK(cudaMemPoolCreate(&own, &properties));
    int *numbers, got = 0, no[2] = {0, 1}, reuse[2] = {9, 7}; // an attribute of int has no neighbour
    CHECK(cudaMallocFromPoolAsync(&numbers, 4096, own, stream));
    store<<<1, 1, 0, stream>>>(numbers, 42);
    CHECK(cudaMemcpyAsync(&got, numbers, sizeof got, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &bytes));
    CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolReuseAllowOpportunistic, no));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolReuseAllowOpportunistic, reuse));
    CHECK(cudaStreamSynchronize(stream));
    printf("own pool: %d, used %llu, reuse %d %d\n", got, bytes, reuse[0], reuse[1]);
    CHECK(cudaDeviceSetMemPool(0, own));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    printf("current: %s\n", current == own ? "the own pool" : "another");
    CHECK(cudaDeviceSetMemPool(0, standard));
    CHECK(cudaFreeAsync(numbers, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemPoolTrimTo(own, 0));
    unsigned long long used = 1;
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &bytes));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    printf("trimmed: %llu of %llu\n", used, bytes);
    cudaMemAccessFlags flags;
    CHECK(cudaMemPoolGetAccess(&flags, own, &properties.location));
    printf("access: %d\n", flags);
    CHECK(cudaMemPoolDestroy(own));

    // A graph allocates, writes, copies and frees; each run has the same address.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t made, written, copied, freed;
    int *result, value = 5, first = 0, second = 0;
    CHECK(cudaMalloc(&result, sizeof *result));
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAccessDesc own_device = {properties.location, cudaMemAccessFlagsProtReadWrite};
    cudaMemAllocNodeParams allocation = {}, read = {};
    allocation.poolProps = properties;
    allocation.accessDescs = &own_device;
    allocation.accessDescCount = 1;
    allocation.bytesize = 1000;
    CHECK(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &allocation));
    void *of_store[] = {&allocation.dptr, &value}, *of_copy[] = {&allocation.dptr, &result};
    cudaKernelNodeParams stores = {(void *)store, dim3(1), dim3(1), 0, of_store, nullptr};
    cudaKernelNodeParams copies = {(void *)copy, dim3(1), dim3(1), 0, of_copy, nullptr};
    CHECK(cudaGraphAddKernelNode(&written, graph, &made, 1, &stores));
    CHECK(cudaGraphAddKernelNode(&copied, graph, &written, 1, &copies));
    CHECK(cudaGraphAddMemFreeNode(&freed, graph, &copied, 1, allocation.dptr));
    void *pointer;
    CHECK(cudaGraphMemFreeNodeGetParams(freed, &pointer));
    CHECK(cudaGraphMemAllocNodeGetParams(made, &read));
    CHECK(cudaGraphInstantiate(&exec, graph));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(&first, result, sizeof first, cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(result, 0, sizeof *result));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(&second, result, sizeof second, cudaMemcpyDeviceToHost));
    bool same = pointer == allocation.dptr && read.dptr == pointer && read.bytesize == 1000;
    printf("graph: %d and %d, %s address\n", first, second, same ? "the same" : "another");
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaDeviceGraphMemTrim(0));

    cudaMemPoolProps wrong = properties;
    wrong.allocType = cudaMemAllocationTypeInvalid;
    cudaError_t errors[2] = {cudaMemPoolCreate(&own, &wrong)};
    own_device.location.id = 99;
    CHECK(cudaGraphCreate(&graph, 0));
    errors[1] = cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &allocation);
    printf("refused: %s %s\n", cudaGetErrorName(errors[0]), cudaGetErrorName(errors[1]));

    // A pool with a greatest size.
    properties.maxSize = 64 << 20;
    CHECK(cudaMemPoolCreate(&own, &properties));
    errors[0] = cudaMallocFromPoolAsync(&numbers, 256 << 20, own, stream);
    cudaGetLastError();
    CHECK(cudaMallocFromPoolAsync(&numbers, 1 << 20, own, stream));
    CHECK(cudaFreeAsync(numbers, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemPoolDestroy(own));
    printf("full: %s, then %s\n", cudaGetErrorName(errors[0]), cudaGetErrorString(cudaGetLastError()));
    return 0;
}
