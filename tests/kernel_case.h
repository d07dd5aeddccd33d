/* A kernel's case as data: what it is run on, what it must give, what it moves. Tests and bench read the same case.
 *
 * tests/cases/NAME.c fills in one struct kernel_case and says KERNEL_CASE(it). The harness makes a test of every
 * variant (kernel/NAME.VARIANT@device: all shapes, fills and block shapes, guard bands around every buffer, junk in
 * every output) and one that compares the bits of two devices; the bench times the same launch on the same buffers.
 *
 *     struct kernel_run run;
 *     if (kernel_run_open(&run, device, stream, &example, 0, shape, KERNEL_FILL_RANDOM, seed) == LW_SUCCESS) {
 *         status = kernel_run_launch(&run);                  // asynchronous; again and again to time it
 *         ok = kernel_run_check(&run, NULL, message, sizeof message); // waits, compares with the reference
 *     }
 *     kernel_run_close(&run);
 */
#ifndef KERNEL_CASE_H
#define KERNEL_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/host.h>

enum { KERNEL_CASE_BUFFERS = 10, KERNEL_CASE_DIMENSIONS = 3 };

/* The problem's size, in the case's own terms: {n}, {width, height}, {m, n, k}. */
struct kernel_shape {
    uint64_t dimension[KERNEL_CASE_DIMENSIONS];
};

enum kernel_type { KERNEL_F32, KERNEL_U8, KERNEL_U32, KERNEL_F64, KERNEL_U64 };

enum kernel_role {
    KERNEL_INPUT = 1,     /* filled before; must not change */
    KERNEL_OUTPUT = 2,    /* junk before; compared with the reference */
    KERNEL_INOUT = 3,     /* filled before; compared with the reference */
    KERNEL_WORKSPACE = 4, /* zeroed once, never again, so that a second run finds what the first left */
};

enum kernel_fill {
    KERNEL_FILL_RANDOM = 1,    /* floats uniform in [-1, 1]; integers uniform over their range */
    KERNEL_FILL_INTEGERS = 2,  /* floats that are integers in [-8, 8]: sums are exact in any order */
    KERNEL_FILL_INDEX = 4,     /* element i holds i modulo 2^20 (floats), i modulo the range (integers) */
    KERNEL_FILL_EXTREME = 8,   /* floats: +-0, denormals, the least and greatest finite; integers: 0, 1, greatest */
    KERNEL_FILL_NONFINITE = 16 /* random with some infinities and NaN */
};

struct kernel_run;

struct kernel_variant {
    const char *name;                                  /* null ends the list */
    lw_status (*launch)(const struct kernel_run *run); /* queues it in run->stream; through the kernel's launcher */
    const lw_dim3 *blocks; /* shapes to try besides the launcher's own, ended by zeros; null: it has only one */
    bool unordered;        /* the bits depend on the order of lanes or blocks: devices are compared by tolerance */
};

struct kernel_case {
    const char *name; /* that of kernels/NAME.c */
    const struct kernel_variant *variants;
    const struct kernel_shape *shapes;       /* tested; ended by UINT64_MAX in dimension 0 */
    const struct kernel_shape *bench_shapes; /* timed; ended likewise */
    unsigned fills;                          /* of enum kernel_fill, or-ed */
    /* Declares the buffers of run->shape with kernel_buffer_add(), in a fixed order; parameters live in the case. */
    void (*prepare)(struct kernel_run *run);
    /* Writes each output's buffer[i].expected, and may write .magnitude; in double (integers up to 2^53). From
     * buffer[i].host. */
    void (*reference)(struct kernel_run *run);
    /* How far an element may be from expected: a float or double in its ULP at max(|expected|, magnitude), an integer in
     * units. Null or 0: the exact bits, except that any NaN equals any NaN. */
    double (*tolerance)(const struct kernel_run *run);
    /* What the launch must move at least, and the floating-point operations it needs. */
    double (*bytes)(const struct kernel_shape *shape);
    double (*flops)(const struct kernel_shape *shape); /* may be null: 0 */
    /* Writes the shape as the bench shows it; null: its dimensions, with an x between them. */
    void (*describe)(const struct kernel_shape *shape, char *text, size_t size);
    struct kernel_case *next;
};

