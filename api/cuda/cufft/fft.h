/* What the files of liblanewise-cufft share. A transform checks its arguments, describes its memory and is put into the plan's stream
 * (../../host_work.h). There a thread of liblanewise calls FFTW. */
#ifndef LANEWISE_CUFFT_FFT_H
#define LANEWISE_CUFFT_FFT_H

#include "../../host_work.h"
#include "../cufft.h"
#include "../runtime/cudart.h"

enum { FFT_MOST_RANK = 3 };

/* How a side lies in memory, in elements of its type. */
typedef struct fft_layout {
    ptrdiff_t stride[FFT_MOST_RANK]; /* from an element to the next of each dimension */
    ptrdiff_t distance;              /* from a transform to the next */
    size_t span;                     /* elements from the first to the last one, both included */
    bool dense;                      /* all of these are the side's */
} fft_layout;

typedef struct fft_plan {
    bool made;
    cufftType type;
    int rank, n[FFT_MOST_RANK], batch;
    fft_layout from, to;       /* of a transform from one place to another */
    fft_layout from_in, to_in; /* in place: rows of real numbers have room for the complex ones */
    cudaStream_t stream;
    void *of_fftw[2][2]; /* [direction is CUFFT_INVERSE][in place]: made at the first use */
} fft_plan;

static inline bool fft_is_double(cufftType type)
{
    return type & 0x40;
}
static inline bool fft_is_from_real(cufftType type)
{
    return type == CUFFT_R2C || type == CUFFT_D2Z;
}
static inline bool fft_is_to_real(cufftType type)
{
    return type == CUFFT_C2R || type == CUFFT_Z2D;
}

/* Refuses with a sentence for lw_last_error_message(). */
cufftResult fft_refuse(cufftResult result, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The plan of a handle; null: there is none, and a sentence says so. */
fft_plan *fft_find(cufftHandle handle, const char *function);

#endif
