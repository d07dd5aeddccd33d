/* A phase of a strip: a loop over its threads, from their present block to the next start of a phase. It has as many
 * iterations as a vector has threads, so LLVM makes straight-line vector code of it. Variables that live from phase
 * to phase are arrays of which only whole vectors are read and written: they become registers. */
#include <stdlib.h>
#include <string.h>

#include "../support/memory.h"
#include "outer_loop_strip.h"

static LLVMValueRef group_of(const strip_code *of)
{
    LLVMValueRef hint[2];
    LLVMGetMDNodeOperands(fuse_loop_hint(of->plan->loop.jump, "llvm.loop.parallel_accesses"), hint);
    return hint[1];
}

static LLVMValueRef in_group(const strip_code *of, LLVMValueRef access)
{
    LLVMSetMetadata(access, LLVMGetMDKindIDInContext(of->context, "llvm.access.group", 17), group_of(of));
    return access;
}

static LLVMMetadataRef hint(const strip_code *of, const char *name, LLVMTypeRef type, uint64_t value)
{
    LLVMMetadataRef words[2] = {LLVMMDStringInContext2(of->context, name, strlen(name)),
                                LLVMValueAsMetadata(LLVMConstInt(type, value, false))};
    return LLVMMDNodeInContext2(of->context, words, 2);
}

static bool is_one_of(LLVMValueRef jump, LLVMValueRef word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (word == fuse_loop_hint(jump, names[i]))
            return true;
    return false;
}

/* Gives the loop the metadata of the original, and asks for one vector. */
static void mark_loop(const strip_code *of, LLVMValueRef branch)
{
    unsigned kind = LLVMGetMDKindIDInContext(of->context, "llvm.loop", 9);
    LLVMValueRef whole = LLVMGetMetadata(of->plan->loop.jump, kind), word[16];
    static const char *const replaced[] = {"llvm.loop.interleave.count", "llvm.loop.vectorize.enable",
                                           "llvm.loop.vectorize.width"};
    LLVMMetadataRef stand_in = LLVMTemporaryMDNode(of->context, NULL, 0), name[18] = {stand_in};
    unsigned count = 1, words = (unsigned)LLVMGetMDNodeNumOperands(whole);
    LLVMGetMDNodeOperands(whole, word);
    for (unsigned i = 1; i < words; i++)
        if (!is_one_of(of->plan->loop.jump, word[i], replaced, 3))
            name[count++] = LLVMValueAsMetadata(word[i]);
    name[count++] = hint(of, "llvm.loop.vectorize.enable", of->i1, !of->one_by_one);
    if (!of->one_by_one)
        name[count++] = hint(of, "llvm.loop.vectorize.width", of->i32, of->plan->width);
    LLVMMetadataRef node = LLVMMDNodeInContext2(of->context, name, count);
    LLVMMetadataReplaceAllUsesWith(stand_in, node);
    LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(of->context, node));
}

