/* Which instructions of loops over threads can be vectors. */
#ifndef FUSE_POST_VECTORISABLE_H
#define FUSE_POST_VECTORISABLE_H

#include "thread_loop.h"

const char *fuse_called_name(LLVMValueRef call); /* empty: through a pointer */
bool fuse_has_vector_forms(LLVMValueRef call);   /* of a mathematical function */
bool fuse_is_pure(LLVMValueRef value);           /* an instruction that may be recomputed anywhere */
/* Whether several threads may execute the loop's instruction at once: it is arithmetic, a branch, an access that depends on no other
 * thread's, or a call with vector forms. */
bool fuse_is_vectorisable(const thread_loop *loop, LLVMValueRef at);

#endif
