// Graphs: captured from streams, and made by hand of every kind of node; changed; updated.
// > captured: 4 nodes, 2 roots: 1 4 7
// > called 3 times
// > by hand: 7 nodes, 6 edges: 150
// > recorded: 1
// > changed: 1075, and 7 8
// > disabled: 1000
// > updated: result 0: 6
// > not updated: result 2, cudaErrorGraphExecUpdateFailure
// > of its kernel: grid 1, block 32, the same function
// > cloned: 150
// > refused: cudaErrorStreamCaptureUnsupported cudaErrorStreamCaptureInvalidated cudaErrorIllegalState cudaErrorStreamCaptureUnjoined, no kernel: 1
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

enum { N = 32 };
__global__ void add(int *p, int value)
{
    p[threadIdx.x] += value;
}
__global__ void sum(const int *p, int *result)
{
    int value = p[threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(~0u, value, distance);
    if (threadIdx.x == 0)
        *result = value;
}
static void count(void *user)
{
    ++*static_cast<int *>(user);
}

static int capture(cudaStream_t stream, int *numbers)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    cudaStream_t other;
    cudaEvent_t fork, join;
    int calls = 0, got[3];
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    int *second = numbers + N;
    CHECK(cudaMemset(numbers, 0, 2 * N * sizeof *numbers));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(other, fork));
    add<<<1, N, 0, stream>>>(numbers, 3);
    add<<<1, N, 0, other>>>(second, 1);
    CHECK(cudaEventRecord(join, other));
    CHECK(cudaStreamWaitEvent(stream, join));
    CHECK(cudaLaunchHostFunc(stream, count, &calls));
    CHECK(cudaMemsetAsync(second, 0, sizeof *second, stream));
    CHECK(cudaStreamIsCapturing(stream, &status));
    if (status != cudaStreamCaptureStatusActive)
        return 1;
    CHECK(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0, roots = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    CHECK(cudaMemcpy(got, numbers, sizeof *got, cudaMemcpyDeviceToHost)); // nothing has run
    got[0]++;
    CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(got + 1, numbers + 5, sizeof *got, cudaMemcpyDeviceToHost));
    got[1]++;
    CHECK(cudaGraphUpload(exec, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(got + 2, numbers + 5, sizeof *got, cudaMemcpyDeviceToHost));
    got[2]++;
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(exec));
    printf("captured: %zu nodes, %zu roots: %d %d %d\ncalled %d times\n", nodes, roots, got[0], got[1], got[2], calls);
    return 0;
}

static int by_hand(cudaStream_t stream, int *numbers, int *result)
{
    cudaGraph_t graph, child, clone;
    cudaGraphExec_t exec, other;
    cudaGraphNode_t set, kernel, copy, host, event, join, inner, added;
    cudaEvent_t recorded;
    int value = 2, got = 0, calls = 0, thousand = 1000;
    int *begin = numbers;
    CHECK(cudaEventCreate(&recorded));
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemsetParams zero = {numbers, 0, 0, 4, N, 1};
    CHECK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &zero));
    void *arguments[] = {&begin, &value};
    cudaKernelNodeParams two = {(void *)add, dim3(1), dim3(N), 0, arguments, nullptr};
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &two));
    CHECK(cudaGraphCreate(&child, 0));
    const int *from = numbers;
    void *of_sum[] = {&from, &result};
    cudaKernelNodeParams adds = {(void *)sum, dim3(1), dim3(N), 0, of_sum, nullptr};
    CHECK(cudaGraphAddKernelNode(&inner, child, nullptr, 0, &adds));
    CHECK(cudaGraphAddChildGraphNode(&added, graph, &kernel, 1, child));
    CHECK(cudaGraphDestroy(child));
    CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &added, 1, &got, result, sizeof got, cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = {count, &calls};
    CHECK(cudaGraphAddHostNode(&host, graph, nullptr, 0, &call));
    CHECK(cudaGraphAddEventRecordNode(&event, graph, &host, 1, recorded));
    cudaGraphNode_t last[] = {copy, event};
    CHECK(cudaGraphAddEmptyNode(&join, graph, last, 1));
#if CUDART_VERSION >= 13000
    CHECK(cudaGraphAddDependencies(graph, &event, &join, nullptr, 1));
#else
    CHECK(cudaGraphAddDependencies(graph, &event, &join, 1));
#endif
    size_t nodes = 0, edges = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
