/* Where a piece ends: before a value would change its kind.
 *
 * Numbers wrap around as they do for each thread. A piece ends before an extended sum wraps, before a quotient steps
 * and before a condition changes. So nothing is assumed about how large numbers are. */
#include "piece_bounds.h"

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "constant_ranges.h"
#include "piece.h"
#include "piece_heads.h"
#include "piece_kinds.h"
#include "reaching_store.h"
#include "uniform_hoist.h"

/* Ends the piece after so many threads; 0: never. */
static void end_after(emission_piece *piece, LLVMValueRef threads)
{
    emission *e = piece->e;
    LLVMTypeRef type = LLVMTypeOf(threads);
    threads = LLVMBuildFreeze(e->builder, threads, "");
    LLVMValueRef others = LLVMBuildSub(e->builder, threads, emission_number(e, type, 1), "");
    others = LLVMBuildZExtOrBitCast(e->builder, others, e->i64, "");
    LLVMValueRef most = LLVMBuildSub(e->builder, piece->length, emission_number(e, e->i64, 1), "");
    LLVMValueRef less = LLVMBuildICmp(e->builder, LLVMIntULT, others, most, "");
    if (piece->unbroken) {
        piece->unbroken = LLVMBuildAnd(e->builder, piece->unbroken, LLVMBuildNot(e->builder, less, ""), "");
        return;
    }
    threads = LLVMBuildAdd(e->builder, others, emission_number(e, e->i64, 1), "");
    piece->length = LLVMBuildSelect(e->builder, less, threads, piece->length, "");
}

static LLVMValueRef until(emission_piece *piece, LLVMValueRef from, LLVMValueRef to)
{
    return LLVMBuildSub(piece->e->builder, to, from, "");
}

static LLVMValueRef sign(LLVMTypeRef type)
{
    return LLVMConstInt(type, 1ull << (LLVMGetIntTypeWidth(type) - 1), false);
}

/* Ends the piece where `left` (or `right`), which grows or falls by one from thread to thread, changes the
 * comparison's outcome. */
static void bound_comparison(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    emission *e = piece->e;
    if (piece_kind_of(piece, left) == PIECE_SAME && piece_kind_of(piece, right) == PIECE_SAME)
        return;
    bool swapped = piece_kind_of(piece, left) == PIECE_SAME;
    bool falls = piece_kind_of(piece, swapped ? right : left) == PIECE_FALL;
    LLVMValueRef from = piece_head(piece, swapped ? right : left), to = piece_head(piece, swapped ? left : right);
    LLVMTypeRef type = LLVMTypeOf(from);
    if (falls) { /* its complement grows, and complements compare in the reverse order */
        from = LLVMBuildNot(e->builder, from, "");
        to = LLVMBuildNot(e->builder, to, "");
    }
    LLVMValueRef zero = LLVMConstNull(type), one = LLVMConstInt(type, 1, false);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE) {
        LLVMValueRef distance = until(piece, from, to);
        LLVMValueRef equal = LLVMBuildICmp(e->builder, LLVMIntEQ, distance, zero, "");
        end_after(piece, LLVMBuildSelect(e->builder, equal, one, distance, ""));
        return;
    }
    if (predicate >= LLVMIntSGT) { /* adding the least signed number maps the signed order to the unsigned one */
        from = LLVMBuildXor(e->builder, from, sign(type), "");
        to = LLVMBuildXor(e->builder, to, sign(type), "");
    }
    /* from < to, or from <= to: the outcome changes at the bound; beyond it, where the sum wraps around */
    bool below = piece_is_below(predicate);
    bool with_equal =
        predicate == LLVMIntULE || predicate == LLVMIntUGE || predicate == LLVMIntSLE || predicate == LLVMIntSGE;
    if (swapped != falls)
        below = !below;
    bool beyond = below ? with_equal : !with_equal; /* the number at the bound is still on the lower side */
    LLVMValueRef lower = LLVMBuildICmp(e->builder, beyond ? LLVMIntULE : LLVMIntULT, from, to, "");
    LLVMValueRef threads = until(piece, from, to);
    if (beyond)
        threads = LLVMBuildAdd(e->builder, threads, one, "");
    end_after(piece, LLVMBuildSelect(e->builder, lower, threads, until(piece, from, zero), ""));
}

