/* The vectors that hold the elements of a strip's threads, and their shuffles into thread order. */
#include "permuted_access.h"

static LLVMValueRef shuffle(emission *e, LLVMValueRef a, LLVMValueRef b, const int *from)
{
    LLVMValueRef mask[STRIP];
    for (int i = 0; i < STRIP; i++)
        mask[i] = from[i] < 0 ? LLVMGetUndef(e->i32) : emission_number(e, e->i32, (uint64_t)from[i]);
    return LLVMBuildShuffleVector(e->builder, a, b, LLVMConstVector(mask, STRIP), "");
}

static unsigned width_of(const access_group *group, unsigned wide)
{
    unsigned left = group->elements - wide * STRIP;
    return left < STRIP ? left : STRIP;
}

static LLVMValueRef wide_address(emission *e, const access_group *group, unsigned wide)
{
    return emission_at_offset(e, group->first, emission_number(e, e->i64, (uint64_t)wide * STRIP * group->size));
}

LLVMValueRef permuted_access_load_vector(emission *e, const access_group *group, unsigned wide)
{
    unsigned width = width_of(group, wide);
    LLVMTypeRef type = LLVMVectorType(group->type, width);
    LLVMValueRef load = LLVMBuildLoad2(e->builder, type, wide_address(e, group, wide), "");
    LLVMSetAlignment(load, group->size);
    if (width == STRIP)
        return load;
    int from[STRIP];
    for (int i = 0; i < STRIP; i++)
        from[i] = i < (int)width ? i : -1;
    return shuffle(e, load, LLVMGetUndef(type), from);
}

static void store_wide(emission *e, const access_group *group, unsigned wide, LLVMValueRef value)
{
    unsigned width = width_of(group, wide);
    if (width < STRIP) {
        LLVMValueRef mask[STRIP];
        for (unsigned i = 0; i < width; i++)
            mask[i] = emission_number(e, e->i32, i);
        value = LLVMBuildShuffleVector(e->builder, value, LLVMGetUndef(LLVMTypeOf(value)), LLVMConstVector(mask, width),
                                       "");
    }
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, wide_address(e, group, wide)), group->size);
}

static int element_of(const permuted_strip *plan, const access *of, int thread)
{
    const access_group *group = &plan->group[of->group];
    return (int)((of->stride->offset[thread] - group->least) / group->size);
}

LLVMValueRef permuted_access_gather(emission *e, const access *of)
{
    const access_group *group = &e->permuted.strip->group[of->group];
    LLVMValueRef made = NULL;
    for (int w = 0; w * STRIP < (int)group->elements; w++) {
        int from[STRIP];
        bool any = false;
        for (int i = 0; i < STRIP; i++) {
            int element = element_of(e->permuted.strip, of, i);
            bool here = element / STRIP == w;
            any = any || here;
            from[i] = here ? STRIP + element % STRIP : made ? i : -1;
        }
        if (any)
            made = shuffle(e, made ? made : LLVMGetUndef(LLVMTypeOf(group->wide[w])), group->wide[w], from);
    }
    return made;
}

static bool is_stored(const access *at, int group)
{
    return at->store && at->kind == STAGED && at->group == group;
}

void permuted_access_scatter(emission *e, int g)
{
    permuted_strip *plan = e->permuted.strip;
    const access_group *group = &plan->group[g];
    for (int w = 0; w * STRIP < (int)group->elements; w++) {
        LLVMValueRef made = NULL;
        bool taken[STRIP] = {false}, full = true, any_taken = false;
        for (int a = 0; a < plan->accesses; a++)
            for (int i = 0; i < STRIP && is_stored(&plan->access[a], g); i++)
                if (element_of(plan, &plan->access[a], i) / STRIP == w)
                    any_taken = taken[element_of(plan, &plan->access[a], i) % STRIP] = true;
        if (!any_taken)
            continue;
        for (unsigned i = 0; i < width_of(group, (unsigned)w); i++)
            full = full && taken[i];
        if (!full)
            made = permuted_access_load_vector(e, group, (unsigned)w);
        for (int a = 0; a < plan->accesses; a++) {
            if (!is_stored(&plan->access[a], g))
                continue;
            int from[STRIP];
            bool any = false;
            for (int i = 0; i < STRIP; i++)
                from[i] = made ? i : -1;
            for (int i = 0; i < STRIP; i++) {
                int element = element_of(plan, &plan->access[a], i);
                if (element / STRIP != w)
                    continue;
                from[element % STRIP] = STRIP + i;
                any = true;
            }
            if (!any)
                continue;
            LLVMTypeRef type = LLVMVectorType(group->type, STRIP);
            LLVMValueRef threads = LLVMBuildLoad2(e->builder, type, plan->access[a].array, "");
            LLVMSetAlignment(threads, STRIP * group->size);
            made = shuffle(e, made ? made : LLVMGetUndef(type), threads, from);
        }
        store_wide(e, group, (unsigned)w, made);
    }
}
