#ifndef FUSE_ANALYSIS_DEFERRABLE_ATOMIC_H
#define FUSE_ANALYSIS_DEFERRABLE_ATOMIC_H

#include "../support/kernel.h"

/* Whether an atomic is done after the region's threads, if the caller wants it. */
typedef enum fuse_deferral {
    FUSE_DEFER_NONE,
    FUSE_DEFER_SOME, /* all on one word, or none; deferred ones are done before one on it that is not deferred */
    FUSE_DEFER_ALL
} fuse_deferral;

/* Reduces the candidates, atomics of a region (-> fuse_deferral), to those that may all be done after all its
 * threads have left it. Nobody may use a candidate's result. `contains`: by block, whether it is in the region.
 * `forwards`: loads and stores for which fuse_must_forward() holds compare addresses at run time. */
void fuse_keep_deferrable_atomics(const fuse_kernel *kernel, const bool *contains, map *candidates, bool forwards);

/* Whether the atomic may also wait while threads iterate the region again, if it is done before plain loads and stores
 * that may be of its word: those for which fuse_may_meet() holds. */
bool fuse_defers_around(const fuse_kernel *kernel, const bool *contains, const map *candidates, LLVMValueRef call);
bool fuse_may_meet(const fuse_kernel *kernel, LLVMValueRef call, LLVMValueRef access);

/* Whether the load or store comes after the atomic in the same thread, and may be of exactly the atomic's word. */
bool fuse_must_forward(const fuse_kernel *kernel, const bool *contains, LLVMValueRef atomic, LLVMValueRef access);

#endif
