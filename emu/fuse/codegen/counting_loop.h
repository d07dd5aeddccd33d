#ifndef FUSE_CODEGEN_COUNTING_LOOP_H
#define FUSE_CODEGEN_COUNTING_LOOP_H

#include "loop_metadata.h"

typedef struct counting {
    LLVMBasicBlockRef head, after;
    LLVMValueRef number;
} counting;

/* for (number = from; number < end; number += step), at least one iteration. `begin` leaves the builder at the head
 * of an iteration, `end` after the loop. `width`: see loop_metadata.h. */
counting emission_begin_count(emission *e, LLVMTypeRef type, LLVMValueRef from);
void emission_end_count(emission *e, const counting *made, LLVMTypeRef type, LLVMValueRef end, unsigned step,
                        unsigned width);
/* The same with a step that is known only at run time. */
void emission_end_count_by(emission *e, const counting *made, LLVMValueRef end, LLVMValueRef step, unsigned width);

#endif
