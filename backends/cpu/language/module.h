/* The record of one translation unit of kernels, and where the linker gathers what they hold.
 *
 * Sections named like C identifiers get __start_ and __stop_ symbols at the final link: one range for each program or
 * shared library, over all kernel objects in it. They are weak, as a program may have none of a kind. The code's range
 * is the object's own: lanewise-cc makes it, where it puts the code into .text.
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

/* lanewise-cc links the CUDA copy of the file beside this one and says so. */
#ifdef LW_MODULE_HAS_CUDA
extern __attribute__((visibility("hidden"))) const char lw_module_cuda_image[];
#define LW_CPU_CUDA_IMAGE lw_module_cuda_image
#else
#define LW_CPU_CUDA_IMAGE 0
#endif

/* The file's copies, which lanewise-cc links into one object: fibers, the first and owner of all records; loops over
 * threads; fibers with every access seen. */
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

/* The line of the kernel that a declaration stands in: a kernel's body has a parameter of this name whose type is as
 * long as its line; everywhere else this one, never defined, says 0. */
extern const char (*lw__scope)[1];
#define LW_CPU_KERNEL_LINE ((int)sizeof *lw__scope - 1)

/* A record gathered by the linker: laid out as in an array, whatever alignment the compiler would prefer. */
#define LW_CPU_RECORD(name) __attribute__((section(name), aligned(8), used))

#endif
