/* Splits the loop over x into pieces. In each piece the conditions that depend only on the thread's place and
 * uniform values have one outcome, and quotients of the place are one number. So a row that meets a border runs a
 * loop without conditions for its inner threads, and another loop for the few beside the border. And an address that
 * depends on such a value is seen to be its neighbour's plus one.
 *
 * for (first = from; first < end; first += length): if the first thread's conditions have their likely outcomes, as
 * many threads as share them run a copy of the loop in which they are constants. Further copies are for one
 * condition with its other outcome. The last copy, for the rest, is the loop without pieces. */
#include "index_set_splitting.h"

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "clone.h"
#include "constant_ranges.h"
#include "loop_metadata.h"
#include "piece.h"
#include "piece_bounds.h"
#include "piece_decisions.h"
#include "piece_heads.h"
#include "piece_kinds.h"
#include "reaching_store.h"
#include "region_blocks.h"
#include "region_exits.h"
#include "uniform_divisor.h"

enum { MOST_COPIES = 3, MOST_INSTRUCTIONS = 500 }; /* instructions of all copies together */

/* ---- what the loop depends on ---- */
/* Marks the values that an address is made of. */
static void mark_wanted(emission_piece *piece, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(piece->e->kernel, value) || map_get(&piece->wanted, value) ||
        piece_kind_of(piece, value) == PIECE_OTHER)
        return;
    map_put(&piece->wanted, value, value);
    if (LLVMIsALoadInst(value))
        mark_wanted(piece, emission_stored_value(piece->e, value));
    else
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            mark_wanted(piece, LLVMGetOperand(value, (unsigned)i));
}

/* Addresses of neighbours, or one address for all: for others, knowing parts gains nothing. */
static void mark_address_wanted(emission_piece *piece, LLVMValueRef address)
{
    LLVMValueRef at = address;
    for (; LLVMIsAGetElementPtrInst(at); at = LLVMGetOperand(at, 0))
        for (int i = 1; i < LLVMGetNumOperands(at); i++)
            if (piece_kind_of(piece, LLVMGetOperand(at, (unsigned)i)) == PIECE_OTHER)
                return;
    if (piece_kind_of(piece, at) != PIECE_SAME)
        return;
    for (at = address; LLVMIsAGetElementPtrInst(at); at = LLVMGetOperand(at, 0))
        for (int i = 1; i < LLVMGetNumOperands(at); i++)
            mark_wanted(piece, LLVMGetOperand(at, (unsigned)i));
}

static bool analyse(emission_piece *piece, LLVMValueRef at)
{
    int outcome;
    bool load = LLVMIsALoadInst(at) != NULL;
    LLVMValueRef address = load || LLVMIsAStoreInst(at) ? LLVMGetOperand(at, !load) : NULL;
    if (address && LLVMIsAGetElementPtrInst(address))
        mark_address_wanted(piece, address);
    if (!fuse_is_divergent(piece->e->kernel, at) || !piece_is_choice(piece, at, &outcome) ||
        piece_is_uniform_choice(piece, at))
        return true;
    return piece_decide(piece, LLVMIsASelectInst(at) ? LLVMGetOperand(at, 0) : at, outcome);
}

/* Whether pieces can be made: then piece->decided holds the conditions they depend on. */
static bool find_decisions(emission_piece *piece)
{
    const emission *e = piece->e;
    const fuse_kernel *kernel = e->kernel;
    bool legal = true;
    int start = kernel->region[e->region];
    piece->reached[start] = true;
    for (int k = 0; k < kernel->blocks && legal; k++) { /* blocks before the start are reached by a loop's back edge */
        int i = kernel->ordered[(kernel->block[start].order + k) % kernel->blocks], outcome = -1;
        const fuse_block *block = &kernel->block[i];
        if (!e->contains[i] || !piece->reached[i])
            continue;
        for (LLVMValueRef at = LLVMGetFirstInstruction(block->block); at && legal; at = LLVMGetNextInstruction(at))
            legal = analyse(piece, at);
        LLVMValueRef condition = block->divergent_branch && block->to_count == 2 ? LLVMGetOperand(block->end, 0) : NULL;
        if (condition && LLVMIsABranchInst(block->end))
            outcome = piece_outcome(piece, condition);
        legal = legal && (outcome < 0 || piece_decide(piece, condition, outcome));
        for (int n = 0; n < block->to_count; n++)
            if (outcome < 0 || fuse_block_number(kernel, LLVMGetSuccessor(block->end, !outcome)) == block->to[n])
                piece->reached[block->to[n]] = true;
    }
    for (size_t i = 0; i < piece->wanted.capacity; i++)
        piece->split_by_quotients =
            piece->split_by_quotients || (piece->wanted.key[i] && map_get(&piece->periodic, piece->wanted.key[i]));
    return legal &&
           (piece->decisions > 0 || piece->split_by_quotients || (e->pieces.interior && piece->wanted.count > 0));
}

