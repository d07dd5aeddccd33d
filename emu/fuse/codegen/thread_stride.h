#ifndef FUSE_CODEGEN_THREAD_STRIDE_H
#define FUSE_CODEGEN_THREAD_STRIDE_H

#include "strip.h"

/* A value of a strip's threads: a base that they share, and a constant for each. */
typedef struct strip_value {
    bool known;
    LLVMValueRef base;
    unsigned zeros; /* so many low bits of the base are 0 */
    uint64_t most;  /* no thread's value is more; UINT64_MAX: that is not known */
    int64_t offset[MOST_STRIP];
    LLVMValueRef factor; /* a thread's value is base + offset + times * factor; null: no such part */
    int64_t times[MOST_STRIP];
} strip_value;

/* Of a strip; null or false: it is no such value. The builder is at the end of the entry. */
const strip_value *emission_find_strides_cached(emission *e, LLVMValueRef value);

bool emission_find_strides(emission *e, LLVMValueRef value, strip_value *found);

#endif
