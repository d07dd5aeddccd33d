/* Slots of a block whose shared memory is promoted, and of its threads, from region to region: loaded when they are
 * first used, stored where the sequence of regions ends. */
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

node *promoted_variable_node(promotion *p, LLVMValueRef call)
{
    node *made = promoted_node(p, VARIABLE, p->e->pointer, 0, NULL, NULL, NULL);
    made->variable = promoted_find_variable(p, call);
    return made->variable ? made : NULL;
}

/* The type of a strip's values of a slot in memory. A bit is a byte there. */
static LLVMTypeRef kept_type(const promotion *p, const fuse_slot *slot)
{
    bool bit = LLVMGetTypeKind(slot->type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(slot->type) == 1;
    return LLVMVectorType(bit ? p->e->i8 : slot->type, STRIP);
}

static LLVMValueRef kept_at(promotion *p, const fuse_slot *slot, unsigned strip)
{
    return emission_in_context(p->e, slot, emission_number(p->e, p->e->i64, (uint64_t)strip * STRIP));
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

static node *kept_by_thread(promotion *p, const fuse_slot *slot)
{
    emission *e = p->e;
    if (!is_kept_as_vectors(slot))
        return NULL;
    node *made = promoted_node(p, BY_LANE, slot->type, 0, NULL, NULL, NULL);
    made->vectors = fuse_allocate(p->threads / STRIP, sizeof *made->vectors);
    for (unsigned s = 0; s < p->threads / STRIP; s++) {
        LLVMValueRef load = LLVMBuildLoad2(e->builder, kept_type(p, slot), kept_at(p, slot, s), "");
        LLVMSetAlignment(load, slot->alignment);
        made->vectors[s] = LLVMBuildTruncOrBitCast(e->builder, load, LLVMVectorType(slot->type, STRIP), "");
    }
    return made;
}

static bool store_by_thread(promotion *p, const fuse_slot *slot, node *value)
{
    LLVMTypeRef type = kept_type(p, slot);
    if (!is_kept_as_vectors(slot))
        return false;
    for (unsigned s = 0; s < p->threads / STRIP; s++) {
        LLVMValueRef made = promoted_make(p, value, promoted_strip(p, s));
        made = LLVMBuildZExtOrBitCast(p->e->builder, made, type, "");
        LLVMSetAlignment(LLVMBuildStore(p->e->builder, made, kept_at(p, slot, s)), slot->alignment);
    }
    return true;
}

/* The slot's value before the head. A pointer must be known not to point into shared memory, or its variable must
 * be. */
static node *slot_before(promotion *p, int s)
{
    const fuse_slot *slot = &p->e->kernel->slot[s];
    if (!slot->live_in[p->head])
        return promoted_scalar(p, LLVMGetPoison(slot->type));
    if (!slot->uniform)
        return kept_by_thread(p, slot);
    LLVMValueRef value = only_value(slot);
    fuse_call call = value ? fuse_call_of(value, NULL) : FUSE_OTHER;
    if (call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED)
        return promoted_variable_node(p, value);
    bool pointer = LLVMGetTypeKind(slot->type) == LLVMPointerTypeKind;
    if (pointer && !(value && LLVMIsALoadInst(value) && emission_is_argument(p->e, LLVMGetOperand(value, 0))))
        return NULL;
    return promoted_scalar(p, emission_load_uniform(p->e, s));
}

node *promoted_slot(promotion *p, int s)
{
    if (!p->slot[s])
        p->slot[s] = slot_before(p, s);
    return p->slot[s];
}

void promoted_store_slot(promotion *p, int s, node *value, node *mask)
{
    node *before = mask == p->always ? NULL : p->slot[s];
    if (!before && mask != p->always && p->e->kernel->slot[s].live_in[p->head])
        before = promoted_slot(p, s);
    p->slot[s] = before ? promoted_node(p, CHOICE, value->type, 3, mask, value, before) : value;
}

bool promoted_keep_slots(promotion *p, int to)
{
    emission *e = p->e;
    for (int s = 0; s < e->kernel->slots; s++) {
        const fuse_slot *slot = &e->kernel->slot[s];
        if (!p->slot[s] || !slot->live_in[to])
            continue;
        if (!slot->uniform) {
            if (!store_by_thread(p, slot, p->slot[s]))
                return false;
            continue;
        }
        LLVMValueRef value = p->slot[s]->value;
        if (p->slot[s]->kind == VARIABLE) {
            if (only_value(slot) == NULL)
                return false;
            value = promoted_base(p, p->slot[s]->variable);
        } else if (p->slot[s]->kind != SCALAR) {
            if (!promoted_is_number(slot->type))
                return false;
            value = promoted_make(p, p->slot[s], promoted_strip(p, 0));
            value = LLVMBuildExtractElement(e->builder, value, emission_number(e, e->i32, 0), "");
        }
        LLVMSetAlignment(LLVMBuildStore(e->builder, value, e->kernel->in_block[s]), slot->alignment);
    }
    return true;
}
