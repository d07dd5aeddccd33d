/** @file
 * Device memory and page-locked host memory: allocating, freeing, what a pointer is. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_MEMORY_H
#define LANEWISE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Allocates device memory. The host must not dereference it, on the CPU device either.
 * @param device a handle, which owns the memory: lw_device_close() frees it, too
 * @param[out] pointer the memory, aligned to 256 bytes, contents undefined; null for size 0; freed with lw_free()
 * @param size bytes
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaMalloc. */
lw_status lw_malloc(lw_device *device, void **pointer, size_t size);

/** Allocates device memory for rows that start at multiples of the pitch.
 * @param device a handle, which owns the memory
 * @param[out] pointer `height` rows; null where that is nothing; freed with lw_free()
 * @param[out] pitch bytes from a row to the next: a multiple of 512, at least `width`
 * @param width bytes of a row
 * @param height rows
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: the size overflows; or a common status
 *
 * CUDA: cudaMallocPitch. */
lw_status lw_malloc_pitch(lw_device *device, void **pointer, size_t *pitch, size_t width, size_t height);

/** Frees device memory: lw_malloc()'s and lw_malloc_managed()'s after the work given to the device so far. Memory of
 * lw_malloc_async() is freed at once, so the caller waits before. A copy or set of the memory that another thread asks for
 * meanwhile is done first, or is refused as one of freed memory; so it is with lw_free_host(), lw_device_reset() and
 * lw_device_close().
 * @param device a handle of the device
 * @param pointer the start of a live allocation of this device, or null
 * @return LW_ERROR_INVALID_VALUE: the pointer is freed already, another device's, inside an allocation, or the host's; or a
 *     common status
 *
 * CUDA: cudaFree. */
lw_status lw_free(lw_device *device, void *pointer);

/** Allocates page-locked host memory: copies from it are asynchronous, and kernels may read and write it. It is page-locked for every
 * device of the same kind: all calls and kernels of these devices take it. Only this device frees it.
 * @param device a handle, which owns the memory
 * @param[out] pointer the memory, contents undefined; null for size 0; freed with lw_free_host()
 * @param size bytes
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaMallocHost. */
lw_status lw_malloc_host(lw_device *device, void **pointer, size_t size);

/** Frees page-locked host memory, after the work given so far to the device, and to others of its kind that use the memory.
 * @param device a handle of the device
 * @param pointer the start of a live allocation of lw_malloc_host() or lw_malloc_host_with(), or null
 * @return LW_ERROR_INVALID_VALUE: any other pointer, another device's too; or a common status
 *
 * CUDA: cudaFreeHost. */
lw_status lw_free_host(lw_device *device, void *pointer);

/** Flags of page-locked memory. Each is granted; on the CPU they make no difference. CUDA: cudaHostAllocPortable and its like. */
enum {
    LW_HOST_PORTABLE = 1,      /**< page-locked for every device of the process: all such memory is */
    LW_HOST_MAPPED = 2,        /**< kernels reach it: they reach all such memory, under the host's own address */
    LW_HOST_WRITE_COMBINED = 4 /**< slow for the host to read; not for lw_host_register() */
};

/** Allocates page-locked host memory, as lw_malloc_host(), with flags.
 * @param device a handle, which owns the memory
 * @param[out] pointer the memory, contents undefined; null for size 0; freed with lw_free_host()
 * @param size bytes
 * @param flags LW_HOST_PORTABLE, LW_HOST_MAPPED, LW_HOST_WRITE_COMBINED, combined by |; or 0
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: an unknown flag; or a common status
 *
 * CUDA: cudaHostAlloc. */
lw_status lw_malloc_host_with(lw_device *device, void **pointer, size_t size, unsigned flags);

/** Page-locks memory of the program's own: it then serves as memory of lw_malloc_host() does.
 * @param device a handle; when it closes, the memory is no longer page-locked
 * @param pointer host memory, which stays the program's; lw_host_unregister() before it is freed
 * @param size bytes, at least 1
 * @param flags LW_HOST_PORTABLE, LW_HOST_MAPPED, combined by |; or 0
 * @return LW_ERROR_INVALID_VALUE: size 0, another flag, or a byte that is registered or allocated already, through this device
 *     or another one of its kind; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaHostRegister. */
lw_status lw_host_register(lw_device *device, void *pointer, size_t size, unsigned flags);

/** Ends lw_host_register(). Waits for work that uses the memory; copies that other threads begin meanwhile are refused.
 * @param device a handle of the device
 * @param pointer the first byte that was registered
 * @return LW_ERROR_INVALID_VALUE: any other pointer, another device's too; or a common status
 *
 * CUDA: cudaHostUnregister. */
lw_status lw_host_unregister(lw_device *device, void *pointer);

/** The address under which kernels reach page-locked memory: the host's own.
 * @param device a handle
 * @param[out] pointer the address for kernels
 * @param host any byte of page-locked memory, of this device or another one of its kind
 * @return LW_ERROR_INVALID_VALUE: the memory is not page-locked; or a common status
 *
 * CUDA: cudaHostGetDevicePointer. */
lw_status lw_host_get_device_pointer(lw_device *device, void **pointer, void *host);

/** The size of a box of memory, or where it begins. CUDA: cudaExtent, cudaPos. */
typedef struct lw_extent {
    size_t width;  /**< bytes of a row */
    size_t height; /**< rows of a slice */
    size_t depth;  /**< slices */
} lw_extent;

/** Memory in slices of rows. CUDA: cudaPitchedPtr. */
typedef struct lw_pitched {
    void *pointer; /**< the first row */
    size_t pitch;  /**< bytes from a row to the next */
    size_t width;  /**< bytes of a row that are used */
    size_t height; /**< rows of a slice */
} lw_pitched;

/** Allocates device memory for slices of rows that start at multiples of 512 bytes.
 * @param device a handle, which owns the memory
 * @param[out] memory pointer null and pitch 0 where the extent is empty; `pointer` is freed with lw_free()
 * @param extent of the whole memory
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: the size overflows; or a common status
 *
 * CUDA: cudaMalloc3D. */
lw_status lw_malloc_3d(lw_device *device, lw_pitched *memory, lw_extent extent);

/** Which memory a pointer points to. CUDA: cudaMemoryType. */
typedef enum lw_memory_space {
    LW_SPACE_UNREGISTERED =
        0,               /**< none that the device knows: ordinary host memory, another device's own, or no memory */
    LW_SPACE_HOST = 1,   /**< page-locked host memory */
    LW_SPACE_DEVICE = 2, /**< memory of the device, or a symbol */
    LW_SPACE_MANAGED = 3 /**< managed memory, or an LW_MANAGED variable */
} lw_memory_space;

/** What the device knows of a pointer. CUDA: cudaPointerAttributes. */
typedef struct lw_pointer_attributes {
    lw_memory_space space; /**< which memory */
    void *base;            /**< the allocation's first byte; null where unregistered */
    size_t size;           /**< the allocation's bytes; 0 where unregistered */
    int device;            /**< the number of the device that owns it: 1 for "cpu:1"; -1 where unregistered */
} lw_pointer_attributes;

/** What the device knows of a pointer: its own memory, and the page-locked and managed memory of all devices of its kind.
 * @param device a handle
 * @param pointer any value
 * @param[out] attributes the caller's
 * @return a common status
 *
 * CUDA: cudaPointerGetAttributes. */
lw_status lw_pointer_get_attributes(lw_device *device, const void *pointer, lw_pointer_attributes *attributes);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
