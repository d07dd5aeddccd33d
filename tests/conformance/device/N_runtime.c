/* N10, N11, N12: the parts of the runtime that kernels can call. */
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "N_launch.h"

LW_KERNEL(n10_device, (int *, out))
{
    size_t limit = 0;
    out[0] = cudaGetDevice(&out[1]);
    out[2] = cudaGetDeviceCount(&out[3]);
    out[4] = cudaDeviceGetAttribute(&out[5], cudaDevAttrWarpSize, out[1]);
    out[6] = cudaDeviceGetAttribute(&out[7], cudaDevAttrMaxThreadsPerBlock, out[1]);
    out[8] = cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    out[9] = (int)(limit >> 20);
}

/* A kernel launches those of its own file. */
LW_KERNEL(n11_add, (int *, sum), (int, value))
{
    atomicAdd(sum, value);
}

LW_KERNEL(n11_transfers, (int *, data), (int *, error))
{
    error[0] = cudaMemsetAsync(data, 0, 4 * sizeof *data, NULL);
    error[1] = cudaMemcpyAsync(data + 4, data, 4 * sizeof *data, cudaMemcpyDeviceToDevice, NULL);
    lw_launch_device(n11_add, lw_device_linear(NULL, 1, 1), data + 4, 1);
    error[2] = cudaGetLastError();
    LW_SHARED(int, shared);
    int local = 0;
    error[3] = cudaMemcpyAsync(data, &local, sizeof local, cudaMemcpyDeviceToDevice, NULL);
    error[4] = cudaMemsetAsync(shared, 0, sizeof *shared, NULL);
    error[5] = cudaMemcpyAsync(data, data + 4, sizeof *data, cudaMemcpyHostToDevice, NULL);
}

LW_KERNEL(n11_set, (int *, data))
{
    cudaMemsetAsync(data, 1, 2 * sizeof *data, NULL);
}

LW_KERNEL(n11_nothing, (int *, data), (int *, errors))
{
    cudaEvent_t event;
    errors[0] = cudaMemsetAsync(data, 0, 0, cudaStreamTailLaunch);
    errors[1] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    errors[2] = cudaEventRecord(event, cudaStreamTailLaunch);
    errors[3] = cudaStreamWaitEvent(cudaStreamTailLaunch, event, 0);
    errors[4] = cudaMemsetAsync(NULL, 0, 4, NULL);
    errors[5] = cudaMemsetAsync((void *)4096, 0, 4, NULL);
}

LW_KERNEL(n12_malloc, (int *, out))
{
    void *pointer = NULL;
    out[0] = cudaMalloc(&pointer, 1000);
    out[1] = pointer != NULL;
    out[2] = (int)((size_t)pointer % 16);
    if (pointer)
        *(int *)pointer = 3;
    out[3] = cudaFree(pointer);
    out[4] = cudaFree(NULL);
    out[5] = cudaMalloc(&pointer, (size_t)1 << 40);
    out[6] = cudaGetLastError();
}
