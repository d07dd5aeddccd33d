/* CUDA's own code as a library: a cubin, a fat binary or PTX. It has no descriptors, so they are made from what the driver knows
 * about its kernels. */
#include "cuda.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARAMETERS = 64 };

/* The module's record, its name and its code, in one allocation. */
typedef struct image {
    lw_module module; /* first member */
    char text[];
} image;

typedef struct image_kernel {
    lw_kernel kernel; /* first member */
    lw_parameter parameters[MAX_PARAMETERS];
    char name[];
} image_kernel;

typedef struct image_symbol {
    lw_symbol symbol; /* first member */
    char name[];
} image_symbol;

static size_t up(size_t size)
{
    return (size + 15) / 16 * 16;
}

lw_status lw_cuda_image_load(lw_device_impl *device, const void *data, size_t size, const char *name,
                             lw_module **module)
{
    size_t name_size = up(strlen(name) + 1);
    image *made = lw_allocate(up(sizeof *made) + name_size + size + 1);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of code", size);
    char *text = (char *)made + up(sizeof *made);
    made->module = (lw_module){
        .version = LW_DESCRIPTOR_VERSION,
        .file = strcpy(text, name),
        .cuda_image = memcpy(text + name_size, data, size + 1),
    };
    CUlibrary library;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_library(device, &made->module, &library);
    if (status) {
        lw_cuda_unload(device, &made->module);
        free(made);
        return status;
    }
    *module = &made->module;
    return LW_SUCCESS;
}

void lw_cuda_image_unload(lw_device_impl *device, lw_module *module)
{
    if (lw_cuda_enter(device) == LW_SUCCESS)
        lw_cuda_unload(device, module);
    free(module);
}

/* Reads where the kernel's parameters lie. */
static lw_status read_parameters(lw_device_impl *device, CUfunction function, image_kernel *made)
{
    lw_kernel *kernel = &made->kernel;
    size_t offset, size;
    while (lw_cuda.cuFuncGetParamInfo(function, kernel->parameter_count, &offset, &size) == CUDA_SUCCESS) {
        if (kernel->parameter_count == MAX_PARAMETERS)
            return lw_fail(device, LW_ERROR_NOT_SUPPORTED, "kernel %s has more than %d parameters", kernel->name,
                           MAX_PARAMETERS);
        made->parameters[kernel->parameter_count++] = (lw_parameter){.size = size, .offset = offset};
        if (offset + size > kernel->arguments_size)
            kernel->arguments_size = offset + size;
    }
    return LW_SUCCESS;
}

lw_status lw_cuda_image_kernel(lw_device_impl *device, lw_module *module, const char *name, lw_kernel **kernel)
{
    CUlibrary library;
    CUkernel found;
    CUfunction function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_library(device, module, &library);
    if (status)
        return status;
    CUresult error = lw_cuda.cuLibraryGetKernel(&found, library, name);
    if (error == CUDA_ERROR_NOT_FOUND)
        return lw_fail(device, LW_ERROR_INVALID_SYMBOL, "%s has no kernel %.200s", module->file, name);
    status = lw_cuda_check(device, error, "cuLibraryGetKernel");
    if (status)
        return status;
    image_kernel *made = lw_allocate(sizeof *made + strlen(name) + 1);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for kernel %.200s", name);
    made->kernel = (lw_kernel){.version = LW_DESCRIPTOR_VERSION,
                               .name = strcpy(made->name, name),
                               .file = module->file,
                               .module = module,
                               .parameters = made->parameters};
    status = lw_cuda_find_kernel(device, &made->kernel, &function);
    if (!status)
        status = read_parameters(device, function, made);
    if (status)
        free(made);
    else
        *kernel = &made->kernel;
    return status;
}

lw_status lw_cuda_image_symbol(lw_device_impl *device, lw_module *module, const char *name, lw_symbol **symbol)
{
    image_symbol *made = lw_allocate(sizeof *made + strlen(name) + 1);
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for variable %.200s", name);
    void *address;
    made->symbol = (lw_symbol){.module = module, .name = strcpy(made->name, name), .file = module->file};
    lw_status status = lw_cuda_symbol(device, &made->symbol, &address, &made->symbol.size);
    if (status)
        free(made);
    else
        *symbol = &made->symbol;
    return status;
}
