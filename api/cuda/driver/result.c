/* Results, and what needs no device. */
#include <stdarg.h>
#include <stdio.h>

#include "driver.h"

static const struct {
    CUresult result;
    const char *name;
} results[] = {
#define LW_CUDA_RESULT(name, number) {name, #name},
#include "results.h"
#undef LW_CUDA_RESULT
};

static const char *name_of(CUresult result)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].result == result)
            return results[i].name;
    return NULL;
}

CUresult driver_result(cudaError_t error, cudaError_t last)
{
    cudart_set_last_error(last);
    return name_of((CUresult)error) ? (CUresult)error : CUDA_ERROR_INVALID_VALUE;
}

CUresult driver_refuse(CUresult result, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lw_error(LW_ERROR_INVALID_VALUE, "%s", text);
    return result;
}

CUresult cuInit(unsigned flags)
{
    int count;
    if (flags)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuInit: flags is %u; expected 0", flags);
    DRIVER_CALL(cudaGetDeviceCount(&count));
}

CUresult cuDriverGetVersion(int *version)
{
    DRIVER_CALL(cudaDriverGetVersion(version));
}

CUresult cuGetErrorName(CUresult result, const char **name)
{
    if (!name)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuGetErrorName: name is null");
    *name = name_of(result);
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult result, const char **text)
{
    if (!text)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuGetErrorString: text is null");
    switch ((int)result) { /* the runtime has no error of these numbers */
    case CUDA_ERROR_CONTEXT_ALREADY_CURRENT: *text = "context already current"; break;
    case CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE: *text = "the graph update was not performed"; break;
    default: *text = name_of(result) ? cudaGetErrorString((cudaError_t)result) : NULL;
    }
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
