/* A value of a group of threads, such as a strip: what they share, and a constant for each. */
#ifndef FUSE_CODEGEN_STRIDE_H
#define FUSE_CODEGEN_STRIDE_H

#include "symbol.h"

/* Thread t's value is base + offset[t] + times[t] * factor, modulo what the type holds. */
typedef struct stride {
    symbol base;    /* a number is not here, but in the offsets */
    unsigned zeros; /* so many low bits of the base are 0 */
    uint64_t most;  /* no thread's value is more, and that sum does not wrap around; UINT64_MAX: that is not known */
    unsigned exact; /* EXACT_*: extended, it is the sum of the base's terms, extended, and of the offset */
    symbol factor;  /* 0: no such part */
    int64_t *times;
    struct stride *next;
    int64_t offset[]; /* by thread; then what times points to */
} stride;

enum { EXACT_SIGNED = 1, EXACT_UNSIGNED = 2, EXACT = EXACT_SIGNED | EXACT_UNSIGNED, ALL_BITS = 64 };
#define NO_BOUND UINT64_MAX

typedef struct stride_analysis {
    emission *e;
    unsigned threads;
    bool in_x; /* they are neighbours in x, and nothing is known of other ids; else the strip's */
    symbols symbols;
    map known; /* of values: strides */
    stride *made, *spare;
} stride_analysis;

stride *stride_copy(stride_analysis *all, const stride *of); /* null: all is 0 */
/* By thread, modulo 1 << width; zero above. */
stride *stride_numbers(stride_analysis *all, const uint64_t *number, unsigned width);
stride *stride_number(stride_analysis *all, uint64_t number, unsigned width);
/* What the threads share. */
stride *stride_shared(stride_analysis *all, symbol base, unsigned zeros);
stride *stride_set_base(stride *of, symbol base, unsigned zeros); /* answers it */
bool stride_is_shared(const stride_analysis *all, const stride *of);

/* Strides made between the two are forgotten at the end; symbols stay. One such stretch may lie in another, as what is asked for in
 * one may make values, which ask for others. */
typedef struct stride_stretch {
    map known;
    stride *made;
} stride_stretch;
stride_stretch strides_begin(stride_analysis *all);
void strides_end(stride_analysis *all, stride_stretch outer);
void strides_free(stride_analysis *all);

/* ---- stride_arithmetic.c ---- */
/* The operand of that number; null: it is no such value. */
typedef const stride *stride_operand(stride_analysis *all, void *with, unsigned number);
/* What the instruction makes of its operands; null: that is no such value. */
const stride *stride_operation(stride_analysis *all, LLVMValueRef operation, stride_operand *operand, void *with);

#endif
