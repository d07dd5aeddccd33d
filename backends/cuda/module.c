/* Code on devices: the fat binaries of kernel files, with their kernels and variables.
 *
 * Each device loads a module as a library of its own, at its first use there: so a reset of one device does not change
 * variables of others. The module's and the kernel's `state` cache the results, one for each device. A result is valid
 * while its generation is the device's.
 */
#include "cuda.h"

#include <stdlib.h>
#include <string.h>

/* How often each device's code was lost, plus one. Closing a device does not change it. */
static atomic_uint generations[LW_CUDA_MAX_DEVICES] = {[0 ... LW_CUDA_MAX_DEVICES - 1] = 1};

/* Held by writers; readers take no lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned generation_of(const lw_device_impl *device)
{
    return atomic_load_explicit(&generations[device->ordinal], memory_order_relaxed);
}

void lw_cuda_modules_forget(const lw_device_impl *device)
{
    /* The reset of the device's context has destroyed the libraries. */
    atomic_fetch_add_explicit(&generations[device->ordinal], 1, memory_order_relaxed);
}

static bool is_current(lw_cuda_loaded *loaded, const lw_device_impl *device)
{
    /* Acquire: a thread that sees the generation sees the value. */
    return atomic_load_explicit(&loaded->generation, memory_order_acquire) == generation_of(device);
}

static void publish(lw_cuda_loaded *loaded, const lw_device_impl *device)
{
    atomic_store_explicit(&loaded->generation, generation_of(device), memory_order_release);
}

/* A module's `state`: its library on each device; null when out of memory. With the lock held. */
static lw_cuda_loaded *make_loaded(lw_module *module)
{
    lw_cuda_loaded *loaded = module->state[LW_BACKEND_CUDA];
    if (!loaded)
        module->state[LW_BACKEND_CUDA] = loaded = lw_allocate(LW_CUDA_MAX_DEVICES * sizeof *loaded);
    return loaded;
}

/* A kernel's `state`; null when out of memory. With the lock held. */
static lw_cuda_kernel *make_kernel(lw_kernel *kernel)
{
    lw_cuda_kernel *state = kernel->state[LW_BACKEND_CUDA];
    if (state)
        return state;
    size_t name = strlen(kernel->name) + 1, file = strlen(kernel->file) + 1;
    state = lw_allocate(sizeof *state + name + file);
    if (!state)
        return NULL;
    state->line = kernel->line;
    state->name = memcpy(state->text, kernel->name, name);
    state->file = memcpy(state->text + name, kernel->file, file);
    __atomic_store_n(&kernel->state[LW_BACKEND_CUDA], (void *)state, __ATOMIC_RELEASE);
    return state;
}

/* Loads the module on the device. With the lock held. */
static lw_status load(lw_device_impl *device, lw_module *module, CUlibrary *library)
{
    if (!module || !module->cuda_image)
        return lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE,
                       "%s was compiled without CUDA code (lanewise-cc, where there is nvcc, makes it)",
                       module ? module->file : "the kernel's file");
    lw_cuda_loaded *devices = make_loaded(module);
    if (!devices)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to load %s", module->file);
    lw_cuda_loaded *loaded = &devices[device->ordinal];
    if (!is_current(loaded, device)) {
        lw_status status = lw_cuda_check(
            device, lw_cuda.cuLibraryLoadData(&loaded->value.library, module->cuda_image, NULL, NULL, 0, NULL, NULL, 0),
            "cuLibraryLoadData");
        if (status)
            return status;
        publish(loaded, device);
    }
    *library = loaded->value.library;
    return LW_SUCCESS;
}

lw_status lw_cuda_no_image(lw_device_impl *device, const lw_kernel *kernel, CUresult error)
{
    return lw_fail(
        device, LW_ERROR_NO_KERNEL_IMAGE,
        "kernel %s (%s) has no code for this device: %s (%s); lanewise-cc --cuda-arch names what to compile for",
        kernel->name, kernel->file, lw_cuda_error_string(error), lw_cuda_error_name(error));
}

