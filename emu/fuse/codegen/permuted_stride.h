/* Values of the threads of one strip: neighbours, the first at a multiple of their number. */
#ifndef FUSE_FORM_H
#define FUSE_FORM_H

#include "emission.h"

enum { STRIP = 16 };

/* Thread i of the strip has `high` + low[i], modulo what the type holds. */
typedef struct form {
    int high;      /* what the strip's threads share, by number: the same number, the same value; 0: zero */
    unsigned bits; /* it is a multiple of 1 << bits */
    int64_t low[STRIP];
} form;

typedef struct forms {
    emission *e;
    map known;
    struct token *token;
    int tokens, capacity;
} forms;

/* Null: each thread's is not known. A form's instructions depend on nothing but x and what emission_hoist_uniform
 * knows. */
const form *stride_of(forms *all, LLVMValueRef value);
/* What is shared under the one number differs from the other by a multiple of this, and not by 0; 0: that is not
 * known. */
int64_t strides_distance(const forms *all, int a, int b);
/* What threads share is at or above what `base` is, given that this points to memory in which their sums lie. */
bool strides_above(const forms *all, int high, int base);
void strides_free(forms *all);

#endif