/* Signed numbers are treated as unsigned ones up to the largest signed one, divisors too; a negative number is in a
 * piece of its own. If a divisor that is not constant is small, or negative, pieces do not pay. */
static void bound_division(emission_piece *piece, LLVMValueRef value, const piece_division *division, LLVMValueRef from)
{
    emission *e = piece->e;
    LLVMTypeRef type = LLVMTypeOf(from);
    LLVMValueRef zero = LLVMConstNull(type), one = LLVMConstInt(type, 1, false),
                 least = LLVMConstInt(type, LEAST_PERIOD, false);
    LLVMValueRef divisor = division->constant ? LLVMConstInt(type, division->constant, false)
                                              : emission_hoist_uniform(e, LLVMGetOperand(value, 1));
    LLVMValueRef head = piece_head(piece, value);
    LLVMValueRef over = division->rest ? head : until(piece, LLVMBuildMul(e->builder, head, divisor, ""), from);
    LLVMValueRef threads = until(piece, over, divisor),
                 wraps = until(piece, from, division->is_signed ? sign(type) : zero);
    if (division->is_signed) {
        LLVMValueRef negative = LLVMBuildICmp(e->builder, LLVMIntSLT, from, zero, "");
        threads = LLVMBuildSelect(e->builder, negative, one, threads, "");
        wraps = LLVMBuildSelect(e->builder, negative, one, wraps, "");
    }
    end_after(piece, wraps);
    if (!division->constant) {
        LLVMValueRef large =
            LLVMBuildICmp(e->builder, division->is_signed ? LLVMIntSGE : LLVMIntUGE, divisor, least, "");
        LLVMValueRef *asked = piece->unbroken ? &piece->unbroken : &piece->pays;
        *asked = *asked ? LLVMBuildAnd(e->builder, *asked, large, "") : large;
        threads = LLVMBuildSelect(e->builder, large, threads, zero, "");
    }
    end_after(piece, threads);
}

static void bound_operation(emission_piece *piece, LLVMValueRef value)
{
    emission *e = piece->e;
    piece_division division;
    bool divides = piece_divides(piece, value, &division);
    uint64_t period = division.constant;
    LLVMValueRef operand = LLVMGetOperand(value, 0);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    piece_kind kind = piece_kind_of(piece, operand);
    bool extends = !divides && (opcode == LLVMZExt || opcode == LLVMSExt);
    if (kind == PIECE_OTHER || kind == PIECE_SAME || (!divides && !extends) || (divides && kind != PIECE_STEP) ||
        emission_is_of_period(e, value))
        return;
    LLVMValueRef from = piece_head(piece, operand);
    LLVMTypeRef type = LLVMTypeOf(from);
    if (extends) { /* a falling number has a growing complement, and both wrap around after the same thread */
        LLVMValueRef least = opcode == LLVMZExt ? LLVMConstNull(type) : sign(type);
        from = kind == PIECE_FALL ? LLVMBuildNot(e->builder, from, "") : from;
        LLVMValueRef threads = until(piece, from, least);
        if (kind == PIECE_SCALED) { /* all threads whose multiple begins before the number wraps around */
            LLVMValueRef one = LLVMConstInt(type, 1, false),
                         scale = LLVMConstInt(type, piece_scale(piece, operand), false);
            threads = LLVMBuildUDiv(e->builder, LLVMBuildSub(e->builder, threads, one, ""), scale, "");
            threads = LLVMBuildAdd(e->builder, threads, one, "");
        }
        end_after(piece, threads);
        return;
    }
    if (division.is_signed || !period) {
        bound_division(piece, value, &division, from);
        return;
    }
    LLVMValueRef number = LLVMConstInt(type, period, false), over;
    if ((period & (period - 1)) == 0) {
        over = LLVMBuildAnd(e->builder, from, LLVMConstInt(type, period - 1, false), "");
    } else {
        over = LLVMBuildURem(e->builder, from, number, "");
        end_after(piece, until(piece, from, LLVMConstNull(type)));
    }
    end_after(piece, until(piece, over, number));
}

