/* Warp collectives as operations on vectors of 32, for masks that name all 32 lanes, or each lane's tile of 2, 4, 8
 * or 16. All tiles of a warp run together in a strip: they exchange at once. */
#include "warp_collective.h"

#include <string.h>

#include "../../fused/fused.h"
#include "../../device/collective.h"
#include "../analysis/calls.h"
#include "counting_loop.h"
#include "emission.h"
#include "frame.h"
#include "strip.h"

enum { WARP = 32 };

static bool is_shuffle(unsigned operation)
{
    return operation >= EMU_COLLECTIVE_SHUFFLE && operation < EMU_COLLECTIVE_REDUCE;
}

static bool is_vote(unsigned operation)
{
    return operation >= EMU_COLLECTIVE_ALL && operation <= EMU_COLLECTIVE_BALLOT;
}

/* The call that holds the threads' operands of the collective before the region: barrier_isolation.c put it at the
 * end of the one block before. */
static LLVMValueRef find_operands_call(const fuse_kernel *kernel, int region)
{
    const fuse_block *block = &kernel->block[kernel->region[region]];
    LLVMValueRef found = NULL;
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[block->from[0]].block); at;
         at = LLVMGetNextInstruction(at))
        if (fuse_call_of(at, NULL) == FUSE_OPERANDS)
            found = at;
    return found;
}

static bool is_number(LLVMValueRef value, unsigned *number)
{
    if (!LLVMIsAConstantInt(value))
        return false;
    *number = (unsigned)LLVMConstIntGetZExtValue(value);
    return true;
}

/* The value, if it is an instruction of that kind with a constant as its operand `at`; null: it is none. */
static LLVMValueRef with_number(LLVMValueRef value, LLVMOpcode opcode, unsigned at, unsigned *number)
{
    bool is = LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
    return is && is_number(LLVMGetOperand(value, at), number) ? value : NULL;
}

/* The tile's lanes, if each lane's mask names its own tile: ~0 for a warp; `ones << (lane & first)`, as
 * lw_tiled_partition() computes it. 0: it is another mask. */
static unsigned tile_of_mask(const fuse_kernel *kernel, LLVMValueRef mask)
{
    unsigned number, ones, first;
    int axis = 0;
    if (is_number(mask, &number))
        return number == ~0u ? WARP : 0;
    LLVMValueRef shift = with_number(mask, LLVMShl, 0, &ones);
    LLVMValueRef part = shift ? with_number(LLVMGetOperand(shift, 1), LLVMAnd, 1, &first) : NULL;
    if (!part)
        return 0;
    fuse_call call = fuse_call_of(LLVMGetOperand(part, 0), &axis);
    bool in_rows =
        kernel->shape[0] == 0 || kernel->shape[0] % WARP == 0; /* strips of part of a row: x is the lane there */
    bool is_lane = call == FUSE_LINEAR_ID || (call == FUSE_THREAD && axis == 0 && in_rows);
    for (unsigned tile = 2; tile < WARP; tile *= 2)
        if (is_lane && ones == (1u << tile) - 1 && first == WARP - tile)
            return tile;
    return 0;
}

/* The width of a shuffle, from its operand; 0: unknown. */
static unsigned width_of(LLVMValueRef operand)
{
    unsigned number, low;
    if (is_number(operand, &number))
        return number >> 8;
    LLVMValueRef sum = with_number(operand, LLVMOr, 1, &number);
    return sum && with_number(LLVMGetOperand(sum, 0), LLVMAnd, 1, &low) && low < 256 ? number >> 8 : 0;
}

static bool is_reduction(unsigned operation)
{
    return operation >= EMU_COLLECTIVE_REDUCE && operation < EMU_COLLECTIVE_REDUCE_END;
}

