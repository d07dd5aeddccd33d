/* Passes over the module before its kernels are taken one by one: they make each kernel one function. Each returns
 * false after it has reported an error. */
#ifndef FUSE_TRANSFORM_PREPARE_H
#define FUSE_TRANSFORM_PREPARE_H

#include "../support/kernel.h"

typedef struct fuse_preparation {
    LLVMModuleRef module;
    const fuse_names *not_unrolled;               /* kernels whose loops with barriers must not be unrolled */
    const fuse_names *sum_vectors, *sums_in_vain; /* of the compilation */
    bool fixes_irreducible;                       /* loops with several entries are made reducible */
} fuse_preparation;

bool fuse_inline_calls(const fuse_preparation *of);
bool fuse_apply_block_shape(const fuse_preparation *of);
bool fuse_replace_aggregates(const fuse_preparation *of);
bool fuse_unroll_fully(const fuse_preparation *of);
bool fuse_unroll_short_loops(const fuse_preparation *of);
bool fuse_replace_vectors(const fuse_preparation *of);
bool fuse_unshift_sums(const fuse_preparation *of);
bool fuse_reduce_checks(const fuse_preparation *of);
bool fuse_fold_id_ranges(const fuse_preparation *of);
bool fuse_lower_switches(const fuse_preparation *of);
bool fuse_fix_irreducible(const fuse_preparation *of);
bool fuse_simplify_loops(const fuse_preparation *of);

/* Deletes the kernels' NAME__attributes after the last pass that reads them. */
void fuse_drop_attributes(LLVMModuleRef module);

#endif