void piece_bound(emission_piece *piece, LLVMValueRef value)
{
    emission *e = piece->e;
    LLVMIntPredicate predicate;
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value) || map_get(&piece->bounds, value) ||
        emission_known(e, value) || (e->pieces.interior && map_get(&e->pieces.interior->bounds, value)))
        return;
    map_put(&piece->bounds, value, value);
    if (fuse_call_of(value, NULL) == FUSE_THREAD || fuse_call_of(value, NULL) == FUSE_LINEAR_ID)
        return;
    if (LLVMIsALoadInst(value)) {
        piece_bound(piece, emission_stored_value(e, value));
        return;
    }
    bool least = piece_is_minimum(value, &predicate);
    int outcome;
    bool chooses =
        LLVMIsASelectInst(value) && piece_is_choice(piece, value, &outcome) && !piece_is_uniform_choice(piece, value);
    for (int i = 0; i < LLVMGetNumOperands(value) - (least ? 1 : 0); i++)
        if (!chooses || i == 0 || i == (outcome ? 1 : 2)) /* an operand that is not chosen need not be known */
            piece_bound(piece, LLVMGetOperand(value, (unsigned)i));
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, piece->open);
    if (least)
        bound_comparison(piece, predicate, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1));
    else if (LLVMIsAICmpInst(value))
        bound_comparison(piece, LLVMGetICmpPredicate(value), LLVMGetOperand(value, 0), LLVMGetOperand(value, 1));
    else if (LLVMGetNumOperands(value) > 0 && !LLVMIsASelectInst(value))
        bound_operation(piece, value);
    LLVMPositionBuilderAtEnd(e->builder, here);
}

/* ---- long rows ---- */
enum { VECTOR = 16 }; /* threads */

static LLVMValueRef whole_vectors(emission *e, LLVMValueRef number)
{
    return LLVMBuildAnd(e->builder, number, emission_number(e, e->i64, ~(uint64_t)(VECTOR - 1)), "");
}

LLVMValueRef piece_end_with_vector(emission_piece *piece, LLVMValueRef end)
{
    emission *e = piece->e;
    LLVMValueRef after = LLVMBuildAdd(e->builder, piece->first, piece->length, ""), before = whole_vectors(e, after);
    LLVMValueRef to_end = LLVMBuildICmp(e->builder, LLVMIntEQ, after, end, "");
    LLVMValueRef any = LLVMBuildICmp(e->builder, LLVMIntUGT, before, piece->first, "");
    after = LLVMBuildSelect(e->builder, to_end, after, before, "");
    piece->length = LLVMBuildSub(e->builder, after, piece->first, "");
    return LLVMBuildOr(e->builder, to_end, any, "");
}

LLVMValueRef piece_rest_to_vector(emission *e, LLVMValueRef first, LLVMValueRef threads, LLVMValueRef end)
{
    LLVMValueRef after = LLVMBuildAdd(e->builder, first, threads, "");
    after = whole_vectors(e, LLVMBuildAdd(e->builder, after, emission_number(e, e->i64, VECTOR - 1), ""));
    LLVMValueRef beyond = LLVMBuildICmp(e->builder, LLVMIntUGT, after, end, "");
    return LLVMBuildSub(e->builder, LLVMBuildSelect(e->builder, beyond, end, after, ""), first, "");
}