bool emission_find_collective(const fuse_kernel *kernel, int region, exchange *found)
{
    const fuse_block *block = &kernel->block[kernel->region[region]];
    LLVMTypeRef i8 = LLVMInt8TypeInContext(kernel->context), i32 = LLVMInt32TypeInContext(kernel->context);
    LLVMValueRef call = block->from_count == 1 ? find_operands_call(kernel, region) : NULL;
    unsigned operation = block->sync.operation, tile = call ? tile_of_mask(kernel, LLVMGetOperand(call, 0)) : 0;
    if (!tile)
        return false;
    if (operation ==
        EMU_COLLECTIVE_ACTIVE) /* of a whole warp it is a ballot of ones; the emulator makes it of others */
        operation = EMU_COLLECTIVE_BALLOT;
    LLVMValueRef value = LLVMGetOperand(call, 1);
    LLVMTypeRef type = LLVMIsAZExtInst(value) ? LLVMTypeOf(LLVMGetOperand(value, 0)) : LLVMTypeOf(value);
    *found = (exchange){
        .operation = operation, .tile = tile, .type = LLVMGetIntTypeWidth(type) <= 32 ? i32 : LLVMTypeOf(value)};
    if (is_shuffle(operation)) { /* only within its tile: the value from a lane of another tile is undefined */
        unsigned width = width_of(LLVMGetOperand(call, 2));
        found->variable_operand = !is_number(LLVMGetOperand(call, 2), &found->operand);
        bool is_width = width > 0 && width <= tile && (width & (width - 1)) == 0;
        return is_width || (found->variable_operand && tile == WARP);
    }
    if (is_vote(operation))
        found->type = i8;
    else if (is_reduction(operation))
        found->type = i32;
    return is_vote(operation) || is_reduction(operation) || operation == EMU_COLLECTIVE_SYNC;
}

/* ---- arrays of what 32 lanes give and get ---- */
static LLVMValueRef element(emission *e, LLVMValueRef array, LLVMTypeRef type)
{
    return LLVMBuildInBoundsGEP2(e->builder, type, array, &e->thread.number, 1, "");
}

static LLVMValueRef make_array(emission *e, LLVMTypeRef type)
{
    return emission_in_entry_alloca(e, LLVMArrayType2(type, WARP), 64);
}

static const exchange *exchange_of(emission *e, int region)
{
    exchange *made = &e->strips->exchange[region];
    if (!made->contributed) {
        emission_find_collective(e->kernel, region, made);
        made->contributed = make_array(e, made->type);
        made->operands = make_array(e, e->i32);
        made->received = make_array(e, is_shuffle(made->operation) ? made->type : e->i32);
    }
    return made;
}

void emission_give_operand(emission *e, int region, LLVMValueRef value, LLVMValueRef operand)
{
    const exchange *to = exchange_of(e, region);
    value = LLVMBuildTruncOrBitCast(e->builder, value, to->type, "");
    emission_mark(e, LLVMBuildStore(e->builder, value, element(e, to->contributed, to->type)));
    if (to->variable_operand)
        emission_mark(e, LLVMBuildStore(e->builder, operand, element(e, to->operands, e->i32)));
}

LLVMValueRef emission_collective_result(emission *e)
{
    const exchange *from = exchange_of(e, e->region);
    LLVMTypeRef type = is_shuffle(from->operation) ? from->type : e->i32;
    LLVMValueRef value = emission_mark(e, LLVMBuildLoad2(e->builder, type, element(e, from->received, type), ""));
    return LLVMBuildZExtOrBitCast(e->builder, value, e->i64, "");
}

void emission_scatter_results(emission *e, LLVMValueRef linear_id)
{
    const exchange *from = exchange_of(e, e->region);
    if (from->operation == EMU_COLLECTIVE_SYNC)
        return;
    LLVMTypeRef type = is_shuffle(from->operation) ? from->type : e->i32;
    LLVMValueRef value = LLVMBuildLoad2(e->builder, LLVMVectorType(type, WARP), from->received, "");
    LLVMSetAlignment(value, 64);
    value = LLVMBuildZExtOrBitCast(e->builder, value, LLVMVectorType(e->i64, WARP), "");
    LLVMValueRef to = LLVMBuildInBoundsGEP2(e->builder, e->i64, emission_get_field(e, VALUE), &linear_id, 1, "");
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, to), 8);
}