#if CUDART_VERSION >= 13000
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
#else
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
#endif
    CHECK(cudaGraphInstantiate(&exec, graph));
    // As it was added it gives 64. By the kernel's node of the executable graph it is 5 in 30 threads.
    int five = 5;
    void *more[] = {&begin, &five};
    cudaKernelNodeParams other_value = {(void *)add, dim3(1), dim3(N - 2), 0, more, nullptr};
    CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &other_value));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("by hand: %zu nodes, %zu edges: %d\n", nodes, edges, got);
    printf("recorded: %d\n", cudaEventQuery(recorded) == cudaSuccess && calls == 1);

    int pair[2] = {0, 0}, source[2] = {7, 8};
    void *bigger[] = {&begin, &thousand};
    cudaKernelNodeParams one_thread = {(void *)add, dim3(1), dim3(1), 0, bigger, nullptr};
    CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &one_thread));
    cudaMemsetParams small = {numbers + 2, 0, 0, 4, N - 2, 1};
    CHECK(cudaGraphExecMemsetNodeSetParams(exec, set, &small));
    int sixty[2] = {60, 15};
    CHECK(cudaMemcpy(numbers, sixty, sizeof sixty, cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(numbers, source, sizeof source, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(pair, numbers, sizeof pair, cudaMemcpyDeviceToHost));
    printf("changed: %d, and %d %d\n", got, pair[0], pair[1]);

    CHECK(cudaGraphExecMemsetNodeSetParams(exec, set, &zero));
    unsigned enabled = 9;
    CHECK(cudaGraphNodeSetEnabled(exec, copy, 0));
    CHECK(cudaGraphNodeGetEnabled(exec, copy, &enabled));
    got = 5;
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    int now;
    CHECK(cudaMemcpy(&now, result, sizeof now, cudaMemcpyDeviceToHost));
    printf("disabled: %d\n", now + (enabled ? 1 : 0) + (got == 5 ? 0 : 1));
    CHECK(cudaGraphNodeSetEnabled(exec, copy, 1));

    // An update gives the executable graph the node's parameters; another shape of graph does not fit.
    cudaGraphExecUpdateResultInfo info;
    int three = 3;
    void *last_arguments[] = {&begin, &three};
    cudaKernelNodeParams two_threads = {(void *)add, dim3(1), dim3(2), 0, last_arguments, nullptr};
    CHECK(cudaGraphKernelNodeSetParams(kernel, &two_threads));
    CHECK(cudaGraphExecUpdate(exec, graph, &info));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("updated: result %d: %d\n", info.result, got);
    CHECK(cudaGraphCreate(&child, 0));
    CHECK(cudaGraphAddEmptyNode(&added, child, nullptr, 0));
#if CUDART_VERSION >= 13000
    cudaError_t error = cudaGraphExecUpdate(exec, child, &info);
#else
    cudaGraphNode_t differs;
    cudaError_t error = cudaGraphExecUpdate(exec, child, &differs, &info.result);
#endif
    printf("not updated: result %d, %s\n", info.result, cudaGetErrorName(error));
    cudaGetLastError();

    cudaKernelNodeParams read;
    CHECK(cudaGraphKernelNodeSetParams(kernel, &two));
    CHECK(cudaGraphKernelNodeGetParams(kernel, &read));
    printf("of its kernel: grid %u, block %u, %s function\n", read.gridDim.x, read.blockDim.x,
           read.func == (void *)add ? "the same" : "another");
    CHECK(cudaGraphKernelNodeSetParams(kernel, &other_value));
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphNodeFindInClone(&added, kernel, clone));
    CHECK(cudaGraphInstantiateWithFlags(&other, clone, 0));
    CHECK(cudaGraphLaunch(other, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("cloned: %d\n", got);

#ifdef __clang__ // CUDA has these
    cudaMemcpy3DParms array = {};
    array.srcArray = (cudaArray_t)1;
    cudaMemsetParams odd = {numbers, 0, 1, 4, N, 1};
    if (cudaGraphAddMemcpyNode(&added, graph, nullptr, 0, &array) != cudaErrorNotSupported ||
        cudaGraphAddMemsetNode(&added, graph, nullptr, 0, &odd) != cudaErrorNotSupported)
        return 1;
#endif
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphExecDestroy(other));
    CHECK(cudaGraphDestroy(clone));
    CHECK(cudaGraphDestroy(child));
    CHECK(cudaGraphDestroy(graph));
    return 0;
}

static const char *name(cudaError_t error)
{
    cudaGetLastError();
    return cudaGetErrorName(error);
}

// What capture forbids, and what is no graph's.
static int refused(cudaStream_t stream, int *numbers)
{
    cudaGraph_t graph = nullptr;
    cudaStream_t other;
    cudaEvent_t fork;
    int value = 1;
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    const char *waits = name(cudaStreamSynchronize(stream)), *end = name(cudaStreamEndCapture(stream, &graph));
    const char *none = name(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(other, fork, 0));
    add<<<1, N, 0, other>>>(numbers, value);
    const char *unjoined = name(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node;
    void *arguments[] = {&numbers, &value};
    cudaKernelNodeParams no_kernel = {&value, dim3(1), dim3(N), 0, arguments, nullptr};
    cudaError_t is_none = cudaGraphAddKernelNode(&node, graph, nullptr, 0, &no_kernel);
    cudaError_t expected = CUDART_VERSION >= 13000 ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
    printf("refused: %s %s %s %s, no kernel: %d\n", waits, end, none, unjoined, is_none == expected);
    CHECK(cudaGraphDestroy(graph));
    return 0;
}

int main()
{
    int *numbers, *result;
    cudaStream_t stream;
    CHECK(cudaMalloc(&numbers, 2 * N * sizeof *numbers));
    CHECK(cudaMalloc(&result, sizeof *result));
    CHECK(cudaStreamCreate(&stream));
    return capture(stream, numbers) || by_hand(stream, numbers, result) || refused(stream, numbers);
}
