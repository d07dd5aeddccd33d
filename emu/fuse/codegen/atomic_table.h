#ifndef FUSE_CODEGEN_ATOMIC_TABLE_H
#define FUSE_CODEGEN_ATOMIC_TABLE_H

#include "deferred_atomic.h"

/* Whether threads may have few addresses among them: the address depends on data, or on part of an index. */
bool emission_may_share_words(const fuse_kernel *kernel, LLVMValueRef address);

/* `kept`: from one iteration of the region to the next. */
void emission_begin_table(emission *e, atomic_reduction *r, bool kept);
void emission_put_in_table(emission *e, const atomic_reduction *r, LLVMValueRef call, LLVMValueRef address,
                           LLVMValueRef value, emission_atomic_call *otherwise);
void emission_finish_table(emission *e, const atomic_reduction *r, emission_atomic_call *otherwise);
/* Empties a table that is kept, if the access may be of one of its words. */
void emission_finish_table_before(emission *e, const atomic_reduction *r, LLVMValueRef access, LLVMValueRef address,
                                  emission_atomic_call *otherwise);

#endif