static LLVMValueRef numbers(emission *e, const unsigned *number)
{
    LLVMValueRef constant[WARP];
    for (unsigned i = 0; i < WARP; i++)
        constant[i] = emission_number(e, e->i32, number[i]);
    return LLVMConstVector(constant, WARP);
}

/* By lane: the mask of its tile. */
static LLVMValueRef tile_masks(emission *e, unsigned tile)
{
    unsigned mask[WARP];
    for (unsigned lane = 0; lane < WARP; lane++)
        mask[lane] = (~0u >> (WARP - tile)) << (lane / tile * tile);
    return numbers(e, mask);
}

static void store_words(emission *e, field array, LLVMValueRef words, LLVMValueRef first)
{
    LLVMValueRef to = LLVMBuildInBoundsGEP2(e->builder, e->i32, emission_get_field(e, array), &first, 1, "");
    LLVMSetAlignment(LLVMBuildStore(e->builder, words, to), 4);
}

void emission_scatter_operands(emission *e, int region)
{
    const exchange *from = exchange_of(e, region);
    LLVMValueRef first = emission_first_id(e, e->strips);
    LLVMTypeRef words = LLVMVectorType(e->i32, WARP);
    store_words(e, MASK, tile_masks(e, from->tile), first);
    LLVMValueRef value = LLVMBuildLoad2(e->builder, LLVMVectorType(from->type, WARP), from->contributed, "");
    LLVMSetAlignment(value, 64);
    value = LLVMBuildZExtOrBitCast(e->builder, value, LLVMVectorType(e->i64, WARP), "");
    LLVMValueRef to = LLVMBuildInBoundsGEP2(e->builder, e->i64, emission_get_field(e, VALUE), &first, 1, "");
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, to), 8);
    unsigned given[WARP];
    for (unsigned i = 0; i < WARP; i++)
        given[i] = from->operand;
    LLVMValueRef operands = numbers(e, given);
    if (from->variable_operand) {
        operands = LLVMBuildLoad2(e->builder, words, from->operands, "");
        LLVMSetAlignment(operands, 64);
    }
    store_words(e, OPERAND, operands, first);
}

/* The strip's threads have given their operands one by one, to the frame: moves them to the strip's arrays. */
void emission_gather_operands(emission *e, int region, LLVMValueRef linear_id)
{
    const exchange *to = exchange_of(e, region);
    LLVMTypeRef wide = LLVMVectorType(e->i64, WARP), words = LLVMVectorType(e->i32, WARP);
    LLVMValueRef from = LLVMBuildInBoundsGEP2(e->builder, e->i64, emission_get_field(e, VALUE), &linear_id, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(e->builder, wide, from, "");
    LLVMSetAlignment(value, 8);
    value = LLVMBuildTruncOrBitCast(e->builder, value, LLVMVectorType(to->type, WARP), "");
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, to->contributed), 64);
    if (!to->variable_operand)
        return;
    from = LLVMBuildInBoundsGEP2(e->builder, e->i32, emission_get_field(e, OPERAND), &linear_id, 1, "");
    value = LLVMBuildLoad2(e->builder, words, from, "");
    LLVMSetAlignment(value, 4);
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, to->operands), 64);
}

/* ---- the exchange ---- */
static LLVMValueRef all_equal(emission *e, LLVMValueRef value)
{
    static const unsigned zeros[WARP];
    LLVMValueRef none = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(value), WARP));
    LLVMValueRef first = LLVMBuildInsertElement(e->builder, none, value, emission_number(e, e->i32, 0), "");
    return LLVMBuildShuffleVector(e->builder, first, none, numbers(e, zeros), "");
}

