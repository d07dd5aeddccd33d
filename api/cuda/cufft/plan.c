/* Plans: sizes, types, and how both sides lie in memory. */
#include <limits.h>

#include "fft.h"

/* A side as PlanMany's arguments name it; null: in the basic layout. */
typedef struct described {
    const int *embed;
    int stride, distance;
} described;

/* The elements of a dimension on a side: of the complex side of a real transform about half of the last one's. */
static int extent(const fft_plan *plan, int dimension, bool halved)
{
    return halved && dimension == plan->rank - 1 ? plan->n[dimension] / 2 + 1 : plan->n[dimension];
}

/* False: there are too many elements. */
static bool set_basic(const fft_plan *plan, bool halved, bool padded, fft_layout *to)
{
    ptrdiff_t all = 1;
    for (int d = plan->rank - 1; d >= 0; d--) {
        int size = extent(plan, d, halved);
        ptrdiff_t row = padded && d == plan->rank - 1 ? 2 * ((ptrdiff_t)plan->n[d] / 2 + 1) : size;
        to->stride[d] = all;
        if (__builtin_mul_overflow(all, row, &all))
            return false;
    }
    to->distance = all;
    to->dense = !padded;
    ptrdiff_t span;
    if (__builtin_mul_overflow(all, (ptrdiff_t)plan->batch, &span) || span > PTRDIFF_MAX / 16)
        return false;
    to->span = (size_t)span;
    return true;
}

static bool set_described(const fft_plan *plan, bool halved, const described *side, fft_layout *to)
{
    ptrdiff_t last = 0, stride = side->stride, part, wanted = 1;
    for (int d = plan->rank - 1; d >= 0; d--) {
        to->stride[d] = stride;
        if (__builtin_mul_overflow(stride, (ptrdiff_t)extent(plan, d, halved) - 1, &part) ||
            __builtin_add_overflow(last, part, &last) ||
            (d > 0 && __builtin_mul_overflow(stride, (ptrdiff_t)side->embed[d], &stride)))
            return false;
        wanted *= extent(plan, d, halved);
    }
    to->distance = side->distance;
    if (__builtin_mul_overflow((ptrdiff_t)side->distance, (ptrdiff_t)plan->batch - 1, &part) ||
        __builtin_add_overflow(last, part, &last) || last > PTRDIFF_MAX / 16 - 1)
        return false;
    to->span = (size_t)last + 1;
    to->dense = wanted <= PTRDIFF_MAX / plan->batch && wanted * plan->batch == last + 1;
    return true;
}

static cufftResult lay_out(fft_plan *plan, const described *from, const described *to, const char *function)
{
    bool from_real = fft_is_from_real(plan->type), to_real = fft_is_to_real(plan->type), fits;
    if (from && to) {
        fits = set_described(plan, to_real, from, &plan->from) && set_described(plan, from_real, to, &plan->to);
        plan->from_in = plan->from;
        plan->to_in = plan->to;
    } else {
        fits = set_basic(plan, to_real, false, &plan->from) && set_basic(plan, from_real, false, &plan->to) &&
               set_basic(plan, to_real, from_real, &plan->from_in) && set_basic(plan, from_real, to_real, &plan->to_in);
    }
    return fits ? CUFFT_SUCCESS : fft_refuse(CUFFT_INVALID_SIZE, function, "the transform has too many elements");
}

static bool is_type(cufftType type)
{
    return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_Z2Z || type == CUFFT_D2Z ||
           type == CUFFT_Z2D;
}

static cufftResult check_side(const char *name, int rank, const described *side, const char *function)
{
    if (side->stride < 1 || side->distance < 0)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "%cstride is %d and %cdist is %d; expected 1 and 0 or more",
                          *name, side->stride, *name, side->distance);
    for (int i = 1; i < rank; i++)
        if (side->embed[i] < 1)
            return fft_refuse(CUFFT_INVALID_VALUE, function, "%snembed[%d] is %d; expected 1 or more", name, i,
                              side->embed[i]);
    return CUFFT_SUCCESS;
}

static cufftResult make(cufftHandle handle, int rank, const int *n, const described *from, const described *to,
                        cufftType type, int batch, size_t *work_size, const char *function)
{
    fft_plan *plan = fft_find(handle, function);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (!work_size)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "workSize is null");
    if (plan->made)
        return fft_refuse(CUFFT_INVALID_PLAN, function, "plan %d is made already", handle);
    if (rank < 1 || rank > FFT_MOST_RANK)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "rank is %d; expected 1 to 3", rank);
    if (!n)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "n is null");
    if (!is_type(type))
        return fft_refuse(CUFFT_INVALID_TYPE, function, "type is 0x%x, no cufftType", (unsigned)type);
    if (batch < 1)
        return fft_refuse(CUFFT_INVALID_SIZE, function, "batch is %d; expected 1 or more", batch);
    fft_plan made = {.made = true, .type = type, .rank = rank, .batch = batch, .stream = plan->stream};
    for (int i = 0; i < rank; i++) {
        made.n[i] = n[i];
        if (n[i] < 1)
            return fft_refuse(CUFFT_INVALID_SIZE, function, "size %d is %d; expected 1 or more", i, n[i]);
    }
    cufftResult result = CUFFT_SUCCESS;
    if (from && to && !(result = check_side("i", rank, from, function)))
        result = check_side("o", rank, to, function);
    if (!result)
        result = lay_out(&made, from, to, function);
    if (result)
        return result;
    *plan = made;
    *work_size = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *work_size)
{
    return make(plan, 1, &nx, NULL, NULL, type, batch, work_size, __func__);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *work_size)
{
    const int n[] = {nx, ny};
    return make(plan, 2, n, NULL, NULL, type, 1, work_size, __func__);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *work_size)
{
    const int n[] = {nx, ny, nz};
    return make(plan, 3, n, NULL, NULL, type, 1, work_size, __func__);
}

/* Where an embedding is null, both sides are in the basic layout. */
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, cufftType type, int batch, size_t *work_size)
{
    const described from = {inembed, istride, idist}, to = {onembed, ostride, odist};
    bool basic = !inembed || !onembed;
    return make(plan, rank, n, basic ? NULL : &from, basic ? NULL : &to, type, batch, work_size, __func__);
}

/* ---- creation and making in one ---- */
static cufftResult create(cufftHandle *plan, int rank, int *n, cufftType type, int batch, const char *function)
{
    size_t work_size;
    cufftResult result = cufftCreate(plan);
    if (!result && (result = make(*plan, rank, n, NULL, NULL, type, batch, &work_size, function)))
        cufftDestroy(*plan);
    return result;
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    return create(plan, 1, &nx, type, batch, __func__);
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    return create(plan, 2, (int[]){nx, ny}, type, 1, __func__);
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    return create(plan, 3, (int[]){nx, ny, nz}, type, 1, __func__);
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                          int ostride, int odist, cufftType type, int batch)
{
    size_t work_size;
    cufftResult result = cufftCreate(plan);
    if (!result && (result = cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                                               batch, &work_size)))
        cufftDestroy(*plan);
    return result;
}