/* The kernel's function in the current context. */
static lw_status find_function(lw_device_impl *device, const lw_kernel *kernel, CUlibrary library, CUfunction *function)
{
    const char *call = "cuLibraryGetKernel";
    CUkernel found;
    CUresult error = lw_cuda.cuLibraryGetKernel(&found, library, kernel->name);
    if (error == CUDA_SUCCESS) {
        call = "cuKernelGetFunction";
        error = lw_cuda.cuKernelGetFunction(function, found);
    }
    switch (lw_cuda_status(error)) {
    case LW_SUCCESS: return LW_SUCCESS;
    case LW_ERROR_NO_KERNEL_IMAGE: /* the driver loads code lazily, or not at all if none is for the device */
    case LW_ERROR_INVALID_SYMBOL: return lw_cuda_no_image(device, kernel, error);
    default: return lw_cuda_failed(device, error, call);
    }
}

/* With the lock held. */
static lw_status find_uncached(lw_device_impl *device, const lw_kernel *kernel, CUfunction *found)
{
    CUlibrary library;
    lw_status status = load(device, kernel->module, &library);
    if (status)
        return status;
    /* The descriptor is const to the program; its state is the library's. */
    lw_cuda_kernel *state = make_kernel((lw_kernel *)kernel);
    if (!state)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to load kernel %s", kernel->name);
    lw_cuda_loaded *loaded = &state->loaded[device->ordinal];
    if (!is_current(loaded, device)) {
        status = find_function(device, kernel, library, &loaded->value.function);
        if (status)
            return status;
        publish(loaded, device);
    }
    *found = loaded->value.function;
    return LW_SUCCESS;
}

lw_status lw_cuda_find_kernel(lw_device_impl *device, const lw_kernel *kernel, CUfunction *found)
{
    lw_cuda_kernel *state = __atomic_load_n(&kernel->state[LW_BACKEND_CUDA], __ATOMIC_ACQUIRE);
    if (__builtin_expect(state && is_current(&state->loaded[device->ordinal], device), 1)) {
        *found = state->loaded[device->ordinal].value.function;
        return LW_SUCCESS;
    }
    lw_capture_mode before = lw_cuda_exchange_mode(LW_CAPTURE_RELAXED); /* code may be loaded during a capture */
    pthread_mutex_lock(&lock);
    lw_status status = find_uncached(device, kernel, found);
    pthread_mutex_unlock(&lock);
    lw_cuda_exchange_mode(before);
    return status;
}

/* Takes no lock: the library stays loaded. */
static lw_status find_variable(lw_device_impl *device, const lw_symbol *symbol, CUlibrary library, void **address,
                               size_t *size)
{
    CUdeviceptr found;
    size_t bytes;
    bool managed = symbol->kind == LW_SYMBOL_MANAGED;
    CUresult error = managed ? lw_cuda.cuLibraryGetManaged(&found, &bytes, library, symbol->name)
                             : lw_cuda.cuLibraryGetGlobal(&found, &bytes, library, symbol->name);
    if (error == CUDA_ERROR_NOT_FOUND || error == CUDA_ERROR_INVALID_VALUE) /* the latter: the name is a kernel's */
        return lw_fail(device, LW_ERROR_INVALID_SYMBOL, "%s holds no variable %s for this device", symbol->module->file,
                       symbol->name);
    lw_status status = lw_cuda_check(device, error, managed ? "cuLibraryGetManaged" : "cuLibraryGetGlobal");
    if (!status) {
        *address = (void *)(uintptr_t)found;
        *size = bytes;
    }
    return status;
}

lw_status lw_cuda_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size)
{
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    CUlibrary library;
    status = lw_cuda_find_library(device, (lw_module *)symbol->module, &library);
    return status ? status : find_variable(device, symbol, library, address, size);
}

lw_status lw_cuda_find_library(lw_device_impl *device, lw_module *module, CUlibrary *library)
{
    pthread_mutex_lock(&lock);
    lw_status status = load(device, module, library);
    pthread_mutex_unlock(&lock);
    return status;
}

void lw_cuda_unload(lw_device_impl *device, lw_module *module)
{
    pthread_mutex_lock(&lock);
    lw_cuda_loaded *devices = module->state[LW_BACKEND_CUDA];
    if (devices && is_current(&devices[device->ordinal], device))
        lw_cuda.cuLibraryUnload(devices[device->ordinal].value.library);
    free(devices);
    module->state[LW_BACKEND_CUDA] = NULL;
    pthread_mutex_unlock(&lock);
}
