/* The record of one kernel file, and the sections in which the linker collects its kernels' records.
 *
 * The final link gives sections named like C identifiers __start_ and __stop_ symbols: one range in each program or
 * shared library, over all its kernel objects. The symbols are weak, because a program may have no such section. The
 * code's range is the object's own: lanewise-cc defines it when it puts the code into .text.
 */
#ifndef LW_CPU_MODULE_H
#define LW_CPU_MODULE_H

#include "../../../api/lanewise/descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LW_CPU_BOUND extern __attribute__((weak, visibility("hidden")))
LW_CPU_BOUND const char __start_lw_kernel_text[];
LW_CPU_BOUND const char __stop_lw_kernel_text[];
LW_CPU_BOUND lw_shared_variable __start_lw_shared[];
LW_CPU_BOUND lw_shared_variable __stop_lw_shared[];
LW_CPU_BOUND struct lw_symbol __start_lw_symbols[];
LW_CPU_BOUND struct lw_symbol __stop_lw_symbols[];
#undef LW_CPU_BOUND

/* lanewise-cc defines this macro when it links a CUDA copy of the file. */
#ifdef LW_MODULE_HAS_CUDA
extern __attribute__((visibility("hidden"))) const char lw_module_cuda_image[];
#define LW_CPU_CUDA_IMAGE lw_module_cuda_image
#else
#define LW_CPU_CUDA_IMAGE 0
#endif

/* The file's copies, which lanewise-cc links into one object: for fibers, which owns all records; fused; checked. */
#if defined(LW_CPU_FUSED)
#define LW_CPU_OTHER_COPY
#define LW_CPU_ENGINE LW_ENGINE_FUSED
#elif defined(LW_CPU_CHECKED)
#define LW_CPU_OTHER_COPY
#define LW_CPU_ENGINE LW_ENGINE_CHECKED
#else
#define LW_CPU_ENGINE LW_ENGINE_FIBER
#endif

#if defined(LW_MODULE_HAS_FUSED) || defined(LW_MODULE_HAS_CHECKED)
extern __attribute__((visibility("hidden"))) lw_module lw__module;
#define LW_CPU_MODULE lw_module lw__module
#else
#define LW_CPU_MODULE __attribute__((unused)) static lw_module lw__module
#endif

#ifndef LW_CPU_OTHER_COPY
LW_CPU_MODULE = {
    LW_DESCRIPTOR_VERSION, __BASE_FILE__,    LW_CPU_CUDA_IMAGE,  __start_lw_kernel_text, __stop_lw_kernel_text,
    __start_lw_shared,     __stop_lw_shared, __start_lw_symbols, __stop_lw_symbols,      {0, 0},
};
#endif

#ifdef __cplusplus
}
#endif

/* The line of the kernel that contains a declaration. A kernel's body has a parameter of this name, whose type's size
 * gives the line; elsewhere this declaration gives 0. */
extern const char (*lw__scope)[1];
#define LW_CPU_KERNEL_LINE ((int)sizeof *lw__scope - 1)

/* A record that the linker collects. The fixed alignment makes the section an array. */
#define LW_CPU_RECORD(name) __attribute__((section(name), aligned(8), used))

#endif
