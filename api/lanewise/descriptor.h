/** @file
 * What a compiled kernel file tells the library: kernels, shared variables, symbols, and the code for each target.
 *
 * The macros of <lanewise/kernel.h> fill it in, the backends read it; programs do not use it. A change of layout raises
 * LW_DESCRIPTOR_VERSION; a kernel object of another version is refused with LW_ERROR_VERSION.
 */
#ifndef LANEWISE_DESCRIPTOR_H
#define LANEWISE_DESCRIPTOR_H

#include <lanewise/host.h>

/** The version of this layout. */
#define LW_DESCRIPTOR_VERSION 6

/** The copies of a kernel for the CPU; an object need not hold the later ones. */
typedef enum lw_engine {
    LW_ENGINE_FIBER = 0,   /**< every thread is a fiber: the reference */
    LW_ENGINE_FUSED = 1,   /**< loops over the block's threads (work-item loops) */
    LW_ENGINE_CHECKED = 2, /**< fibers with every access instrumented */
    LW_ENGINE_COUNT = 3    /**< how many engines there are */
} lw_engine;

/** The levels of processors that the fused copy is compiled for: x86-64-v2, -v3, -v4; on aarch64 the first alone. */
enum {
    LW_CPU_BASELINE = 0, /**< the first level, which every processor has */
    LW_CPU_LEVELS = 3    /**< how many levels there are */
};
struct emu_fused_kernel; /* emu/fused/fused.h */

/** The backends of a program. */
enum {
    LW_BACKEND_CPU = 0,  /**< the emulator */
    LW_BACKEND_CUDA = 1, /**< the CUDA driver */
    LW_BACKEND_COUNT = 2 /**< how many backends there are */
};

/** One translation unit of kernels. */
typedef struct lw_module {
    unsigned version;                      /**< LW_DESCRIPTOR_VERSION */
    const char *file;                      /**< its source file */
    const void *cuda_image;                /**< fat binary for the CUDA driver, or null */
    const char *text;                      /**< first byte of its device functions' CPU code, of all copies */
    const char *text_end;                  /**< the byte after the last */
    struct lw_shared_variable *shared;     /**< the first LW_SHARED variable of its program or library */
    struct lw_shared_variable *shared_end; /**< after the last */
    struct lw_symbol *symbols;     /**< the first LW_GLOBAL, LW_CONSTANT or LW_MANAGED of its program or library */
    struct lw_symbol *symbols_end; /**< after the last */
    void *state[LW_BACKEND_COUNT]; /**< each backend's own */
} lw_module;

/** One LW_SHARED. Those of a kernel's body carry its line; those of a device function carry 0 and count for every kernel
 * of the module, or for those that `function` lists. */
typedef struct lw_shared_variable {
    const lw_module *module; /**< where it is declared */
    const char *name;        /**< the variable's */
    size_t size;             /**< bytes */
    size_t alignment;        /**< bytes */
    int line;                /**< in its file */
    int kernel_line;         /**< of the LW_KERNEL around it, or 0 */
    size_t offset; /**< bytes into the block's shared memory; the emulator sets it once, before the first launch */
    int engine;    /**< an lw_engine: whose copy's record this is. A fused copy's gets the offset of the fiber copy's;
                                  the checked copies' lie apart, with room between them */
    const char *function; /**< the function around it; for kernel k `k__body`. Or the kernels that use a device
                               function's variable, each as `k__body` and a newline */
    const char *file;     /**< of its line: an included file's, too */
} lw_shared_variable;

/** The kinds of a device's variables. */
enum {
    LW_SYMBOL_GLOBAL = 0,   /**< LW_GLOBAL */
    LW_SYMBOL_CONSTANT = 1, /**< LW_CONSTANT */
    LW_SYMBOL_MANAGED = 2   /**< LW_MANAGED */
};

/** One LW_GLOBAL, LW_CONSTANT or LW_MANAGED. */
struct lw_symbol {
    const lw_module *module; /**< where it is declared */
    const char *name;        /**< the variable's */
    void *address;           /**< the CPU device's instance */
    size_t size;             /**< bytes */
    int line;                /**< in its file */
    int kind;                /**< LW_SYMBOL_... */
    const char *file;        /**< of its line */
};

/** One parameter of a kernel. */
typedef struct lw_parameter {
    size_t size;   /**< bytes */
    size_t offset; /**< bytes into the argument structure */
} lw_parameter;

/** One LW_KERNEL. */
struct lw_kernel {
    unsigned version;                                      /**< LW_DESCRIPTOR_VERSION */
    const char *name;                                      /**< the kernel's */
    const char *file;                                      /**< its source file */
    int line;                                              /**< of its LW_KERNEL */
    lw_module *module;                                     /**< where it is defined */
    unsigned parameter_count;                              /**< how many parameters */
    const lw_parameter *parameters;                        /**< their sizes and offsets */
    size_t arguments_size;                                 /**< bytes of the argument structure */
    void (*entry[LW_ENGINE_COUNT])(const void *arguments); /**< runs one thread (fiber, checked); null: not compiled */
    const struct emu_fused_kernel *fused[LW_CPU_LEVELS];   /**< runs a block; null: not compiled for that level */
    unsigned max_threads;                                  /**< of a block: LW_LAUNCH_BOUNDS, or 0 */
    unsigned min_blocks; /**< of a multiprocessor: LW_LAUNCH_BOUNDS' second number, or 0 */
    lw_dim3 block_size;  /**< threads: LW_BLOCK_SIZE, or zeros */
    lw_dim3 cluster;     /**< blocks: LW_CLUSTER_DIMS, or zeros */
    void *state
        [LW_BACKEND_COUNT]; /**< each backend's: null until it has seen the kernel, then what no other kernel has had */
};

#endif
