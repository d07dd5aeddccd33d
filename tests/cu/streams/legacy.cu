// Without the flag stream 0 is the legacy stream, also of a kernel whose instance thread.cu has, too.
#include "both.cuh"

void add_legacy(int *p, int n)
{
    add<<<1, 1>>>(p, n);
    cudaStreamSynchronize(0);
}
bool legacy_is_per_thread()
{
    bool captures = cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed) == cudaSuccess;
    cudaGetLastError();
    return captures;
}
