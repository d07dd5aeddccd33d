// The host interface: devices, memory of each kind, copies, streams, events, errors, attributes.
// > device: 1 1 32 1024 1 1
// > pitched: 1 2 3 4
// > host memory: 2 4 6
// > managed: 5 10
// > stream order: 3
// > event: 1 1
// > pageable: 1 1 1 1
// > wrong pointer: cudaErrorInvalidValue invalid argument, then cudaSuccess
// > wrong kind: cudaErrorInvalidMemcpyDirection
// > wrong pitch: 1
// > wrong block: 1
// > one row: cudaSuccess, two: cudaErrorInvalidValue
// > registered: cudaErrorHostMemoryAlreadyRegistered cudaErrorHostMemoryNotRegistered
// > nothing: 1 -2 1
// > hints: cudaErrorInvalidValue cudaErrorInvalidValue
// > banks: 1 carveout: cudaSuccess cudaErrorInvalidValue tables: 1 1
// > itself: cudaErrorPeerAccessUnsupported cudaErrorPeerAccessNotEnabled
// > wrong device: cudaErrorInvalidDevice
// > attributes: 64 64 1
// > occupancy: 1 1, 32 1
// > pointer: 2 1 0
// > host function: 7
// > callback: 1 0
// > peer: 0 6
#include <cstdio>
#include <cstring>
#include <ctime>

__global__ void __launch_bounds__(64) twice(int *data, int n)
{
    __shared__ int part[16];
    if (threadIdx.x < n) {
        part[threadIdx.x] = data[threadIdx.x];
        data[threadIdx.x] += part[threadIdx.x];
    }
}
// Holds the stream up.
static void hold(void *)
{
    timespec time = {0, 30000000};
    nanosleep(&time, nullptr);
}
static void called(cudaStream_t stream, cudaError_t error, void *to)
{
    *(int *)to = stream != nullptr;
    ((int *)to)[1] = error;
}
static void seven(void *to)
{
    *(int *)to = 7;
}

static const char *name(cudaError_t error)
{
    cudaGetLastError();
    return cudaGetErrorName(error);
}

static void refusals(int *d)
{
    static int memory[1024];
    cudaPointerAttributes of;
    printf("one row: %s, ", name(cudaMemset2D(d, 1, 0, sizeof *d, 1)));
    printf("two: %s\n", name(cudaMemset2D(d, 1, 0, sizeof *d, 2)));
    cudaHostRegister(memory, sizeof memory, cudaHostRegisterDefault);
    printf("registered: %s ", name(cudaHostRegister(memory, sizeof memory, cudaHostRegisterDefault)));
    cudaHostUnregister(memory);
    printf("%s\n", name(cudaHostUnregister(memory)));
    void *none = d;
    bool empty = cudaMalloc(&none, (size_t)1 << 60) == cudaErrorMemoryAllocation && !none;
    cudaGetLastError();
    cudaPointerGetAttributes(&of, memory);
    printf("nothing: %d %d %d\n", empty, of.device, cudaMemGetInfo(nullptr, nullptr) == cudaSuccess);
    printf("hints: %s ", name(cudaDeviceSetCacheConfig((cudaFuncCache)99)));
    printf("%s\n", name(cudaFuncSetCacheConfig(twice, (cudaFuncCache)99)));
    cudaSharedMemConfig banks = cudaSharedMemBankSizeFourByte;
#ifdef __clang__ // CUDA 13 has it no more
    bool is_null = cudaDeviceGetSharedMemConfig(nullptr) == cudaErrorInvalidValue;
    banks = (cudaSharedMemConfig)9;
    if (!is_null || cudaDeviceGetSharedMemConfig(&banks))
        banks = (cudaSharedMemConfig)0;
#endif
    auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
    printf("banks: %d carveout: %s ", banks == cudaSharedMemBankSizeFourByte,
           name(cudaFuncSetAttribute(twice, carveout, cudaSharedmemCarveoutMaxShared)));
    printf("%s ", name(cudaFuncSetAttribute(twice, carveout, cudaSharedmemCarveoutDefault - 1)));
    cudaGetLastError();
    cudaDeviceProp properties;
    int tables = -1, direct = -1;
    cudaGetDeviceProperties(&properties, 0);
    cudaDeviceGetAttribute(&tables, cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0);
    cudaDeviceGetAttribute(&direct, cudaDevAttrDirectManagedMemAccessFromHost, 0);
    printf("tables: %d %d\n", tables == properties.pageableMemoryAccessUsesHostPageTables,
           direct == properties.directManagedMemAccessFromHost);
    printf("itself: %s ", name(cudaDeviceEnablePeerAccess(0, 0)));
    printf("%s\n", name(cudaDeviceDisablePeerAccess(0)));
}

