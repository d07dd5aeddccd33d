/* Code on devices: the fat binaries of kernel files, their kernels and variables.
 *
 * Every device loads a module as a library of its own, at the first use there, so that a reset of one device leaves the
 * others' variables alone. What was found is kept in the module's and the kernel's `state`, one place a device, good
 * while its generation is the device's.
 */
#include "cuda.h"

#include <string.h>

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

static bool is_current(lw_cuda_place *at, const lw_device_impl *device)
{
    /* Acquire: who sees the generation sees the value. */
    return atomic_load_explicit(&at->generation, memory_order_acquire) == generation_of(device);
}

static void publish(lw_cuda_place *at, const lw_device_impl *device)
{
    atomic_store_explicit(&at->generation, generation_of(device), memory_order_release);
}

/* A module's `state`: its library on each device; null when out of memory. Under the lock. */
static lw_cuda_place *make_places(lw_module *module)
{
    lw_cuda_place *places = module->state[LW_BACKEND_CUDA];
    if (!places)
        module->state[LW_BACKEND_CUDA] = places = lw_allocate(LW_CUDA_MAX_DEVICES * sizeof *places);
    return places;
}

/* A kernel's `state`; null when out of memory. Under the lock. */
static lw_cuda_kernel *make_kernel(lw_kernel *kernel)
{
    lw_cuda_kernel *made = kernel->state[LW_BACKEND_CUDA];
    if (made)
        return made;
    size_t name = strlen(kernel->name) + 1, file = strlen(kernel->file) + 1;
    made = lw_allocate(sizeof *made + name + file);
    if (!made)
        return NULL;
    made->line = kernel->line;
    made->name = memcpy(made->text, kernel->name, name);
    made->file = memcpy(made->text + name, kernel->file, file);
    __atomic_store_n(&kernel->state[LW_BACKEND_CUDA], (void *)made, __ATOMIC_RELEASE);
    return made;
}

/* Under the lock. */
static lw_status load(lw_device_impl *device, lw_module *module, CUlibrary *library)
{
    if (!module || !module->cuda_image)
        return lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE,
                       "%s was compiled without CUDA code (lanewise-cc, where there is nvcc, makes it)",
                       module ? module->file : "the kernel's file");
    lw_cuda_place *places = make_places(module);
    if (!places)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to load %s", module->file);
    lw_cuda_place *at = &places[device->ordinal];
    if (!is_current(at, device)) {
        lw_status status = lw_cuda_check(
            device, lw_cuda.cuLibraryLoadData(&at->value.library, module->cuda_image, NULL, NULL, 0, NULL, NULL, 0),
            "cuLibraryLoadData");
        if (status)
            return status;
        publish(at, device);
    }
    *library = at->value.library;
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
    case LW_ERROR_NO_KERNEL_IMAGE: /* the driver loads code lazily, or not at all where none of it fits */
    case LW_ERROR_INVALID_SYMBOL: return lw_cuda_no_image(device, kernel, error);
    default: return lw_cuda_failed(device, error, call);
    }
}

/* Under the lock. */
static lw_status find_slowly(lw_device_impl *device, const lw_kernel *kernel, CUfunction *found)
{
    CUlibrary library;
    lw_status status = load(device, kernel->module, &library);
    if (status)
        return status;
    /* The descriptor is const to users; its state belongs to us. */
    lw_cuda_kernel *made = make_kernel((lw_kernel *)kernel);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to load kernel %s", kernel->name);
    lw_cuda_place *at = &made->places[device->ordinal];
    if (!is_current(at, device)) {
        status = find_function(device, kernel, library, &at->value.function);
        if (status)
            return status;
        publish(at, device);
    }
    *found = at->value.function;
    return LW_SUCCESS;
}

lw_status lw_cuda_find_kernel(lw_device_impl *device, const lw_kernel *kernel, CUfunction *found)
{
    lw_cuda_kernel *made = __atomic_load_n(&kernel->state[LW_BACKEND_CUDA], __ATOMIC_ACQUIRE);
    if (__builtin_expect(made && is_current(&made->places[device->ordinal], device), 1)) {
        *found = made->places[device->ordinal].value.function;
        return LW_SUCCESS;
    }
    pthread_mutex_lock(&lock);
    lw_status status = find_slowly(device, kernel, found);
    pthread_mutex_unlock(&lock);
    return status;
}

/* Under no lock: the library stays. */
static lw_status find_variable(lw_device_impl *device, const lw_symbol *symbol, CUlibrary library, void **address,
                               size_t *size)
{
    CUdeviceptr found;
    size_t bytes;
    CUresult error = lw_cuda.cuLibraryGetGlobal(&found, &bytes, library, symbol->name);
    if (error == CUDA_ERROR_NOT_FOUND)
        return lw_fail(device, LW_ERROR_INVALID_SYMBOL, "%s holds no variable %s for this device", symbol->module->file,
                       symbol->name);
    lw_status status = lw_cuda_check(device, error, "cuLibraryGetGlobal");
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
    pthread_mutex_lock(&lock);
    status = load(device, (lw_module *)symbol->module, &library);
    pthread_mutex_unlock(&lock);
    return status ? status : find_variable(device, symbol, library, address, size);
}
