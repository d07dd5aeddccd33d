/* What the files of liblanewise-cublas share. A function of cuBLAS checks its arguments, describes the memory that it reads and writes, and
 * puts its work into the handle's stream (../../host_work.h). There a thread of liblanewise calls OpenBLAS. */
#ifndef LANEWISE_CUBLAS_BLAS_H
#define LANEWISE_CUBLAS_BLAS_H

#include <cblas.h>

#include "../../host_work.h"
#include "../cublas_api.h"
#include "../runtime/cudart.h"

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
};

/* The types by their letters in names. */
typedef enum blas_type { BLAS_S, BLAS_D, BLAS_C, BLAS_Z } blas_type;

static inline size_t blas_size(blas_type type)
{
    static const size_t sizes[] = {[BLAS_S] = 4, [BLAS_D] = 8, [BLAS_C] = 8, [BLAS_Z] = 16};
    return sizes[type];
}

/* A scalar argument: its value, or where the work finds it when it runs. */
typedef struct blas_scalar {
    const void *device; /* null: `value` */
    _Alignas(16) char value[16];
} blas_scalar;

static inline const void *blas_value(const blas_scalar *scalar)
{
    return scalar->device ? scalar->device : scalar->value;
}

/* What functions of BLAS take, by BLAS's names. */
typedef struct blas_arguments {
    blas_type type;
    int m, n, k, lda, ldb, ldc, incx, incy;
    CBLAS_TRANSPOSE transa, transb;
    CBLAS_UPLO uplo;
    CBLAS_DIAG diag;
    CBLAS_SIDE side;
    blas_scalar alpha, beta;
    const void *a, *b, *x;
    void *c, *y, *result;
    int count; /* of a batch */
    int *pivots, *info;
} blas_arguments;

/* A call that is checked and described. */
typedef struct blas_call {
    const char *function;
    cublasHandle_t handle;
    blas_arguments of;
    lw_host_work_range ranges[LW_HOST_WORK_RANGES];
    unsigned count;
    bool waits; /* a result goes to the host */
} blas_call;

/* CBLAS takes scalars of real types by value, complex ones by address. */
#define S(pointer) (*(const float *)(pointer))
#define D(pointer) (*(const double *)(pointer))

enum { BLAS_READS = 1, BLAS_WRITES = 2, BLAS_UPDATES = 3 };

/* The call of an exported function, whose name begins with cublas and the type's letter. */
#define BLAS_CALL(L)                                                                                                   \
    &(blas_call)                                                                                                       \
    {                                                                                                                  \
        .function = __func__, .handle = handle, .of.type = BLAS_##L                                                    \
    }

/* ---- checks: each returns from the calling function ---- */
cublasStatus_t blas_refuse(cublasStatus_t status, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define BLAS_REQUIRE(call, condition, ...)                                                                             \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, (call)->function, __VA_ARGS__);                            \
    } while (0)
#define BLAS_REQUIRE_HANDLE(call)                                                                                      \
    do {                                                                                                               \
        if (!(call)->handle)                                                                                           \
            return blas_refuse(CUBLAS_STATUS_NOT_INITIALIZED, (call)->function,                                        \
                               "handle is null; cublasCreate() makes one");                                            \
    } while (0)
