/* Slots of a promoted shared memory's block and threads, from region to region: loaded when they are first used,
 * stored where the sequence of regions ends. */
#include "shared_promotion.h"

#include "../analysis/calls.h"
#include "../support/memory.h"
#include "launch_arguments.h"
#include "slot_place.h"
#include "strip_mining.h"

static LLVMValueRef only_value(const fuse_slot *slot)
{
    LLVMValueRef found = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(slot->alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(user))
            continue;
        if (found)
            return NULL;
        found = LLVMGetOperand(user, 0);
    }
    return found;
}

node *promoted_variable_node(resident *of, LLVMValueRef call)
{
    node *made = promoted_node(of, VARIABLE, of->e->pointer, 0, NULL, NULL, NULL);
    made->variable = promoted_find_variable(of, call);
    return made->variable ? made : NULL;
}

/* The type of a strip's values of a slot in memory. A bit is a byte there. */
static LLVMTypeRef kept_type(const resident *of, const fuse_slot *slot)
{
    bool bit = LLVMGetTypeKind(slot->type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(slot->type) == 1;
    return LLVMVectorType(bit ? of->e->i8 : slot->type, STRIP);
}

static LLVMValueRef kept_at(resident *of, const fuse_slot *slot, unsigned strip)
{
    return emission_in_context(of->e, slot, emission_number(of->e, of->e->i64, (uint64_t)strip * STRIP));
}

bool promoted_is_number(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Three bytes, as a small structure may be, take four bytes in a slot, but have no gap in a vector. */
static bool is_kept_as_vectors(const fuse_slot *slot)
{
    return promoted_is_number(slot->type) && emission_is_vector_element(slot);
}

static node *kept_by_thread(resident *of, const fuse_slot *slot)
{
    emission *e = of->e;
    if (!is_kept_as_vectors(slot))
        return NULL;
    node *made = promoted_node(of, BY_LANE, slot->type, 0, NULL, NULL, NULL);
    made->vectors = fuse_allocate(of->threads / STRIP, sizeof *made->vectors);
    for (unsigned s = 0; s < of->threads / STRIP; s++) {
        LLVMValueRef load = LLVMBuildLoad2(e->builder, kept_type(of, slot), kept_at(of, slot, s), "");
        LLVMSetAlignment(load, slot->alignment);
        made->vectors[s] = LLVMBuildTruncOrBitCast(e->builder, load, LLVMVectorType(slot->type, STRIP), "");
    }
    return made;
}

static bool keep_by_thread(resident *of, const fuse_slot *slot, node *value)
{
    LLVMTypeRef type = kept_type(of, slot);
    if (!is_kept_as_vectors(slot))
        return false;
    for (unsigned s = 0; s < of->threads / STRIP; s++) {
        LLVMValueRef made = promoted_make(of, value, promoted_strip(of, s));
        made = LLVMBuildZExtOrBitCast(of->e->builder, made, type, "");
        LLVMSetAlignment(LLVMBuildStore(of->e->builder, made, kept_at(of, slot, s)), slot->alignment);
    }
    return true;
}

/* The slot's value before the head. A pointer must be known not to point into shared memory, or its variable must
 * be. */
static node *kept(resident *of, int s)
{
    const fuse_slot *slot = &of->e->kernel->slot[s];
    if (!slot->live_in[of->head])
        return promoted_scalar(of, LLVMGetPoison(slot->type));
    if (!slot->uniform)
        return kept_by_thread(of, slot);
    LLVMValueRef value = only_value(slot);
    fuse_call call = value ? fuse_call_of(value, NULL) : FUSE_OTHER;
    if (call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED)
        return promoted_variable_node(of, value);
    bool pointer = LLVMGetTypeKind(slot->type) == LLVMPointerTypeKind;
    if (pointer && !(value && LLVMIsALoadInst(value) && emission_is_argument(of->e, LLVMGetOperand(value, 0))))
        return NULL;
    return promoted_scalar(of, emission_load_uniform(of->e, s));
}

node *promoted_slot(resident *of, int s)
{
    if (!of->slot[s])
        of->slot[s] = kept(of, s);
    return of->slot[s];
}

void promoted_store_slot(resident *of, int s, node *value, node *mask)
{
    node *before = mask == of->always ? NULL : of->slot[s];
    if (!before && mask != of->always && of->e->kernel->slot[s].live_in[of->head])
        before = promoted_slot(of, s);
    of->slot[s] = before ? promoted_node(of, CHOICE, value->type, 3, mask, value, before) : value;
}

bool promoted_keep_slots(resident *of, int to)
{
    emission *e = of->e;
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!of->slot[s] || !slot->live_in[to])
            continue;
        if (!slot->uniform) {
            if (!keep_by_thread(of, slot, of->slot[s]))
                return false;
            continue;
        }
        LLVMValueRef value = of->slot[s]->value;
        if (of->slot[s]->kind == VARIABLE) {
            if (only_value(slot) == NULL)
                return false;
            value = promoted_base(of, of->slot[s]->variable);
        } else if (of->slot[s]->kind != SCALAR) {
            if (!promoted_is_number(slot->type))
                return false;
            value = promoted_make(of, of->slot[s], promoted_strip(of, 0));
            value = LLVMBuildExtractElement(e->builder, value, emission_number(e, e->i32, 0), "");
        }
        LLVMSetAlignment(LLVMBuildStore(e->builder, value, e->kernel->in_block[s]), slot->alignment);
    }
    return true;
}
