/* What the files of the driver interface share: a call of the runtime's, with the driver's result. */
#ifndef LANEWISE_CUDA_DRIVER_H
#define LANEWISE_CUDA_DRIVER_H

#include "../cuda.h"
#include "../runtime/cudart.h"

/* The result with the error's number; where the driver has none with it, CUDA_ERROR_INVALID_VALUE. Keeps the runtime's last error
 * as it was before the call, `last`. */
CUresult driver_result(cudaError_t error, cudaError_t last);

/* A function of the driver that is one of the runtime's. */
#define DRIVER_CALL(expression)                                                                                        \
    do {                                                                                                               \
        CUDART_CALLED();                                                                                               \
        cudaError_t driver_last = cudart_last_error();                                                                 \
        return driver_result(expression, driver_last);                                                                 \
    } while (0)

/* Refuses with a sentence for lw_last_error_message(). */
CUresult driver_refuse(CUresult result, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void *driver_pointer(CUdeviceptr pointer)
{
    return (void *)(uintptr_t)pointer;
}

#endif