/* A vote of all lanes, for each lane: a ballot's bits are those of its tile. */
static LLVMValueRef vote(emission *e, unsigned operation, unsigned tile, LLVMValueRef value)
{
    LLVMValueRef holds = LLVMBuildICmp(e->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
    LLVMValueRef mask = tile_masks(e, tile), none = LLVMConstNull(LLVMTypeOf(mask)), result;
    LLVMValueRef bits = all_equal(e, LLVMBuildBitCast(e->builder, holds, e->i32, ""));
    bits = LLVMBuildAnd(e->builder, bits, mask, "");
    LLVMValueRef is_all = LLVMBuildICmp(e->builder, LLVMIntEQ, bits, mask, "");
    switch (operation) {
    case EMU_COLLECTIVE_BALLOT: return bits;
    case EMU_COLLECTIVE_ALL: result = is_all; break;
    case EMU_COLLECTIVE_ANY: result = LLVMBuildICmp(e->builder, LLVMIntNE, bits, none, ""); break;
    default: /* EMU_COLLECTIVE_UNI */
        result = LLVMBuildOr(e->builder, is_all, LLVMBuildICmp(e->builder, LLVMIntEQ, bits, none, ""), "");
    }
    return LLVMBuildZExt(e->builder, result, LLVMTypeOf(mask), "");
}

/* LLVM's names: of the reduction of a vector, and of two operands. */
static const struct {
    const char *whole, *two; /* two null: it is an opcode */
    LLVMOpcode opcode;
} reductions[] = {[EMU_REDUCE_ADD] = {"llvm.vector.reduce.add", NULL, LLVMAdd},
                  [EMU_REDUCE_MIN_U32] = {"llvm.vector.reduce.umin", "llvm.umin", 0},
                  [EMU_REDUCE_MAX_U32] = {"llvm.vector.reduce.umax", "llvm.umax", 0},
                  [EMU_REDUCE_MIN_I32] = {"llvm.vector.reduce.smin", "llvm.smin", 0},
                  [EMU_REDUCE_MAX_I32] = {"llvm.vector.reduce.smax", "llvm.smax", 0},
                  [EMU_REDUCE_AND] = {"llvm.vector.reduce.and", NULL, LLVMAnd},
                  [EMU_REDUCE_OR] = {"llvm.vector.reduce.or", NULL, LLVMOr},
                  [EMU_REDUCE_XOR] = {"llvm.vector.reduce.xor", NULL, LLVMXor}};

static LLVMValueRef call_intrinsic(emission *e, const char *name, LLVMValueRef *operand, unsigned operands)
{
    LLVMTypeRef type = LLVMTypeOf(operand[0]);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->kernel->module, id, &type, 1);
    return LLVMBuildCall2(e->builder, LLVMIntrinsicGetType(e->kernel->context, id, &type, 1), function, operand,
                          operands, "");
}

/* For each lane: its tile's reduction, by exchanges with the lane at half of the tile's width, a quarter, ... */
static LLVMValueRef reduce(emission *e, unsigned operation, unsigned tile, LLVMValueRef value)
{
    operation -= EMU_COLLECTIVE_REDUCE;
    if (tile == WARP)
        return all_equal(e, call_intrinsic(e, reductions[operation].whole, &value, 1));
    for (unsigned distance = tile / 2; distance > 0; distance /= 2) {
        unsigned other[WARP];
        for (unsigned lane = 0; lane < WARP; lane++)
            other[lane] = lane ^ distance;
        LLVMValueRef poison = LLVMGetPoison(LLVMTypeOf(value));
        LLVMValueRef two[] = {value, LLVMBuildShuffleVector(e->builder, value, poison, numbers(e, other), "")};
        value = reductions[operation].two
                    ? call_intrinsic(e, reductions[operation].two, two, 2)
                    : LLVMBuildBinOp(e->builder, reductions[operation].opcode, two[0], two[1], "");
    }
    return value;
}