struct kernel_buffer {
    const char *name;
    enum kernel_type type;
    enum kernel_role role;
    uint64_t count;    /* elements */
    size_t bytes;      /* count elements */
    void *host;        /* as filled; stays so */
    void *actual;      /* outputs only: as read back by kernel_run_check() */
    double *expected;  /* outputs only, count elements; null before kernel_run_check() */
    double *magnitude; /* outputs only, count elements, zeros unless the reference writes them */
    void *device;      /* the first element; null when count is 0 */
    void *allocation;  /* with the guard bands */
    size_t allocation_bytes;
};

struct kernel_run {
    const struct kernel_case *kase;
    const struct kernel_variant *variant;
    struct kernel_shape shape;
    enum kernel_fill fill;
    uint64_t seed, random;
    lw_device *device;
    lw_stream *stream;
    lw_dim3 block;     /* zeros: the launcher's own */
    unsigned misalign; /* elements by which every buffer starts after a 256-byte boundary */
    struct kernel_buffer buffer[KERNEL_CASE_BUFFERS];
    int buffer_count;
    bool out_of_memory;
};

#define KERNEL_CASE(case_)                                                                                             \
    __attribute__((constructor)) static void case_##_register(void)                                                    \
    {                                                                                                                  \
        kernel_case_register(&case_);                                                                                  \
    }                                                                                                                  \
    _Static_assert(1, "")

void kernel_case_register(struct kernel_case *self);
struct kernel_case *kernel_cases(void); /* the first of all cases, by name; the others through ->next */

/* For prepare(): a buffer of `count` elements, filled by the run's fill where the role is an input. Its number is the
 * order of the calls. The case may then overwrite .host (null when out of memory or count is 0). */
struct kernel_buffer *kernel_buffer_add(struct kernel_run *run, const char *name, enum kernel_type type,
                                        enum kernel_role role, uint64_t count);

/* Makes inputs, allocates and fills device buffers. Call kernel_run_close() whatever it returns. */
lw_status kernel_run_open(struct kernel_run *run, lw_device *device, lw_stream *stream, const struct kernel_case *kase,
                          int variant, const struct kernel_shape *shape, enum kernel_fill fill, uint64_t seed);
/* As above, with every buffer `misalign` elements off a 256-byte boundary, and a block shape. */
lw_status kernel_run_open_at(struct kernel_run *run, lw_device *device, lw_stream *stream,
                             const struct kernel_case *kase, int variant, const struct kernel_shape *shape,
                             enum kernel_fill fill, uint64_t seed, unsigned misalign, lw_dim3 block);
/* Puts inputs back and junk into outputs, guard bands anew; the workspaces stay. */
lw_status kernel_run_reset(struct kernel_run *run);
lw_status kernel_run_launch(const struct kernel_run *run);
/* After one launch since open or reset: waits, then compares outputs with the reference and looks for change in inputs
 * and guard bands. False: `message` says what. `difference`, where not null, gets the largest |output - expected|. */
bool kernel_run_check(struct kernel_run *run, double *difference, char *message, size_t size);
void kernel_run_close(struct kernel_run *run);

/* Whether output buffers of two checked runs of one case, shape and seed hold the same bits (any NaN equals any NaN),
 * or differ by no more than the case's tolerance where a variant is unordered. */
bool kernel_runs_agree(const struct kernel_run *first, const struct kernel_run *second, char *message, size_t size);

/* At the end of prepare(), of a kernel that combines several NaN: which one is left depends on the order of operands, which engines are free
 * to choose. Where LANEWISE_ENGINE=compare compares all bits of what they leave, inputs are finite. */
static inline void kernel_finite_if_compared(struct kernel_run *run)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    for (int b = 0; engine != NULL && !strcmp(engine, "compare") && b < run->buffer_count; b++)
        for (uint64_t i = 0;
             run->buffer[b].type == KERNEL_F32 && run->buffer[b].host != NULL && i < run->buffer[b].count; i++) {
            float *element = (float *)run->buffer[b].host + i;
            if (*element - *element != 0)
                *element = 1;
        }
}

/* For references and bench rivals. */
static inline float *kernel_f32(const struct kernel_run *run, int buffer)
{
    return (float *)run->buffer[buffer].host;
}
static inline double *kernel_f64(const struct kernel_run *run, int buffer)
{
    return (double *)run->buffer[buffer].host;
}
static inline uint8_t *kernel_u8(const struct kernel_run *run, int buffer)
{
    return (uint8_t *)run->buffer[buffer].host;
}
static inline uint32_t *kernel_u32(const struct kernel_run *run, int buffer)
{
    return (uint32_t *)run->buffer[buffer].host;
}

#endif
