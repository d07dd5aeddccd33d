/* A phase of a strip: a loop over its threads, from their present block to the next start of a phase. It has as many
 * iterations as a vector has threads, so LLVM makes straight-line vector code of it. Variables that live from phase
 * to phase are arrays of which only whole vectors are read and written: they become registers. */
#include <stdlib.h>
#include <string.h>

#include "../support/memory.h"
#include "outer_loop_strip.h"

static LLVMValueRef group_of(const strip_code *code)
{
    LLVMValueRef hint[2];
    LLVMGetMDNodeOperands(fuse_loop_hint(code->plan->loop.jump, "llvm.loop.parallel_accesses"), hint);
    return hint[1];
}

static LLVMValueRef in_group(const strip_code *code, LLVMValueRef access)
{
    LLVMSetMetadata(access, LLVMGetMDKindIDInContext(code->context, "llvm.access.group", 17), group_of(code));
    return access;
}

static LLVMMetadataRef hint(const strip_code *code, const char *name, LLVMTypeRef type, uint64_t value)
{
    LLVMMetadataRef words[2] = {LLVMMDStringInContext2(code->context, name, strlen(name)),
                                LLVMValueAsMetadata(LLVMConstInt(type, value, false))};
    return LLVMMDNodeInContext2(code->context, words, 2);
}

static bool is_one_of(LLVMValueRef jump, LLVMValueRef word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (word == fuse_loop_hint(jump, names[i]))
            return true;
    return false;
}

/* Gives the loop the metadata of the original, and asks for one vector. */
static void mark_loop(const strip_code *code, LLVMValueRef branch)
{
    unsigned kind = LLVMGetMDKindIDInContext(code->context, "llvm.loop", 9);
    LLVMValueRef whole = LLVMGetMetadata(code->plan->loop.jump, kind), word[16];
    static const char *const replaced[] = {"llvm.loop.interleave.count", "llvm.loop.vectorize.enable",
                                           "llvm.loop.vectorize.width"};
    LLVMMetadataRef stand_in = LLVMTemporaryMDNode(code->context, NULL, 0), name[18] = {stand_in};
    unsigned count = 1, words = (unsigned)LLVMGetMDNodeNumOperands(whole);
    LLVMGetMDNodeOperands(whole, word);
    for (unsigned i = 1; i < words; i++)
        if (!is_one_of(code->plan->loop.jump, word[i], replaced, 3))
            name[count++] = LLVMValueAsMetadata(word[i]);
    name[count++] = hint(code, "llvm.loop.vectorize.enable", code->i1, !code->one_by_one);
    if (!code->one_by_one)
        name[count++] = hint(code, "llvm.loop.vectorize.width", code->i32, code->plan->width);
    LLVMMetadataRef node = LLVMMDNodeInContext2(code->context, name, count);
    LLVMMetadataReplaceAllUsesWith(stand_in, node);
    LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(code->context, node));
}

