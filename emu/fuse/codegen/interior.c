/* Blocks that meet no border, as most blocks do. There the conditions on x and uniform values have their likely
 * outcomes for whole rows, and those on y for all rows. The code tests that once, before the loops over threads;
 * conditions on both are left to each row. Other blocks have loops of their own, row by row in pieces.
 *
 * If many blocks run as one, most of their rows meet a border. Then the code finds the threads between the borders,
 * the same in each row; the few beside them run as they would without this. */
#include "interior.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "constant_ranges.h"
#include "guard_splitting.h"
#include "piece.h"
#include "piece_bounds.h"
#include "piece_decisions.h"
#include "piece_kinds.h"
#include "reaching_store.h"
#include "region_blocks.h"

enum { MOST_INSTRUCTIONS = 500 };

/* Whether the value differs from row to row. */
static bool is_of_row(emission *e, LLVMValueRef value, map *seen)
{
    static int yes, no;
    int axis = 0;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return false;
    fuse_call call = fuse_call_of(value, &axis);
    if (call == FUSE_THREAD || call == FUSE_LINEAR_ID)
        return call == FUSE_THREAD ? axis != 0 : !e->rows.flat || e->rows.period;
    bool rest;
    if (emission_is_of_period(e, value)) {
        piece_period(value, &rest);
        return !rest;
    }
    void *known = map_get(seen, value);
    if (known)
        return known == &yes;
    map_put(seen, value, &yes);
    LLVMValueRef stored = LLVMIsALoadInst(value) ? emission_stored_value(e, value) : NULL;
    bool found = LLVMIsALoadInst(value) && (!stored || is_of_row(e, stored, seen));
    for (int i = 0; i < LLVMGetNumOperands(value) && !found && !LLVMIsALoadInst(value); i++)
        found = is_of_row(e, LLVMGetOperand(value, (unsigned)i), seen);
    map_put(seen, value, found ? &yes : &no);
    return found;
}

static bool is_comparison(LLVMValueRef value)
{
    LLVMIntPredicate predicate;
    return LLVMIsAICmpInst(value) || piece_is_minimum(value, &predicate);
}

/* Whether the condition compares neighbours with a uniform value, within bounds that are not the block's own. */
static bool is_decided(emission_piece *piece, LLVMValueRef value, int *outcome)
{
    if (!is_comparison(value) ||
        piece_compared(piece, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1)) == PIECE_OTHER ||
        (piece_kind_of(piece, LLVMGetOperand(value, 0)) == PIECE_SAME &&
         piece_kind_of(piece, LLVMGetOperand(value, 1)) == PIECE_SAME))
        return false;
    *outcome = piece_outcome(piece, value);
    return *outcome >= 0 && !piece_outcome_is_open(piece, value);
}

static bool find_decisions(emission_piece *piece, map *of_row)
{
    emission *e = piece->e;
    bool good = true;
    int outcome;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at && good;
             at = LLVMGetNextInstruction(at))
            if (fuse_is_divergent(e->kernel, at) && is_comparison(at) && !is_of_row(e, at, of_row) &&
                is_decided(piece, at, &outcome))
                good = piece_decide(piece, at, outcome);
    return good && piece->decisions > 0;
}

/* Tests that the conditions on y have their likely outcomes, too; they become decisions. */
static LLVMValueRef decide_rows(emission_piece *piece, LLVMValueRef holds)
{
    emission *e = piece->e;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            int outcome = LLVMIsAICmpInst(at) && fuse_is_divergent(e->kernel, at) ? piece_outcome(piece, at) : -1;
            LLVMValueRef all =
                outcome >= 0 && !piece_outcome_is_open(piece, at) ? emission_in_all_rows(e, at, outcome) : NULL;
            if (all && piece_decide(piece, at, outcome))
                holds = LLVMBuildAnd(e->builder, holds, all, "");
        }
    return holds;
}

/* Requires that extended sums do not wrap around in a row. */
static void bound_extensions(emission_piece *piece, map *of_row)
{
    emission *e = piece->e;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if ((LLVMIsAZExtInst(at) || LLVMIsASExtInst(at)) && fuse_is_divergent(e->kernel, at) &&
                !is_of_row(e, at, of_row) &&
                (piece_kind_of(piece, at) == PIECE_STEP || piece_kind_of(piece, at) == PIECE_SCALED) &&
                !piece_is_periodic(piece, at))
                piece_bound(piece, at);
}

