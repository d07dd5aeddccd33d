/* Handles: numbers, in a table. Settings and versions. */
#include <fftw3.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fft.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fft_plan **plans; /* of handle i + 1; null: destroyed */
static int count;

cufftResult fft_refuse(cufftResult result, const char *function, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lw_error(LW_ERROR_INVALID_VALUE, "%s: %s", function, text);
    return result;
}

fft_plan *fft_find(cufftHandle handle, const char *function)
{
    pthread_mutex_lock(&lock);
    fft_plan *found = handle > 0 && handle <= count ? plans[handle - 1] : NULL;
    pthread_mutex_unlock(&lock);
    if (!found)
        fft_refuse(CUFFT_INVALID_PLAN, function, "plan is %d, which is no plan", handle);
    return found;
}

/* With the lock held: a free place; -1: no memory. */
static int find_place(void)
{
    for (int i = 0; i < count; i++)
        if (!plans[i])
            return i;
    fft_plan **more = realloc(plans, ((size_t)count + 1) * sizeof *more);
    if (!more)
        return -1;
    plans = more;
    return count++;
}

cufftResult cufftCreate(cufftHandle *handle)
{
    CUDART_CALLED();
    lw_stream *stream;
    if (!handle)
        return fft_refuse(CUFFT_INVALID_VALUE, __func__, "plan is null");
    if (cudart_stream(&stream, NULL)) /* opens the device */
        return CUFFT_SETUP_FAILED;
    fft_plan *made = calloc(1, sizeof *made);
    pthread_mutex_lock(&lock);
    int place = made ? find_place() : -1;
    if (place >= 0)
        plans[place] = made;
    pthread_mutex_unlock(&lock);
    if (place < 0) {
        free(made);
        return fft_refuse(CUFFT_ALLOC_FAILED, __func__, "no memory for a plan");
    }
    *handle = place + 1;
    return CUFFT_SUCCESS;
}

/* Waits for its transforms. */
cufftResult cufftDestroy(cufftHandle handle)
{
    CUDART_CALLED();
    fft_plan *plan = fft_find(handle, __func__);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    cudaDeviceSynchronize();
    pthread_mutex_lock(&lock);
    plans[handle - 1] = NULL;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 4; i++) {
        void *of_fftw = plan->of_fftw[i / 2][i % 2];
        if (of_fftw && fft_is_double(plan->type))
            fftw_destroy_plan(of_fftw);
        else if (of_fftw)
            fftwf_destroy_plan(of_fftw);
    }
    free(plan);
    return CUFFT_SUCCESS;
}

/* ---- settings ---- */
cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    fft_plan *plan = fft_find(handle, __func__);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int automatic)
{
    (void)automatic;
    return fft_find(handle, __func__) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetWorkArea(cufftHandle handle, void *area)
{
    (void)area;
    return fft_find(handle, __func__) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftGetSize(cufftHandle handle, size_t *work_size)
{
    const fft_plan *plan = fft_find(handle, __func__);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (!work_size)
        return fft_refuse(CUFFT_INVALID_VALUE, __func__, "work_size is null");
    *work_size = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetVersion(int *version)
{
    if (!version)
        return fft_refuse(CUFFT_INVALID_VALUE, __func__, "version is null");
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    if (!value || (unsigned)type > PATCH_LEVEL)
        return fft_refuse(value ? CUFFT_INVALID_TYPE : CUFFT_INVALID_VALUE, __func__,
                          value ? "type is no property" : "value is null");
    *value = type == MAJOR_VERSION ? CUFFT_VER_MAJOR : type == MINOR_VERSION ? CUFFT_VER_MINOR : CUFFT_VER_PATCH;
    return CUFFT_SUCCESS;
}
