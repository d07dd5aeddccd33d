/* Modules: shared libraries that lanewise-cc makes with -ptx, -cubin or -fatbin. Their kernels are registered as the program's. */
#include <elf.h>
#include <string.h>

#include "driver.h"

static CUresult refuse_null(const char *function, const char *name)
{
    return driver_refuse(CUDA_ERROR_INVALID_VALUE, "%s: %s is null", function, name);
}

/* What is no such library is an image of another kind, to CUDA's programs. */
static CUresult loaded(lw_status status, lw_library *library, CUmodule *module)
{
    if (!status)
        *module = (CUmodule)(void *)library;
    cudaError_t last = cudart_last_error();
    return status == LW_ERROR_INVALID_VALUE ? CUDA_ERROR_INVALID_IMAGE : driver_result(cudart_error(status), last);
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    CUDART_CALLED();
    lw_device *device;
    lw_library *library = NULL;
    cudaError_t last = cudart_last_error();
    if (!module || !path)
        return refuse_null("cuModuleLoad", module ? "path" : "module");
    CUresult result = driver_result(cudart_device(&device), last);
    if (result)
        return result;
    lw_status status = lw_library_load(device, &library, path);
    return loaded(status, library, module);
}

/* The bytes of a shared library, whose last part is the table of sections; 0: it is none. */
static size_t size_of(const void *image)
{
    Elf64_Ehdr header;
    if (memcmp(image, ELFMAG, SELFMAG) != 0)
        return 0;
    memcpy(&header, image, sizeof header);
    return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_type == ET_DYN
               ? header.e_shoff + (size_t)header.e_shnum * header.e_shentsize
               : 0;
}

static CUresult load_data(CUmodule *module, const void *image, const char *function)
{
    lw_device *device;
    lw_library *library = NULL;
    cudaError_t last = cudart_last_error();
    if (!module || !image)
        return refuse_null(function, module ? "image" : "module");
    if (!size_of(image))
        return driver_refuse(CUDA_ERROR_INVALID_IMAGE,
                             "%s: the image is no module for the CPU: make it with lanewise-cc -ptx, -cubin or -fatbin",
                             function);
    CUresult result = driver_result(cudart_device(&device), last);
    if (result)
        return result;
    lw_status status = lw_library_load_data(device, &library, image, size_of(image));
    return loaded(status, library, module);
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    CUDART_CALLED();
    return load_data(module, image, __func__);
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    CUDART_CALLED();
    return load_data(module, image, __func__);
}

/* The options are those of a compiler, which has run already. */
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values)
{
    CUDART_CALLED();
    (void)count, (void)options, (void)values;
    return load_data(module, image, __func__);
}

CUresult cuModuleUnload(CUmodule module)
{
    CUDART_CALLED();
    cudaError_t last = cudart_last_error();
    return driver_result(cudart_error(lw_library_unload((lw_library *)(void *)module)), last);
}

static CUresult found(lw_status status, const char *function, const char *name)
{
    cudaError_t last = cudart_last_error();
    if (status == LW_ERROR_INVALID_SYMBOL)
        return driver_refuse(CUDA_ERROR_NOT_FOUND, "%s: the module has no %.200s", function, name);
    return driver_result(cudart_error(status), last);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CUDART_CALLED();
    const lw_kernel *kernel;
    if (!function || !name)
        return refuse_null("cuModuleGetFunction", function ? "name" : "function");
    CUresult result = found(lw_library_get_kernel((lw_library *)(void *)module, name, &kernel), __func__, name);
    const void *host = result ? NULL : cudart_host_of(kernel);
    if (!result && !host)
        return driver_refuse(CUDA_ERROR_NOT_FOUND, "cuModuleGetFunction: %.200s is no kernel of CUDA C++", name);
    if (!result)
        *function = (CUfunction)(uintptr_t)host;
    return result;
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *size, CUmodule module, const char *name)
{
    CUDART_CALLED();
    const lw_symbol *symbol;
    lw_device *device;
    void *address;
    cudaError_t last = cudart_last_error();
    if (!name)
        return refuse_null("cuModuleGetGlobal", "name");
    CUresult result = found(lw_library_get_symbol((lw_library *)(void *)module, name, &symbol), __func__, name);
    if (!result)
        result = driver_result(cudart_device(&device), last);
    if (!result)
        result = driver_result(cudart_error(lw_symbol_get_address(device, &address, symbol)), last);
    if (!result && pointer)
        *pointer = (uintptr_t)address;
    if (!result && size)
        *size = symbol->size;
    return result;
}
