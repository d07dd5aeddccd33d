#ifndef FUSE_ANALYSIS_DEFERRABLE_ATOMIC_H
#define FUSE_ANALYSIS_DEFERRABLE_ATOMIC_H

#include "../support/kernel.h"

/* Whether an atomic is done after the region's threads, by the wish of who asks. */
typedef enum fuse_deferral {
    FUSE_DEFER_NONE,
    FUSE_DEFER_SOME, /* a word's all are or none is; before one that is not the thread's deferred ones on that word are done */
    FUSE_DEFER_ALL
} fuse_deferral;

/* Leaves of the candidates, a region's atomics (-> fuse_deferral), those that may be done after all its threads have left
 * it, if all of these are. A candidate has no result that is used. `contains`: by block, that it is in the region.
 * `forwards`: loads and stores for which fuse_must_forward() holds find out as they run whether they are at the word. */
void fuse_keep_deferrable_atomics(const fuse_kernel *kernel, const bool *contains, map *candidates, bool forwards);

/* Whether the load or store comes after the atomic, with the same thread, and may be at the atomic's word, as a whole. */
bool fuse_must_forward(const fuse_kernel *kernel, const bool *contains, LLVMValueRef atomic, LLVMValueRef access);

#endif
