/* Group Y, products of warp matrices, bit for bit against Y_reference.c. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "Y_elements.h"
#include "Y_reference.h"
#include "Y_device.h"
#include "device/Y_matrix_sm90.h"

enum { MOST_K = 128 };

typedef struct product {
    const char *name;
    int m, n, k;
    y_element element, c, d;
    int bits, c_bits, d_bits;
    bool a_by_column, b_by_column;
    int a_distance, b_distance;
    size_t a_elements, b_elements; /* from one matrix to the next */
    lw_status (*launch)(lw_launch_config, int, const char *, const char *, const char *, char *);
} product;

#define BY_COLUMN_row false
#define BY_COLUMN_col true
#define DEFINE(name_, m_, n_, k_, element_, type_, memory_, la, lb, c_, c_type, d_, d_type, option)                    \
    static lw_status launch_##name_(lw_launch_config at, int o, const char *a, const char *b, const char *c, char *d)  \
    {                                                                                                                  \
        return lw_launch(name_, at, o, a, b, c, d);                                                                    \
    }                                                                                                                  \
    static const product name_##_product = {.name = #name_,                                                            \
                                            .m = m_,                                                                   \
                                            .n = n_,                                                                   \
                                            .k = k_,                                                                   \
                                            .element = Y_##element_,                                                   \
                                            .c = Y_##c_,                                                               \
                                            .d = Y_##d_,                                                               \
                                            .bits = Y_BITS_##element_,                                                 \
                                            .c_bits = Y_BITS_##c_,                                                     \
                                            .d_bits = Y_BITS_##d_,                                                     \
                                            .a_by_column = BY_COLUMN_##la,                                             \
                                            .b_by_column = BY_COLUMN_##lb,                                             \
                                            .a_distance = Y_DISTANCE(Y_BITS_##element_, Y_IN_LINE_##la(m_, k_)),       \
                                            .b_distance = Y_DISTANCE(Y_BITS_##element_, Y_IN_LINE_##lb(k_, n_)),       \
                                            .a_elements = Y_ELEMENTS(Y_BITS_##element_, la, m_, k_),                   \
                                            .b_elements = Y_ELEMENTS(Y_BITS_##element_, lb, k_, n_),                   \
                                            .launch = launch_##name_};
Y_OF_HALF(DEFINE)
Y_OF_BFLOAT16(DEFINE)
Y_OF_TF32(DEFINE)
Y_OF_DOUBLE(DEFINE)
Y_OF_BYTES(DEFINE)
Y_OF_PARTS(DEFINE)

/* ---- matrices in memory ---- */
static void put(unsigned char *memory, int bits, size_t index, uint64_t value)
{
    if (bits >= 8)
        memcpy(memory + index * (size_t)bits / 8, &value, (size_t)bits / 8);
    else
        memory[index * (size_t)bits / 8] |= (unsigned char)(value << index * (size_t)bits % 8);
}

static uint64_t get(const unsigned char *memory, int bits, size_t index)
{
    uint64_t value = 0;
    memcpy(&value, memory + index * (size_t)bits / 8, (size_t)bits / 8);
    return value;
}

typedef struct memory {
    unsigned char *a, *b, *c, *d;
    size_t a_size, b_size, c_size, d_size;
} memory;

static void fill(const product *p, const memory *to, uint32_t seed, int count)
{
    for (int matrix = 0; matrix < count; matrix++) {
        for (int line = 0; line < p->m; line++)
            for (int k = 0; k < p->k; k++) {
                int in_matrix = p->a_by_column ? k * p->a_distance + line : line * p->a_distance + k;
                put(to->a, p->bits, (size_t)matrix * p->a_elements + (size_t)in_matrix,
                    y_element_at(p->element, &(y_place){seed, matrix, 0, line, k}));
            }
        for (int line = 0; line < p->n; line++)
            for (int k = 0; k < p->k; k++) {
                int in_matrix = p->b_by_column ? line * p->b_distance + k : k * p->b_distance + line;
                put(to->b, p->bits, (size_t)matrix * p->b_elements + (size_t)in_matrix,
                    y_element_at(p->element, &(y_place){seed, matrix, 1, line, k}));
            }
        for (int row = 0; row < p->m; row++)
            for (int column = 0; column < p->n; column++)
                put(to->c, p->c_bits, (size_t)((matrix * p->m + row) * p->n + column),
                    y_element_at(p->c, &(y_place){seed, matrix, 2, row, column}));
    }
}

static void compare(struct test *t, const product *p, const memory *m, uint32_t seed, int count, int option)
{
    for (int matrix = 0; matrix < count; matrix++)
        for (int row = 0; row < p->m; row++)
            for (int column = 0; column < p->n; column++) {
                uint64_t a[MOST_K], b[MOST_K], c = y_element_at(p->c, &(y_place){seed, matrix, 2, row, column});
                for (int k = 0; k < p->k; k++) {
                    a[k] = y_element_at(p->element, &(y_place){seed, matrix, 0, row, k});
                    b[k] = y_element_at(p->element, &(y_place){seed, matrix, 1, column, k});
                }
                uint64_t expected = y_reference(p->element, p->c, p->d, option, a, b, p->k, c);
                uint64_t actual = get(m->d, p->d_bits, (size_t)((matrix * p->m + row) * p->n + column));
                if (actual != expected)
                    FAIL("%s, option %d, matrix %d (kind %d), row %d, column %d: %#llx, expected %#llx", p->name,
                         option, matrix, matrix % Y_KINDS, row, column, (unsigned long long)actual,
                         (unsigned long long)expected);
            }
}

static void run(struct test *t, const product *p, const memory *m, uint32_t seed, int count, int option)
{
    char *a = array_of(t, m->a, m->a_size), *b = array_of(t, m->b, m->b_size), *c = array_of(t, m->c, m->c_size),
         *d = array_of(t, NULL, m->d_size);
    CHECK(a && b && c && d);
    CHECK_STATUS(p->launch(line(t, (unsigned)count / 2, 64, 0), option, a, b, c, d), LW_SUCCESS);
    CHECK_CALL(array_read(t, m->d, d, m->d_size));
    CHECK_CALL(compare(t, p, m, seed, count, option));
    CHECK(lw_free(t->device, a) == LW_SUCCESS && lw_free(t->device, b) == LW_SUCCESS &&
          lw_free(t->device, c) == LW_SUCCESS && lw_free(t->device, d) == LW_SUCCESS);
}

/* At least so many elements of d; `options`: runs with option 0, or with 0 and 1. */
static void check_product(struct test *t, const product *p, int elements, int options)
{
    int count = (elements + p->m * p->n - 1) / (p->m * p->n);
    count = (count + 2 * Y_KINDS - 1) / (2 * Y_KINDS) * 2 * Y_KINDS;
    size_t matrices = (size_t)count, results = matrices * (size_t)(p->m * p->n);
    memory m = {.a_size = matrices * p->a_elements * (size_t)p->bits / 8,
                .b_size = matrices * p->b_elements * (size_t)p->bits / 8,
                .c_size = results * (size_t)p->c_bits / 8,
                .d_size = results * (size_t)p->d_bits / 8};
    unsigned char *all = calloc(1, m.a_size + m.b_size + m.c_size + m.d_size);
    CHECK(all);
    m.a = all;
    m.b = m.a + m.a_size;
    m.c = m.b + m.b_size;
    m.d = m.c + m.c_size;
    uint32_t seed = (uint32_t)test_random(t);
    fill(p, &m, seed, count);
    for (int option = 0; option < options && !t->failed; option++)
        run(t, p, &m, seed, count, option);
    free(all);
}

#define CHECK_PRODUCT(name, elements, options) CHECK_CALL(check_product(t, &name##_product, elements, options))

TEST(row, Y4_half_products)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_half_float, 100000, 1);
    CHECK_PRODUCT(y_half_float_32, 20000, 1);
    CHECK_PRODUCT(y_half_float_8, 20000, 1);
}

TEST(row, Y5_half_products_in_half)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_half_half, 100000, 1);
    CHECK_PRODUCT(y_half_half_32, 20000, 1);
    CHECK_PRODUCT(y_half_half_8, 20000, 1);
}

