/** @file
 * Kernels that a program loads while it runs, from a file, from memory or from their source. Part of <lanewise/host.h>, which
 * says what all calls have in common.
 */
#ifndef LANEWISE_LIBRARY_H
#define LANEWISE_LIBRARY_H

#include <lanewise/execution.h>
#include <lanewise/symbol.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Kernels and variables that were loaded together. CUDA: CUmodule, CUlibrary. */
typedef struct lw_library lw_library;

/** Loads kernels from a file. Each load has variables of its own.
 * @param device a handle, which owns the library: lw_device_close() unloads it, too
 * @param[out] library the new handle; the caller unloads it with lw_library_unload()
 * @param path a shared library of kernel objects (`lanewise-cc -shared -fPIC kernels.c -o kernels.so`), for every device; or
 *     CUDA's own code, for CUDA devices: a cubin, a fat binary, or PTX
 * @return LW_ERROR_FILE_NOT_FOUND: no such file, or it cannot be read; LW_ERROR_INVALID_VALUE: it is none of these, or the
 *     system cannot load it; LW_ERROR_NO_KERNEL_IMAGE: CUDA's code, for another device; LW_ERROR_OUT_OF_MEMORY; or a common
 *     status
 *
 * CUDA: cuModuleLoad, cudaLibraryLoadFromFile. */
lw_status lw_library_load(lw_device *device, lw_library **library, const char *path);

/** Loads kernels from memory, as lw_library_load() does from a file.
 * @param device a handle, which owns the library
 * @param[out] library the new handle; the caller unloads it with lw_library_unload()
 * @param data the file's contents, host memory, which the call copies
 * @param size bytes
 * @return as lw_library_load(); LW_ERROR_SYSTEM: no temporary file
 *
 * CUDA: cuModuleLoadData, cudaLibraryLoadData. */
lw_status lw_library_load_data(lw_device *device, lw_library **library, const void *data, size_t size);

/** Compiles a kernel file and loads it. On a CUDA device NVRTC compiles it, where libnvrtc is found; otherwise, and on the
 * CPU, `lanewise-cc` does, which is searched for in LANEWISE_CC, beside the library and in PATH; the C
 * compiler (LANEWISE_HOST_CC, else cc) links. The result is kept in the folder LANEWISE_CACHE_PATH for the next time.
 * @param device a handle, which owns the library
 * @param[out] library the new handle; the caller unloads it with lw_library_unload()
 * @param source the file's text: it includes <lanewise/kernel.h>
 * @param name what messages and reports call the file; null: "source.c"
 * @param options compiler options as text, null after the last: those of `lanewise-cc`; NVRTC has -D, -U, -I, -O, -g, -w and
 *     -ffp-contract=off of them; null: none
 * @param[out] log what the compiler said, ended by 0 and cut where it does not fit; may be null
 * @param log_size bytes of `log`
 * @return LW_ERROR_COMPILE: the compiler refused the source, and the log says why; LW_ERROR_NOT_SUPPORTED: no compiler is
 *     found; LW_ERROR_SYSTEM: it cannot run, or has no temporary file; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: nvrtcCompileProgram, then cuModuleLoadData. */
lw_status lw_library_compile(lw_device *device, lw_library **library, const char *source, const char *name,
                             const char *const *options, char *log, size_t log_size);

/** Finds a kernel of a library.
 * @param library which
 * @param name the kernel's; in CUDA's own code the name in the binary, which C++ mangles
 * @param[out] kernel for lw_launch_kernel(), lw_launch_pointers() and others; the library's, valid until it is unloaded
 * @return LW_ERROR_INVALID_SYMBOL: it has no such kernel; LW_ERROR_VERSION: the kernel object is another version's;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuModuleGetFunction, cudaLibraryGetKernel. */
lw_status lw_library_get_kernel(lw_library *library, const char *name, const lw_kernel **kernel);

/** Finds an LW_GLOBAL or LW_CONSTANT variable of a library.
 * @param library which
 * @param name the variable's; in CUDA's own code the name in the binary
 * @param[out] symbol for lw_memcpy_to_symbol() and others; the library's, valid until it is unloaded
 * @return LW_ERROR_INVALID_SYMBOL: it has no such variable; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuModuleGetGlobal, cudaLibraryGetGlobal. */
lw_status lw_library_get_symbol(lw_library *library, const char *name, const lw_symbol **symbol);

/** Unloads a library, after it has waited for its device's work and that of all open devices of the same kind. Its kernels and symbols
 * are not valid any more on any of them.
 * @param library which
 * @return the sticky fault of that work, and the library is unloaded; or a common status
 *
 * CUDA: cuModuleUnload, cudaLibraryUnload. */
lw_status lw_library_unload(lw_library *library);

/** Where a kernel's argument lies in the structure that lw_launch_kernel() takes.
 * @param kernel which
 * @param index of the parameter, from 0 on
 * @param[out] offset bytes from the start of the structure
 * @param[out] size bytes
 * @return LW_ERROR_INVALID_VALUE: null, or the kernel has no parameter of that number; LW_ERROR_VERSION
 *
 * CUDA: cuFuncGetParamInfo. */
lw_status lw_kernel_get_parameter(const lw_kernel *kernel, unsigned index, size_t *offset, size_t *size);

/** Queues a launch with pointers to the arguments.
 * @param kernel which
 * @param config the launch's shape and stream
 * @param arguments for each parameter a pointer to its value, host memory, which is copied before the return; may be null
 *     for a kernel without parameters
 * @return LW_ERROR_INVALID_VALUE: one of them is null; or as lw_launch_kernel()
 *
 * CUDA: cuLaunchKernel's kernelParams, cudaLaunchKernel. */
lw_status lw_launch_pointers(const lw_kernel *kernel, lw_launch_config config, const void *const *arguments);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
