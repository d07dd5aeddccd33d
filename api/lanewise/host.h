/* The host interface: devices, memory, streams, events and launches, from plain C.
 *
 * The words are the CUDA runtime's; what the runtime keeps in hidden per-thread state is a handle here. Every
 * function returns a status: LW_SUCCESS, or a negative value after which nothing has changed and
 * lw_last_error_message() says in a sentence which argument was wrong and why. Output parameters are written only on
 * success. A null handle, a closed one and one of another device are errors, never crashes.
 *
 * Threads: a device, a stream and an event may each be used from any number of threads at once; work given to one
 * stream by several threads is queued in some order, each piece whole. Closing a handle while another thread is inside
 * a call on it is the caller's race. Nothing here may be called from inside a host function (LW_ERROR_NOT_PERMITTED).
 */
#ifndef LANEWISE_HOST_H
#define LANEWISE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include <lanewise/version.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

typedef struct lw_device lw_device; /* one opened device */
typedef struct lw_stream lw_stream; /* a first-in first-out queue of work on one device */
typedef struct lw_event lw_event;   /* a mark in a stream, with a time */

/* Blocks in a grid, or lanes in a block. CUDA: dim3. */
typedef struct lw_dim3 {
    unsigned x, y, z;
} lw_dim3;

/* ---- status ------------------------------------------------------------------------------------------------------ */

/* Recoverable errors leave the device usable. Sticky ones (LW_ERROR_IS_STICKY) are faults of a kernel: every later call
 * on the device answers with the same status until lw_device_reset(), as CUDA's do until the process restarts. */
typedef enum lw_status {
    LW_SUCCESS = 0,
    LW_ERROR_INVALID_VALUE = -1,           /* an argument; CUDA: cudaErrorInvalidValue */
    LW_ERROR_OUT_OF_MEMORY = -2,           /* cudaErrorMemoryAllocation */
    LW_ERROR_INVALID_CONFIGURATION = -3,   /* grid, block or shared size; cudaErrorInvalidConfiguration */
    LW_ERROR_INVALID_HANDLE = -4,          /* null, closed or foreign; cudaErrorInvalidResourceHandle */
    LW_ERROR_NO_DEVICE = -5,               /* no such device or driver; cudaErrorNoDevice, cudaErrorInsufficientDriver */
    LW_ERROR_NOT_READY = -6,               /* a query found work pending; cudaErrorNotReady */
    LW_ERROR_INVALID_SYMBOL = -7,          /* cudaErrorInvalidSymbol */
    LW_ERROR_NOT_SUPPORTED = -8,           /* cudaErrorNotSupported */
    LW_ERROR_OUT_OF_RESOURCES = -9,        /* cudaErrorLaunchOutOfResources */
    LW_ERROR_NO_KERNEL_IMAGE = -10,        /* the object holds no code for this device; cudaErrorNoKernelImageForDevice */
    LW_ERROR_NOT_PERMITTED = -11,          /* called from a host function; cudaErrorNotPermitted */
    LW_ERROR_VERSION = -12,                /* kernel object and library disagree */
    LW_ERROR_SYSTEM = -13,                 /* the operating system refused (threads, timers) */
    LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = -14, /* not all blocks fit; cudaErrorCooperativeLaunchTooLarge */
    LW_ERROR_INVALID_CLUSTER_SIZE = -15,   /* cudaErrorInvalidClusterSize */
    LW_ERROR_ILLEGAL_ADDRESS = -100,       /* sticky from here on; cudaErrorIllegalAddress */
    LW_ERROR_MISALIGNED_ADDRESS = -101,    /* cudaErrorMisalignedAddress */
    LW_ERROR_STACK_OVERFLOW = -102,        /* cudaErrorHardwareStackError */
    LW_ERROR_LAUNCH_TIMEOUT = -103,        /* a block outlasted LANEWISE_TIMEOUT; cudaErrorLaunchTimeout */
    LW_ERROR_DEADLOCK = -104,              /* every lane waits; a GPU hangs */
    LW_ERROR_DIVERGENT_BARRIER = -105,     /* lanes of a block met at different barriers; undefined on a GPU */
    LW_ERROR_INVALID_MASK = -106,          /* a warp collective's mask, width or source is; undefined on a GPU */
    LW_ERROR_ASSERT = -107,                /* cudaErrorAssert */
    LW_ERROR_ILLEGAL_INSTRUCTION = -108,   /* cudaErrorIllegalInstruction */
    LW_ERROR_LAUNCH_FAILURE = -109,        /* any other fault; cudaErrorLaunchFailure */
    LW_ERROR_INVALID_BARRIER = -110        /* its number, count or arrivals are wrong; undefined on a GPU */
} lw_status;

