#include "twins.h"

#include <cmath>

__device__ __forceinline__ void step(float grad, float &mean, float &square, float &param, float beta1, float beta2,
                                     float size, float root, float epsilon, float keep)
{
    mean = beta1 * mean + (1 - beta1) * grad;
    square = beta2 * square + (1 - beta2) * grad * grad;
    param = keep * param - size * mean / (sqrtf(square) * root + epsilon);
}

/* A thread has four neighbouring elements; n is a multiple of 4. */
__global__ void twin_adam(size_t n, float beta1, float beta2, float size, float root, float epsilon, float keep,
                          const float4 *grad, float4 *mean, float4 *square, float4 *param)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    const float4 g = grad[i];
    float4 m = mean[i], v = square[i], p = param[i];
    step(g.x, m.x, v.x, p.x, beta1, beta2, size, root, epsilon, keep);
    step(g.y, m.y, v.y, p.y, beta1, beta2, size, root, epsilon, keep);
    step(g.z, m.z, v.z, p.z, beta1, beta2, size, root, epsilon, keep);
    step(g.w, m.w, v.w, p.w, beta1, beta2, size, root, epsilon, keep);
    mean[i] = m;
    square[i] = v;
    param[i] = p;
}

int twin_adam_launch(void *stream, size_t n, float rate, float beta1, float beta2, float epsilon, float decay,
                     unsigned at, const float *grad, float *mean, float *square, float *param)
{
    const float size = rate / (1 - powf(beta1, (float)at)), root = 1 / sqrtf(1 - powf(beta2, (float)at));
    twin_adam<<<(unsigned)((n / 4 + 255) / 256), 256, 0, static_cast<cudaStream_t>(stream)>>>(
        n, beta1, beta2, size, root, epsilon, 1 - rate * decay, reinterpret_cast<const float4 *>(grad),
        reinterpret_cast<float4 *>(mean), reinterpret_cast<float4 *>(square), reinterpret_cast<float4 *>(param));
    return cudaGetLastError();
}