/* ---- which variables live from phase to phase ---- */
static LLVMValueRef variable_of(LLVMValueRef at, bool *store)
{
    *store = LLVMIsAStoreInst(at) != NULL;
    LLVMValueRef pointer = *store || LLVMIsALoadInst(at) ? LLVMGetOperand(at, *store) : NULL;
    return pointer && LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

/* In the block: whether the variable is read before it is written; and whether it is written. */
static void use_in(const strip_code *of, int block, LLVMValueRef variable, bool *read, bool *written)
{
    bool store;
    *read = *written = false;
    for (LLVMValueRef at = LLVMGetFirstInstruction(of->copy->block[block]); at; at = LLVMGetNextInstruction(at)) {
        if (variable_of(at, &store) != variable)
            continue;
        *read = *read || (!store && !*written);
        *written = *written || store;
    }
}

static bool is_read_first(const strip_code *of, int start, LLVMValueRef variable)
{
    const outer_plan *plan = of->plan;
    block_set phase = fuse_phase_blocks(plan, start), done = 0; /* done: blocks at whose end it is certainly written */
    for (int k = 0; k < plan->loop.blocks; k++) {
        int i = plan->order[k];
        if (!(phase & BLOCK_BIT(i)))
            continue;
        bool read, written, before = i != start && (plan->from[i] & phase & ~done) == 0;
        use_in(of, i, variable, &read, &written);
        if (read && !before)
            return true;
        done |= before || written ? BLOCK_BIT(i) : 0;
    }
    return false;
}

static bool is_used_in(const strip_code *of, block_set phase, LLVMValueRef variable)
{
    for (int i = 0; i < of->plan->loop.blocks; i++) {
        bool read = false, written = false;
        if (phase & BLOCK_BIT(i))
            use_in(of, i, variable, &read, &written);
        if (read || written)
            return true;
    }
    return false;
}

void fuse_find_kept_variables(strip_code *of)
{
    of->array = fuse_allocate((size_t)of->copy->variables + 1, sizeof *of->array);
    of->spilled = fuse_allocate((size_t)of->copy->variables + 1, sizeof *of->spilled);
    for (int v = 0; v < of->copy->variables; v++) {
        LLVMValueRef variable = of->copy->variable[v];
        bool kept = false;
        for (int r = 0; r < of->plan->reductions; r++)
            kept = kept || map_get(&of->copy->copied, of->plan->reduction[r]) == variable;
        for (int s = 0; s < of->plan->loop.blocks && !kept; s++)
            kept = (of->plan->starts & BLOCK_BIT(s)) && is_read_first(of, s, variable);
        LLVMTypeRef type = fuse_kept_type(of, LLVMGetAllocatedType(variable));
        if (kept)
            of->array[v] = fuse_strip_variable(of, LLVMArrayType2(type, of->plan->width), 64);
    }
}

static void move_variables(strip_code *of, block_set phase, LLVMValueRef thread, bool in)
{
    for (int v = 0; v < of->copy->variables; v++) {
        LLVMValueRef variable = of->copy->variable[v];
        if (!of->array[v] || !is_used_in(of, phase, variable))
            continue;
        LLVMTypeRef type = LLVMGetAllocatedType(variable), kept = fuse_kept_type(of, type);
        LLVMValueRef place =
            LLVMBuildInBoundsGEP2(of->builder, kept, of->one_by_one ? of->spilled[v] : of->array[v], &thread, 1, "");
        if (in) {
            LLVMValueRef value = in_group(of, LLVMBuildLoad2(of->builder, kept, place, ""));
            LLVMBuildStore(of->builder, kept == type ? value : LLVMBuildTrunc(of->builder, value, type, ""), variable);
        } else {
            LLVMValueRef value = LLVMBuildLoad2(of->builder, type, variable, "");
            in_group(of, LLVMBuildStore(of->builder, kept == type ? value : LLVMBuildZExt(of->builder, value, kept, ""),
                                        place));
        }
    }
}

/* ---- indices that are extended ---- */
static bool is_extension(const strip_code *of, LLVMValueRef original, int64_t *factor)
{
    return (LLVMIsASExtInst(original) || LLVMIsAZExtInst(original)) && fuse_is_linear(of->plan, original, factor) &&
           *factor;
}

static LLVMValueRef original_of(const strip_code *of, LLVMValueRef copy)
{
    LLVMValueRef original = map_get(&of->copy->copied, copy);
    return original && LLVMIsAInstruction(original) ? original : NULL;
}

/* Whether no sum in the value wraps around in the strip: then extended numbers of neighbours are neighbours. */
static LLVMValueRef no_wrap(strip_code *of, LLVMValueRef value, LLVMValueRef so_far)
{
    int64_t factor;
    if (!LLVMIsAInstruction(value) || fuse_loop_block(&of->plan->loop, LLVMGetInstructionParent(value)) == FUSE_NONE ||
        LLVMIsAPHINode(value))
        return so_far;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        so_far = no_wrap(of, LLVMGetOperand(value, (unsigned)i), so_far);
    if (!is_extension(of, value, &factor))
        return so_far;
    LLVMValueRef narrow = fuse_strip_once(of, LLVMGetOperand(value, 0));
    LLVMTypeRef type = LLVMTypeOf(value), from = LLVMTypeOf(narrow);
    uint64_t span = (uint64_t)(factor * (int64_t)(of->plan->width - 1));
    LLVMValueRef last = LLVMBuildAdd(of->builder, narrow, fuse_strip_number(of, from, span), "");
    bool by_sign = LLVMIsASExtInst(value) != NULL;
    LLVMValueRef wide_last =
        by_sign ? LLVMBuildSExt(of->builder, last, type, "") : LLVMBuildZExt(of->builder, last, type, "");
    LLVMValueRef wide = LLVMBuildAdd(of->builder, fuse_strip_once(of, value), fuse_strip_number(of, type, span), "");
    LLVMValueRef fits = LLVMBuildICmp(of->builder, LLVMIntEQ, wide_last, wide, "");
    return so_far ? LLVMBuildAnd(of->builder, so_far, fits, "") : fits;
}

static LLVMValueRef all_fit(strip_code *of, block_set phase)
{
    LLVMValueRef fit = NULL;
    int64_t factor;
    for (int i = 0; i < of->plan->loop.blocks; i++)
        for (LLVMValueRef at = phase & BLOCK_BIT(i) ? LLVMGetFirstInstruction(of->copy->block[i]) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            LLVMValueRef original = original_of(of, at);
            if (original && is_extension(of, original, &factor))
                fit = no_wrap(of, original, fit);
        }
    return fit;
}

/* ---- the loop over threads ---- */
static LLVMValueRef value_in_phase(strip_code *of, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&of->values, value);
    return made ? made : map_get(&of->counters, value) ? fuse_strip_once(of, value) : value;
}