TEST(row, Y6_half_products_of_mixed_accumulators)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_half_of_half, 100000, 1);
    CHECK_PRODUCT(y_half_to_half, 100000, 1);
}

TEST(row, Y7_bfloat16_products)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_bfloat16, 100000, 1);
    CHECK_PRODUCT(y_bfloat16_32, 20000, 1);
    CHECK_PRODUCT(y_bfloat16_8, 20000, 1);
}

TEST(row, Y8_tf32_products)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_tf32, 100000, 1);
    CHECK_PRODUCT(y_tf32_turned, 20000, 1);
}

TEST(row, Y9_double_products)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_double, 100000, 1);
    CHECK_PRODUCT(y_double_turned, 20000, 1);
}

TEST(row, Y10_byte_products)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_s8, 50000, 2);
    CHECK_PRODUCT(y_s8_32, 10000, 2);
    CHECK_PRODUCT(y_s8_8, 10000, 2);
    CHECK_PRODUCT(y_u8, 50000, 2);
    CHECK_PRODUCT(y_u8_32, 10000, 2);
    CHECK_PRODUCT(y_u8_8, 10000, 2);
}

TEST(row, Y11_products_of_4_bits)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_s4, 50000, 2);
    CHECK_PRODUCT(y_u4, 50000, 2);
}

TEST(row, Y12_products_of_bits)
{
    CHECK_CALL(need_9_0(t));
    CHECK_PRODUCT(y_b1, 50000, 2);
}
