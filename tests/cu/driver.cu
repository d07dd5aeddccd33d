// The driver's interface over the runtime: results, devices, contexts, memory, streams, events, kernels.
//
// > results: CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY, out of memory, 1 for a wild number
// > device: name 1, memory 1, warps of 32, capability 9
// > contexts: same 1, current 1, popped 1, none 1
// > memory: 7 9 of 16777216, managed 3
// > kernel: 8 10, with a buffer 20, at most 1024 threads
// > streams: called after 1, waited 1, time 1
// > refused: CUDA_ERROR_INVALID_VALUE CUDA_ERROR_INVALID_HANDLE CUDA_ERROR_INVALID_CONTEXT CUDA_ERROR_INVALID_DEVICE CUDA_ERROR_INVALID_VALUE
// > the runtime's error: cudaSuccess
#include <cstdio>
#include <cstring>
#include <cuda.h>

static_assert(CUDA_ERROR_NOT_INITIALIZED == 3 && CUDA_ERROR_NO_DEVICE == 100 && CUDA_ERROR_NOT_READY == 600 &&
              CUDA_ERROR_LAUNCH_FAILED == 719 && CUDA_ERROR_UNKNOWN == 999, "results");
static_assert(CU_DEVICE_ATTRIBUTE_CLOCK_RATE == 13 && CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT == 16 &&
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR == 76 && CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED == 115, "attributes");

__global__ void add(int *p, char small, double n)
{
    p[threadIdx.x] += small * (int)n;
}

static const char *name(CUresult result)
{
    const char *text = "?";
    cuGetErrorName(result, &text);
    return text;
}
#define CHECK(call)                                                       \
    do {                                                                  \
        CUresult result_ = (call);                                        \
        if (result_ != CUDA_SUCCESS)                                      \
            printf("%d: " #call ": %s\n", __LINE__, name(result_));       \
    } while (0)

static void CUDA_CB called(CUstream, CUresult status, void *user)
{
    *(int *)user = status == CUDA_SUCCESS;
}

int main()
{
    const char *text, *none = "";
    CHECK(cuInit(0));
    CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    CUresult wild = cuGetErrorName((CUresult)12345, &none);
    printf("results: %s, %s, %s, %d for a wild number\n", name(CUDA_SUCCESS), name(CUDA_ERROR_OUT_OF_MEMORY), text,
           wild == CUDA_ERROR_INVALID_VALUE && !none);

    CUdevice device;
    int count, warp, major;
    char label[100], cut[3];
    size_t size, available;
    CHECK(cuDeviceGetCount(&count));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGetName(label, sizeof label, device));
    CHECK(cuDeviceGetName(cut, sizeof cut, device));
    CHECK(cuDeviceTotalMem(&size, device));
    CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    printf("device: name %d, memory %d, warps of %d, capability %d\n", strlen(cut) == 2 && !strncmp(cut, label, 2), size > 1 << 20,
           warp, major);

    CUcontext context, current, popped;
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxPushCurrent(context));
    CHECK(cuCtxGetCurrent(&current));
    CUdevice own = 5;
    CHECK(cuCtxGetDevice(&own));
    CHECK(cuCtxPopCurrent(&popped));
    CUcontext empty = context;
    CHECK(cuCtxGetCurrent(&empty));
    printf("contexts: same %d, current %d, popped %d, none %d\n", own == device, current == context, popped == context, !empty);
    CHECK(cuCtxSetCurrent(context));

    CUdeviceptr memory, copy, managed;
    int numbers[2] = {7, 9}, back[2] = {};
    unsigned bytes = 0;
    CHECK(cuMemGetInfo(&available, &size));
    CHECK(cuMemAlloc(&memory, 64));
    CHECK(cuMemAlloc(&copy, 64));
    CHECK(cuMemAllocManaged(&managed, 4, CU_MEM_ATTACH_GLOBAL));
    *(int *)managed = 3;
    CHECK(cuMemcpyHtoD(memory, numbers, sizeof numbers));
    CHECK(cuMemcpyDtoD(copy, memory, sizeof numbers));
    CHECK(cuMemcpyDtoH(back, copy, sizeof back));
    CHECK(cuMemsetD8(copy, 1, 4));
    CHECK(cuMemsetD8(copy, 0, 3));
    CHECK(cuMemcpyDtoH(&bytes, copy, sizeof bytes));
    printf("memory: %d %d of %u, managed %d\n", back[0], back[1], bytes, *(int *)managed);

    CUfunction function;
    CUstream stream, other;
    int *pointer = (int *)memory, most;
    char one = 1;
    double n = 1;
    void *arguments[] = {&pointer, &one, &n};
    struct {
        int *pointer;
        char small;
        double n;
    } packed = {pointer, 2, 5};
    size_t packed_size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_size, CU_LAUNCH_PARAM_END};
    cudaGetFuncBySymbol(&function, (const void *)add);
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuLaunchKernel(function, 1, 1, 1, 2, 1, 1, 0, stream, arguments, nullptr));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuMemcpyDtoH(back, memory, sizeof back));
    CHECK(cuLaunchKernel(function, 1, 1, 1, 2, 1, 1, 0, stream, nullptr, extra));
    CHECK(cuStreamSynchronize(stream));
    int last;
    CHECK(cuMemcpyDtoH(&last, memory + 4, sizeof last));
    CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    printf("kernel: %d %d, with a buffer %d, at most %d threads\n", back[0], back[1], last, most);

    CUevent start, stop;
    int was_called = 0;
    float time = -1;
    CHECK(cuStreamCreate(&other, CU_STREAM_DEFAULT));
    CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
    CHECK(cuEventRecord(start, stream));
    CHECK(cuStreamAddCallback(stream, called, &was_called, 0));
    CHECK(cuEventRecord(stop, stream));
    CHECK(cuStreamWaitEvent(other, stop, 0));
    CHECK(cuStreamSynchronize(other));
    CHECK(cuEventElapsedTime(&time, start, stop));
    printf("streams: called after %d, waited %d, time %d\n", was_called, cuEventQuery(stop) == CUDA_SUCCESS, time >= 0);

    printf("refused: %s %s ", name(cuMemAlloc(&copy, 0)), name(cuLaunchKernel(nullptr, 1, 1, 1, 2, 1, 1, 0, stream, arguments, nullptr)));
    CHECK(cuCtxPopCurrent(&popped));
    printf("%s %s ", name(cuCtxPopCurrent(&popped)), name(cuDeviceGet(&device, count)));
    CHECK(cuCtxSetCurrent(context));
    printf("%s\n", name(cuLaunchKernel(function, 1, 1, 1, 5000, 1, 1, 0, stream, arguments, nullptr)));
    printf("the runtime's error: %s\n", cudaGetErrorName(cudaGetLastError()));
    CHECK(cuEventDestroy(start));
    CHECK(cuEventDestroy(stop));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuStreamDestroy(other));
    CHECK(cuMemFree(copy));
    CHECK(cuMemFree(managed));
    CHECK(cuMemFree(memory));
    CHECK(cuDevicePrimaryCtxRelease(own));
    return 0;
}
