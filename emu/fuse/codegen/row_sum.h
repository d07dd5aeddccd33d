#ifndef FUSE_CODEGEN_ROW_SUM_H
#define FUSE_CODEGEN_ROW_SUM_H

#include "emission.h"

/* x, or y, plus `shared`: right if `valid`. */
typedef struct row_sum {
    int axis;
    LLVMValueRef shared, valid; /* valid null: always */
} row_sum;

/* The number of threads along the axis. */
LLVMValueRef row_sum_length(emission *e, int axis);
/* The last thread's place on the axis, as a number of the type. */
LLVMValueRef row_sum_last(emission *e, int axis, LLVMTypeRef type);
/* Whether the value is a sum with the thread's place on the axis. Makes nothing. */
bool row_sum_is(emission *e, LLVMValueRef value, int axis);
/* Makes the sum, for found->axis; the builder is at the end of the entry. */
void row_sum_make(emission *e, LLVMValueRef value, row_sum *found);
/* Requires that shared + x does not wrap, for any x of a row. */
void row_sum_require_room(emission *e, row_sum *found, bool is_signed);

/* Whether the value is x plus *shared, which is made in the entry, where the builder is. It is right if *valid holds
 * (null: always), to which its conditions are added. `bounded`: and if the sum does not wrap around either. */
bool emission_find_sum_with_x(emission *e, LLVMValueRef value, bool is_signed, bool bounded, LLVMValueRef *shared,
                              LLVMValueRef *valid);

#endif