static void clone_block(strip_code *of, int number, bool fits, LLVMValueRef thread)
{
    LLVMBasicBlockRef from = of->copy->block[number];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    int64_t factor;
    for (LLVMValueRef at = LLVMGetFirstInstruction(from); at != end; at = LLVMGetNextInstruction(at)) {
        LLVMValueRef original = original_of(of, at), made;
        bool store;
        if (fits && original && is_extension(of, original, &factor)) {
            LLVMTypeRef type = LLVMTypeOf(at);
            LLVMValueRef by = LLVMBuildMul(of->builder, LLVMBuildTruncOrBitCast(of->builder, thread, type, ""),
                                           fuse_strip_number(of, type, (uint64_t)factor), "");
            made = LLVMBuildAdd(of->builder, map_get(&of->once, original), by, "");
        } else {
            made = LLVMInstructionClone(at);
            for (int i = 0; i < LLVMGetNumOperands(at); i++)
                LLVMSetOperand(made, (unsigned)i, value_in_phase(of, LLVMGetOperand(at, (unsigned)i)));
            LLVMInsertIntoBuilder(of->builder, made);
            if ((LLVMIsALoadInst(made) || LLVMIsAStoreInst(made)) && !variable_of(at, &store))
                in_group(of, made);
        }
        map_put(&of->values, at, made);
    }
}

