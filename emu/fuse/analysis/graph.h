#ifndef FUSE_ANALYSIS_GRAPH_H
#define FUSE_ANALYSIS_GRAPH_H

#include "../support/kernel.h"

bool fuse_graph(fuse_kernel *kernel);
void fuse_graph_free(fuse_kernel *kernel);
int fuse_block_number(const fuse_kernel *kernel, LLVMBasicBlockRef block);
/* Marks in `seen` the blocks that are reached from `from` without entering `until` (FUSE_NONE: any block). */
void fuse_reach(const fuse_kernel *kernel, int from, int until, bool *seen);

/* Whether threads may go from `from` to the kernel's end without passing `block`, even if it is the postdominator. */
bool fuse_may_bypass(const fuse_kernel *kernel, int from, int block);

/* Marks the blocks that threads may run separately after the branch of `block`. */
void fuse_divergent_region(const fuse_kernel *kernel, int block, bool *seen);

bool fuse_is_divergent(const fuse_kernel *kernel, LLVMValueRef value);
void fuse_region_blocks(const fuse_kernel *kernel, int number, bool *has);

#endif
