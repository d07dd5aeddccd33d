#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "P_launch.h"

static __device__ cudaStream_t stream_of(int stream)
{
    switch (stream) {
    case P_TAIL: return cudaStreamGraphTailLaunch;
    case P_FIRE_AND_FORGET: return cudaStreamGraphFireAndForget;
    case P_SIBLING: return cudaStreamGraphFireAndForgetAsSibling;
    case P_GRID_TAIL: return cudaStreamTailLaunch;
    }
    return 0;
}

LW_KERNEL(p_launch, (unsigned long long, exec), (int, stream), (int, times), (int *, errors))
{
    for (int i = 0; i < times; i++)
        errors[i] = (int)cudaGraphLaunch((cudaGraphExec_t)exec, stream_of(stream));
}

LW_KERNEL(p_launch_each, (const unsigned long long *, execs), (int, stream), (int, count), (int *, errors))
{
    for (int i = 0; i < count; i++)
        errors[i] = (int)cudaGraphLaunch((cudaGraphExec_t)execs[i], stream_of(stream));
}

LW_KERNEL(p_launch_all, (unsigned long long, first), (unsigned long long, second), (unsigned long long, fired),
          (unsigned long long, sibling), (int *, errors))
{
    errors[0] = (int)cudaGraphLaunch((cudaGraphExec_t)first, cudaStreamGraphTailLaunch);
    errors[1] = (int)cudaGraphLaunch((cudaGraphExec_t)second, cudaStreamGraphTailLaunch);
    errors[2] = (int)cudaGraphLaunch((cudaGraphExec_t)fired, cudaStreamGraphFireAndForget);
    errors[3] = sibling ? (int)cudaGraphLaunch((cudaGraphExec_t)sibling, cudaStreamGraphFireAndForgetAsSibling) : 0;
}

LW_KERNEL(p_again, (int *, count), (int, limit), (int *, error))
{
    *count += 1;
    if (*count < limit)
        *error = (int)cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

LW_KERNEL(p_grids, (int, depth), (int *, error))
{
    if (depth == 0)
        return;
    lw_launch_device(p_grids, lw_device_linear(NULL, 1, 1), depth - 1, error);
    *error = (int)cudaGetLastError();
}

LW_KERNEL(p_current, (unsigned long long *, current))
{
    *current = (unsigned long long)cudaGetCurrentGraphExec();
}

LW_KERNEL(p_log, (int *, log), (int *, length), (int, value), (int, us))
{
    unsigned long long begin = lw_globaltimer();
    while (us && lw_globaltimer() - begin < 1000ull * us)
        __nanosleep(1000);
    log[atomicAdd(length, 1)] = value;
}
