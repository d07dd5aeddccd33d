/* The driver's older way of a launch: block, shared memory and arguments are set for a function one after another. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum { MOST_BYTES = 4096 };
typedef struct setting {
    CUfunction function;
    unsigned block[3], shared;
    size_t size;
    _Alignas(16) char arguments[MOST_BYTES];
    struct setting *next;
} setting;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static setting *settings; /* of each function that has any */

/* With the lock held. Null: it is no kernel, or memory is short; a sentence says which. */
static setting *find(CUfunction function, const char *name, CUresult *result)
{
    *result = CUDA_SUCCESS;
    for (setting *each = settings; each; each = each->next)
        if (each->function == function)
            return each;
    setting *made = cudart_kernel(function) ? calloc(1, sizeof *made) : NULL;
    if (made) {
        *made = (setting){.function = function, .block = {1, 1, 1}, .next = settings};
        settings = made;
    } else if (cudart_kernel(function)) {
        *result = driver_refuse(CUDA_ERROR_OUT_OF_MEMORY, "%s: out of memory", name);
    } else {
        *result =
            driver_refuse(CUDA_ERROR_INVALID_HANDLE, "%s: %p is no kernel of this program", name, (void *)function);
    }
    return made;
}

/* Runs the statement with `of`, the function's settings. */
#define SET(function, statement)                                                                                       \
    do {                                                                                                               \
        CUresult result;                                                                                               \
        pthread_mutex_lock(&lock);                                                                                     \
        setting *of = find(function, __func__, &result);                                                               \
        if (of)                                                                                                        \
            statement;                                                                                                 \
        pthread_mutex_unlock(&lock);                                                                                   \
        return result;                                                                                                 \
    } while (0)

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    if (x < 1 || y < 1 || z < 1)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuFuncSetBlockShape: %d x %d x %d is no block", x, y, z);
    SET(function, memcpy(of->block, ((unsigned[]){(unsigned)x, (unsigned)y, (unsigned)z}), sizeof of->block));
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned size)
{
    SET(function, of->shared = size);
}

CUresult cuParamSetSize(CUfunction function, unsigned size)
{
    if (size > MOST_BYTES)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuParamSetSize: size is %u; at most %d", size, MOST_BYTES);
    SET(function, of->size = size);
}

CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned size)
{
    if (!value || offset < 0 || size > MOST_BYTES || (unsigned)offset > MOST_BYTES - size)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuParamSetv: offset is %d, value is %p, size is %u; at most %d",
                             offset, value, size, MOST_BYTES);
    SET(function, memcpy(of->arguments + offset, value, size));
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

static CUresult launch(CUfunction function, int width, int height, CUstream stream, const char *name)
{
    CUresult result;
    setting copy;
    pthread_mutex_lock(&lock);
    const setting *of = find(function, name, &result);
    if (of)
        copy = *of;
    pthread_mutex_unlock(&lock);
    if (result)
        return result;
    if (width < 1 || height < 1)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "%s: %d x %d is no grid", name, width, height);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, copy.arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &copy.size,
                     CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(function, (unsigned)width, (unsigned)height, 1, copy.block[0], copy.block[1], copy.block[2],
                          copy.shared, stream, NULL, extra);
}

CUresult cuLaunch(CUfunction function)
{
    CUDART_CALLED();
    return launch(function, 1, 1, NULL, "cuLaunch");
}

CUresult cuLaunchGrid(CUfunction function, int width, int height)
{
    CUDART_CALLED();
    return launch(function, width, height, NULL, "cuLaunchGrid");
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream)
{
    CUDART_CALLED();
    return launch(function, width, height, stream, "cuLaunchGridAsync");
}
