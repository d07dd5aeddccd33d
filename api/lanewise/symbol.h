/** @file
 * LW_GLOBAL, LW_CONSTANT and LW_MANAGED variables, as the host sees them. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_SYMBOL_H
#define LANEWISE_SYMBOL_H

#include <stddef.h>

#include <lanewise/copy.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** An LW_GLOBAL, LW_CONSTANT or LW_MANAGED variable, named on the host as LW_SYMBOL(name) after LW_DECLARE_SYMBOL(name). Each device
 * has one instance. */
typedef struct lw_symbol lw_symbol;

/** Copies to a variable of the device, and returns when it holds the bytes.
 * @param device a handle
 * @param symbol LW_SYMBOL(name)
 * @param source `size` bytes of host or device memory
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return LW_ERROR_INVALID_SYMBOL: the symbol is null, or the object has no such variable for the device;
 *     LW_ERROR_INVALID_VALUE: outside the variable, or a wrong pointer; LW_ERROR_VERSION; LW_ERROR_NO_KERNEL_IMAGE;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemcpyToSymbol. */
lw_status lw_memcpy_to_symbol(lw_device *device, const lw_symbol *symbol, const void *source, size_t size,
                              size_t offset);

/** Copies from a variable of the device, and returns when the destination holds the bytes.
 * @param device a handle
 * @param destination `size` bytes of host or device memory
 * @param symbol LW_SYMBOL(name)
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return as lw_memcpy_to_symbol()
 *
 * CUDA: cudaMemcpyFromSymbol. */
lw_status lw_memcpy_from_symbol(lw_device *device, void *destination, const lw_symbol *symbol, size_t size,
                                size_t offset);

/** Queues lw_memcpy_to_symbol().
 * @param stream where
 * @param symbol LW_SYMBOL(name)
 * @param source `size` bytes of host or device memory, valid as lw_memcpy_async()'s
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return as lw_memcpy_to_symbol()
 *
 * CUDA: cudaMemcpyToSymbolAsync. */
lw_status lw_memcpy_to_symbol_async(lw_stream *stream, const lw_symbol *symbol, const void *source, size_t size,
                                    size_t offset);

/** Queues lw_memcpy_from_symbol().
 * @param stream where
 * @param destination `size` bytes of host or device memory, valid as lw_memcpy_async()'s
 * @param symbol LW_SYMBOL(name)
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return as lw_memcpy_to_symbol()
 *
 * CUDA: cudaMemcpyFromSymbolAsync. */
lw_status lw_memcpy_from_symbol_async(lw_stream *stream, void *destination, const lw_symbol *symbol, size_t size,
                                      size_t offset);

/** The device address of a variable, for kernels.
 * @param device a handle
 * @param[out] pointer device memory, the library's: not freed
 * @param symbol LW_SYMBOL(name)
 * @return LW_ERROR_INVALID_SYMBOL: the symbol is null, or the object has no such variable for the device; LW_ERROR_VERSION;
 *     LW_ERROR_NO_KERNEL_IMAGE; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGetSymbolAddress. */
lw_status lw_symbol_get_address(lw_device *device, void **pointer, const lw_symbol *symbol);

/** The size of a variable of the device.
 * @param device a handle
 * @param[out] size bytes
 * @param symbol LW_SYMBOL(name)
 * @return as lw_symbol_get_address()
 *
 * CUDA: cudaGetSymbolSize. */
lw_status lw_symbol_get_size(lw_device *device, size_t *size, const lw_symbol *symbol);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