/* for (first = 0; first < width && !holds; first += threads): no thread below `first` is between the borders. */
static LLVMValueRef find_between(emission_piece *piece, LLVMValueRef width, map *of_row)
{
    emission *e = piece->e;
    LLVMBasicBlockRef before = piece->open, head = emission_append(e), other = emission_append(e);
    LLVMBasicBlockRef found = emission_append(e);
    LLVMValueRef zero = emission_number(e, e->i64, 0);
    LLVMBuildBr(e->builder, head);
    LLVMPositionBuilderAtEnd(e->builder, head);
    piece->first = LLVMBuildPhi(e->builder, e->i64, "");
    piece->length = LLVMBuildSub(e->builder, width, piece->first, "");
    piece->open = head;
    LLVMAddIncoming(piece->first, &zero, &before, 1);
    LLVMValueRef holds = piece_holds(piece), threads = piece->length;
    bound_extensions(piece, of_row);
    holds = LLVMBuildAnd(e->builder, holds, piece_end_with_vector(piece, width), "");
    LLVMBuildCondBr(e->builder, holds, found, other);
    LLVMPositionBuilderAtEnd(e->builder, other);
    threads = piece_rest_to_vector(e, piece->first, threads, width);
    LLVMValueRef next = LLVMBuildAdd(e->builder, piece->first, threads, "");
    LLVMAddIncoming(piece->first, &next, &other, 1);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntULT, next, width, ""), head, found);
    LLVMPositionBuilderAtEnd(e->builder, found);
    piece->after_interior = LLVMBuildAdd(e->builder, piece->first, piece->length, "");
    return holds;
}

/* Whether quotients split rows, too: then there are many stretches between borders. */
static bool is_split_by_quotients(const emission_piece *piece)
{
    bool any = false;
    for (int i = 0; i < piece->decisions; i++)
        any = any || piece_is_periodic(piece, piece->decided[i]);
    return any;
}

LLVMValueRef emission_begin_interior(emission *e, LLVMValueRef width)
{
    if (!e->parallel || e->diverged || emission_instructions(e) > MOST_INSTRUCTIONS)
        return NULL;
    emission_piece *piece = fuse_allocate(1, sizeof *piece);
    map of_row = {0};
    LLVMValueRef holds = NULL;
    *piece = (emission_piece){.e = e,
                              .row = emission_number(e, e->i64, 0),
                              .first = emission_number(e, e->i64, e->rows.phase ? e->rows.period - e->rows.phase : 0),
                              .length = e->rows.period ? emission_number(e, e->i64, e->rows.period) : width,
                              .unbroken = LLVMConstInt(LLVMInt1TypeInContext(e->kernel->context), 1, false),
                              .open = LLVMGetInsertBlock(e->builder)};
    if (find_decisions(piece, &of_row)) {
        piece->by_x = piece->decisions;
        if (e->kernel->coarsened && !e->split.condition && !is_split_by_quotients(piece)) {
            piece->unbroken = NULL;
            holds = find_between(piece, width, &of_row);
        } else {
            holds = piece_holds(piece);
            bound_extensions(piece, &of_row);
            holds = LLVMBuildAnd(e->builder, holds, piece->unbroken, "");
        }
        holds = decide_rows(piece, holds);
        e->pieces.interior = piece;
    } else {
        piece_free(piece);
        free(piece);
    }
    map_free(&of_row);
    return holds;
}

void emission_end_interior(emission *e)
{
    piece_free(e->pieces.interior);
    free(e->pieces.interior);
    e->pieces.interior = NULL;
}

bool emission_for_interior(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                           emission_row_loop *between, emission_row_loop *beside)
{
    emission_piece *inner = e->pieces.interior;
    if (!inner || !inner->after_interior)
        return false;
    inner->at_border = true;
    beside(e, row, from, inner->first);
    inner->at_border = false;
    between(e, row, inner->first, inner->after_interior);
    inner->at_border = true;
    beside(e, row, inner->after_interior, end);
    inner->at_border = false;
    return true;
}