static bool begin_copy(emission *e, emission_piece *piece, LLVMValueRef row, LLVMValueRef flipped)
{
    *piece = (emission_piece){.e = e, .row = row, .flipped = flipped};
    piece->reached = fuse_allocate((size_t)e->kernel->blocks, sizeof *piece->reached);
    return find_decisions(piece);
}

void emission_find_rows(emission *e)
{
    emission_piece piece;
    begin_copy(e, &piece, emission_number(e, e->i64, 0), NULL);
    for (int i = 0; i < e->kernel->blocks && piece.split_by_quotients; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (map_get(&piece.wanted, at) && map_get(&piece.periodic, at))
                emission_find_period(e, at);
    piece_free(&piece);
}

/* An integer division may fault, and the report must name its line: LLVM would move one out of a loop for a single
 * thread, and lose the line. Nor does LLVM vectorise divisions. */
static bool may_fault(emission *e)
{
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
            bool divides = opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
            if (divides && !fuse_is_speculatable(at) && !emission_is_uniform_divisor(e, at))
                return true;
        }
    return false;
}

/* The copies that pay: none, or one for the likely outcomes and others for the open conditions. */
static int find_copies(emission *e, emission_piece *copy, LLVMValueRef row)
{
    int size = emission_instructions(e), copies = 0, most = size > 0 ? MOST_INSTRUCTIONS / size : 0;
    if (most < 1 || may_fault(e) || !begin_copy(e, &copy[copies++], row, NULL)) {
        if (copies)
            piece_free(&copy[0]);
        return 0;
    }
    for (int i = 0; i < copy[0].decisions && copies < MOST_COPIES && copies < most; i++)
        if (piece_outcome_is_open(&copy[0], copy[0].decided[i]) &&
            !begin_copy(e, &copy[copies++], row, copy[0].decided[i]))
            piece_free(&copy[--copies]);
    return copies;
}

/* ---- making them ---- */
static void bound_all(emission_piece *piece)
{
    const emission *e = piece->e;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (piece_is_made(piece, at))
                piece_bound(piece, at);
}

/* Makes the loop over the piece's threads, which goes on to `resume`. Returns its block. */
static LLVMBasicBlockRef make_copy(emission *e, emission_piece *piece, LLVMBasicBlockRef resume)
{
    LLVMBasicBlockRef body = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, body);
    LLVMValueRef distance = LLVMBuildPhi(e->builder, e->i64, ""), zero = emission_number(e, e->i64, 0);
    piece->distance = distance;
    LLVMAddIncoming(distance, &zero, &piece->open, 1);
    LLVMValueRef x = LLVMBuildAdd(e->builder, piece->first, distance, "");
    e->thread.x = LLVMBuildTrunc(e->builder, x, e->i32, "");
    e->thread.linear_id = LLVMBuildNUWAdd(e->builder, piece->row, x, "");
    e->thread.end = emission_append(e);
    e->pieces.current = piece;
    emission_clone_thread(e);
    e->pieces.current = NULL;
    LLVMBasicBlockRef end = e->thread.end, after = emission_append(e);
    LLVMPositionBuilderAtEnd(e->builder, piece->open);
    LLVMBuildBr(e->builder, body);
    LLVMPositionBuilderAtEnd(e->builder, end);
    emission_record_exit(e);
    LLVMValueRef next = LLVMBuildNUWAdd(e->builder, distance, emission_number(e, e->i64, 1), "");
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, piece->length, "");
    emission_mark_loop(e, LLVMBuildCondBr(e->builder, more, body, after), e->parallel ? ANY_WIDTH : 0);
    LLVMAddIncoming(distance, &next, &end, 1);
    LLVMPositionBuilderAtEnd(e->builder, after);
    LLVMBuildBr(e->builder, resume);
    return after;
}

/* Tries a row without a border in it, as most rows are: its threads go on to `after`. The builder then is where the
 * row has a border. True: no row has one. */
