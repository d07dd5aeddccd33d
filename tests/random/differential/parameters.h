/* The parameters that generated kernels choose from, and what the runner passes for them. The generator and the runner
 * share this table. */
#ifndef DIFFERENTIAL_PARAMETERS_H
#define DIFFERENTIAL_PARAMETERS_H

enum {
    INPUT_ELEMENTS = 65536, /* an input may be read at INPUT_LOW .. INPUT_HIGH */
    INPUT_LOW = -1000,
    INPUT_HIGH = INPUT_ELEMENTS - 1000,
    GATHER_ELEMENTS = 1024, /* values of `idx` are below */
    MOST_THREADS = 2048,    /* of a grid */
    MOST_PLACES = 2560,     /* a thread's own place in the outputs is below */
    OUTPUT_ELEMENTS = 4 * MOST_PLACES,
    OUTPUT_GUARD = 256, /* elements around an output, which nobody may write */
    BLOCK_RESULTS = 256,
    COUNTERS = 64,
    MOST_COUNT = 2100, /* n */
    MOST_TURNS = 40,   /* m */
    MOST_COLUMNS = 20, /* cols */
    MOST_STRIDE = 24,  /* stride */
    MOST_OFFSET = 512  /* xs */
};

typedef enum value_type {
    TYPE_INT,
    TYPE_UNSIGNED,
    TYPE_LONG,
    TYPE_CHAR,
    TYPE_BYTE,
    TYPE_SHORT,
    TYPE_USHORT,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_HALF,
    TYPE_FLOAT4,
    TYPE_INT2,
    TYPE_CHAR4,
    TYPE_POINT,
    TYPE_SETTINGS,
    TYPES
} value_type;

typedef enum parameter_kind {
    PARAMETER_INPUT,    /* a pointer to INPUT_ELEMENTS, with more on both sides */
    PARAMETER_OUTPUT,   /* each thread writes the elements at its own place, and no others */
    PARAMETER_BLOCK,    /* thread 0 of each block writes its block's element */
    PARAMETER_COUNTERS, /* atomics alone */
    PARAMETER_VALUE
} parameter_kind;

/* X(name, what is declared before the name, kind, element type) */
/* clang-format off */
#define PARAMETER_LIST(X)                                                                                              \
    X(fa, "const float *", INPUT, FLOAT)                                                                               \
    X(fb, "const float *", INPUT, FLOAT)                                                                               \
    X(fc, "float *", INPUT, FLOAT)                                                                                     \
    X(da, "const double *", INPUT, DOUBLE)                                                                             \
    X(ia, "const int *", INPUT, INT)                                                                                   \
    X(ib, "int *", INPUT, INT)                                                                                         \
    X(idx, "const int *", INPUT, INT)                                                                                  \
    X(rows, "const int *", INPUT, INT)                                                                                 \
    X(ua, "const unsigned *", INPUT, UNSIGNED)                                                                         \
    X(la, "const long long *", INPUT, LONG)                                                                            \
    X(ca, "const signed char *", INPUT, CHAR)                                                                          \
    X(uc, "const unsigned char *", INPUT, BYTE)                                                                        \
    X(sa, "const short *", INPUT, SHORT)                                                                               \
    X(us, "const unsigned short *", INPUT, USHORT)                                                                     \
    X(ha, "const __half *", INPUT, HALF)                                                                               \
    X(f4, "const float4 *", INPUT, FLOAT4)                                                                             \
    X(i2, "const int2 *", INPUT, INT2)                                                                                 \
    X(c4, "const char4 *", INPUT, CHAR4)                                                                               \
    X(points, "const struct point *", INPUT, POINT)                                                                    \
    X(fo, "float *", OUTPUT, FLOAT)                                                                                    \
    X(fp, "float *", OUTPUT, FLOAT)                                                                                    \
    X(io, "int *", OUTPUT, INT)                                                                                        \
    X(ip, "int *", OUTPUT, INT)                                                                                        \
    X(uo, "unsigned *", OUTPUT, UNSIGNED)                                                                              \
    X(dd, "double *", OUTPUT, DOUBLE)                                                                                  \
    X(lo, "long long *", OUTPUT, LONG)                                                                                 \
    X(co, "signed char *", OUTPUT, CHAR)                                                                               \
    X(bo, "unsigned char *", OUTPUT, BYTE)                                                                             \
    X(so, "short *", OUTPUT, SHORT)                                                                                    \
    X(ho, "__half *", OUTPUT, HALF)                                                                                    \
    X(f4o, "float4 *", OUTPUT, FLOAT4)                                                                                 \
    X(i2o, "int2 *", OUTPUT, INT2)                                                                                     \
    X(block_real, "float *", BLOCK, FLOAT)                                                                             \
    X(block_int, "int *", BLOCK, INT)                                                                                  \
    X(counts, "int *", COUNTERS, INT)                                                                                  \
    X(lowest, "int *", COUNTERS, INT)                                                                                  \
    X(sums, "float *", COUNTERS, FLOAT)                                                                                \
    X(n, "int ", VALUE, INT)                                                                                           \
    X(m, "int ", VALUE, INT)                                                                                           \
    X(w, "int ", VALUE, INT)                                                                                           \
    X(h, "int ", VALUE, INT)                                                                                           \
    X(cols, "int ", VALUE, INT)                                                                                        \
    X(stride, "int ", VALUE, INT)                                                                                      \
    X(xs, "intptr_t ", VALUE, LONG)                                                                                    \
    X(alpha, "float ", VALUE, FLOAT)                                                                                   \
    X(beta, "double ", VALUE, DOUBLE)                                                                                  \
    X(set, "struct settings ", VALUE, SETTINGS)
/* clang-format on */

#define PARAMETER_NUMBER(name, declaration, kind, type) P_##name,
typedef enum parameter_number { PARAMETER_LIST(PARAMETER_NUMBER) PARAMETERS } parameter_number;
#undef PARAMETER_NUMBER

typedef struct parameter {
    const char *name, *declaration;
    parameter_kind kind;
    value_type type;
} parameter;

extern const parameter parameters[PARAMETERS];

#endif
