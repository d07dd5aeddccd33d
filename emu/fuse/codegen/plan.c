/* Decisions that are made before code is emitted: where threads go from each region, whether blocks run as one,
 * which regions run strip by strip, or with shared memory as values. Emission follows the plan.
 *
 * Invariant: the kernel's function is unchanged; emission does what kernel->plan says. */
#include "plan.h"

#include <stdlib.h>

#include "../../fused/fused.h"
#include "../analysis/barrier_free.h"
#include "../analysis/block_shape.h"
#include "../analysis/calls.h"
#include "../analysis/code_size_budget.h"
#include "../analysis/graph.h"
#include "../support/memory.h"
#include "division.h"
#include "exit_plan.h"
#include "region_blocks.h"
#include "shared_promotion.h"
#include "slot_place.h"
#include "strip_mining.h"
#include "uniform_hoist.h"

/* ---- where threads go ---- */
void fuse_free_plan(fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions && kernel->plan; r++) {
        fuse_region_plan *plan = &kernel->plan[r];
        free(plan->target);
        free(plan->to);
        if (plan->set)
            free(plan->set->member);
        free(plan->set);
    }
    free(kernel->plan);
    kernel->plan = NULL;
}

static void plan_exits(fuse_kernel *kernel)
{
    kernel->plan = fuse_allocate((size_t)kernel->regions, sizeof *kernel->plan);
    for (int r = 0; r < kernel->regions; r++) {
        fuse_region_plan *plan = &kernel->plan[r];
        plan->exits[COPY_ROWS] = emission_plan_exits(kernel, r, NULL, false);
        plan->iterates = plan->exits[COPY_ROWS].how >= LEAVE_SPLIT && plan->exits[COPY_ROWS].how < LEAVE_ANYWHERE &&
                         emission_iterates_diverged(kernel, r);
        plan->of_prefix = plan->iterates && plan->exits[COPY_ROWS].how == LEAVE_SPLIT &&
                          plan->exits[COPY_ROWS].first == kernel->region[r];
        if (plan->iterates)
            plan->exits[COPY_DIVERGED] = emission_plan_exits(kernel, r, NULL, true);
    }
}

/* ---- blocks that run as one (coarsened_exit.c) ---- */
/* Whether no region before this one stores anything but threads' slots, so that the first block may begin again. */
static bool may_begin_again(const fuse_kernel *kernel, int region)
{
    bool *before = fuse_allocate((size_t)kernel->blocks, sizeof *before), good = true;
    for (int r = 0; r < region; r++)
        fuse_region_blocks(kernel, kernel->region[r], before);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = before[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at && good;
             at = LLVMGetNextInstruction(at))
            good = LLVMIsAUnreachableInst(at) || !fuse_may_write(at);
    free(before);
    return good;
}

/* Whether the region's entry may find that threads must run it separately, because a uniform divisor is 0. */
static bool divides(fuse_kernel *kernel, int region)
{
    emission e = {.kernel = kernel, .region = region, .extent = ALL, .all_threads = true};
    bool found = false;
    emission_begin_query(&e);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e.contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at && !found;
             at = LLVMGetNextInstruction(at))
            found = emission_is_division(at) && emission_may_hoist(&e, LLVMGetOperand(at, 1));
    emission_end_query(&e);
    return found;
}

bool fuse_is_later(const fuse_kernel *kernel, int region, int target)
{
    return target == kernel->blocks || kernel->block[target].region > region;
}

bool fuse_only_ends_threads(const fuse_kernel *kernel, int region)
{
    const fuse_exit_plan *exits = &kernel->plan[region].exits[COPY_ROWS];
    return kernel->coarsened && exits->how == LEAVE_SPLIT && exits->second == kernel->blocks &&
           fuse_is_later(kernel, region, exits->first);
}

/* Whether threads of many blocks leave the region together, or the entry can test before they run that they do not. */
static bool keeps_blocks_together(fuse_kernel *kernel, int region)
{
    const fuse_region_plan *plan = &kernel->plan[region];
    const fuse_exit_plan *exits = &plan->exits[COPY_ROWS];
    bool later = exits->how != LEAVE_ONE || fuse_is_later(kernel, region, exits->first);
    for (int a = 0; a < kernel->blocks && (exits->how == LEAVE_CHOSEN || exits->how == LEAVE_FOUND); a++)
        later = later && (!plan->target[a] || fuse_is_later(kernel, region, a));
    if (exits->how == LEAVE_NEVER || exits->how > LEAVE_SPLIT || !later)
        kernel->coarsening_obstacle = "threads part";
    else if ((exits->guard || divides(kernel, region)) && !may_begin_again(kernel, region))
        kernel->coarsening_obstacle = "it could not begin again";
    return !kernel->coarsening_obstacle;
}

static void plan_coarsening(fuse_kernel *kernel)
{
    kernel->coarsening_obstacle_at = FUSE_NONE;
    kernel->coarsening_obstacle = kernel->context_size           ? "threads keep values"
                                  : kernel->coarsened            ? NULL
                                  : fuse_is_barrier_free(kernel) ? "not by the global x index alone"
                                                                 : "threads wait";
    kernel->coarsened = !kernel->coarsening_obstacle;
    plan_exits(kernel);
    for (int r = 0; r < kernel->regions && kernel->coarsened; r++)
        if (!keeps_blocks_together(kernel, r)) {
            kernel->coarsened = false;
            kernel->coarsening_obstacle_at = r;
            fuse_free_plan(kernel);
            plan_exits(kernel);
        }
}