static LLVMValueRef constant_shuffle(emission *e, const exchange *from, LLVMValueRef value)
{
    unsigned source[WARP];
    for (unsigned lane = 0; lane < WARP; lane++)
        source[lane] = emu_shuffle_source(from->operation - EMU_COLLECTIVE_SHUFFLE, lane, from->operand);
    return LLVMBuildShuffleVector(e->builder, value, LLVMGetPoison(LLVMTypeOf(value)), numbers(e, source), "");
}

/* emu_shuffle_source, for the operand of thread `thread`. */
static LLVMValueRef source_of(emission *e, unsigned kind, LLVMValueRef lane, LLVMValueRef operand)
{
    LLVMBuilderRef b = e->builder;
    LLVMValueRef one = emission_number(e, e->i32, 1), delta, width, first, last, other;
    delta = LLVMBuildAnd(b, operand, emission_number(e, e->i32, 31), "");
    width = LLVMBuildLShr(b, operand, emission_number(e, e->i32, 8), "");
    first = LLVMBuildAnd(b, lane, LLVMBuildNeg(b, width, ""), "");
    last = LLVMBuildAdd(b, first, LLVMBuildSub(b, width, one, ""), "");
    switch (kind) {
    case EMU_SHUFFLE_INDEX:
        return LLVMBuildOr(b, first, LLVMBuildAnd(b, delta, LLVMBuildSub(b, width, one, ""), ""), "");
    case EMU_SHUFFLE_UP:
        first = LLVMBuildAdd(b, first, delta, "");
        other = LLVMBuildSub(b, lane, delta, "");
        return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntUGE, lane, first, ""), other, lane, "");
    default:
        other = kind == EMU_SHUFFLE_DOWN ? LLVMBuildAdd(b, lane, delta, "") : LLVMBuildXor(b, lane, delta, "");
        return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULE, other, last, ""), other, lane, "");
    }
}

/* A shuffle in which each thread has its own operand. */
static void shuffle_by_lane(emission *e, const exchange *from)
{
    counting loop = emission_begin_count(e, e->i64, emission_number(e, e->i64, 0));
    e->thread.number = loop.number;
    LLVMValueRef operand = emission_mark(e, LLVMBuildLoad2(e->builder, e->i32, element(e, from->operands, e->i32), ""));
    LLVMValueRef lane = LLVMBuildTrunc(e->builder, e->thread.number, e->i32, "");
    LLVMValueRef source = source_of(e, from->operation - EMU_COLLECTIVE_SHUFFLE, lane, operand);
    source = LLVMBuildZExt(e->builder, source, e->i64, "");
    LLVMValueRef at = LLVMBuildInBoundsGEP2(e->builder, from->type, from->contributed, &source, 1, "");
    LLVMValueRef value = emission_mark(e, LLVMBuildLoad2(e->builder, from->type, at, ""));
    emission_mark(e, LLVMBuildStore(e->builder, value, element(e, from->received, from->type)));
    emission_end_count(e, &loop, e->i64, emission_number(e, e->i64, WARP), 1, e->parallel ? WARP : 0);
}

void emission_collective(emission *e, int region)
{
    const exchange *from = exchange_of(e, region);
    unsigned operation = from->operation;
    if (operation == EMU_COLLECTIVE_SYNC)
        return;
    if (from->variable_operand) {
        shuffle_by_lane(e, from);
        return;
    }
    LLVMValueRef value = LLVMBuildLoad2(e->builder, LLVMVectorType(from->type, WARP), from->contributed, "");
    LLVMSetAlignment(value, 64);
    if (is_shuffle(operation))
        value = constant_shuffle(e, from, value);
    else
        value = is_vote(operation) ? vote(e, operation, from->tile, value) : reduce(e, operation, from->tile, value);
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, from->received), 64);
}
