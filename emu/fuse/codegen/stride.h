/* A value of a group of threads, such as a strip: a shared part, and a constant for each thread. */
#ifndef FUSE_CODEGEN_STRIDE_H
#define FUSE_CODEGEN_STRIDE_H

#include "symbol.h"

/* Thread t's value is base + offset[t] + times[t] * factor, modulo 2 to the type's width. */
typedef struct stride {
    symbol base;    /* 0 for a constant: that is in the offsets */
    unsigned zeros; /* low bits of the base that are 0, at least */
    uint64_t most;  /* an upper bound of all threads' values, and that sum does not wrap around; UINT64_MAX: unknown */
    unsigned exact; /* EXACT_*: the extended value is the sum of the base's extended terms and the offset */
    symbol factor;  /* 0: none */
    int64_t *times;
    struct stride *next;
    int64_t offset[]; /* by thread; then the array of `times` */
} stride;

enum { EXACT_SIGNED = 1, EXACT_UNSIGNED = 2, EXACT = EXACT_SIGNED | EXACT_UNSIGNED, ALL_BITS = 64 };
#define NO_BOUND UINT64_MAX

typedef struct stride_analysis {
    emission *e;
    unsigned threads;
    bool in_x; /* the threads are neighbours in x, and their other ids are unknown; else they are the strip's */
    symbols symbols;
    map known; /* of values: strides */
    stride *made, *spare;
} stride_analysis;

stride *stride_copy(stride_analysis *all, const stride *of); /* null: all is 0 */
/* A number for each thread, modulo 1 << width; zero above. */
stride *stride_numbers(stride_analysis *all, const uint64_t *number, unsigned width);
stride *stride_number(stride_analysis *all, uint64_t number, unsigned width);
/* A value that the threads share. */
stride *stride_shared(stride_analysis *all, symbol base, unsigned zeros);
stride *stride_set_base(stride *of, symbol base, unsigned zeros); /* returns `of` */
bool stride_is_shared(const stride_analysis *all, const stride *of);

/* Strides made during a stretch are freed at its end; symbols stay. Stretches nest: asking for one value may make
 * values, which ask for others. */
typedef struct stride_stretch {
    map known;
    stride *made;
} stride_stretch;
stride_stretch strides_begin(stride_analysis *all);
void strides_end(stride_analysis *all, stride_stretch outer);
void strides_free(stride_analysis *all);

/* ---- stride_arithmetic.c ---- */
/* The operand of that number; null: it is no stride. */
typedef const stride *stride_operand(stride_analysis *all, void *with, unsigned number);
/* The instruction's result as a stride; null: it is none. */
const stride *stride_operation(stride_analysis *all, LLVMValueRef operation, stride_operand *operand, void *with);

#endif
