/* The table of passes. A new pass is an entry here, a source file, and a test of its
 * name in tests/fuse. */
#include "passes.h"

#include <stdio.h>
#include <string.h>

#include "../analysis/graph.h"
#include "../analysis/legality.h"
#include "../analysis/uniformity.h"
#include "../codegen/emit.h"
#include "../codegen/plan.h"
#include "../codegen/register_tile.h"
#include "../transform/array_fill.h"
#include "../transform/array_interleaving.h"
#include "../transform/atomic_increment.h"
#include "../transform/barrier_isolation.h"
#include "../transform/coarsen.h"
#include "../transform/copy_coalescing.h"
#include "../transform/empty_loops.h"
#include "../transform/fetch_result.h"
#include "../transform/induction.h"
#include "../transform/linear_id.h"
#include "../transform/lone_collective.h"
#include "../transform/reg2mem.h"
#include "../transform/region_fission.h"
#include "../transform/region_formation.h"
#include "../transform/register_pressure.h"
#include "../transform/rematerialise.h"
#include "../transform/shared_choice.h"
#include "../transform/sum_vectors.h"
#include "../transform/undo_pipelining.h"

const fuse_pass fuse_passes[] = {
    /* Over the module, before its kernels are taken one by one. */
    {"inline", "inline all calls into the kernels; drop what only the C copy needs", .prepare = fuse_inline_calls},
    {"fetch_result", "make the two words that a fetch returns one number", .prepare = fuse_number_fetch_results},
    {"shared_choice", "take the address of each shared variable by itself", .prepare = fuse_split_shared_choices},
    {"block_shape", "replace blockDim by the declared block shape; bound threadIdx", .prepare = fuse_apply_block_shape},
    {"scalar_replacement", "replace structures by scalars; SROA, CSE, loop rotation",
     .prepare = fuse_replace_aggregates},
    {"empty_loops", "delete loops that leave nothing behind", .prepare = fuse_delete_empty_loops},
    {"full_unroll", "unroll constant loops, and loops with barriers whose distance doubles or halves",
     .prepare = fuse_unroll_fully},
    {"short_unroll", "unroll loops of few iterations whose number depends on the thread",
     .prepare = fuse_unroll_short_loops},
    {"vector_replacement", "replace vectors by scalars; merge returns", .prepare = fuse_replace_vectors},
    {"array_fill", "fill local arrays element by element", .prepare = fuse_fill_by_element},
    {"shifted_sum", "write an extended sum without shifts", .prepare = fuse_unshift_sums},
    {"copy_checks", "check of asynchronous copies only what is not certain", .prepare = fuse_reduce_checks},
    {"constant_propagation", "fold conditions that the ranges of threadIdx decide", .prepare = fuse_fold_id_ranges},
    {"lower_switch", "turn small switches into branches", .prepare = fuse_lower_switches},
    {"fix_irreducible", "give each loop one entry, where a first attempt found one with several",
     .prepare = fuse_fix_irreducible},
    {"loop_simplify", "give each loop a preheader, one latch and LCSSA phis", .prepare = fuse_simplify_loops},
    /* Over each kernel. */
    {"undo_pipelining", "undo software pipelines: load in the iteration that stores", .run = fuse_undo_pipelining},
    {"atomic_increment", "turn atomic increments and decrements without a limit into additions",
     .run = fuse_replace_atomic_increments},
    {"lone_collective", "replace collectives of a thread with itself by what they yield",
     .run = fuse_replace_lone_collectives},
    {"barrier_isolation", "end a block at each barrier and warp collective", .check = fuse_isolate_barriers},
    {"graph", "number the blocks; find dominators, loops, the order of regions", .check = fuse_graph},
    {"legality", "refuse kernels that work-item loops cannot run, with a reason; check forward progress",
     .check = fuse_check_legality},
    {"linear_id", "recognise threadIdx.y * blockDim.x + threadIdx.x as the linear thread id",
     .run = fuse_recognise_linear_id},
    {"uniformity", "find divergent values and branches, temporal divergence", .run = fuse_find_uniformity},
    {"sum_vectors", "make the rows of a thread's sums vectors, where it has many; run uniformity again",
     .run = fuse_vectorise_sums},
    {"register_pressure", "split sums that exceed the registers into regions; run graph and uniformity again",
     .run = fuse_split_register_pressure},
    {"region_fission", "split a region where threads keep nothing; run graph and uniformity again",
     .run = fuse_split_regions},
    {"induction", "normalise a thread's induction variable to its start plus a uniform counter; run uniformity again",
     .run = fuse_normalise_induction},
    {"region_formation", "choose the blocks at which regions start", .run = fuse_form_regions},
    {"rematerialise", "compute cheap values where they are used", .run = fuse_rematerialise},
    {"coarsen", "decide whether neighbouring blocks may run as one", .run = fuse_find_coarsening},
    {"reg2mem", "move values that another block uses, and phis, to slots in memory", .run = fuse_registers_to_memory},
    {"copy_coalescing", "give one slot to values that are only copied", .run = fuse_coalesce_copies},
    {"slot_liveness", "find the slots that are live across regions; lay out the context", .run = fuse_find_live_slots},
    {"register_tile", "plan which sums of a strip's threads form a register tile", .run = fuse_plan_register_tiles},
    {"plan", "decide where threads go from each region, and how its copies run them", .run = fuse_plan},
    {"array_interleaving", "lay out local arrays of neighbouring threads element by element",
     .run = fuse_interleave_arrays},
    {"emit", "emit each region's functions and the kernel's table", .run = fuse_emit},
    /* Over the module of emitted code, with --optimize. */
    {"fma_call", "call the C library for fused multiply-adds that the processor lacks", .post = fuse_call_for_fma},
    {"clean_up", "promote slots to registers; drop regions that nothing reaches", .post = fuse_clean_up},
    {"scalar_optimise", "LLVM's scalar and loop passes before the vectoriser", .post = fuse_optimize_scalars},
    {"sign_extension", "extend by sign where a number is not negative", .post = fuse_extend_by_sign},
    {"switch_in_loop", "turn switches in loops over threads into branches", .post = fuse_lower_loop_switches},
    {"outer_loop", "run inner loops of threads strip by strip, so that they become vectors",
     .post = fuse_exchange_outer_loops},
    {"costly_branch", "find by vectors whether threads take a costly branch, and run the others without it",
     .post = fuse_filter_costly},
    {"masked_call", "call mathematical functions with 1 for threads that do not call them",
     .post = fuse_mask_arguments},
    {"vectorise", "LLVM's loop vectoriser", .post = fuse_vectorise},
    {"branch_filter", "find by vectors which threads take a branch, and run these alone", .post = fuse_filter},
    {"vector_optimise", "LLVM's passes after the vectoriser", .post = fuse_optimise_vectors},
    {"interleaved_access", "load members of structures as whole vectors, and shuffle them",
     .post = fuse_join_interleaved},
    {"exponential", "expand vector calls of expf into instructions", .post = fuse_expand_exponentials},
    {"prefetch", "prefetch what loops of vectors load and store further on", .post = fuse_prefetch},
    {"address_registers", "keep addresses of many loads in registers", .post = fuse_hold_addresses},
    {"mask_blend", "blend many vectors by masks that LLVM does not analyse", .post = fuse_blend},
    {"trap_undefined", "trap where execution is undefined", .post = fuse_trap_undefined},
    {0}};

void fuse_print_passes(void)
{
    for (const fuse_pass *pass = fuse_passes; pass->name; pass++)
        printf("%-22s%s\n", pass->name, pass->what);
}

const fuse_pass *fuse_find_pass(const char *name)
{
    for (const fuse_pass *pass = fuse_passes; pass->name; pass++)
        if (strcmp(pass->name, name) == 0)
            return pass;
    return NULL;
}

bool fuse_is_after(const fuse_pass *pass, const char *name)
{
    return pass >= fuse_find_pass(name);
}