static void clone_phase(strip_code *of, block_set phase, int start, bool fits, LLVMValueRef thread,
                        LLVMBasicBlockRef end)
{
    const outer_plan *plan = of->plan;
    LLVMBasicBlockRef made[MOST_LOOP_BLOCKS], exit[MOST_LOOP_BLOCKS + 1] = {NULL};
    for (int i = 0; i < plan->loop.blocks; i++)
        made[i] = phase & BLOCK_BIT(i) ? fuse_strip_block(of) : NULL;
    LLVMBuildBr(of->builder, made[start]);
    for (int k = 0; k < plan->loop.blocks; k++) {
        int i = plan->order[k];
        if (!made[i])
            continue;
        LLVMPositionBuilderAtEnd(of->builder, made[i]);
        clone_block(of, i, fits, thread);
        LLVMBasicBlockRef to[MOST_WAYS] = {NULL};
        for (int w = 0; w < plan->ways[i] || w == 0; w++) {
            int target = plan->ways[i] ? plan->to[i][w] : ALL_ENDED;
            bool leaves = target == ALL_ENDED || (plan->starts & BLOCK_BIT(target));
            if (leaves && !exit[target])
                exit[target] = fuse_strip_block(of);
            to[w] = leaves ? exit[target] : made[target];
        }
        LLVMValueRef jump = LLVMGetBasicBlockTerminator(of->copy->block[i]);
        if (plan->ways[i] == 2)
            LLVMBuildCondBr(of->builder, value_in_phase(of, LLVMGetCondition(jump)), to[0], to[1]);
        else
            LLVMBuildBr(of->builder, to[0]);
    }
    for (int i = 0; i <= MOST_LOOP_BLOCKS; i++) {
        if (!exit[i])
            continue;
        LLVMPositionBuilderAtEnd(of->builder, exit[i]);
        if (plan->masked)
            LLVMBuildStore(of->builder, fuse_strip_number(of, of->i32, (uint64_t)i), of->thread_state);
        LLVMBuildBr(of->builder, end);
    }
}

/* `all`: every thread is at the start; `fits`: extended numbers of neighbours are neighbours. */
static void for_threads(strip_code *of, block_set phase, int start, bool all, bool fits)
{
    const outer_plan *plan = of->plan;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(of->builder), head = fuse_strip_block(of), end = fuse_strip_block(of);
    LLVMBasicBlockRef after = fuse_strip_block(of);
    LLVMBuildBr(of->builder, head);
    LLVMPositionBuilderAtEnd(of->builder, head);
    LLVMValueRef thread = LLVMBuildPhi(of->builder, of->i64, ""), zero = fuse_strip_number(of, of->i64, 0),
                 place = NULL;
    map_free(&of->values);
    LLVMValueRef x = LLVMBuildAdd(of->builder, of->first, thread, "");
    LLVMSetNUW(x, LLVMGetNUW(plan->next));
    LLVMSetNSW(x, LLVMGetNSW(plan->next));
    map_put(&of->values, plan->counter, x);
    move_variables(of, phase, thread, true);
    if (plan->masked) {
        place =
            LLVMBuildInBoundsGEP2(of->builder, of->i32, of->one_by_one ? of->spilled_state : of->state, &thread, 1, "");
        LLVMBasicBlockRef run = fuse_strip_block(of);
        if (all) {
            LLVMBuildBr(of->builder, run);
        } else {
            LLVMValueRef now = in_group(of, LLVMBuildLoad2(of->builder, of->i32, place, ""));
            LLVMBuildStore(of->builder, now, of->thread_state);
            LLVMValueRef mine = fuse_strip_number(of, of->i32, (uint64_t)start);
            LLVMBuildCondBr(of->builder, LLVMBuildICmp(of->builder, LLVMIntEQ, now, mine, ""), run, end);
        }
        LLVMPositionBuilderAtEnd(of->builder, run);
    }
    clone_phase(of, phase, start, fits, thread, end);
    LLVMPositionBuilderAtEnd(of->builder, end);
    move_variables(of, phase, thread, false);
    if (plan->masked)
        in_group(of, LLVMBuildStore(of->builder, LLVMBuildLoad2(of->builder, of->i32, of->thread_state, ""), place));
    LLVMValueRef next = LLVMBuildNUWAdd(of->builder, thread, fuse_strip_number(of, of->i64, 1), "");
    LLVMValueRef more = LLVMBuildICmp(of->builder, LLVMIntULT, next, fuse_strip_number(of, of->i64, plan->width), "");
    mark_loop(of, LLVMBuildCondBr(of->builder, more, head, after));
    LLVMAddIncoming(thread, &zero, &before, 1);
    LLVMAddIncoming(thread, &next, &end, 1);
    LLVMPositionBuilderAtEnd(of->builder, after);
}

