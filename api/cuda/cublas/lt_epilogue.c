/* What cuBLASLt does with a product's sums: beta C, a bias, RELU or GELU, their gradients. In float; each result is rounded once. */
#include <math.h>

#include "convert.h"
#include "lt.h"

bool lt_is_epilogue(unsigned epilogue)
{
    switch (epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
    case CUBLASLT_EPILOGUE_RELU_AUX:
    case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DRELU:
    case CUBLASLT_EPILOGUE_DRELU_BGRAD:
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DGELU:
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
    case CUBLASLT_EPILOGUE_BGRADA:
    case CUBLASLT_EPILOGUE_BGRADB: return true;
    default: return false;
    }
}

bool lt_aux_is_bits(unsigned epilogue)
{
    return (epilogue & LT_AUX) && (epilogue & (LT_RELU | LT_DRELU));
}

/* cuBLASLt's GELU is the approximation by tanh. */
static const float gelu_scale = 0.7978845608f, gelu_cubic = 0.044715f; /* the first is sqrt(2 / pi) */

static float gelu(float x)
{
    return 0.5f * x * (1 + tanhf(gelu_scale * (x + gelu_cubic * x * x * x)));
}

static float gelu_slope(float x)
{
    float t = tanhf(gelu_scale * (x + gelu_cubic * x * x * x));
    return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * gelu_scale * (1 + 3 * gelu_cubic * x * x);
}

/* The value after the epilogue; `row` and `column` are D's. */
static float follow(const lt_product *of, float value, int row, int column, void *aux, const void *bias)
{
    unsigned epilogue = of->epilogue;
    size_t at = lt_at(&of->aux, row, column);
    unsigned char *bits = (unsigned char *)aux + at / 8, bit = (unsigned char)(1u << at % 8);
    if (epilogue & LT_BIAS)
        value += convert_from(bias, of->bias.type, (size_t)row);
    if (epilogue & LT_GELU && epilogue & LT_AUX)
        convert_to(aux, of->aux.type, at, value);
    if (epilogue & LT_RELU && epilogue & LT_AUX)
        *bits = (unsigned char)(value > 0 ? *bits | bit : *bits & ~bit);
    if (epilogue & LT_RELU)
        return value > 0 ? value : 0;
    if (epilogue & LT_GELU)
        return gelu(value);
    if (epilogue & LT_DRELU)
        return *bits & bit ? value : 0;
    if (epilogue & LT_DGELU)
        return value * gelu_slope(convert_from(aux, of->aux.type, at));
    return value;
}

void lt_finish(const lt_product *of, const float *sums, const void *c, void *d, void *aux, void *bias)
{
    float beta = convert_from(blas_value(&of->beta), of->scale, 0);
    for (int i = 0; i < of->m; i++) {
        float slope = 0; /* of the bias: the sum of D's row */
        for (int j = 0; j < of->n; j++) {
            float value = sums[(size_t)i + (size_t)j * (size_t)of->m];
            if (beta != 0)
                value += beta * convert_from(c, of->c.type, lt_at(&of->c, i, j));
            value = follow(of, value, i, j, aux, bias);
            slope += value;
            convert_to(d, of->d.type, lt_at(&of->d, i, j), value);
        }
        if (of->epilogue & LT_BGRAD)
            convert_to(bias, of->bias.type, (size_t)i, slope);
    }
}

void lt_finish_double(const lt_product *of, const double *sums, const void *c, void *d)
{
    double beta = *(const double *)blas_value(&of->beta);
    for (int j = 0; j < of->n; j++)
        for (int i = 0; i < of->m; i++) {
            double value = *sums++;
            if (beta != 0)
                value += beta * ((const double *)c)[lt_at(&of->c, i, j)];
            ((double *)d)[lt_at(&of->d, i, j)] = value;
        }
}

void lt_sum_operand(const lt_product *of, const void *operand, void *bias)
{
    bool is_a = of->epilogue & LT_BGRADA;
    const lt_matrix *matrix = is_a ? &of->a : &of->b;
    bool k_is_inner = is_a ? of->turn_a : !of->turn_b;
    for (int i = 0; i < (is_a ? of->m : of->n); i++) {
        float sum = 0;
        for (size_t k = 0; k < (size_t)of->k; k++)
            sum += convert_from(operand, matrix->type,
                                k_is_inner ? k + (size_t)i * (size_t)matrix->leading
                                           : (size_t)i + k * (size_t)matrix->leading);
        convert_to(bias, of->bias.type, (size_t)i, sum);
    }
}
