/* cuSPARSE through dlopen, so that the bench starts on a machine without it. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

/* The parts of cuSPARSE's interface that are used, as its documentation gives them. */
typedef struct cusparseContext *cusparse_handle;
typedef struct cusparseSpMatDescr *cusparse_matrix;
typedef struct cusparseDnVecDescr *cusparse_vector;
enum { NON_TRANSPOSE = 0, INDEX_32I = 2, BASE_ZERO = 0, REAL_32F = 0, ALGORITHM_DEFAULT = 0 };

static struct {
    int state; /* 0: not tried, 1: loaded, -1: absent */
    cusparse_handle handle;
    int (*set_stream)(cusparse_handle handle, void *stream);
    int (*create_csr)(cusparse_matrix *matrix, int64_t rows, int64_t columns, int64_t entries, void *offsets,
                      void *indices, void *values, int offsets_type, int indices_type, int base, int type);
    int (*create_coo)(cusparse_matrix *matrix, int64_t rows, int64_t columns, int64_t entries, void *row_indices,
                      void *indices, void *values, int indices_type, int base, int type);
    int (*create_sell)(cusparse_matrix *matrix, int64_t rows, int64_t columns, int64_t entries, int64_t places,
                       int64_t slice, void *offsets, void *indices, void *values, int offsets_type, int indices_type,
                       int base, int type);
    int (*create_vector)(cusparse_vector *vector, int64_t size, void *values, int type);
    int (*destroy_matrix)(cusparse_matrix matrix);
    int (*destroy_vector)(cusparse_vector vector);
    int (*buffer_size)(cusparse_handle handle, int operation, const void *alpha, cusparse_matrix a, cusparse_vector x,
                       const void *beta, cusparse_vector y, int type, int algorithm, size_t *size);
    int (*spmv)(cusparse_handle handle, int operation, const void *alpha, cusparse_matrix a, cusparse_vector x,
                const void *beta, cusparse_vector y, int type, int algorithm, void *buffer);
} cusparse;

/* Descriptors of the sets of buffers that the bench takes in turns. */
enum { KEPT = 64 };
static struct problem {
    struct bench_sparse arguments;
    cusparse_matrix a;
    cusparse_vector x, y;
    void *buffer;
} kept[KEPT];
static unsigned next_kept;

static bool find(void *library, const char *name, void *function)
{
    return (*(void **)function = dlsym(library, name)) != NULL;
}

static bool load(void)
{
    const char *names[] = {getenv("LANEWISE_CUSPARSE"), "libcusparse.so.12", "libcusparse.so",
                           "/usr/local/cuda/lib64/libcusparse.so.12", "/usr/local/cuda/lib64/libcusparse.so"};
    int (*open)(cusparse_handle *handle);
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        if (names[i])
            library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library && find(library, "cusparseCreate", &open) &&
           find(library, "cusparseSetStream", &cusparse.set_stream) &&
           find(library, "cusparseCreateCsr", &cusparse.create_csr) &&
           find(library, "cusparseCreateCoo", &cusparse.create_coo) &&
           find(library, "cusparseCreateSlicedEll", &cusparse.create_sell) &&
           find(library, "cusparseCreateDnVec", &cusparse.create_vector) &&
           find(library, "cusparseDestroySpMat", &cusparse.destroy_matrix) &&
           find(library, "cusparseDestroyDnVec", &cusparse.destroy_vector) &&
           find(library, "cusparseSpMV_bufferSize", &cusparse.buffer_size) &&
           find(library, "cusparseSpMV", &cusparse.spmv) && open(&cusparse.handle) == 0;
}

bool bench_cusparse_present(void)
{
    if (!cusparse.state)
        cusparse.state = load() ? 1 : -1;
    return cusparse.state > 0;
}

static void forget(struct problem *problem)
{
    if (problem->a)
        cusparse.destroy_matrix(problem->a);
    if (problem->x)
        cusparse.destroy_vector(problem->x);
    if (problem->y)
        cusparse.destroy_vector(problem->y);
    if (problem->buffer)
        bench_gpu_free(problem->buffer);
    memset(problem, 0, sizeof *problem);
}

static int create(cusparse_matrix *made, const struct bench_sparse *m)
{
    switch (m->form) {
    case BENCH_COO:
        return cusparse.create_coo(made, m->rows, m->columns, m->entries, m->offsets, m->indices, m->values, INDEX_32I,
                                   BASE_ZERO, REAL_32F);
    case BENCH_SELL:
        return cusparse.create_sell(made, m->rows, m->columns, m->entries, m->entries, m->slice, m->offsets, m->indices,
                                    m->values, INDEX_32I, INDEX_32I, BASE_ZERO, REAL_32F);
    case BENCH_CSR: break;
    }
    return cusparse.create_csr(made, m->rows, m->columns, m->entries, m->offsets, m->indices, m->values, INDEX_32I,
                               INDEX_32I, BASE_ZERO, REAL_32F);
}

static bool describe(struct problem *problem, const struct bench_sparse *matrix)
{
    size_t size = 0;
    forget(problem);
    problem->arguments = *matrix;
    bool good = !create(&problem->a, matrix) &&
                !cusparse.create_vector(&problem->x, matrix->columns, matrix->x, REAL_32F) &&
                !cusparse.create_vector(&problem->y, matrix->rows, matrix->y, REAL_32F) &&
                !cusparse.buffer_size(cusparse.handle, NON_TRANSPOSE, &matrix->alpha, problem->a, problem->x,
                                      &matrix->beta, problem->y, REAL_32F, ALGORITHM_DEFAULT, &size) &&
                (size == 0 || bench_gpu_allocate(&problem->buffer, size));
    if (!good)
        forget(problem);
    return good;
}

int bench_cusparse_spmv(void *stream, const struct bench_sparse *matrix)
{
    struct problem *problem = NULL;
    if (!bench_cusparse_present() || cusparse.set_stream(cusparse.handle, stream))
        return -1;
    for (unsigned i = 0; i < KEPT && !problem; i++)
        if (kept[i].a && !memcmp(&kept[i].arguments, matrix, sizeof *matrix))
            problem = &kept[i];
    if (!problem) {
        problem = &kept[next_kept++ % KEPT];
        if (!describe(problem, matrix))
            return -1;
    }
    return cusparse.spmv(cusparse.handle, NON_TRANSPOSE, &matrix->alpha, problem->a, problem->x, &matrix->beta,
                         problem->y, REAL_32F, ALGORITHM_DEFAULT, problem->buffer)
               ? -1
               : 0;
}
