/* The order in which a block's instructions read and write memory. */
#ifndef FUSE_POST_MEMORY_ORDER_H
#define FUSE_POST_MEMORY_ORDER_H

#include "../support/kernel.h"

typedef struct memory_order {
    map at; /* instruction -> a place */
    struct memory_place *place;
} memory_order;

memory_order memory_order_of(LLVMBasicBlockRef block);
void memory_order_free(memory_order *order);

bool memory_comes_before(const memory_order *in, LLVMValueRef a, LLVMValueRef b);
/* How many instructions before this one may write memory; may read or write it. */
unsigned memory_writes_before(const memory_order *in, LLVMValueRef at);
unsigned memory_accesses_before(const memory_order *in, LLVMValueRef at);

bool memory_is_simple(LLVMValueRef access); /* whether a load or store is neither volatile nor atomic */

#endif