#define LW_ERROR_IS_STICKY(status) ((status) <= LW_ERROR_ILLEGAL_ADDRESS)

/* The status's name, such as "LW_ERROR_INVALID_VALUE"; "unknown status" for any other number. Never null. */
const char *lw_status_string(lw_status status);

/* What the calling thread's latest failed call said, or, where that was a sticky fault, the fault's report (kernel,
 * block, lane, file:line). `device` leaves out failures known to be another device's; null takes any. Empty if nothing
 * failed. Valid until the thread's next call into Lanewise. */
const char *lw_last_error_message(lw_device *device);

/* For libraries on top of Lanewise, such as its kernels' launchers: makes the sentence (printf-like) the calling thread's
 * latest message and returns `status`. Begin it with "function: ". */
lw_status lw_error(lw_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "MAJOR.MINOR.PATCH" of the library that runs; LW_VERSION is that of the header. */
const char *lw_version(void);

/* ---- devices ----------------------------------------------------------------------------------------------------- */

typedef struct lw_device_properties {
    char name[256];                        /* the marketing name, or the CPU's */
    char kind[8];                          /* "cpu" or "cuda" */
    int ordinal;                           /* among the devices of its kind */
    size_t total_memory;                   /* bytes */
    int multiprocessor_count;              /* worker threads on a CPU */
    int warp_size;                         /* 32 */
    int max_threads_per_block;             /* 1024 */
    int max_threads_per_multiprocessor;
    lw_dim3 max_block;                     /* 1024, 1024, 64 */
    lw_dim3 max_grid;                      /* 2^31-1, 65535, 65535 */
    size_t shared_memory_per_block;        /* bytes, static + dynamic, without opt-in */
    size_t shared_memory_per_block_optin;  /* bytes, after lw_kernel_set_attribute() */
    size_t constant_memory;                /* bytes */
    int compute_capability_major, compute_capability_minor; /* the CPU device's: LANEWISE_PROFILE, else 9.0 */
    int max_blocks_per_multiprocessor;
    int registers_per_block, registers_per_multiprocessor; /* of 32 bits */
    size_t shared_memory_per_multiprocessor;               /* bytes */
    size_t reserved_shared_memory_per_block;               /* bytes of a multiprocessor's that each block costs besides */
    size_t l2_cache_size, persisting_l2_cache_max_size;    /* bytes */
    int clock_rate;                        /* kHz; 0 where unknown */
    int concurrent_kernels;                /* 1: kernels of several streams run at once */
    int cooperative_launch, cluster_launch; /* 1: there are such launches */
    int unified_addressing;                /* 1: an address says which device's it is, or the host's */
    int can_map_host_memory;               /* 1: kernels reach lw_malloc_host()'s memory */
} lw_device_properties;

/* How many devices lw_device_open() could open: the CPU device first, then CUDA devices. Without a driver: 1.
 * CUDA: cudaGetDeviceCount. */
lw_status lw_device_count(int *count);

/* The name ("cpu", "cuda:0") of device `index`, 0 <= index < count. `name` is static storage, not freed. */
lw_status lw_device_name(int index, const char **name);

/* Opens a device by name: "cpu", "cuda" (same as "cuda:0"), "cuda:N". Null takes LANEWISE_DEVICE, else the best
 * present: a CUDA device if there is one, else the CPU. Each open is a handle of its own on the one device: memory,
 * faults and symbols are shared between handles of one device. Errors: LW_ERROR_NO_DEVICE, LW_ERROR_INVALID_VALUE
 * (a name of no known kind), LW_ERROR_OUT_OF_MEMORY, LW_ERROR_SYSTEM. */
lw_status lw_device_open(lw_device **device, const char *name);

/* Waits for all work, destroys the handle's streams and events, frees the memory allocated through it, closes it.
 * The handle is closed even when the status is a sticky fault met while waiting. */
lw_status lw_device_close(lw_device *device);

lw_status lw_device_get_properties(lw_device *device, lw_device_properties *properties);

/* Bytes of device memory that can still be allocated, and all there are. CUDA: cudaMemGetInfo. */
lw_status lw_device_get_memory(lw_device *device, size_t *available, size_t *total);

/* What kernels may use of the device. CUDA: cudaLimit, with the same numbers. */
typedef enum lw_limit {
    LW_LIMIT_STACK_SIZE = 0,            /* bytes a lane; what is set may be raised to what the device needs */
    LW_LIMIT_PRINTF_FIFO_SIZE = 1,      /* bytes that printf() of kernels keeps until the host synchronises; 1 MiB */
    LW_LIMIT_MALLOC_HEAP_SIZE = 2,      /* bytes of the heap of malloc() in kernels; 8 MiB */
    LW_LIMIT_SYNC_DEPTH = 3,            /* older GPUs' alone: LW_ERROR_NOT_SUPPORTED */
    LW_LIMIT_PENDING_LAUNCH_COUNT = 4,  /* grids that kernels have launched and that have not ended; 2048 */
    LW_LIMIT_L2_FETCH_GRANULARITY = 5,  /* bytes, 0 to 128; a hint */
    LW_LIMIT_PERSISTING_L2_CACHE_SIZE = 6 /* bytes; without effect on the CPU */
} lw_limit;
/* Setting waits for the device's work. The sizes of the FIFO and the heap can be set until a kernel has used them, and
 * again after a reset (CUDA: after a reset that ended a fault): later it is LW_ERROR_INVALID_VALUE. A size is rounded to
 * what can be had; ask what it is. CUDA: cudaDeviceGetLimit, cudaDeviceSetLimit. */
lw_status lw_device_get_limit(lw_device *device, lw_limit limit, size_t *value);
lw_status lw_device_set_limit(lw_device *device, lw_limit limit, size_t value);

/* Waits until everything given to the device so far, in every stream of every handle, is done. CUDA:
 * cudaDeviceSynchronize. Errors: a sticky fault of any of it. */
lw_status lw_device_synchronize(lw_device *device);

/* Ends a sticky fault: waits for running work, frees every allocation of every handle of the device, forgets the
 * fault. Streams and events stay open. CUDA: cudaDeviceReset, which after most faults needs a new process: then the
 * status is that fault. */
lw_status lw_device_reset(lw_device *device);

/* ---- memory ------------------------------------------------------------------------------------------------------ */

typedef enum lw_memcpy_kind {
    LW_MEMCPY_HOST_TO_HOST = 0,
    LW_MEMCPY_HOST_TO_DEVICE = 1,
    LW_MEMCPY_DEVICE_TO_HOST = 2,
    LW_MEMCPY_DEVICE_TO_DEVICE = 3,
    LW_MEMCPY_DEFAULT = 4 /* inferred from the pointers */
} lw_memcpy_kind;

/* Device memory of `size` bytes, aligned to 256, contents undefined. Size 0 gives a null pointer and success.
 * The host must not dereference it, on the CPU device either. CUDA: cudaMalloc. */
lw_status lw_malloc(lw_device *device, void **pointer, size_t size);

/* Rows of `width` bytes, `*pitch` bytes apart (a multiple of 512, as on NVIDIA GPUs). CUDA: cudaMallocPitch. */
lw_status lw_malloc_pitch(lw_device *device, void **pointer, size_t *pitch, size_t width, size_t height);

/* Frees device memory, after the work given to the device so far. Null is allowed. Errors: LW_ERROR_INVALID_VALUE for
 * a pointer that is not the start of a live allocation of this device (freed, foreign, interior, host). */
lw_status lw_free(lw_device *device, void *pointer);

/* Page-locked host memory: copies from it are asynchronous, and kernels may read and write it. CUDA: cudaMallocHost. */
lw_status lw_malloc_host(lw_device *device, void **pointer, size_t size);
lw_status lw_free_host(lw_device *device, void *pointer);

/* The same, in ways that CUDA's flags name: each is granted, and on the CPU there is no difference. CUDA: cudaHostAlloc. */
enum {
    LW_HOST_PORTABLE = 1,      /* pinned for every device of the process: all are */
    LW_HOST_MAPPED = 2,        /* kernels reach it: all of it is reached, under the host's own address */
    LW_HOST_WRITE_COMBINED = 4 /* slow for the host to read; not of lw_host_register() */
};
lw_status lw_malloc_host_with(lw_device *device, void **pointer, size_t size, unsigned flags);

/* Page-locks memory of the program's own, until lw_host_unregister() of its first byte: as lw_malloc_host()'s, but for the
 * freeing. Memory that is registered or allocated through the device already cannot be. CUDA: cudaHostRegister,
 * cudaHostUnregister. */
lw_status lw_host_register(lw_device *device, void *pointer, size_t size, unsigned flags);
lw_status lw_host_unregister(lw_device *device, void *pointer);

/* The address under which kernels reach page-locked memory: the host's own. CUDA: cudaHostGetDevicePointer. */
lw_status lw_host_get_device_pointer(lw_device *device, void **pointer, void *host);

/* Copies `size` bytes and returns when `destination` holds them; ordered as work in the device's default stream.
 * Device ranges must lie inside one live allocation (or symbol) of this device. CUDA: cudaMemcpy. */
lw_status lw_memcpy(lw_device *device, void *destination, const void *source, size_t size, lw_memcpy_kind kind);

/* The same in stream order; both ranges must stay valid, and host memory unchanged, until it is done. Pageable host
 * memory is read before the call returns where the device must stage it (CUDA). CUDA: cudaMemcpyAsync. */
lw_status lw_memcpy_async(lw_stream *stream, void *destination, const void *source, size_t size, lw_memcpy_kind kind);

/* `height` rows of `width` bytes; pitches in bytes, each >= width. CUDA: cudaMemcpy2D, cudaMemcpy2DAsync. */
lw_status lw_memcpy_2d(lw_device *device, void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind);
lw_status lw_memcpy_2d_async(lw_stream *stream, void *destination, size_t destination_pitch, const void *source,
                             size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind);

/* Sets `size` bytes of device memory to `value` (its low 8 bits). CUDA: cudaMemset, cudaMemsetAsync, cudaMemset2D. */
lw_status lw_memset(lw_device *device, void *pointer, int value, size_t size);
lw_status lw_memset_async(lw_stream *stream, void *pointer, int value, size_t size);
lw_status lw_memset_2d(lw_device *device, void *pointer, size_t pitch, int value, size_t width, size_t height);
lw_status lw_memset_2d_async(lw_stream *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);

/* Bytes of a row, rows of a slice, slices; of a box, or of where it begins. CUDA: cudaExtent, cudaPos. */
typedef struct lw_extent {
    size_t width, height, depth;
} lw_extent;

/* Slices of `height` rows, `pitch` bytes apart, of which `width` are used. CUDA: cudaPitchedPtr. */
typedef struct lw_pitched {
    void *pointer;
    size_t pitch, width, height;
} lw_pitched;

typedef struct lw_copy_3d {
    lw_pitched destination, source;
    lw_extent destination_at, source_at; /* where in each the box begins */
    lw_extent extent;                    /* of the box; empty where one is 0 */
    lw_memcpy_kind kind;
} lw_copy_3d;

/* Memory of `extent`, each row at a multiple of 512 bytes. An empty one is null, with a pitch of 0. Freed with lw_free().
 * CUDA: cudaMalloc3D. */
lw_status lw_malloc_3d(lw_device *device, lw_pitched *memory, lw_extent extent);
/* Copies a box; it must lie inside the rows and slices of both sides. CUDA: cudaMemcpy3D, cudaMemcpy3DAsync. */
lw_status lw_memcpy_3d(lw_device *device, const lw_copy_3d *copy);
lw_status lw_memcpy_3d_async(lw_stream *stream, const lw_copy_3d *copy);
/* Sets the box of `extent` that begins at the memory's first byte. CUDA: cudaMemset3D, cudaMemset3DAsync. */
lw_status lw_memset_3d(lw_device *device, lw_pitched memory, int value, lw_extent extent);
lw_status lw_memset_3d_async(lw_stream *stream, lw_pitched memory, int value, lw_extent extent);

/* Where a pointer points. CUDA: cudaPointerGetAttributes. */
typedef enum lw_memory_space { LW_SPACE_UNREGISTERED = 0, LW_SPACE_HOST = 1, LW_SPACE_DEVICE = 2 } lw_memory_space;
typedef struct lw_pointer_attributes {
    lw_memory_space space;
    void *base;  /* the allocation's first byte; null where unregistered */
    size_t size; /* the allocation's bytes; 0 where unregistered */
} lw_pointer_attributes;
lw_status lw_pointer_get_attributes(lw_device *device, const void *pointer, lw_pointer_attributes *attributes);

/* An LW_GLOBAL or LW_CONSTANT variable, named on the host as LW_SYMBOL(name) after LW_DECLARE_SYMBOL(name). One
 * instance per device. CUDA: cudaMemcpyToSymbol, cudaMemcpyFromSymbol, cudaGetSymbolAddress, cudaGetSymbolSize. */
typedef struct lw_symbol lw_symbol;
lw_status lw_memcpy_to_symbol(lw_device *device, const lw_symbol *symbol, const void *source, size_t size, size_t offset);
lw_status lw_memcpy_from_symbol(lw_device *device, void *destination, const lw_symbol *symbol, size_t size, size_t offset);
lw_status lw_memcpy_to_symbol_async(lw_stream *stream, const lw_symbol *symbol, const void *source, size_t size,
                                    size_t offset);
lw_status lw_memcpy_from_symbol_async(lw_stream *stream, void *destination, const lw_symbol *symbol, size_t size,
                                      size_t offset);
lw_status lw_symbol_get_address(lw_device *device, void **pointer, const lw_symbol *symbol);
lw_status lw_symbol_get_size(lw_device *device, size_t *size, const lw_symbol *symbol);

/* ---- streams and events ------------------------------------------------------------------------------------------ */

/* A new stream. It does not wait for the default stream, nor the default stream for it (CUDA:
 * cudaStreamCreateWithFlags(cudaStreamNonBlocking)). */
lw_status lw_stream_create(lw_device *device, lw_stream **stream);

/* The handle's own default stream; destroyed with the device handle, never by itself. Null for a closed handle. */
lw_stream *lw_default_stream(lw_device *device);

/* Closes the handle at once; work already given to it still runs. CUDA: cudaStreamDestroy. */
lw_status lw_stream_destroy(lw_stream *stream);
lw_status lw_stream_synchronize(lw_stream *stream);
/* LW_SUCCESS when all work is done, LW_ERROR_NOT_READY while some is pending; never waits. */
lw_status lw_stream_query(lw_stream *stream);
/* Later work of `stream` waits for the latest record of `event` (of the same device); an event never recorded does
 * not delay. CUDA: cudaStreamWaitEvent. */
lw_status lw_stream_wait_event(lw_stream *stream, lw_event *event);

typedef void (*lw_host_function)(void *user);
/* Calls `function(user)` on a thread of the library after the stream's earlier work; its later work waits for the
 * return. The function must not call Lanewise. After a sticky fault it is not called. CUDA: cudaLaunchHostFunc. */
lw_status lw_launch_host_function(lw_stream *stream, lw_host_function function, void *user);

lw_status lw_event_create(lw_device *device, lw_event **event);
lw_status lw_event_destroy(lw_event *event);
lw_status lw_event_record(lw_event *event, lw_stream *stream);
lw_status lw_event_synchronize(lw_event *event);
/* LW_SUCCESS when the latest record is done (or there is none), else LW_ERROR_NOT_READY. */
lw_status lw_event_query(lw_event *event);
/* Milliseconds between two completed records of one device, resolution better than 1 us. Errors: LW_ERROR_NOT_READY
 * while either is pending; LW_ERROR_INVALID_HANDLE for one never recorded or of another device. CUDA:
 * cudaEventElapsedTime. */
lw_status lw_event_elapsed_time(float *milliseconds, lw_event *start, lw_event *stop);

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

typedef struct lw_kernel lw_kernel; /* a kernel's descriptor; LW_KERNEL_OF(name) after LW_DECLARE_KERNEL(name, ...) */

/* Where and in what shape a kernel runs. Build it with lw_linear() or lw_grid(). */
typedef struct lw_launch_config {
    lw_stream *stream;
    lw_dim3 grid;          /* blocks */
    lw_dim3 block;         /* lanes */
    size_t dynamic_shared; /* bytes a block, for LW_DYNAMIC_SHARED */
    /* Set these after lw_linear() or lw_grid(), which leave them zero. CUDA: attributes of cudaLaunchKernelEx. */
    lw_dim3 cluster;       /* blocks of a cluster; zeros: the kernel's LW_CLUSTER_DIMS, or no clusters */
    int cooperative;       /* 1: all blocks are resident at once and may meet (CUDA: cudaLaunchCooperativeKernel) */
} lw_launch_config;

typedef enum lw_kernel_attribute {
    /* Bytes of dynamic shared memory a launch may ask for; above 48 KB less the static size only after this opt-in.
     * CUDA: cudaFuncAttributeMaxDynamicSharedMemorySize. */
    LW_KERNEL_MAX_DYNAMIC_SHARED = 0,
    /* 1: clusters of more than 8 blocks are allowed. CUDA: cudaFuncAttributeNonPortableClusterSizeAllowed. */
    LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE = 1,
    /* How much of a multiprocessor's memory should be shared memory rather than cache: percent, or -1 for the default;
     * a hint. CUDA: cudaFuncAttributePreferredSharedMemoryCarveout. */
    LW_KERNEL_SHARED_CARVEOUT = 2
} lw_kernel_attribute;

typedef struct lw_kernel_attributes {
    size_t static_shared;      /* bytes */
    size_t max_dynamic_shared; /* bytes a launch may ask for now */
    int max_threads_per_block; /* the smaller of the device's limit and LW_LAUNCH_BOUNDS */
    lw_dim3 block_size;        /* LW_BLOCK_SIZE, or zeros */
    int parameter_count;
    int max_cluster_blocks;    /* 8; 16 after LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE; 1 where the device has no clusters */
    int registers;             /* a lane's; 0 where unknown (CPU) */
    size_t local_memory;       /* bytes a lane, of arrays and spills; 0 on the CPU, where it is all of the stack */
    size_t constant_memory;    /* bytes of LW_CONSTANT variables of its file */
    int binary_version;        /* the compute capability of its code, such as 90 for 9.0; 0 on the CPU */
    /* 1: a launch without clusters, and not a cooperative one, of blocks of any shape runs the kernel as loops over lanes;
     * 0: its lanes are fibers (LANEWISE_ENGINE and other settings ask for these), or a GPU's. */
    int fused;
} lw_kernel_attributes;

lw_status lw_kernel_set_attribute(lw_device *device, const lw_kernel *kernel, lw_kernel_attribute attribute, long long value);
/* Also loads the kernel's code: otherwise its first launch does, which on a CUDA device may wait for all running work. */
lw_status lw_kernel_get_attributes(lw_device *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);

/* How many blocks of `lanes` lanes, with `dynamic_shared` bytes each, one multiprocessor holds at once: 0 where it cannot
 * hold one. On the CPU by CUDA's formulas and the device's profile, without a limit by registers. CUDA:
 * cudaOccupancyMaxActiveBlocksPerMultiprocessor. */
lw_status lw_occupancy_max_active_blocks(lw_device *device, const lw_kernel *kernel, unsigned lanes,
                                         size_t dynamic_shared, int *blocks);

/* The block size, at most `limit` lanes (0: the device's limit), that fills a multiprocessor best, the largest of several,
 * and the fewest blocks that fill the device; zeros where no size fits. `shared(lanes, user)` is the dynamic shared memory
 * that a block of so many lanes takes; null is none. CUDA: cudaOccupancyMaxPotentialBlockSizeVariableSMem. */
typedef size_t (*lw_shared_of_lanes)(unsigned lanes, void *user);
lw_status lw_occupancy_max_potential_block_size(lw_device *device, const lw_kernel *kernel, lw_shared_of_lanes shared,
                                                void *user, unsigned limit, unsigned *min_blocks, unsigned *lanes);

/* The most dynamic shared memory with which `blocks` blocks of `lanes` lanes still fit on a multiprocessor. CUDA:
 * cudaOccupancyAvailableDynamicSMemPerBlock. */
lw_status lw_occupancy_available_dynamic_shared(lw_device *device, const lw_kernel *kernel, int blocks, unsigned lanes,
                                                size_t *dynamic_shared);

/* How many clusters of config.cluster (else the kernel's LW_CLUSTER_DIMS) the whole device holds at once. CUDA:
 * cudaOccupancyMaxActiveClusters. Errors: LW_ERROR_INVALID_CLUSTER_SIZE, LW_ERROR_NOT_SUPPORTED without clusters. */
lw_status lw_occupancy_max_active_clusters(lw_device *device, const lw_kernel *kernel, lw_launch_config config,
                                           int *clusters);

/* Queues a launch and returns; `arguments` is the kernel's argument structure, copied before the return. Callers use
 * the typed lw_launch() of <lanewise/launch.h>. A grid dimension of 0, a block over a limit or of another shape than
 * LW_BLOCK_SIZE: LW_ERROR_INVALID_CONFIGURATION. Shared memory over the limit: LW_ERROR_INVALID_VALUE as in CUDA.
 * A cluster of more blocks than the kernel or the device allows, or of which the grid is no multiple:
 * LW_ERROR_INVALID_CLUSTER_SIZE. A cooperative grid whose blocks cannot all be resident:
 * LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE. Faults inside the kernel come from a later synchronising call. CUDA:
 * cudaLaunchKernelEx. */
lw_status lw_launch_kernel(const lw_kernel *kernel, lw_launch_config config, const void *arguments);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
