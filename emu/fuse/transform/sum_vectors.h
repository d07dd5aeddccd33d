/* Sums of one thread as vectors: neighbours in a row of its part of a matrix product. */
#ifndef FUSE_TRANSFORM_SUM_VECTORS_H
#define FUSE_TRANSFORM_SUM_VECTORS_H

#include "../support/kernel.h"

enum { SUM_LANES = 16, SUM_OPERANDS = 4, SUM_PIECE = 16 /* bytes that are loaded at once */ };

/* Values of as many sums as a vector has lanes, all made alike. */
typedef struct sum_bundle {
    enum { BUNDLE_CONSTANT, BUNDLE_SAME, BUNDLE_LOAD, BUNDLE_OPERATION, BUNDLE_PHI, BUNDLE_APART } kind;
    int run; /* where it is made; FUSE_NONE: of a phi, or for one */
    LLVMValueRef lane[SUM_LANES];
    int operand[SUM_OPERANDS]; /* of an operation; of a phi, by its first lane's predecessors */
    LLVMValueRef made;         /* the vector; null: not made yet */
} sum_bundle;

typedef struct sum_plan {
    fuse_kernel *kernel;
    /* By block: its longest run of instructions that write no memory and wait for nobody, so that they may run in any
     * order that their operands allow. */
    LLVMValueRef *end; /* the instruction after it; null: there is none */
    LLVMValueRef *at;  /* the instructions of all runs */
    int count;
    map number; /* instruction -> its place in `at`, from 1 */
    unsigned lanes;
    sum_bundle *bundle;
    int bundles;
    map member; /* an operation or phi of a bundle -> the bundle, from 1 */
} sum_plan;

/* ---- sum_vectors_plan.c ---- */
void sum_plan_begin(sum_plan *plan, fuse_kernel *kernel, unsigned lanes);
void sum_plan_free(sum_plan *plan);
int sum_plan_place(const sum_plan *plan, LLVMValueRef value); /* in `at`; FUSE_NONE: it is in no run */
int sum_plan_run(const sum_plan *plan, LLVMValueRef value);   /* the block of its run */
/* Plans the values as a vector, with all that they depend on. FUSE_NONE: they are not made alike, and nothing is
 * planned. */
int sum_plan_bundle(sum_plan *plan, LLVMValueRef const *lane);
int sum_plan_member(const sum_plan *plan, LLVMValueRef value); /* its bundle; FUSE_NONE: it stays a number */

/* ---- sum_vectors_write.c ---- */
void sum_plan_write(sum_plan *plan);

/* Makes vectors, if the compilation has the kernel among those; else only counts the sums that can be. */
void fuse_vectorise_sums(fuse_kernel *kernel);
/* Whether a second attempt should make vectors: the plan has no better use for registers. */
bool fuse_wants_sum_vectors(const fuse_kernel *kernel);

#endif
