/* Plans with sizes of 64 bits, which must be such as 32 bits hold. */
#include <limits.h>

#include "../cufftXt.h"
#include "fft.h"

/* False: the number does not fit. */
static bool narrow(long long from, int *to)
{
    *to = (int)from;
    return from >= INT_MIN && from <= INT_MAX;
}

static bool narrow_all(const long long *from, int rank, int *to)
{
    bool fits = true;
    for (int i = 0; i < rank && from; i++)
        fits = narrow(from[i], &to[i]) && fits;
    return fits;
}

static cufftResult make(cufftHandle plan, int rank, const long long *n, const long long *inembed, long long istride,
                        long long idist, const long long *onembed, long long ostride, long long odist, cufftType type,
                        long long batch, size_t *work_size, const char *function)
{
    int size[FFT_MOST_RANK], in[FFT_MOST_RANK], out[FFT_MOST_RANK], strides[2], distances[2], transforms;
    if (rank < 1 || rank > FFT_MOST_RANK)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "rank is %d; expected 1 to 3", rank);
    bool fits = narrow_all(n, rank, size) && narrow(batch, &transforms), embedded = inembed && onembed;
    if (embedded)
        fits = fits && narrow_all(inembed, rank, in) && narrow_all(onembed, rank, out) &&
               narrow(istride, &strides[0]) && narrow(ostride, &strides[1]) && narrow(idist, &distances[0]) &&
               narrow(odist, &distances[1]);
    if (!fits)
        return fft_refuse(CUFFT_INVALID_SIZE, function, "a size, stride, distance or batch needs more than 32 bits");
    return embedded
               ? cufftMakePlanMany(plan, rank, n ? size : NULL, in, strides[0], distances[0], out, strides[1],
                                   distances[1], type, transforms, work_size)
               : cufftMakePlanMany(plan, rank, n ? size : NULL, NULL, 1, 0, NULL, 1, 0, type, transforms, work_size);
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, long long *onembed, long long ostride, long long odist, cufftType type,
                                long long batch, size_t *work_size)
{
    return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size, __func__);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, cudaDataType input, long long *onembed, long long ostride,
                                long long odist, cudaDataType output, long long batch, size_t *work_size,
                                cudaDataType execution)
{
    static const struct {
        cudaDataType input, output, execution;
        cufftType type;
    } known[] = {{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
                 {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                 {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].input == input && known[i].output == output && known[i].execution == execution)
            return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, known[i].type, batch,
                        work_size, __func__);
    return fft_refuse(CUFFT_INVALID_TYPE, __func__, "types %d to %d in %d are not supported", (int)input, (int)output,
                      (int)execution);
}
