/* The functions of kernels/activation.h. */
#include <math.h>
#include <string.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float expf(float);
#if __GLIBC_PREREQ(2, 35)
#pragma omp declare simd notinbranch
extern float erff(float);
#pragma omp declare simd notinbranch
extern float tanhf(float);
#endif
#endif

static const float root_half = 0.707106781f, root_of_part = 0.797884561f, cubic = 0.044715f, density = 0.398942280f;

static inline float relu(float x)
{
    return x <= 0 ? 0 : x;
}

static inline float silu(float x)
{
    return x / (1 + expf(-x));
}

static inline float gelu(float x)
{
    return 0.5f * x * (1 + erff(x * root_half));
}

static inline float gelu_tanh(float x)
{
    return 0.5f * x * (1 + tanhf(root_of_part * (x + cubic * x * x * x)));
}

static inline float relu_slope(float x)
{
    return x <= 0 ? 0 : 1;
}

static inline float silu_slope(float x)
{
    float s = 1 / (1 + expf(-x));
    return s * (1 + x * (1 - s));
}

static inline float gelu_slope(float x)
{
    return 0.5f * (1 + erff(x * root_half)) + x * density * expf(-0.5f * x * x);
}

static inline float gelu_tanh_slope(float x)
{
    float t = tanhf(root_of_part * (x + cubic * x * x * x));
    return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * root_of_part * (1 + 3 * cubic * x * x);
}

#define PRAGMA(text) _Pragma(#text)
#define LOOPS(name)                                                                                                    \
    static void name##_loop(size_t n, const float *in, float *out, int threads)                                        \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        PRAGMA(omp parallel for simd num_threads(threads) schedule(static))                                            \
        for (size_t i = 0; i < n; i++)                                                                                 \
            out[i] = name(in[i]);                                                                                      \
    }                                                                                                                  \
    static void name##_backward_loop(size_t n, const float *in, const float *grad_out, float *grad_in, int threads)    \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        PRAGMA(omp parallel for simd num_threads(threads) schedule(static))                                            \
        for (size_t i = 0; i < n; i++)                                                                                 \
            grad_in[i] = grad_out[i] * name##_slope(in[i]);                                                            \
    }
LOOPS(relu)
LOOPS(silu)
LOOPS(gelu)
LOOPS(gelu_tanh)

#define RUN(name_, call)                                                                                               \
    if (!strcmp(name, #name_))                                                                                         \
    name_##call

void rival_activation(const char *name, size_t n, const float *in, float *out, int threads)
{
    RUN(relu, _loop)(n, in, out, threads);
    RUN(silu, _loop)(n, in, out, threads);
    RUN(gelu, _loop)(n, in, out, threads);
    RUN(gelu_tanh, _loop)(n, in, out, threads);
}

void rival_activation_backward(const char *name, size_t n, const float *in, const float *grad_out, float *grad_in,
                               int threads)
{
    RUN(relu, _backward_loop)(n, in, grad_out, grad_in, threads);
    RUN(silu, _backward_loop)(n, in, grad_out, grad_in, threads);
    RUN(gelu, _backward_loop)(n, in, grad_out, grad_in, threads);
    RUN(gelu_tanh, _backward_loop)(n, in, grad_out, grad_in, threads);
}
