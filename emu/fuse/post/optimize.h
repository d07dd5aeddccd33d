/* Passes over the module that holds all emitted kernels: LLVM's, by which loops over threads become vectors, and our
 * own. */
#ifndef FUSE_POST_OPTIMIZE_H
#define FUSE_POST_OPTIMIZE_H

#include "../support/kernel.h"

typedef struct fuse_optimizer {
    const fuse_compilation *compilation;
    FILE *reports; /* receives the vectoriser's remarks; null: no reports */
    LLVMTargetMachineRef machine;
    bool again;  /* the vectoriser runs once more, and tells only what it has changed */
    bool failed; /* LLVM has reported an error */
} fuse_optimizer;

/* Sets `machine`. Like each pass, returns false after it has reported an error. */
bool fuse_begin_optimizing(fuse_optimizer *of);
bool fuse_end_optimizing(fuse_optimizer *of);

bool fuse_call_for_fma(fuse_optimizer *of);
bool fuse_clean_up(fuse_optimizer *of);
bool fuse_optimize_scalars(fuse_optimizer *of);
bool fuse_extend_by_sign(fuse_optimizer *of);
bool fuse_lower_loop_switches(fuse_optimizer *of);
bool fuse_exchange_outer_loops(fuse_optimizer *of);
bool fuse_filter_costly(fuse_optimizer *of);
bool fuse_mask_arguments(fuse_optimizer *of);
bool fuse_vectorise(fuse_optimizer *of);
bool fuse_filter(fuse_optimizer *of);
bool fuse_optimise_vectors(fuse_optimizer *of);
bool fuse_join_interleaved(fuse_optimizer *of);
bool fuse_expand_exponentials(fuse_optimizer *of);
bool fuse_prefetch(fuse_optimizer *of);
bool fuse_hold_addresses(fuse_optimizer *of);
bool fuse_blend(fuse_optimizer *of);
bool fuse_trap_undefined(fuse_optimizer *of);

#endif
