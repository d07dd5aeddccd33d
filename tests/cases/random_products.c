/* Products of matrices of random sizes, beside loops on the host: the shapes of a kernel's own cases are those that its author thought
 * of. The numbers are small integers, so that sums are exact in any order. */
#include <kernels/dgemm.h>
#include <kernels/sgemm.h>
#include <kernels/sgemm_batched.h>
#include <kernels/sgemv.h>
#include <kernels/ssyrk.h>

#include "../harness/test.h"

enum { ROUNDS = 8, FLOATS = 4, DOUBLES = 8 };

/* A matrix, by rows, and what the device has of it. */
struct matrix {
    size_t rows, columns, leading, element;
    double *value;
    void *device;
};

static size_t elements_of(const struct matrix *of)
{
    return of->rows * of->leading;
}

static double at(const struct matrix *of, size_t row, size_t column)
{
    return of->value[row * of->leading + column];
}

static void set(void *numbers, size_t element, size_t i, double value)
{
    if (element == DOUBLES)
        ((double *)numbers)[i] = value;
    else
        ((float *)numbers)[i] = (float)value;
}

static double get(const void *numbers, size_t element, size_t i)
{
    return element == DOUBLES ? ((const double *)numbers)[i] : (double)((const float *)numbers)[i];
}

static void make(struct test *t, struct matrix *made, size_t rows, size_t columns, size_t element)
{
    *made = (struct matrix){rows, columns, columns + (size_t)test_random_below(t, 4), element, NULL, NULL};
    const size_t count = elements_of(made);
    void *numbers = malloc((count + 1) * element);
    made->value = malloc((count + 1) * sizeof *made->value);
    CHECK(numbers != NULL && made->value != NULL);
    for (size_t i = 0; i < count; i++)
        set(numbers, element, i, made->value[i] = (double)test_random_below(t, 9) - 4);
    CHECK_STATUS(lw_malloc(t->device, &made->device, (count + 1) * element), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, made->device, numbers, count * element, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    free(numbers);
}

/* Compares the device's numbers with the values, also those between rows. */
static void compare(struct test *t, const struct matrix *with, const char *name, size_t depth)
{
    const size_t count = elements_of(with);
    void *numbers = malloc((count + 1) * with->element);
    CHECK(numbers != NULL);
    CHECK_STATUS(lw_memcpy(t->device, numbers, with->device, count * with->element, LW_MEMCPY_DEVICE_TO_HOST),
                 LW_SUCCESS);
    for (size_t i = 0; i < count && !t->failed; i++)
        if (get(numbers, with->element, i) != with->value[i])
            test_fail(t, __FILE__, __LINE__, "%s of %zu x %zu, %zu deep: number %zu is %g, not %g", name, with->rows,
                      with->columns, depth, i, get(numbers, with->element, i), with->value[i]);
    free(numbers);
}

static void release(struct test *t, struct matrix *of)
{
    lw_free(t->device, of->device);
    free(of->value);
}

/* A size: mostly up to two tiles of 32, at times more. */
static size_t size(struct test *t)
{
    return 1 + (size_t)test_random_below(t, test_random_below(t, 4) == 0 ? 150 : 70);
}

/* value = 2 value' + beta value, in part of the matrix: -1 below the diagonal and on it, 1 on it and above, 0 all. */
static void expect(struct matrix *of, const struct matrix *a, bool a_by_columns, const struct matrix *b,
                   bool b_by_columns, size_t depth, double beta, int part)
{
    for (size_t i = 0; i < of->rows; i++)
        for (size_t j = 0; j < of->columns; j++) {
            double sum = 0;
            for (size_t l = 0; l < depth; l++)
                sum += (a_by_columns ? at(a, l, i) : at(a, i, l)) * (b_by_columns ? at(b, j, l) : at(b, l, j));
            if (part == 0 || (part < 0 ? j <= i : j >= i))
                of->value[i * of->leading + j] = 2 * sum + beta * at(of, i, j);
        }
}

static void general(struct test *t, size_t element)
{
    struct matrix a, b, c;
    const size_t m = size(t), n = size(t), k = size(t);
    const double beta = (double)test_random_below(t, 3);
    make(t, &a, m, k, element);
    make(t, &b, k, n, element);
    make(t, &c, m, n, element);
    if (t->failed)
        return;
    const int lda = (int)a.leading, ldb = (int)b.leading, ldc = (int)c.leading;
    if (element == DOUBLES)
        CHECK_STATUS(lwk_dgemm_launch(lw_default_stream(t->device), (int)m, (int)n, (int)k, 2, a.device, lda, b.device,
                                      ldb, beta, c.device, ldc),
                     LW_SUCCESS);
    else
        CHECK_STATUS(lwk_sgemm_launch(lw_default_stream(t->device), (int)m, (int)n, (int)k, 2, a.device, lda, b.device,
                                      ldb, (float)beta, c.device, ldc),
                     LW_SUCCESS);
    expect(&c, &a, false, &b, false, k, beta, 0);
    compare(t, &c, element == DOUBLES ? "dgemm" : "sgemm", k);
    release(t, &a), release(t, &b), release(t, &c);
}

static void symmetric(struct test *t)
{
    struct matrix a, c;
    const bool columns = test_random_below(t, 2), upper = test_random_below(t, 2);
    const size_t n = size(t), k = size(t);
    make(t, &a, columns ? k : n, columns ? n : k, FLOATS);
    make(t, &c, n, n, FLOATS);
    if (t->failed)
        return;
    CHECK_STATUS(lwk_ssyrk_launch(lw_default_stream(t->device), upper ? LWK_SYRK_UPPER : LWK_SYRK_LOWER,
                                  columns ? LWK_SYRK_COLUMNS : LWK_SYRK_ROWS, (int)n, (int)k, 2, a.device,
                                  (int)a.leading, 1, c.device, (int)c.leading),
                 LW_SUCCESS);
    expect(&c, &a, columns, &a, !columns, k, 1, upper ? 1 : -1);
    compare(t, &c, "ssyrk", k);
    release(t, &a), release(t, &c);
}

static void of_vector(struct test *t, bool transposed, size_t m, size_t n)
{
    struct matrix a, x, y;
    void *workspace = NULL;
    make(t, &a, m, n, FLOATS);
    make(t, &x, transposed ? m : n, 1, FLOATS);
    make(t, &y, transposed ? n : m, 1, FLOATS);
    if (t->failed)
        return;
    const size_t bytes = lwk_sgemv_workspace(transposed, m, n);
    if (bytes > 0)
        CHECK_STATUS(lw_malloc(t->device, &workspace, bytes), LW_SUCCESS);
    /* vectors are dense: their matrices' rows are not */
    struct matrix dense_x = x, dense_y = y;
    dense_x.leading = dense_y.leading = 1;
    CHECK_STATUS(lwk_sgemv_launch(lw_default_stream(t->device), transposed, m, n, 2, a.device, a.leading, x.device, 1,
                                  y.device, workspace),
                 LW_SUCCESS);
    expect(&dense_y, &a, transposed, &dense_x, false, dense_x.rows, 1, 0);
    compare(t, &dense_y, transposed ? "transposed sgemv" : "sgemv", dense_x.rows);
    lw_free(t->device, workspace);
    release(t, &a), release(t, &x), release(t, &y);
}

static void batched(struct test *t)
{
    struct matrix a, b, c;
    const size_t batch = 1 + (size_t)test_random_below(t, 4), m = size(t), n = size(t), k = size(t);
    make(t, &a, batch * m, k, FLOATS);
    make(t, &b, batch * k, n, FLOATS);
    make(t, &c, batch * m, n, FLOATS);
    if (t->failed)
        return;
    CHECK_STATUS(lwk_sgemm_strided_batched_launch(lw_default_stream(t->device), batch, (int)m, (int)n, (int)k, 2,
                                                  a.device, (int)a.leading, m * a.leading, b.device, (int)b.leading,
                                                  k * b.leading, 0, c.device, (int)c.leading, m * c.leading),
                 LW_SUCCESS);
    for (size_t i = 0; i < batch; i++) {
        struct matrix own_a = a, own_b = b, own_c = c;
        own_a.value += i * m * a.leading;
        own_b.value += i * k * b.leading;
        own_c.value += i * m * c.leading;
        own_c.rows = m;
        expect(&own_c, &own_a, false, &own_b, false, k, 0, 0);
    }
    compare(t, &c, "batched sgemm", k);
    release(t, &a), release(t, &b), release(t, &c);
}

TEST(products, of_random_sizes)
{
    for (int round = 0; round < ROUNDS && !t->failed; round++) {
        general(t, FLOATS);
        general(t, DOUBLES);
        symmetric(t);
        batched(t);
        of_vector(t, false, size(t), size(t));
        of_vector(t, true, size(t), size(t));
        of_vector(t, test_random_below(t, 2), 1 + (size_t)test_random_below(t, 10),
                  1000 + (size_t)test_random_below(t, 2000));
    }
}
