/* The rivals of each kernel, found by the kernel's name: rival_NAME.c says BENCH_RIVAL(it).
 *
 * A kernel without a rival is timed alone. Every function takes the buffers of the kernel's case
 * (tests/cases/NAME.c) in the order of its kernel_buffer_add() calls: on the host for a CPU's rivals, on the device
 * for a GPU's. */
#ifndef BENCH_RIVAL_H
#define BENCH_RIVAL_H

#include <tests/kernel_case.h>

#include "bench.h"

struct bench_data {
    struct kernel_shape shape;
    const char *variant; /* of the kernel */
    void *buffer[KERNEL_CASE_BUFFERS];
    size_t bytes[KERNEL_CASE_BUFFERS];
};

/* Queues the work in a cudaStream_t; returns a cudaError_t, or -1 if it cannot run at all. */
typedef int bench_device_rival(const struct bench_data *data, void *stream);

enum { BENCH_TWINS = 8 };

struct bench_rival {
    const char *kernel;
    void (*plain)(const struct bench_data *data);
    void (*openmp)(const struct bench_data *data, int threads);
    struct {
        const char *variant; /* null ends the list */
        bench_device_rival *run;
    } twin[BENCH_TWINS];
    bench_device_rival *cublas, *cusparse, *cub; /* may be null */
    bool copies;                                 /* memory-bound: cudaMemcpy is a rival */
    struct bench_rival *next;
};

void bench_rival_register(struct bench_rival *rival);
const struct bench_rival *bench_rival_of(const char *kernel); /* null: none */

#define BENCH_RIVAL(rival_)                                                                                            \
    __attribute__((constructor)) static void rival_##_register(void)                                                   \
    {                                                                                                                  \
        bench_rival_register(&rival_);                                                                                 \
    }                                                                                                                  \
    _Static_assert(1, "")

/* Twins exist if the build found nvcc. */
#ifdef LW_HAVE_CUDA
#define BENCH_TWIN(function) function
#else
#define BENCH_TWIN(function) NULL
#endif

/* ---- one kernel, one variant, one size ---- */
typedef struct bench_subject {
    const struct kernel_case *kase;
    int variant;
    const struct kernel_shape *shape;
    const struct bench_rival *rival; /* may be null */
    const bench_options *options;
    void *answer[KERNEL_CASE_BUFFERS]; /* the outputs of the first contender; the others' must be close to them */
    struct kernel_buffer layout[KERNEL_CASE_BUFFERS]; /* of a CPU's rivals; .host holds the inputs as filled */
    struct bench_data data;                           /* their own copies of the buffers */
} bench_subject;

enum { BENCH_SEED = 20240607 };

/* Adds contenders after the first `count`; returns the new count. */
unsigned bench_add_cpu(bench_subject *subject, bench_contender *contender, unsigned count);
unsigned bench_add_cuda(bench_subject *subject, bench_contender *contender, unsigned count);
void bench_release_cpu(bench_subject *subject);
void bench_release_cuda(bench_subject *subject);

/* Whether output `index` at `bytes` on the host is close to the first contender's; the first one's becomes the
 * answer. */
bool bench_near(bench_contender *self, bench_subject *subject, int index, const struct kernel_buffer *buffer,
                const void *bytes);
bool bench_near_device(bench_contender *self, bench_subject *subject, const struct kernel_run *run);
bool bench_is_output(const struct kernel_buffer *buffer);

#endif