/* ---- strips, promoted shared memory ---- */
bool fuse_only_strips(const fuse_kernel *kernel)
{
    return kernel->shape[0] || kernel->has_collectives;
}

bool fuse_exceeds_registers(const fuse_kernel *kernel, int region)
{
    return kernel->plan[kernel->plan[region].head].set->exceeds_registers;
}

static void plan_strips(fuse_kernel *kernel, const strips *found)
{
    strips *set = fuse_allocate(1, sizeof *set);
    *set = *found;
    kernel->plan[set->head].set = set;
    for (int r = 0; r < kernel->regions; r++) {
        fuse_region_plan *plan = &kernel->plan[r];
        if (!set->member[r])
            continue;
        plan->width = set->width;
        plan->head = set->head;
        plan->in_place = set->in_place;
        plan->in_rows = emission_member_in_rows(kernel, set, r);
        if (!plan->in_rows)
            plan->exits[COPY_STRIP] = emission_plan_exits(kernel, r, set, false);
    }
}

static void plan_sets(fuse_kernel *kernel)
{
    int until = 0,
        plain_until = 0; /* if dynamic shared memory is too small, threads reach regions before this one, too */
    for (int r = 0; r < kernel->regions; r++) {
        fuse_region_plan *plan = &kernel->plan[r];
        strips set;
        bool taken = r < until || plan->width;
        if (!taken && emission_may_promote(kernel, r) && emission_plan_promotion(kernel, r)) {
            until = plan->after_promoted;
            plain_until = plan->needs_plain ? until : plain_until;
        } else if (!taken && !kernel->coarsened && emission_find_strips(kernel, r, &set)) {
            plan_strips(kernel, &set);
        }
        plan->has_rows = !fuse_only_strips(kernel) || r < plain_until || !(plan->width || r < until);
        plan->iterates = plan->iterates && plan->has_rows;
    }
}

/* A function that never runs: in it, shared memory is tried as values. */
static void begin_trial(fuse_kernel *kernel)
{
    emission e = {.kernel = kernel, .extent = ALL};
    emission_set_types(&e);
    LLVMTypeRef parameters[] = {e.pointer, e.i32};
    LLVMTypeRef type = LLVMFunctionType(e.i32, parameters, 2, false);
    e.function = kernel->whole_block = LLVMAddFunction(kernel->module, "nowhere", type);
    emission_begin_places(&e);
    LLVMBuildUnreachable(e.builder);
}

static void end_trial(fuse_kernel *kernel)
{
    LLVMDeleteFunction(kernel->whole_block);
    kernel->whole_block = NULL;
    free(kernel->in_block);
    kernel->in_block = NULL;
}

/* ---- estimated code size ---- */
/* Copies in the function for whole blocks. For all threads: each side of a guard split, and diverged iterations with
 * masks and without. For a strip: each side, and the threads one by one for a split inside the strip. */
static unsigned count_copies(const fuse_region_plan *plan)
{
    unsigned rows = !plan->has_rows                ? 0
                    : plan->exits[COPY_ROWS].guard ? 2
                                                   : 1,
             strip = plan->exits[COPY_STRIP].guard ? 3 : 1;
    return rows + (plan->iterates ? 2 : 0) + (plan->width ? strip : 0);
}

/* The number of slots that a copy reads, and writes on each of its exits. */
static unsigned count_moves(const fuse_kernel *kernel, int region)
{
    unsigned moves = 0;
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        moves += slot->live_in[region] && slot->used[region];
        for (int to = 0; to < kernel->regions && slot->written[region]; to++)
            moves += kernel->plan[region].to[to] && slot->live_in[to];
    }
    return moves;
}

static void plan_costs(fuse_kernel *kernel)
{
    /* In instructions: FUNCTION, the block's entry; COPY, a loop over threads; ALONE, the loop over threads that the
     * emulator has found; MOVE, a slot's address. */
    enum { FUNCTION = 40, COPY = 25, ALONE = 45, MOVE = 4 };
    kernel->planned_instructions = FUNCTION + (unsigned)kernel->promoted_instructions;
    kernel->promoted_instructions = 0;
    for (int r = 0; r < kernel->regions; r++) {
        fuse_region_plan *plan = &kernel->plan[r];
        emission e = {.kernel = kernel, .region = r, .extent = ALL};
        emission_begin_query(&e);
        plan->instructions = (unsigned)emission_instructions(&e);
        plan->flat = e.rows.flat;
        unsigned copies = count_copies(plan), each = plan->instructions + MOVE * count_moves(kernel, r);
        plan->copies = copies + 1;
        kernel->planned_instructions += copies * (each + COPY) + each + ALONE;
        emission_end_query(&e);
    }
}

void fuse_plan(fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions; r++)
        kernel->has_collectives =
            kernel->has_collectives || kernel->block[kernel->region[r]].sync.kind == EMU_FUSED_COLLECTIVE;
    plan_coarsening(kernel);
    bool tries = emission_may_promote(kernel, 0);
    if (tries)
        begin_trial(kernel);
    plan_sets(kernel);
    if (tries)
        end_trial(kernel);
    plan_costs(kernel);
    if (fuse_specialisation_pays(kernel))
        fuse_plan_within_code_budget(kernel);
}
