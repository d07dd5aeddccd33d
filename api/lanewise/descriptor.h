/* What a compiled kernel file tells the library: kernels, shared arrays, symbols, and the code for each target.
 *
 * Filled in by the macros of <lanewise/kernel.h>; read by the backends. A change of layout raises
 * LW_DESCRIPTOR_VERSION, and a kernel object of another version is refused with LW_ERROR_VERSION.
 */
#ifndef LANEWISE_DESCRIPTOR_H
#define LANEWISE_DESCRIPTOR_H

#include <lanewise/host.h>

#define LW_DESCRIPTOR_VERSION 5

/* Copies of a kernel for the CPU; an object need not hold the later ones. */
typedef enum lw_engine {
    LW_ENGINE_FIBER = 0,   /* every lane a fiber: the reference */
    LW_ENGINE_FUSED = 1,   /* loops over lanes */
    LW_ENGINE_CHECKED = 2, /* fibers with every access instrumented */
    LW_ENGINE_COUNT = 3
} lw_engine;

/* The fused copy is compiled for each of these: what an x86-64 processor has (x86-64-v2, -v3, -v4), or an aarch64 the
 * first alone. */
enum { LW_CPU_BASELINE = 0, LW_CPU_LEVELS = 3 };
struct emu_fused_kernel; /* emu/fused.h */

enum { LW_BACKEND_CPU = 0, LW_BACKEND_CUDA = 1, LW_BACKEND_COUNT = 2 };

/* One translation unit of kernels. */
typedef struct lw_module {
    unsigned version; /* LW_DESCRIPTOR_VERSION */
    const char *file;
    const void *cuda_image;      /* fat binary for the CUDA driver, or null */
    const char *text, *text_end; /* the CPU code of its device functions, of all copies */
    struct lw_shared_variable *shared, *shared_end; /* the LW_SHARED variables of its program or library */
    struct lw_symbol *symbols, *symbols_end;        /* and the LW_GLOBAL and LW_CONSTANT ones */
    void *state[LW_BACKEND_COUNT]; /* belongs to each backend */
} lw_module;

/* One LW_SHARED. Those of a kernel body carry its line; those of a device function carry 0 and count for every kernel
 * of the module. */
typedef struct lw_shared_variable {
    const lw_module *module;
    const char *name;
    size_t size, alignment;
    int line;
    int kernel_line; /* of the LW_KERNEL it stands in, or 0 */
    size_t offset;   /* in the block's shared memory; set once by the emulator before the first launch */
    int engine;      /* the copy whose record it is, an lw_engine. A fused copy's gets the offset of the fiber copy's; the
                        checked copies' lie apart, with room between them */
    const char *function; /* it stands in */
} lw_shared_variable;

/* One LW_GLOBAL or LW_CONSTANT. */
struct lw_symbol {
    const lw_module *module;
    const char *name;
    void *address; /* the CPU device's instance */
    size_t size;
    int line;
    int is_constant;
};

typedef struct lw_parameter {
    size_t size, offset; /* in the argument structure */
} lw_parameter;

struct lw_kernel {
    unsigned version; /* LW_DESCRIPTOR_VERSION */
    const char *name;
    const char *file;
    int line; /* of its LW_KERNEL */
    lw_module *module;
    unsigned parameter_count;
    const lw_parameter *parameters;
    size_t arguments_size;
    void (*entry[LW_ENGINE_COUNT])(const void *arguments); /* runs one lane (fiber, checked); null: not compiled */
    const struct emu_fused_kernel *fused[LW_CPU_LEVELS];   /* runs a block; null: not compiled for that level */
    unsigned max_threads; /* LW_LAUNCH_BOUNDS, or 0 */
    unsigned min_blocks;  /* a multiprocessor's, LW_LAUNCH_BOUNDS' second number, or 0 */
    lw_dim3 block_size;   /* LW_BLOCK_SIZE, or zeros */
    lw_dim3 cluster;      /* blocks of a cluster, LW_CLUSTER_DIMS, or zeros */
    void *state[LW_BACKEND_COUNT]; /* each backend's: null until it has seen the kernel, then what no other kernel has had */
};

#endif
