/* Code on devices: the fat binaries of kernel files, their kernels and variables.
 *
 * Every device loads a module as a library of its own, at the first use there, so that a reset of one device leaves the
 * others' variables alone. What was found is kept in the module's and the kernel's `state`, one place a device, good
 * while its generation is the device's.
 */
#include "cuda.h"


typedef struct place {
    atomic_uint generation; /* 0: nothing loaded */
    union {
        cudaLibrary_t library;
        cudaKernel_t kernel;
    } value;
} place;

/* How often each device's code was lost, plus one. It outlives the device's opening and closing. */
static atomic_uint generations[LW_CUDA_MAX_DEVICES] = {[0 ... LW_CUDA_MAX_DEVICES - 1] = 1};

/* Writers take turns; readers take no lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned generation_of(const lw_device_impl *device)
{
    return atomic_load_explicit(&generations[device->ordinal], memory_order_relaxed);
}

void lw_cuda_modules_forget(const lw_device_impl *device)
{
    /* The libraries themselves went with the device's context. */
    atomic_fetch_add_explicit(&generations[device->ordinal], 1, memory_order_relaxed);
}

static bool is_current(place *at, const lw_device_impl *device)
{
    /* Acquire: who sees the generation sees the value. */
    return atomic_load_explicit(&at->generation, memory_order_acquire) == generation_of(device);
}

static void publish(place *at, const lw_device_impl *device)
{
    atomic_store_explicit(&at->generation, generation_of(device), memory_order_release);
}

/* The places behind a `state`; null when out of memory. Under the lock. */
static place *make_places(void **state)
{
    place *places = *state;
    if (!places) {
        places = lw_allocate(LW_CUDA_MAX_DEVICES * sizeof *places);
        __atomic_store_n(state, places, __ATOMIC_RELEASE);
    }
    return places;
}

/* Under the lock. */
static lw_status load(lw_device_impl *device, lw_module *module, cudaLibrary_t *library)
{
    if (!module || !module->cuda_image)
        return lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE,
                       "%s was compiled without CUDA code (lanewise-cc, where there is nvcc, makes it)",
                       module ? module->file : "the kernel's file");
    place *places = make_places(&module->state[LW_BACKEND_CUDA]);
    if (!places)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to load %s", module->file);
    place *at = &places[device->ordinal];
    if (!is_current(at, device)) {
        lw_status status = lw_cuda_check(
            device, cudaLibraryLoadData(&at->value.library, module->cuda_image, NULL, NULL, 0, NULL, NULL, 0),
            "cudaLibraryLoadData");
        if (status)
            return status;
        publish(at, device);
    }
    *library = at->value.library;
    return LW_SUCCESS;
}

/* Under the lock. */
static lw_status find_slowly(lw_device_impl *device, const lw_kernel *kernel, cudaKernel_t *found)
{
    cudaLibrary_t library;
    lw_status status = load(device, kernel->module, &library);
    if (status)
        return status;
    /* The descriptor is const to users; its state belongs to us. */
    place *places = make_places(&((lw_kernel *)kernel)->state[LW_BACKEND_CUDA]);
    if (!places)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to load kernel %s", kernel->name);
    place *at = &places[device->ordinal];
    if (!is_current(at, device)) {
        cudaError_t error = cudaLibraryGetKernel(&at->value.kernel, library, kernel->name);
        if (error != cudaSuccess) {
            cudaGetLastError();
            status = lw_cuda_status(error);
            if (LW_ERROR_IS_STICKY(status))
                return lw_cuda_failed(device, error, "cudaLibraryGetKernel");
            return lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE, "kernel %s (%s) could not be loaded: %s (%s)",
                           kernel->name, kernel->file, cudaGetErrorString(error), cudaGetErrorName(error));
        }
        publish(at, device);
    }
    *found = at->value.kernel;
    return LW_SUCCESS;
}

lw_status lw_cuda_find_kernel(lw_device_impl *device, const lw_kernel *kernel, cudaKernel_t *found)
{
    place *places = __atomic_load_n(&kernel->state[LW_BACKEND_CUDA], __ATOMIC_ACQUIRE);
    if (__builtin_expect(places && is_current(&places[device->ordinal], device), 1)) {
        *found = places[device->ordinal].value.kernel;
        return LW_SUCCESS;
    }
    pthread_mutex_lock(&lock);
    lw_status status = find_slowly(device, kernel, found);
    pthread_mutex_unlock(&lock);
    return status;
}

/* Under no lock: the library stays. */
static lw_status find_variable(lw_device_impl *device, const lw_symbol *symbol, cudaLibrary_t library, void **address,
                               size_t *size)
{
    void *found;
    size_t bytes;
    cudaError_t error = cudaLibraryGetGlobal(&found, &bytes, library, symbol->name);
    if (error == cudaErrorSymbolNotFound || error == cudaErrorInvalidSymbol) {
        cudaGetLastError();
        return lw_fail(device, LW_ERROR_INVALID_SYMBOL, "%s holds no variable %s for this device",
                       symbol->module->file, symbol->name);
    }
    lw_status status = lw_cuda_check(device, error, "cudaLibraryGetGlobal");
    if (!status) {
        *address = found;
        *size = bytes;
    }
    return status;
}

lw_status lw_cuda_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size)
{
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    cudaLibrary_t library;
    pthread_mutex_lock(&lock);
    status = load(device, (lw_module *)symbol->module, &library);
    pthread_mutex_unlock(&lock);
    return status ? status : find_variable(device, symbol, library, address, size);
}