static bool try_unbroken_row(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                             LLVMBasicBlockRef after)
{
    emission_piece piece;
    LLVMBasicBlockRef mine = emission_append(e), others = emission_append(e);
    LLVMValueRef all = LLVMBuildSub(e->builder, end, from, "");
    begin_copy(e, &piece, row, NULL);
    piece.first = from;
    piece.length = all;
    piece.unbroken = LLVMConstInt(LLVMInt1TypeInContext(e->kernel->context), 1, false);
    piece.open = LLVMGetInsertBlock(e->builder);
    LLVMValueRef hold = piece_holds(&piece);
    bound_all(&piece);
    hold = LLVMBuildAnd(e->builder, hold, piece.unbroken, "");
    LLVMBuildCondBr(e->builder, hold, mine, others);
    piece.open = mine;
    make_copy(e, &piece, after);
    piece_free(&piece);
    LLVMPositionBuilderAtEnd(e->builder, others);
    return LLVMIsAConstantInt(hold) && LLVMConstIntGetZExtValue(hold);
}

bool emission_for_pieces(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *rest)
{
    emission_piece copy[MOST_COPIES];
    int copies = e->parallel ? find_copies(e, copy, row) : 0;
    if (copies == 0)
        return false;
    LLVMBasicBlockRef resume = emission_append(e);
    bool by_quotients = copy[0].split_by_quotients,
         always = !by_quotients && !e->part.in_halo && try_unbroken_row(e, row, from, end, resume);
    if (always || (!by_quotients && e->pieces.interior)) {
        for (int i = 0; i < copies; i++)
            piece_free(&copy[i]);
        if (always) {
            LLVMBuildUnreachable(e->builder);
        } else { /* the interior's conditions on x hold: another condition fails in this row */
            rest(e, row, from, end);
            LLVMBuildBr(e->builder, resume);
        }
        LLVMPositionBuilderAtEnd(e->builder, resume);
        return true;
    }
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder), head = emission_append(e), latch = emission_append(e);
    LLVMBuildBr(e->builder, head);
    LLVMPositionBuilderAtEnd(e->builder, latch);
    LLVMValueRef length = LLVMBuildPhi(e->builder, e->i64, "");
    LLVMPositionBuilderAtEnd(e->builder, head);
    LLVMValueRef first = LLVMBuildPhi(e->builder, e->i64, ""), all = LLVMBuildSub(e->builder, end, first, "");
    LLVMAddIncoming(first, &from, &before, 1);
    LLVMValueRef rest_length = NULL;
    for (int i = 0; i < copies; i++) {
        emission_piece *piece = &copy[i];
        LLVMBasicBlockRef others = emission_append(e), mine = emission_append(e);
        piece->first = first;
        piece->length = all;
        piece->open = LLVMGetInsertBlock(e->builder);
        LLVMValueRef hold = piece_holds(piece);
        rest_length = i ? rest_length : piece->length;
        bound_all(piece);
        if (piece->pays)
            hold = LLVMBuildAnd(e->builder, hold, piece->pays, "");
        if (i == 0) /* the rest of a piece that is too short for a vector stops where the next piece begins */
            rest_length = LLVMBuildSelect(e->builder, hold, piece->length, rest_length, "");
        if (e->kernel->coarsened)
            hold = LLVMBuildAnd(e->builder, hold, piece_end_with_vector(piece, end), "");
        LLVMBuildCondBr(e->builder, hold, mine, others);
        piece->open = mine;
        LLVMBasicBlockRef after = make_copy(e, piece, latch);
        LLVMAddIncoming(length, &piece->length, &after, 1);
        LLVMPositionBuilderAtEnd(e->builder, others);
        piece_free(piece);
    }
    if (e->kernel->coarsened)
        rest_length = piece_rest_to_vector(e, first, rest_length, end);
    bool scalar = e->part.scalar;
    /* Few threads of few blocks come here, and vectors would be most of the code. */
    e->part.scalar = scalar || (e->part.in_halo && !by_quotients && !e->kernel->coarsened);
    rest(e, row, first, LLVMBuildAdd(e->builder, first, rest_length, ""));
    e->part.scalar = scalar;
    LLVMBasicBlockRef after = LLVMGetInsertBlock(e->builder);
    LLVMBuildBr(e->builder, latch);
    LLVMAddIncoming(length, &rest_length, &after, 1);
    LLVMPositionBuilderAtEnd(e->builder, latch);
    LLVMValueRef next = LLVMBuildAdd(e->builder, first, length, "");
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntULT, next, end, "");
    LLVMBuildCondBr(e->builder, more, head, resume);
    LLVMAddIncoming(first, &next, &latch, 1);
    LLVMPositionBuilderAtEnd(e->builder, resume);
    return true;
}
