/* The bench of idioms: each is a kernel (kernels/) and the loop that one would write instead (loops/).
 *
 * Contenders run in processes of their own, with the code of bench/fused (fused.h). */
#ifndef IDIOMS_H
#define IDIOMS_H

#include "../fused/fused.h"

typedef enum idiom_fill {
    IDIOM_OUTPUT,   /* zeros */
    IDIOM_SMALL,    /* integers from -8 to 7: sums of floats are exact in any order */
    IDIOM_SIGNED,   /* floats in [-1, 1) */
    IDIOM_POSITIVE, /* floats in [0.5, 1.5) */
    IDIOM_BELOW,    /* integers below `limit` */
    IDIOM_DIGITS,   /* characters from '0' to '5' */
    IDIOM_ROWS,     /* starts of a sparse matrix's rows: 16 elements each, plus or minus 7 */
} idiom_fill;

typedef struct idiom {
    fused_subject subject; /* first: a pointer to it is one to the idiom */
    const char *about;     /* a few words for the table */
    int n, m;
    lw_dim3 grid, block;
    size_t dynamic_shared;
    bool cooperative;
    bool unordered; /* the output's elements may come in any order */
    unsigned clear; /* a bit for each buffer that must be zero at a launch */
    idiom_fill fill[FUSED_BUFFERS];
    unsigned limit[FUSED_BUFFERS];
    const char *loop; /* the name of the loop's function */
    void (*reference)(int n, int m, void *const *buffer);
} idiom;

extern idiom idioms[];
extern const unsigned idiom_count;

/* ---- contenders ---- */
/* entry->setting: the engine, or the library of loops (loops_gcc_v3.so). */
extern const fused_way idiom_on_engine, idiom_by_loop;

void idiom_prepare(idiom *self); /* completes its subject */

/* ---- results ---- */
enum { IDIOM_FUSED, IDIOM_FIBER, IDIOM_GCC, IDIOM_CLANG, IDIOM_WAYS };

typedef struct idiom_row {
    const idiom *idiom;
    bench_contender contender[IDIOM_WAYS];
    fused_entry entry[IDIOM_WAYS];
    const char *reason; /* why the kernel is not fused; null: it is */
    double ratio;       /* the faster OpenMP's time over the fused engine's; NAN: one of them is missing */
} idiom_row;

typedef struct idiom_options {
    const char *pattern, *level;
    bench_format format;
    bool list;
    bool is_processor_time;
    int threads;
    unsigned runs;
} idiom_options;

void idiom_describe(const idiom_options *options);
void idiom_report(const idiom_options *options, idiom_row *row);
void idiom_summary(const idiom_options *options, const idiom_row *row, unsigned rows);

#endif