int main()
{
    int count, now, *d;
    cudaGetDeviceCount(&count);
    cudaGetDevice(&now);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, now);
    printf("device: %d %d %d %d %d %d\n", count > 0, strlen(p.name) > 0, p.warpSize, p.maxThreadsPerBlock,
           p.computePreemptionSupported, p.streamPrioritiesSupported);

    int square[2][2] = {{1, 2}, {3, 4}}, back[2][2] = {};
    size_t pitch;
    cudaMallocPitch(&d, &pitch, sizeof square[0], 2);
    cudaMemcpy2D(d, pitch, square, sizeof square[0], sizeof square[0], 2, cudaMemcpyHostToDevice);
    cudaMemcpy2D(back, sizeof back[0], d, pitch, sizeof back[0], 2, cudaMemcpyDeviceToHost);
    printf("pitched: %d %d %d %d\n", back[0][0], back[0][1], back[1][0], back[1][1]);
    cudaFree(d);

    int *pinned;
    cudaMallocHost(&pinned, 3 * sizeof *pinned);
    for (int i = 0; i < 3; i++)
        pinned[i] = i + 1;
    twice<<<1, 32>>>(pinned, 3);
    cudaDeviceSynchronize();
    printf("host memory: %d %d %d\n", pinned[0], pinned[1], pinned[2]);
    cudaFreeHost(pinned);

    int *managed;
    cudaMallocManaged(&managed, sizeof *managed);
    *managed = 5;
    printf("managed: %d ", *managed);
    twice<<<1, 1>>>(managed, 1);
    cudaDeviceSynchronize();
    printf("%d\n", *managed);
    cudaFree(managed);

    cudaStream_t a, b;
    cudaEvent_t first, second;
    cudaStreamCreate(&a);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    int h = 0, three = 3;
    cudaMalloc(&d, sizeof *d);
    cudaEventRecord(first, a);
    cudaMemcpyAsync(d, &three, sizeof three, cudaMemcpyHostToDevice, a);
    cudaEventRecord(second, a);
    cudaStreamWaitEvent(b, second);
    cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    printf("stream order: %d\n", h);
    float time = -1;
    cudaEventSynchronize(second);
    cudaEventElapsedTime(&time, first, second);
    printf("event: %d %d\n", cudaEventQuery(second) == cudaSuccess, time >= 0);

    // Memory that is not page-locked may change, and has the result, when a call returns.
    enum { MANY = 1 << 16 };
    static int many[MANY], result[MANY];
    int few = 1, one = 0, row = 0, *e;
    cudaMalloc(&e, sizeof many);
    cudaLaunchHostFunc(a, hold, nullptr);
    cudaMemcpyAsync(d, &few, sizeof few, cudaMemcpyHostToDevice, a);
    *(volatile int *)&few = 7;
    cudaLaunchHostFunc(a, hold, nullptr);
    cudaMemcpyAsync(&one, d, sizeof one, cudaMemcpyDefault, a);
    int got = *(volatile int *)&one;
    for (int i = 0; i < MANY; i++)
        many[i] = 1;
    cudaLaunchHostFunc(a, hold, nullptr);
    cudaMemcpyAsync(e, many, sizeof many, cudaMemcpyHostToDevice, a);
    *(volatile int *)&many[MANY - 1] = 7;
    cudaLaunchHostFunc(a, hold, nullptr);
    cudaMemcpyAsync(result, e, sizeof result, cudaMemcpyDeviceToHost, a);
    int last = *(volatile int *)&result[MANY - 1];
    cudaLaunchHostFunc(a, hold, nullptr);
    cudaMemcpy2DAsync(&row, sizeof row, d, sizeof *d, sizeof row, 1, cudaMemcpyDeviceToHost, a);
    printf("pageable: %d %d %d %d\n", got, last, *(volatile int *)&row, cudaGetLastError() == cudaSuccess);
    cudaFree(e);

    cudaError_t error = cudaMemcpy(d, nullptr, sizeof *d, cudaMemcpyHostToDevice);
    printf("wrong pointer: %s %s, then ", cudaGetErrorName(error), cudaGetErrorString(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("wrong kind: %s\n", cudaGetErrorName(cudaMemcpy(d, d, sizeof *d, (cudaMemcpyKind)7)));
    error = cudaMemcpy2D(d, 2 * sizeof *d, d, sizeof *d - 1, sizeof *d, 1, cudaMemcpyDefault);
    bool wrong_values = CUDART_VERSION >= 13000; // all that CUDA 13 says of these two
    printf("wrong pitch: %d\n", error == (wrong_values ? cudaErrorInvalidValue : cudaErrorInvalidPitchValue));
    cudaGetLastError();
    twice<<<1, 2000>>>(d, 1);
    printf("wrong block: %d\n",
           cudaGetLastError() == (wrong_values ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration));
    refusals(d);
    printf("wrong device: %s\n", cudaGetErrorName(cudaSetDevice(99)));
    cudaGetLastError();

    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, twice);
    printf("attributes: %d %d %d\n", (int)attributes.sharedSizeBytes, attributes.maxThreadsPerBlock,
           cudaFuncSetAttribute(twice, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000) == cudaSuccess);
    int blocks = 0, threads = 0, most = 0;
    cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, twice);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, twice, 64, 0);
    int variable = 0, flags = 0;
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &variable, twice,
                                                   [](int count) { return (size_t)(count > 32 ? 1 << 30 : count); });
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&flags, twice, 64, 0, cudaOccupancyDefault);
    printf("occupancy: %d %d, %d %d\n", blocks > 0 && threads > 0 && threads <= 64, most > 0, variable, flags == most);
    cudaPointerAttributes pointer;
    cudaPointerGetAttributes(&pointer, d);
    printf("pointer: %d %d %d\n", pointer.type, pointer.devicePointer == d, pointer.device);
    int number = 0;
    cudaLaunchHostFunc(a, seven, &number);
    cudaStreamSynchronize(a);
    printf("host function: %d\n", number);
    int answers[2] = {-1, -1}, can = -1, six = 6;
    cudaStreamAddCallback(a, called, answers, 0);
    cudaStreamSynchronize(a);
    printf("callback: %d %d\n", answers[0], answers[1]);
    cudaDeviceCanAccessPeer(&can, 0, 0);
    cudaMemcpy(d, &six, sizeof six, cudaMemcpyHostToDevice);
    int *other;
    cudaMalloc(&other, sizeof *other);
    cudaMemcpyPeer(other, 0, d, 0, sizeof *other);
    cudaMemcpy(&six, other, sizeof six, cudaMemcpyDeviceToHost);
    printf("peer: %d %d\n", can, six);
    cudaFree(other);
    cudaEventDestroy(first);
    cudaEventDestroy(second);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(d);
}