static void begin_way(strip_code *of, LLVMValueRef condition, LLVMBasicBlockRef *otherwise)
{
    LLVMBasicBlockRef way = fuse_strip_block(of);
    *otherwise = fuse_strip_block(of);
    LLVMBuildCondBr(of->builder, condition, way, *otherwise);
    LLVMPositionBuilderAtEnd(of->builder, way);
}

static void end_way(strip_code *of, LLVMBasicBlockRef after, LLVMBasicBlockRef otherwise)
{
    LLVMBuildBr(of->builder, after);
    LLVMPositionBuilderAtEnd(of->builder, otherwise);
}

/* ---- the threads one by one, where vectors are not right or do not pay ---- */
static void move_array(strip_code *of, LLVMTypeRef type, LLVMValueRef from, LLVMValueRef to)
{
    LLVMValueRef all = LLVMBuildLoad2(of->builder, LLVMVectorType(type, of->plan->width), from, "");
    LLVMSetAlignment(all, 64);
    LLVMSetAlignment(LLVMBuildStore(of->builder, all, to), 64);
}

/* Copies between the arrays and others whose single elements may be read and written. */
static void move_arrays(strip_code *of, block_set phase, bool out)
{
    for (int v = 0; v < of->copy->variables; v++) {
        LLVMValueRef variable = of->copy->variable[v];
        if (!of->array[v] || !is_used_in(of, phase, variable))
            continue;
        LLVMTypeRef type = fuse_kept_type(of, LLVMGetAllocatedType(variable));
        if (!of->spilled[v])
            of->spilled[v] = fuse_strip_variable(of, LLVMArrayType2(type, of->plan->width), 64);
        move_array(of, type, out ? of->array[v] : of->spilled[v], out ? of->spilled[v] : of->array[v]);
    }
    if (!of->plan->masked)
        return;
    if (!of->spilled_state)
        of->spilled_state = fuse_strip_variable(of, LLVMArrayType2(of->i32, of->plan->width), 64);
    move_array(of, of->i32, out ? of->state : of->spilled_state, out ? of->spilled_state : of->state);
}

static void for_threads_one_by_one(strip_code *of, block_set phase, int start, bool all)
{
    move_arrays(of, phase, true);
    of->one_by_one = true;
    for_threads(of, phase, start, all, false);
    of->one_by_one = false;
    move_arrays(of, phase, false);
}

/* Mostly all threads run the phase, and nothing wraps around: then there are no masks, and whole vectors are loaded
 * and stored. */
static void emit_ways(strip_code *of, block_set phase, int start)
{
    LLVMValueRef fit = all_fit(of, phase), all = of->plan->masked && start ? fuse_strip_all_at(of, start) : NULL;
    LLVMBasicBlockRef after, otherwise;
    bool masks = all && fuse_phase_has_masks(of->plan, phase);
    if (!all && !fit) {
        for_threads(of, phase, start, true, true);
        return;
    }
    after = fuse_strip_block(of);
    begin_way(of, fit && all ? LLVMBuildAnd(of->builder, all, fit, "") : fit ? fit : all, &otherwise);
    for_threads(of, phase, start, true, true);
    end_way(of, after, otherwise);
    if (masks && fit) {
        begin_way(of, fit, &otherwise);
        for_threads(of, phase, start, false, true);
        end_way(of, after, otherwise);
    }
    if (masks && !fit)
        for_threads(of, phase, start, false, true);
    else
        for_threads_one_by_one(of, phase, start, !all);
    end_way(of, after, after);
}

void fuse_emit_phase(strip_code *of, int start)
{
    block_set phase = fuse_phase_blocks(of->plan, start);
    fuse_strip_begin_once(of);
    for (int i = 0; i < of->plan->inners; i++) /* at this place, which dominates all of the phase */
        for (LLVMValueRef at = LLVMGetFirstInstruction(of->plan->loop.block[of->plan->inner[i].header]);
             LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
            if (map_get(&of->counters, at))
                fuse_strip_once(of, at);
    emit_ways(of, phase, start);
    if (!of->plan->masked)
        LLVMBuildStore(of->builder, fuse_choose_phase(of->plan, of, start), of->state);
}
