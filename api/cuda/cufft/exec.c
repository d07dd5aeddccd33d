/* Transforms: FFTW's plans, and the work that runs one. */
#include <fftw3.h>
#include <pthread.h>

#include "fft.h"

/* ---- FFTW's plans ---- */
/* Only one thread at a time may make plans. */
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

/* `P` is fftw or fftwf, `R` its real type. The pointers are not read: FFTW only sees whether they are one. */
#define PLAN(P, R)                                                                                                     \
    static void *P##_plan_of(const fft_plan *plan, const fft_layout *in, const fft_layout *out, void *from, void *to,  \
                             int direction)                                                                            \
    {                                                                                                                  \
        P##_iodim64 size[FFT_MOST_RANK], batch = {plan->batch, in->distance, out->distance};                           \
        unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;                                                               \
        for (int i = 0; i < plan->rank; i++)                                                                           \
            size[i] = (P##_iodim64){plan->n[i], in->stride[i], out->stride[i]};                                        \
        if (fft_is_from_real(plan->type))                                                                              \
            return P##_plan_guru64_dft_r2c(plan->rank, size, 1, &batch, (R *)from, (P##_complex *)to, flags);          \
        if (fft_is_to_real(plan->type)) /* of more dimensions FFTW cannot keep the input */                            \
            return P##_plan_guru64_dft_c2r(plan->rank, size, 1, &batch, (P##_complex *)from, (R *)to,                  \
                                           flags | (plan->rank == 1 && from != to ? FFTW_PRESERVE_INPUT : 0));         \
        return P##_plan_guru64_dft(plan->rank, size, 1, &batch, (P##_complex *)from, (P##_complex *)to, direction,     \
                                   flags);                                                                             \
    }
PLAN(fftw, double)
PLAN(fftwf, float)

static void *find_plan(fft_plan *plan, void *from, void *to, int direction)
{
    bool in_place = from == to;
    void **found = &plan->of_fftw[direction == CUFFT_INVERSE][in_place];
    const fft_layout *in = in_place ? &plan->from_in : &plan->from, *out = in_place ? &plan->to_in : &plan->to;
    pthread_mutex_lock(&planner);
    if (!*found)
        *found = fft_is_double(plan->type) ? fftw_plan_of(plan, in, out, from, to, direction)
                                           : fftwf_plan_of(plan, in, out, from, to, direction);
    void *made = *found;
    pthread_mutex_unlock(&planner);
    return made;
}

/* ---- the work ---- */
typedef struct transform {
    cufftType type;
    void *of_fftw, *from, *to;
} transform;

static void run(void *arguments, void *scratch, lw_host_work_run *how)
{
    const transform *t = arguments;
    (void)scratch, (void)how;
    switch (t->type) {
    case CUFFT_C2C: fftwf_execute_dft(t->of_fftw, t->from, t->to); break;
    case CUFFT_R2C: fftwf_execute_dft_r2c(t->of_fftw, t->from, t->to); break;
    case CUFFT_C2R: fftwf_execute_dft_c2r(t->of_fftw, t->from, t->to); break;
    case CUFFT_Z2Z: fftw_execute_dft(t->of_fftw, t->from, t->to); break;
    case CUFFT_D2Z: fftw_execute_dft_r2c(t->of_fftw, t->from, t->to); break;
    case CUFFT_Z2D: fftw_execute_dft_c2r(t->of_fftw, t->from, t->to); break;
    }
}

/* Of a side with gaps, reads are not described: what lies in the gaps may never have been written. */
static void describe(lw_host_work_range *range, const char *name, const void *pointer, const fft_layout *layout,
                     size_t element, bool reads, bool writes)
{
    size_t size = layout->span * element;
    *range = (lw_host_work_range){.argument = name,
                                  .pointer = pointer,
                                  .pitch = size,
                                  .width = size,
                                  .height = 1,
                                  .reads = reads && layout->dense,
                                  .writes = writes};
}

static cufftResult execute(cufftHandle handle, cufftType type, void *from, void *to, int direction,
                           const char *function)
{
    fft_plan *plan = fft_find(handle, function);
    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (!plan->made || plan->type != type)
        return fft_refuse(CUFFT_INVALID_PLAN, function, "plan %d is %s", handle,
                          plan->made ? "of another type" : "not made yet");
    if (!from || !to)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "the %s is null", from ? "output" : "input");
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
        return fft_refuse(CUFFT_INVALID_VALUE, function, "direction is %d; expected CUFFT_FORWARD or _INVERSE",
                          direction);
    lw_stream *stream;
    if (cudart_stream(&stream, plan->stream))
        return CUFFT_EXEC_FAILED;
    transform t = {type, find_plan(plan, from, to, direction), from, to};
    if (!t.of_fftw)
        return fft_refuse(CUFFT_ALLOC_FAILED, function, "FFTW cannot make a plan");
    size_t real = fft_is_double(type) ? sizeof(double) : sizeof(float);
    bool in_place = from == to, keeps = !fft_is_to_real(type) || plan->rank == 1;
    lw_host_work_range ranges[2];
    describe(&ranges[0], "the input", from, in_place ? &plan->from_in : &plan->from,
             fft_is_from_real(type) ? real : 2 * real, true, in_place || !keeps);
    describe(&ranges[1], "the output", to, in_place ? &plan->to_in : &plan->to, fft_is_to_real(type) ? real : 2 * real,
             false, true);
    lw_host_work work = {
        .function = function, .run = run, .arguments = &t, .size = sizeof t, .ranges = ranges, .count = 2};
    switch (lw_host_work_enqueue(stream, &work)) {
    case LW_SUCCESS: return CUFFT_SUCCESS;
    case LW_ERROR_OUT_OF_MEMORY: return CUFFT_ALLOC_FAILED;
    default: return CUFFT_EXEC_FAILED;
    }
}

#define EXEC(TYPE, From, To, parameter, direction)                                                                     \
    cufftResult cufftExec##TYPE(cufftHandle plan, From *from, To *to parameter)                                        \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return execute(plan, CUFFT_##TYPE, from, to, direction, __func__);                                             \
    }
#define NONE
#define DIRECTION , int direction
EXEC(C2C, cufftComplex, cufftComplex, DIRECTION, direction)
EXEC(R2C, cufftReal, cufftComplex, NONE, CUFFT_FORWARD)
EXEC(C2R, cufftComplex, cufftReal, NONE, CUFFT_INVERSE)
EXEC(Z2Z, cufftDoubleComplex, cufftDoubleComplex, DIRECTION, direction)
EXEC(D2Z, cufftDoubleReal, cufftDoubleComplex, NONE, CUFFT_FORWARD)
EXEC(Z2D, cufftDoubleComplex, cufftDoubleReal, NONE, CUFFT_INVERSE)
