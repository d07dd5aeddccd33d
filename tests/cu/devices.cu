// Two devices: a pointer belongs to the one that allocated it, whichever is current.
// > devices: 2
// > pointers: 0 1
// > freed: no error, no error
// > by address: no error, 5
// > page-locked: 1 1, no error
// > in the other's stream: no error, 7, no error
// > of the first, in the second: 1; without its own device: 101
// > the first's pool, in a stream of the second: no error, of 0, 8, no error
// > a graph's, of the other: no error, of 0, access of 1, 9, no error; read only: 1
#include <cstdio>
#include <cstdlib>

__global__ void set(int *p, int value, long rounds)
{
    for (volatile long i = 0; i < rounds; i++)
        ;
    *p = value;
}

int main()
{
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    int count = 0;
    void *memory[2];
    cudaPointerAttributes of[2];
    cudaGetDeviceCount(&count);
    printf("devices: %d\n", count);
    for (int i = 0; i < 2; i++) {
        cudaSetDevice(i);
        cudaMalloc(&memory[i], 64);
    }
    for (int i = 0; i < 2; i++)
        cudaPointerGetAttributes(&of[i], memory[i]);
    printf("pointers: %d %d\n", of[0].device, of[1].device);
    int five = 5, copied = 0;
    cudaMemcpy(memory[0], &five, sizeof five, cudaMemcpyHostToDevice);
    cudaError_t peer = cudaMemcpyPeer(memory[1], 0, memory[0], 1, sizeof five); // the other way round
    cudaMemcpy(&copied, memory[1], sizeof copied, cudaMemcpyDeviceToHost);
    cudaError_t first = cudaFree(memory[0]);
    cudaSetDevice(0);
    cudaError_t second = cudaFree(memory[1]);
    printf("freed: %s, %s\n", cudaGetErrorString(first), cudaGetErrorString(second));
    printf("by address: %s, %d\n", cudaGetErrorString(peer), copied);
    int *pinned;
    cudaSetDevice(1);
    cudaMallocHost(&pinned, sizeof *pinned);
    cudaSetDevice(0);
    cudaPointerGetAttributes(of, pinned);
    printf("page-locked: %d %d, %s\n", of[0].type, of[0].device, cudaGetErrorString(cudaFreeHost(pinned)));

    int *p, got = 0;
    cudaStream_t here, there;
    cudaEvent_t allocated;
    cudaStreamCreate(&here);
    cudaEventCreateWithFlags(&allocated, cudaEventDisableTiming);
    cudaMallocAsync(&p, sizeof *p, here);
    set<<<1, 1, 0, here>>>(p, 7, 100000);
    cudaMemcpyAsync(&got, p, sizeof got, cudaMemcpyDeviceToHost, here);
    cudaEventRecord(allocated, here);
    cudaSetDevice(1);
    cudaStreamCreate(&there);
    cudaStreamWaitEvent(there, allocated, 0);
    first = cudaFreeAsync(p, there);
    cudaStreamSynchronize(there);
    printf("in the other's stream: %s, %d, %s\n", cudaGetErrorString(first), got, cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemPool_t pool;
    cudaMemAccessDesc none = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtNone};
    cudaDeviceGetDefaultMemPool(&pool, 0);
    printf("of the first, in the second: %d; without its own device: %d\n", cudaDeviceSetMemPool(1, pool),
           cudaMemPoolSetAccess(pool, &none, 1));
    cudaMemAccessDesc both = {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
    cudaMemPoolSetAccess(pool, &both, 1);
    first = cudaMallocFromPoolAsync((void **)&p, sizeof *p, pool, there);
    set<<<1, 1, 0, there>>>(p, 8, 1);
    cudaMemcpyAsync(&got, p, sizeof got, cudaMemcpyDefault, there);
    cudaPointerGetAttributes(of, p);
    second = cudaFreeAsync(p, there);
    cudaStreamSynchronize(there);
    printf("the first's pool, in a stream of the second: %s, of %d, %d, %s\n", cudaGetErrorString(first), of[0].device, got,
           cudaGetErrorString(second));
    // a graph of the second device, whose node allocates memory of the first
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, filled;
    cudaMemAllocNodeParams wanted = {}, has = {};
    wanted.poolProps.allocType = cudaMemAllocationTypePinned;
    wanted.poolProps.location = {cudaMemLocationTypeDevice, 0};
    wanted.bytesize = sizeof *p;
    wanted.accessDescs = &both;
    wanted.accessDescCount = 1;
    cudaGraphCreate(&graph, 0);
    first = cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted);
    cudaGraphMemAllocNodeGetParams(node, &has);
    int value = 9;
    long rounds = 1;
    p = (int *)wanted.dptr;
    void *arguments[] = {&p, &value, &rounds};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)set;
    kernel.gridDim = kernel.blockDim = 1;
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&filled, graph, &node, 1, &kernel);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, there);
    cudaStreamSynchronize(there);
    cudaSetDevice(0); // the host's copies of a graph's memory are its device's
    cudaMemcpy(&got, p, sizeof got, cudaMemcpyDeviceToHost);
    cudaSetDevice(1);
    second = cudaFreeAsync(p, there);
    cudaStreamSynchronize(there);
    cudaMemAccessDesc only_reads = {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtRead};
    wanted.accessDescs = &only_reads;
    printf("a graph's, of the other: %s, of %d, access of %d, %d, %s; read only: %d\n", cudaGetErrorString(first),
           has.poolProps.location.id, has.accessDescCount == 1 ? has.accessDescs[0].location.id : -1, got,
           cudaGetErrorString(second), cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(allocated);
    cudaStreamDestroy(here);
    cudaStreamDestroy(there);
}
