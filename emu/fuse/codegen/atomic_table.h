#ifndef FUSE_CODEGEN_ATOMIC_TABLE_H
#define FUSE_CODEGEN_ATOMIC_TABLE_H

#include "deferred_atomic.h"

/* Whether threads may have few addresses among them: the address depends on data, or on part of an index. */
bool emission_may_share_words(const fuse_kernel *kernel, LLVMValueRef address);

void emission_begin_table(emission *e, atomic_reduction *r);
void emission_put_in_table(emission *e, const atomic_reduction *r, LLVMValueRef call, LLVMValueRef address,
                           LLVMValueRef value, emission_atomic_call *otherwise);
void emission_finish_table(emission *e, const atomic_reduction *r, emission_atomic_call *otherwise);

#endif
