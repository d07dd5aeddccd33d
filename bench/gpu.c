/* CUDA from plain C, through the bench's own copy of the runtime. */
#include "gpu.h"

#ifdef LW_HAVE_CUDA

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

static cudaStream_t stream;
static cudaEvent_t begin, end;

bool bench_gpu_open(const char *name)
{
    int ordinal = strchr(name, ':') ? atoi(strchr(name, ':') + 1) : 0;
    return cudaSetDevice(ordinal) == cudaSuccess &&
           (stream || cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) &&
           (begin || cudaEventCreate(&begin) == cudaSuccess) && (end || cudaEventCreate(&end) == cudaSuccess);
}

void bench_gpu_close(void)
{
    if (begin)
        cudaEventDestroy(begin);
    if (end)
        cudaEventDestroy(end);
    if (stream)
        cudaStreamDestroy(stream);
    begin = end = NULL;
    stream = NULL;
}

void *bench_gpu_stream(void)
{
    return stream;
}

bool bench_gpu_start(void)
{
    return cudaEventRecord(begin, stream) == cudaSuccess;
}

double bench_gpu_stop(void)
{
    float milliseconds;
    if (cudaEventRecord(end, stream) != cudaSuccess || cudaEventSynchronize(end) != cudaSuccess ||
        cudaEventElapsedTime(&milliseconds, begin, end) != cudaSuccess)
        return -1;
    return (double)milliseconds * 1e6;
}

bool bench_gpu_wait(void)
{
    return cudaStreamSynchronize(stream) == cudaSuccess;
}

const char *bench_gpu_error(int error)
{
    return error < 0 ? "not present" : cudaGetErrorString((cudaError_t)error);
}

bool bench_gpu_copy(void *destination, const void *source, size_t size)
{
    return cudaMemcpyAsync(destination, source, size, cudaMemcpyDeviceToDevice, stream) == cudaSuccess;
}

bool bench_gpu_allocate(void **memory, size_t size)
{
    return cudaMallocAsync(memory, size, stream) == cudaSuccess;
}

bool bench_gpu_free(void *memory)
{
    return cudaFreeAsync(memory, stream) == cudaSuccess;
}

bool bench_gpu_graph(void **made, int (*launch)(void *), int count)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
        return false;
    bool done = true;
    for (int i = 0; i < count && done; i++)
        done = launch(stream) == 0;
    done = cudaStreamEndCapture(stream, &graph) == cudaSuccess && done &&
           cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess;
    if (graph)
        cudaGraphDestroy(graph);
    *made = exec;
    return done;
}

bool bench_gpu_graph_launch(void *graph)
{
    return cudaGraphLaunch(graph, stream) == cudaSuccess;
}

void bench_gpu_graph_end(void *graph)
{
    cudaGraphExecDestroy(graph);
}

#else

bool bench_gpu_open(const char *name)
{
    (void)name;
    return false;
}

void bench_gpu_close(void) {}

void *bench_gpu_stream(void)
{
    return NULL;
}

bool bench_gpu_start(void)
{
    return false;
}

double bench_gpu_stop(void)
{
    return -1;
}

bool bench_gpu_wait(void)
{
    return false;
}

const char *bench_gpu_error(int error)
{
    (void)error;
    return "built without CUDA";
}

bool bench_gpu_copy(void *destination, const void *source, size_t size)
{
    (void)destination;
    (void)source;
    (void)size;
    return false;
}

bool bench_gpu_allocate(void **memory, size_t size)
{
    (void)memory, (void)size;
    return false;
}

bool bench_gpu_free(void *memory)
{
    (void)memory;
    return false;
}

bool bench_gpu_graph(void **made, int (*launch)(void *), int count)
{
    (void)made, (void)launch, (void)count;
    return false;
}

bool bench_gpu_graph_launch(void *graph)
{
    (void)graph;
    return false;
}

void bench_gpu_graph_end(void *graph)
{
    (void)graph;
}

#endif