/* ---- which variables live from phase to phase ---- */
static LLVMValueRef variable_of(LLVMValueRef at, bool *store)
{
    *store = LLVMIsAStoreInst(at) != NULL;
    LLVMValueRef pointer = *store || LLVMIsALoadInst(at) ? LLVMGetOperand(at, *store) : NULL;
    return pointer && LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

/* In the block: whether the variable is read before it is written; and whether it is written. */
static void use_in(const strip_code *code, int block, LLVMValueRef variable, bool *read, bool *written)
{
    bool store;
    *read = *written = false;
    for (LLVMValueRef at = LLVMGetFirstInstruction(code->copy->block[block]); at; at = LLVMGetNextInstruction(at)) {
        if (variable_of(at, &store) != variable)
            continue;
        *read = *read || (!store && !*written);
        *written = *written || store;
    }
}

static bool is_read_first(const strip_code *code, int start, LLVMValueRef variable)
{
    const outer_plan *plan = code->plan;
    block_set phase = fuse_phase_blocks(plan, start), done = 0; /* done: blocks at whose end it is certainly written */
    for (int k = 0; k < plan->loop.blocks; k++) {
        int i = plan->order[k];
        if (!(phase & BLOCK_BIT(i)))
            continue;
        bool read, written, before = i != start && (plan->from[i] & phase & ~done) == 0;
        use_in(code, i, variable, &read, &written);
        if (read && !before)
            return true;
        done |= before || written ? BLOCK_BIT(i) : 0;
    }
    return false;
}

static bool is_used_in(const strip_code *code, block_set phase, LLVMValueRef variable)
{
    for (int i = 0; i < code->plan->loop.blocks; i++) {
        bool read = false, written = false;
        if (phase & BLOCK_BIT(i))
            use_in(code, i, variable, &read, &written);
        if (read || written)
            return true;
    }
    return false;
}

void fuse_find_kept_variables(strip_code *code)
{
    code->array = fuse_allocate((size_t)code->copy->variables + 1, sizeof *code->array);
    code->spilled = fuse_allocate((size_t)code->copy->variables + 1, sizeof *code->spilled);
    for (int v = 0; v < code->copy->variables; v++) {
        LLVMValueRef variable = code->copy->variable[v];
        bool kept = false;
        for (int r = 0; r < code->plan->reductions; r++)
            kept = kept || map_get(&code->copy->copied, code->plan->reduction[r]) == variable;
        for (int s = 0; s < code->plan->loop.blocks && !kept; s++)
            kept = (code->plan->starts & BLOCK_BIT(s)) && is_read_first(code, s, variable);
        LLVMTypeRef type = fuse_kept_type(code, LLVMGetAllocatedType(variable));
        if (kept)
            code->array[v] = fuse_strip_variable(code, LLVMArrayType2(type, code->plan->width), 64);
    }
}

static void move_variables(strip_code *code, block_set phase, LLVMValueRef thread, bool in)
{
    for (int v = 0; v < code->copy->variables; v++) {
        LLVMValueRef variable = code->copy->variable[v];
        if (!code->array[v] || !is_used_in(code, phase, variable))
            continue;
        LLVMTypeRef type = LLVMGetAllocatedType(variable), kept = fuse_kept_type(code, type);
        LLVMValueRef place = LLVMBuildInBoundsGEP2(
            code->builder, kept, code->one_by_one ? code->spilled[v] : code->array[v], &thread, 1, "");
        if (in) {
            LLVMValueRef value = in_group(code, LLVMBuildLoad2(code->builder, kept, place, ""));
            LLVMBuildStore(code->builder, kept == type ? value : LLVMBuildTrunc(code->builder, value, type, ""),
                           variable);
        } else {
            LLVMValueRef value = LLVMBuildLoad2(code->builder, type, variable, "");
            in_group(code, LLVMBuildStore(code->builder,
                                          kept == type ? value : LLVMBuildZExt(code->builder, value, kept, ""), place));
        }
    }
}

/* ---- indices that are extended ---- */
static bool is_extension(const strip_code *code, LLVMValueRef original, int64_t *factor)
{
    return (LLVMIsASExtInst(original) || LLVMIsAZExtInst(original)) && fuse_is_linear(code->plan, original, factor) &&
           *factor;
}

static LLVMValueRef original_of(const strip_code *code, LLVMValueRef copy)
{
    LLVMValueRef original = map_get(&code->copy->copied, copy);
    return original && LLVMIsAInstruction(original) ? original : NULL;
}

/* Whether no sum in the value wraps around in the strip: then extended numbers of neighbours are neighbours. */
static LLVMValueRef no_wrap(strip_code *code, LLVMValueRef value, LLVMValueRef so_far)
{
    int64_t factor;
    if (!LLVMIsAInstruction(value) ||
        fuse_loop_block(&code->plan->loop, LLVMGetInstructionParent(value)) == FUSE_NONE || LLVMIsAPHINode(value))
        return so_far;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        so_far = no_wrap(code, LLVMGetOperand(value, (unsigned)i), so_far);
    if (!is_extension(code, value, &factor))
        return so_far;
    LLVMValueRef narrow = fuse_strip_uniform(code, LLVMGetOperand(value, 0));
    LLVMTypeRef type = LLVMTypeOf(value), from = LLVMTypeOf(narrow);
    uint64_t span = (uint64_t)(factor * (int64_t)(code->plan->width - 1));
    LLVMValueRef last = LLVMBuildAdd(code->builder, narrow, fuse_strip_number(code, from, span), "");
    bool by_sign = LLVMIsASExtInst(value) != NULL;
    LLVMValueRef wide_last =
        by_sign ? LLVMBuildSExt(code->builder, last, type, "") : LLVMBuildZExt(code->builder, last, type, "");
    LLVMValueRef wide =
        LLVMBuildAdd(code->builder, fuse_strip_uniform(code, value), fuse_strip_number(code, type, span), "");
    LLVMValueRef fits = LLVMBuildICmp(code->builder, LLVMIntEQ, wide_last, wide, "");
    return so_far ? LLVMBuildAnd(code->builder, so_far, fits, "") : fits;
}

static LLVMValueRef all_fit(strip_code *code, block_set phase)
{
    LLVMValueRef fit = NULL;
    int64_t factor;
    for (int i = 0; i < code->plan->loop.blocks; i++)
        for (LLVMValueRef at = phase & BLOCK_BIT(i) ? LLVMGetFirstInstruction(code->copy->block[i]) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            LLVMValueRef original = original_of(code, at);
            if (original && is_extension(code, original, &factor))
                fit = no_wrap(code, original, fit);
        }
    return fit;
}

/* ---- the loop over threads ---- */
static LLVMValueRef value_in_phase(strip_code *code, LLVMValueRef value)
{
    LLVMValueRef made = map_get(&code->values, value);
    return made ? made : map_get(&code->counters, value) ? fuse_strip_uniform(code, value) : value;
}

static void clone_block(strip_code *code, int number, bool fits, LLVMValueRef thread)
{
    LLVMBasicBlockRef from = code->copy->block[number];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    int64_t factor;
    for (LLVMValueRef at = LLVMGetFirstInstruction(from); at != end; at = LLVMGetNextInstruction(at)) {
        LLVMValueRef original = original_of(code, at), made;
        bool store;
        if (fits && original && is_extension(code, original, &factor)) {
            LLVMTypeRef type = LLVMTypeOf(at);
            LLVMValueRef by = LLVMBuildMul(code->builder, LLVMBuildTruncOrBitCast(code->builder, thread, type, ""),
                                           fuse_strip_number(code, type, (uint64_t)factor), "");
            made = LLVMBuildAdd(code->builder, map_get(&code->uniform, original), by, "");
        } else {
            made = LLVMInstructionClone(at);
            for (int i = 0; i < LLVMGetNumOperands(at); i++)
                LLVMSetOperand(made, (unsigned)i, value_in_phase(code, LLVMGetOperand(at, (unsigned)i)));
            LLVMInsertIntoBuilder(code->builder, made);
            if ((LLVMIsALoadInst(made) || LLVMIsAStoreInst(made)) && !variable_of(at, &store))
                in_group(code, made);
        }
        map_put(&code->values, at, made);
    }
}

static void clone_phase(strip_code *code, block_set phase, int start, bool fits, LLVMValueRef thread,
                        LLVMBasicBlockRef end)
{
    const outer_plan *plan = code->plan;
    LLVMBasicBlockRef made[MOST_LOOP_BLOCKS], exit[MOST_LOOP_BLOCKS + 1] = {NULL};
    for (int i = 0; i < plan->loop.blocks; i++)
        made[i] = phase & BLOCK_BIT(i) ? fuse_strip_block(code) : NULL;
    LLVMBuildBr(code->builder, made[start]);
    for (int k = 0; k < plan->loop.blocks; k++) {
        int i = plan->order[k];
        if (!made[i])
            continue;
        LLVMPositionBuilderAtEnd(code->builder, made[i]);
        clone_block(code, i, fits, thread);
        LLVMBasicBlockRef to[MOST_WAYS] = {NULL};
        for (int w = 0; w < plan->to_count[i] || w == 0; w++) {
            int target = plan->to_count[i] ? plan->to[i][w] : ALL_ENDED;
            bool leaves = target == ALL_ENDED || (plan->starts & BLOCK_BIT(target));
            if (leaves && !exit[target])
                exit[target] = fuse_strip_block(code);
            to[w] = leaves ? exit[target] : made[target];
        }
        LLVMValueRef jump = LLVMGetBasicBlockTerminator(code->copy->block[i]);
        if (plan->to_count[i] == 2)
            LLVMBuildCondBr(code->builder, value_in_phase(code, LLVMGetCondition(jump)), to[0], to[1]);
        else
            LLVMBuildBr(code->builder, to[0]);
    }
    for (int i = 0; i <= MOST_LOOP_BLOCKS; i++) {
        if (!exit[i])
            continue;
        LLVMPositionBuilderAtEnd(code->builder, exit[i]);
        if (plan->masked)
            LLVMBuildStore(code->builder, fuse_strip_number(code, code->i32, (uint64_t)i), code->thread_state);
        LLVMBuildBr(code->builder, end);
    }
}

/* `all`: every thread is at the start; `fits`: extended numbers of neighbours are neighbours. */
static void for_threads(strip_code *code, block_set phase, int start, bool all, bool fits)
{
    const outer_plan *plan = code->plan;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(code->builder), head = fuse_strip_block(code),
                      end = fuse_strip_block(code);
    LLVMBasicBlockRef after = fuse_strip_block(code);
    LLVMBuildBr(code->builder, head);
    LLVMPositionBuilderAtEnd(code->builder, head);
    LLVMValueRef thread = LLVMBuildPhi(code->builder, code->i64, ""), zero = fuse_strip_number(code, code->i64, 0),
                 place = NULL;
    map_free(&code->values);
    LLVMValueRef x = LLVMBuildAdd(code->builder, code->first, thread, "");
    LLVMSetNUW(x, LLVMGetNUW(plan->next));
    LLVMSetNSW(x, LLVMGetNSW(plan->next));
    map_put(&code->values, plan->counter, x);
    move_variables(code, phase, thread, true);
    if (plan->masked) {
        place = LLVMBuildInBoundsGEP2(code->builder, code->i32, code->one_by_one ? code->spilled_state : code->state,
                                      &thread, 1, "");
        LLVMBasicBlockRef run = fuse_strip_block(code);
        if (all) {
            LLVMBuildBr(code->builder, run);
        } else {
            LLVMValueRef now = in_group(code, LLVMBuildLoad2(code->builder, code->i32, place, ""));
            LLVMBuildStore(code->builder, now, code->thread_state);
            LLVMValueRef mine = fuse_strip_number(code, code->i32, (uint64_t)start);
            LLVMBuildCondBr(code->builder, LLVMBuildICmp(code->builder, LLVMIntEQ, now, mine, ""), run, end);
        }
        LLVMPositionBuilderAtEnd(code->builder, run);
    }
    clone_phase(code, phase, start, fits, thread, end);
    LLVMPositionBuilderAtEnd(code->builder, end);
    move_variables(code, phase, thread, false);
    if (plan->masked)
        in_group(code, LLVMBuildStore(code->builder, LLVMBuildLoad2(code->builder, code->i32, code->thread_state, ""),
                                      place));
    LLVMValueRef next = LLVMBuildNUWAdd(code->builder, thread, fuse_strip_number(code, code->i64, 1), "");
    LLVMValueRef more =
        LLVMBuildICmp(code->builder, LLVMIntULT, next, fuse_strip_number(code, code->i64, plan->width), "");
    mark_loop(code, LLVMBuildCondBr(code->builder, more, head, after));
    LLVMAddIncoming(thread, &zero, &before, 1);
    LLVMAddIncoming(thread, &next, &end, 1);
    LLVMPositionBuilderAtEnd(code->builder, after);
}

static void begin_way(strip_code *code, LLVMValueRef condition, LLVMBasicBlockRef *otherwise)
{
    LLVMBasicBlockRef way = fuse_strip_block(code);
    *otherwise = fuse_strip_block(code);
    LLVMBuildCondBr(code->builder, condition, way, *otherwise);
    LLVMPositionBuilderAtEnd(code->builder, way);
}

static void end_way(strip_code *code, LLVMBasicBlockRef after, LLVMBasicBlockRef otherwise)
{
    LLVMBuildBr(code->builder, after);
    LLVMPositionBuilderAtEnd(code->builder, otherwise);
}

/* ---- the threads one by one, where vectors are not right, or LLVM would make none ---- */
static void move_array(strip_code *code, LLVMTypeRef type, LLVMValueRef from, LLVMValueRef to)
{
    LLVMValueRef all = LLVMBuildLoad2(code->builder, LLVMVectorType(type, code->plan->width), from, "");
    LLVMSetAlignment(all, 64);
    LLVMSetAlignment(LLVMBuildStore(code->builder, all, to), 64);
}

/* Copies between the arrays and others whose single elements may be read and written. */
static void move_arrays(strip_code *code, block_set phase, bool out)
{
    for (int v = 0; v < code->copy->variables; v++) {
        LLVMValueRef variable = code->copy->variable[v];
        if (!code->array[v] || !is_used_in(code, phase, variable))
            continue;
        LLVMTypeRef type = fuse_kept_type(code, LLVMGetAllocatedType(variable));
        if (!code->spilled[v])
            code->spilled[v] = fuse_strip_variable(code, LLVMArrayType2(type, code->plan->width), 64);
        move_array(code, type, out ? code->array[v] : code->spilled[v], out ? code->spilled[v] : code->array[v]);
    }
    if (!code->plan->masked)
        return;
    if (!code->spilled_state)
        code->spilled_state = fuse_strip_variable(code, LLVMArrayType2(code->i32, code->plan->width), 64);
    move_array(code, code->i32, out ? code->state : code->spilled_state, out ? code->spilled_state : code->state);
}

static void for_threads_one_by_one(strip_code *code, block_set phase, int start, bool all)
{
    move_arrays(code, phase, true);
    code->one_by_one = true;
    for_threads(code, phase, start, all, false);
    code->one_by_one = false;
    move_arrays(code, phase, false);
}

/* Mostly all threads run the phase, and nothing wraps around: then there are no masks, and whole vectors are loaded
 * and stored. */
static void emit_ways(strip_code *code, block_set phase, int start)
{
    LLVMValueRef fit = all_fit(code, phase), all = code->plan->masked && start ? fuse_strip_all_at(code, start) : NULL;
    LLVMBasicBlockRef after, otherwise;
    bool masks = all && fuse_phase_has_masks(code->plan, phase);
    if (!all && !fit) {
        for_threads(code, phase, start, true, true);
        return;
    }
    after = fuse_strip_block(code);
    begin_way(code, fit && all ? LLVMBuildAnd(code->builder, all, fit, "") : fit ? fit : all, &otherwise);
    for_threads(code, phase, start, true, true);
    end_way(code, after, otherwise);
    if (masks && fit) {
        begin_way(code, fit, &otherwise);
        for_threads(code, phase, start, false, true);
        end_way(code, after, otherwise);
    }
    if (masks && !fit)
        for_threads(code, phase, start, false, true);
    else
        for_threads_one_by_one(code, phase, start, !all);
    end_way(code, after, after);
}

void fuse_emit_phase(strip_code *code, int start)
{
    block_set phase = fuse_phase_blocks(code->plan, start);
    fuse_strip_begin_uniform(code);
    for (int i = 0; i < code->plan->inners; i++) /* at this place, which dominates all of the phase */
        for (LLVMValueRef at = LLVMGetFirstInstruction(code->plan->loop.block[code->plan->inner[i].header]);
             LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
            if (map_get(&code->counters, at))
                fuse_strip_uniform(code, at);
    emit_ways(code, phase, start);
    if (!code->plan->masked)
        LLVMBuildStore(code->builder, fuse_choose_phase(code->plan, code, start), code->state);
}
