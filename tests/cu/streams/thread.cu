// With --default-stream per-thread stream 0 is the calling thread's default stream.
#include "both.cuh"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
#error "--default-stream per-thread defines CUDA_API_PER_THREAD_DEFAULT_STREAM"
#endif

__device__ int variable;
static std::atomic<bool> told, late, waits;

// Holds its stream until it is told, or too late.
static void hold(void *)
{
    auto start = std::chrono::steady_clock::now();
    waits = true;
    while (!told && !late)
        late = std::chrono::steady_clock::now() - start > std::chrono::milliseconds(1000);
}
static void nothing(void *)
{
}
// Whether the work runs beside another thread's default stream.
template <class Work> static bool runs_beside(Work work)
{
    told = late = waits = false;
    std::thread other([] {
        cudaLaunchHostFunc(0, hold, nullptr);
        cudaStreamSynchronize(0);
    });
    while (!waits)
        std::this_thread::yield();
    work();
    told = true;
    bool beside = !late;
    other.join();
    return beside;
}

int main()
{
    int *p, *q, *pinned, n = 5;
    char *rows;
    size_t pitch, count = 0;
    cudaMalloc(&p, sizeof n);
    cudaMallocManaged(&q, sizeof n);
    cudaMallocHost(&pinned, sizeof n);
    cudaMallocPitch(&rows, &pitch, 16, 4);
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaMemset(p, 0, sizeof n);
    *q = *pinned = 1;

    // Each function that takes a stream is captured: in the legacy stream it would be an error.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    int five = 5;
    void *arguments[] = {&p, &five};
    cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal);
    add<<<1, 1>>>(p, 1);
    add<int><<<1, 1, 0, cudaStreamPerThread>>>(p, 2);
    cudaLaunchKernel(add<int>, dim3(1), dim3(1), arguments);
    cudaLaunchCooperativeKernel(add<int>, dim3(1), dim3(1), arguments);
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    cudaLaunchKernelEx(&config, add<int>, p, 10);
    cudaMemcpyAsync(pinned, p, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemcpyToSymbolAsync(variable, pinned, sizeof n, 0, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbolAsync(pinned, variable, sizeof n, 0, cudaMemcpyDeviceToHost);
    cudaMemsetAsync(rows, 0, 16);
    cudaMemset2DAsync(rows, pitch, 1, 16, 4);
    cudaMemcpy2DAsync(rows, pitch, rows + 2 * pitch, pitch, 16, 2, cudaMemcpyDeviceToDevice);
    int *more;
    cudaMallocAsync(&more, sizeof *more, 0);
    cudaFreeAsync(more, 0);
    cudaEventRecord(event);
    cudaStreamWaitEvent(0, event);
    cudaStreamIsCapturing(0, &status);
    printf("captures: %d", status == cudaStreamCaptureStatusActive);
    cudaStreamEndCapture(0, &graph);
    cudaGraphGetNodes(graph, nullptr, &count);
    printf(", %zu nodes, %s\n", count, cudaGetErrorString(cudaGetLastError()));
    cudaGraphInstantiate(&exec, graph, 0);
    cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal);
    cudaLaunchHostFunc(0, nothing, nullptr); // one host function can wait for another's end
    cudaStreamEndCapture(0, &graph);

    // Others do not wait for another thread, or they would be late.
    bool launches = runs_beside([&] {
        add<<<1, 1>>>(q, 4);
        cudaGraphLaunch(exec, 0);
        cudaStreamSynchronize(0);
    });
    bool copies = runs_beside([&] {
        int m = 7;
        cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
        cudaMemcpyToSymbol(variable, &m, sizeof m);
        cudaMemcpyFromSymbol(&m, variable, sizeof m);
        cudaMemset(p, 0, sizeof n);
        cudaMemset2D(rows, pitch, 1, 16, 4);
        cudaMemcpy2D(rows, pitch, rows + 2 * pitch, pitch, 16, 2, cudaMemcpyDeviceToDevice);
    });
    bool queries = runs_beside([&] {
        add<<<1, 1>>>(q, 0);
        while (cudaStreamQuery(0) == cudaErrorNotReady)
            std::this_thread::yield();
    });
    printf("beside: %d %d %d; %d %d\n", launches, copies, queries, n, *q);

    // The legacy stream waits for both threads, whichever file's instance the kernel's is.
    bool legacy = runs_beside([&] { add_legacy(q, 100); });
    bool named = runs_beside([&] { cudaStreamSynchronize(cudaStreamLegacy); });
    bool captures = legacy_is_per_thread();
    printf("legacy: %d %d; %d, %s\n", legacy, captures, *q, cudaGetErrorString(cudaGetLastError()));
    return named && 0;
}
// > captures: 1, 13 nodes, no error
// > beside: 1 1 1; 23 5
// > legacy: 0 0; 105, no error
