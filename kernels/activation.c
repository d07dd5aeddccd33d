#include <lanewise/kernel.h>

#include "activation.h"
#include "device/exponential.h"
#include "device/normal.h"

enum { EACH = 4 }; /* elements of a thread whose loads are on their way together */

/* ---- the functions and their derivatives; nvcc fuses __fmul_rn() with no addition ---- */
static __device__ __forceinline__ float relu(float x)
{
    return x <= 0.0f ? 0.0f : x;
}

static __device__ __forceinline__ float relu_slope(float x)
{
    return x <= 0.0f ? 0.0f : 1.0f;
}

/* 1 / (1 + e^-x), by a power that is at most 1; *product: times what is missing to 1. */
static __device__ __forceinline__ float logistic(float x, float *product)
{
    float power = lwk_exp(-fabsf(x)), part = 1.0f / (1.0f + power);
    *product = __fmul_rn(part * part, power);
    return x < 0.0f ? __fmul_rn(power, part) : part;
}

static __device__ __forceinline__ float silu(float x)
{
    float product;
    return x * logistic(x, &product);
}

static __device__ __forceinline__ float silu_slope(float x)
{
    float product, near = lwk_clamp(x, 104.0f), value = logistic(near, &product);
    return fmaf(near, product, value);
}

static __device__ __forceinline__ float gelu(float x)
{
    float density;
    return x * lwk_normal(x, &density);
}

static __device__ __forceinline__ float gelu_slope(float x)
{
    float density, value = lwk_normal(x, &density);
    return fmaf(lwk_clamp(x, 16.0f), density, value);
}

/* (1 + tanh u) / 2 is the logistic function of 2 u. */
static __device__ __forceinline__ float gelu_tanh(float x)
{
    float product, near = lwk_clamp(x, 16.0f);
    return x * logistic(near * fmaf(0.0713548163f, near * near, 1.59576912f), &product);
}

static __device__ __forceinline__ float gelu_tanh_slope(float x)
{
    float product, near = lwk_clamp(x, 16.0f), square = near * near;
    float value = logistic(near * fmaf(0.0713548163f, square, 1.59576912f), &product);
    return fmaf(near * fmaf(0.214064449f, square, 1.59576912f), product, value);
}

/* Blocks take tiles of EACH elements a thread, a grid apart: the same kernel serves a grid that covers the elements and one too
 * small for that. */
#define KERNELS(name)                                                                                                  \
    LW_KERNEL(lwk_activation_##name, (size_t, n), (const float *, in), (float *, out))                                 \
    {                                                                                                                  \
        const size_t tile = (size_t)blockDim.x * EACH;                                                                 \
        for (size_t first = blockIdx.x * tile; first < n; first += gridDim.x * tile) {                                 \
            size_t i = first + threadIdx.x;                                                                            \
            if (n - first >= tile) {                                                                                   \
                float x[EACH];                                                                                         \
                _Pragma("unroll") for (unsigned k = 0; k < EACH; k++) x[k] = in[i + k * blockDim.x];                   \
                _Pragma("unroll") for (unsigned k = 0; k < EACH; k++) out[i + k * blockDim.x] = name(x[k]);            \
            } else {                                                                                                   \
                for (; i < n; i += blockDim.x)                                                                         \
                    out[i] = name(in[i]);                                                                              \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(lwk_activation_backward_##name, (size_t, n), (const float *, in), (const float *, grad_out),             \
              (float *, grad_in))                                                                                      \
    {                                                                                                                  \
        const size_t tile = (size_t)blockDim.x * EACH;                                                                 \
        for (size_t first = blockIdx.x * tile; first < n; first += gridDim.x * tile) {                                 \
            size_t i = first + threadIdx.x;                                                                            \
            if (n - first >= tile) {                                                                                   \
                float x[EACH], g[EACH];                                                                                \
                _Pragma("unroll") for (unsigned k = 0; k < EACH; k++)                                                  \
                {                                                                                                      \
                    x[k] = in[i + k * blockDim.x];                                                                     \
                    g[k] = grad_out[i + k * blockDim.x];                                                               \
                }                                                                                                      \
                _Pragma("unroll") for (unsigned k = 0; k < EACH; k++) grad_in[i + k * blockDim.x] =                    \
                    g[k] * name##_slope(x[k]);                                                                         \
            } else {                                                                                                   \
                for (; i < n; i += blockDim.x)                                                                         \
                    grad_in[i] = grad_out[i] * name##_slope(in[i]);                                                    \
            }                                                                                                          \
        }                                                                                                              \
    }
KERNELS(relu)
KERNELS(silu)
KERNELS(gelu)
KERNELS(gelu_tanh)

/* ---- the host's side ---- */
static lw_launch_config cover(lw_stream *stream, size_t n)
{
    const size_t block = 256, most = block * 0x7fffffffu; /* that one grid has */
    size_t threads = n / EACH + (n % EACH != 0);
    return lw_linear(stream, threads < most ? threads : most, (unsigned)block);
}

static lw_status unknown(const char *launcher, enum lwk_activation activation)
{
    return lw_error(LW_ERROR_INVALID_VALUE, "%s: activation is %d; expected LWK_RELU to LWK_GELU_TANH, 0 to %d",
                    launcher, (int)activation, (int)LWK_GELU_TANH);
}

lw_status lwk_activation_launch(lw_stream *stream, enum lwk_activation activation, size_t n, const float *in,
                                float *out)
{
    const char *launcher = "lwk_activation_launch";
    if (n == 0)
        return LW_SUCCESS;
    if (in == NULL || out == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, in == NULL ? "in" : "out");
    switch (activation) {
    case LWK_RELU: return lw_launch(lwk_activation_relu, cover(stream, n), n, in, out);
    case LWK_SILU: return lw_launch(lwk_activation_silu, cover(stream, n), n, in, out);
    case LWK_GELU: return lw_launch(lwk_activation_gelu, cover(stream, n), n, in, out);
    case LWK_GELU_TANH: return lw_launch(lwk_activation_gelu_tanh, cover(stream, n), n, in, out);
    }
    return unknown(launcher, activation);
}

lw_status lwk_activation_backward_launch(lw_stream *stream, enum lwk_activation activation, size_t n, const float *in,
                                         const float *grad_out, float *grad_in)
{
    const char *launcher = "lwk_activation_backward_launch";
    if (n == 0)
        return LW_SUCCESS;
    if (in == NULL || grad_out == NULL || grad_in == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher,
                        in == NULL         ? "in"
                        : grad_out == NULL ? "grad_out"
                                           : "grad_in");
    switch (activation) {
    case LWK_RELU: return lw_launch(lwk_activation_backward_relu, cover(stream, n), n, in, grad_out, grad_in);
    case LWK_SILU: return lw_launch(lwk_activation_backward_silu, cover(stream, n), n, in, grad_out, grad_in);
    case LWK_GELU: return lw_launch(lwk_activation_backward_gelu, cover(stream, n), n, in, grad_out, grad_in);
    case LWK_GELU_TANH: return lw_launch(lwk_activation_backward_gelu_tanh, cover(stream, n), n, in, grad_out, grad_in);
    }
    return unknown(launcher, activation);
}
