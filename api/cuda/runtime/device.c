/* The CPU devices, by number; each thread's current one; streams. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cudart.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lw_device *opened[MOST_DEVICES]; /* until the process ends */
/* The device was reset. Its variables get their first values at the next call that needs the device: at a program's end,
 * where most resets are, nothing does. */
static bool was_reset[MOST_DEVICES];
static bool told; /* that one could not be opened */
static _Thread_local int current;

/* The number of CPU devices (LANEWISE_CPU_DEVICES). */
static cudaError_t count_devices(int *count)
{
    int all = 0;
    const char *name;
    *count = 0;
    CUDART_TRY(cudart_error(lw_device_count(&all)));
    for (int i = 0; i < all; i++)
        if (!lw_device_name(i, &name) && strncmp(name, "cpu", 3) == 0)
            ++*count;
    return cudaSuccess;
}

cudaError_t cudart_device_numbered(lw_device **device, int number)
{
    int count;
    CUDART_TRY(count_devices(&count));
    if (number < 0 || number >= count || number >= MOST_DEVICES)
        return cudart_fail(cudaErrorInvalidDevice, "device %d does not exist: there are %d", number, count);
    char name[20];
    snprintf(name, sizeof name, "cpu:%d", number);
    pthread_mutex_lock(&lock);
    lw_status status = LW_SUCCESS;
    if (!opened[number] && !(status = lw_device_open(&opened[number], name)))
        status = cudart_add_managed(opened[number]);
    if (!status && __atomic_load_n(&was_reset[number], __ATOMIC_RELAXED) &&
        !(status = cudart_restore_variables(opened[number])))
        __atomic_store_n(&was_reset[number], false, __ATOMIC_RELEASE);
    if (status && !told) {
        told = true; /* CUDA's error says the kind alone, and a wrong setting is not the program's mistake */
        fprintf(stderr, "lanewise-cudart: %s\n", lw_last_error_message(NULL));
    }
    *device = opened[number];
    pthread_mutex_unlock(&lock);
    return cudart_error(status);
}

cudaError_t cudart_device(lw_device **device)
{
    lw_device *known = __atomic_load_n(&opened[current], __ATOMIC_ACQUIRE);
    if (known && !__atomic_load_n(&was_reset[current], __ATOMIC_ACQUIRE)) {
        *device = known;
        return cudaSuccess;
    }
    return cudart_device_numbered(device, current);
}

cudaError_t cudart_device_of(lw_device **device, int *number, const void *pointer)
{
    lw_pointer_attributes known;
    for (int i = 0; i < MOST_DEVICES; i++) {
        lw_device *other = __atomic_load_n(&opened[i], __ATOMIC_ACQUIRE);
        if (other && !lw_pointer_get_attributes(other, pointer, &known) && known.space != LW_SPACE_UNREGISTERED) {
            *number = known.device;
            return cudart_device_numbered(device, known.device);
        }
    }
    *number = current;
    return cudart_device(device);
}

/* The legacy stream waits for the others, and they for it. */
cudaError_t cudart_stream(lw_stream **stream, cudaStream_t of)
{
    lw_device *device;
    if (of == NULL)
        of = cudart_null_stream();
    if (of != cudaStreamLegacy && of != cudaStreamPerThread) {
        *stream = (lw_stream *)(void *)of;
        return cudaSuccess;
    }
    CUDART_TRY(cudart_device(&device));
    return cudart_error(of == cudaStreamPerThread ? lw_per_thread_stream(device, stream)
                                                  : lw_legacy_stream(device, stream));
}

cudaError_t cudaGetDeviceCount(int *count)
{
    CUDART_CALLED();
    if (!count)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetDeviceCount: count is null");
    return count_devices(count);
}

cudaError_t cudaGetDevice(int *device)
{
    CUDART_CALLED();
    if (!device)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetDevice: device is null");
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    CUDART_CALLED();
    lw_device *opening;
    CUDART_TRY(cudart_device_numbered(&opening, device));
    current = device;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)
{
    CUDART_CALLED();
    if (!device || !properties)
        return cudart_fail(cudaErrorInvalidValue, "cudaChooseDevice: a pointer is null");
    *device = 0;
    return cudaSuccess;
}

/* How the host waits is the library's choice. */
static unsigned device_flags;
cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    CUDART_CALLED();
    if (flags > 31)
        return cudart_fail(cudaErrorInvalidValue, "cudaSetDeviceFlags: flags 0x%x are not CUDA's", flags);
    device_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    CUDART_CALLED();
    if (!flags)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetDeviceFlags: flags is null");
    *flags = device_flags;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_device_synchronize(device));
}

cudaError_t cudaThreadSynchronize(void)
{
    CUDART_CALLED();
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset(void)
{
    CUDART_CALLED();
    lw_device *device;
    __atomic_store_n(&was_reset[current], false, __ATOMIC_RELAXED); /* twice is once */
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_device_reset(device)));
    __atomic_store_n(&was_reset[current], true, __ATOMIC_RELAXED);
    return cudaSuccess;
}

cudaError_t cudaThreadExit(void)
{
    CUDART_CALLED();
    return cudaDeviceReset();
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_device_get_limit(device, (lw_limit)limit, value));
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_device_set_limit(device, (lw_limit)limit, value));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_device_get_stream_priority_range(device, least, greatest));
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device(&device));
    size_t unwanted; /* CUDA takes null for either */
    return cudart_error(lw_device_get_memory(device, available ? available : &unwanted, total ? total : &unwanted));
}

/* Hints about caches and banks, which a CPU has not. */
cudaError_t cudart_cache_config(enum cudaFuncCache config, const char *function)
{
    if ((unsigned)config <= cudaFuncCachePreferEqual)
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidValue, "%s: config is %d; expected one of cudaFuncCache", function, (int)config);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    CUDART_CALLED();
    return cudart_cache_config(config, "cudaDeviceSetCacheConfig");
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    CUDART_CALLED();
    if (!config)
        return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetCacheConfig: config is null");
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    CUDART_CALLED();
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    CUDART_CALLED();
    if (!config)
        return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetSharedMemConfig: config is null");
    *config = cudaSharedMemBankSizeFourByte; /* of all GPUs since Maxwell */
    return cudaSuccess;
}

static cudaError_t version(int *to, const char *function)
{
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "%s: version is null", function);
    *to = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *to)
{
    CUDART_CALLED();
    return version(to, "cudaDriverGetVersion");
}

cudaError_t cudaRuntimeGetVersion(int *to)
{
    CUDART_CALLED();
    return version(to, "cudaRuntimeGetVersion");
}

/* Profilers of CPUs watch the whole program. */
cudaError_t cudaProfilerStart(void)
{
    CUDART_CALLED();
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    CUDART_CALLED();
    return cudaSuccess;
}