#define BLAS_REQUIRE_POINTER(call, pointer) BLAS_REQUIRE(call, pointer, #pointer " is null")
#define BLAS_REQUIRE_COUNT(call, n) BLAS_REQUIRE(call, (n) >= 0, #n " is %d; expected 0 or more", n)
#define BLAS_REQUIRE_STEP(call, inc) BLAS_REQUIRE(call, inc, #inc " is 0")
/* `rows` of the matrix that the leading dimension is of. */
#define BLAS_REQUIRE_LEADING(call, ld, rows)                                                                           \
    BLAS_REQUIRE(call, (ld) >= ((rows) > 1 ? (rows) : 1), #ld " is %d; the matrix has %d rows", ld, rows)
/* Enumerations, in CBLAS's numbers. */
#define BLAS_TAKE_OPERATION(call, to, trans)                                                                           \
    do {                                                                                                               \
        BLAS_REQUIRE(call, (unsigned)(trans) <= CUBLAS_OP_C, #trans " is %d, no cublasOperation_t", (int)(trans));     \
        (call)->of.to = (CBLAS_TRANSPOSE)(CblasNoTrans + (trans));                                                     \
    } while (0)
#define BLAS_TAKE_UPLO(call, fill)                                                                                     \
    do {                                                                                                               \
        BLAS_REQUIRE(call, (unsigned)(fill) <= CUBLAS_FILL_MODE_UPPER,                                                 \
                     "uplo is %d; expected CUBLAS_FILL_MODE_LOWER or _UPPER", (int)(fill));                            \
        (call)->of.uplo = (fill) == CUBLAS_FILL_MODE_UPPER ? CblasUpper : CblasLower;                                  \
    } while (0)
#define BLAS_TAKE_DIAG(call, unit)                                                                                     \
    do {                                                                                                               \
        BLAS_REQUIRE(call, (unsigned)(unit) <= CUBLAS_DIAG_UNIT, "diag is %d, no cublasDiagType_t", (int)(unit));      \
        (call)->of.diag = (unit) == CUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;                                       \
    } while (0)
#define BLAS_TAKE_SIDE(call, which)                                                                                    \
    do {                                                                                                               \
        BLAS_REQUIRE(call, (unsigned)(which) <= CUBLAS_SIDE_RIGHT, "side is %d, no cublasSideMode_t", (int)(which));   \
        (call)->of.side = (which) == CUBLAS_SIDE_RIGHT ? CblasRight : CblasLeft;                                       \
    } while (0)

/* ---- the memory of a call (call.c). What is empty is left out ---- */
/* `size` bytes of a scalar; where it is depends on the handle's pointer mode. */
void blas_take_scalar(blas_call *call, blas_scalar *scalar, const char *name, const void *pointer, size_t size);
/* Whether it is known to be 0: a number of the type, on the host. */
bool blas_is_zero(const blas_scalar *scalar, blas_type type);
/* Of memory to which a product is added, after beta times the memory: where beta is 0 it is not read. A beta in device memory is not known
 * yet; then no read is assumed, so that none is reported falsely. */
int blas_access_of_sum(const blas_call *call);
/* A result of `size` bytes; on the host the call waits for it. */
void blas_take_result(blas_call *call, void *pointer, size_t size);
void blas_vector(blas_call *call, const char *name, const void *pointer, int n, int step, int access);
void blas_matrix(blas_call *call, const char *name, const void *pointer, int rows, int columns, int leading,
                 int access);
/* Of a square matrix the triangle `of.uplo`, with its diagonal. */
void blas_triangle(blas_call *call, const char *name, const void *pointer, int n, int leading, int access);
void blas_bytes(blas_call *call, const char *name, const void *pointer, size_t size, int access);
void blas_range(blas_call *call, const lw_host_work_range *range);

typedef void (*blas_work)(void *arguments, void *scratch, lw_host_work_run *run);
/* Puts the work into the handle's stream. */
cublasStatus_t blas_run(const blas_call *call, blas_work work);
cublasStatus_t blas_run_with(const blas_call *call, blas_work work, const void *arguments, size_t size, size_t scratch);

/* ---- in the work ---- */
/* The first statement: threads of OpenBLAS help unless the calling one alone may access device memory. */
void blas_begin(const lw_host_work_run *run);
/* Defines a work: CBLAS has a function for each type. In these statements `a` is the work's arguments. */
#define BLAS_WORK(name, of_s, of_d, of_c, of_z)                                                                        \
    static void name(void *arguments, void *scratch, lw_host_work_run *run)                                            \
    {                                                                                                                  \
        const blas_arguments *a = arguments;                                                                           \
        (void)scratch;                                                                                                 \
        blas_begin(run);                                                                                               \
        switch (a->type) {                                                                                             \
        case BLAS_S: of_s; break;                                                                                      \
        case BLAS_D: of_d; break;                                                                                      \
        case BLAS_C: of_c; break;                                                                                      \
        case BLAS_Z: of_z; break;                                                                                      \
        }                                                                                                              \
    }
/* A matrix that an array of a batch has named; false: the work must return. */
bool blas_use(lw_host_work_run *run, const char *name, const void *pointer, int rows, int columns, int leading,
              size_t size, int access);

#endif
