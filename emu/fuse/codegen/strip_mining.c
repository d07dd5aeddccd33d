/* Which regions a block runs strip by strip: some neighbours in x run all of them before the next ones begin. Values
 * that these threads keep from region to region are then a few vectors, and an exchange of a warp's lanes is a
 * shuffle of them. This is right because nothing in such regions waits for threads of other strips: they contain no
 * loop in which a vote may depend on another warp (legality.c).
 *
 * If the values of all threads of the block fit the registers, and they run a loop with barriers, the strip is the
 * block: its barriers wait for no other threads.
 *
 * A set of regions is entered only at its head. A strip leaves each region as a whole: all threads of the block do,
 * or all that are on one side of the split's condition. A loop that threads leave one after the other is not in a
 * set: it is faster to run all threads together, through memory.
 *
 * Invariant: nothing is changed; in a set of regions no thread waits for one of another strip. */
#include "strip_mining.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/block_shape.h"
#include "../analysis/graph.h"
#include "../support/memory.h"
#include "emission.h"
#include "strip.h"
#include "warp_collective.h"

enum { WARP = 32, USUAL_WIDTH = 16, MOST_WIDTH = 64, MOST_INSTRUCTIONS = 4000, MANY = 8, REGISTERS = 24 };
/* The size of all vector registers of x86-64, by level; aarch64 has twice those of level 0. */
static const unsigned register_bytes[] = {16 * 16, 16 * 32, 32 * 64};

/* Whether each thread keeps a value of the slot. */
static bool is_kept(const fuse_slot *slot)
{
    return !slot->uniform && !slot->memory;
}

static bool is_left_one_by_one(const fuse_kernel *kernel, int region)
{
    for (int l = kernel->block[kernel->region[region]].loop; l != FUSE_NONE; l = kernel->loop[l].outer)
        if (!kernel->loop[l].has_barrier)
            return true;
    return false;
}

static bool is_collective(const fuse_kernel *kernel, int region)
{
    return kernel->block[kernel->region[region]].sync.kind == EMU_FUSED_COLLECTIVE;
}

/* Whether threads go from the region to at most one collective: their contributions have one place. */
static bool reaches_one_collective(const fuse_kernel *kernel, int region)
{
    int count = 0;
    for (int to = 0; to < kernel->regions; to++)
        count += kernel->plan[region].to[to] && is_collective(kernel, to);
    return count <= 1;
}

static bool is_split(const fuse_kernel *kernel, int region)
{
    return kernel->plan[region].exits[COPY_ROWS].how == LEAVE_SPLIT;
}

/* Whether all threads of the block leave together. */
static bool leaves_together(const fuse_kernel *kernel, int region)
{
    return kernel->plan[region].exits[COPY_ROWS].how < LEAVE_SPLIT;
}

static bool leaves_as_strip(const fuse_kernel *kernel, const strips *set, int region)
{
    if (leaves_together(kernel, region))
        return true;
    return (is_split(kernel, region) ||
            (set->may_agree && kernel->plan[region].is_recorded && reaches_one_collective(kernel, region))) &&
           !is_left_one_by_one(kernel, region);
}

/* Whether a strip may come to the region from another one without waiting for threads of other strips. */
static bool may_follow(const fuse_kernel *kernel, const strips *set, int region)
{
    const fuse_sync_point *wait = &kernel->block[kernel->region[region]].sync;
    exchange found;
    return leaves_as_strip(kernel, set, region) &&
           (wait->kind == EMU_FUSED_NOTHING ||
            (wait->kind == EMU_FUSED_COLLECTIVE && !wait->polls && emission_find_collective(kernel, region, &found)));
}

/* Finds all regions that follow the head; then removes those that are also reached from outside. */
static void find_members(const fuse_kernel *kernel, strips *set)
{
    set->member[set->head] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < kernel->regions; r++)
            for (int to = 0; set->member[r] && to < kernel->regions; to++)
                if (kernel->plan[r].to[to] && !set->member[to] && may_follow(kernel, set, to))
                    set->member[to] = changed = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < kernel->regions; r++)
            for (int to = 0; !set->member[r] && to < kernel->regions; to++)
                if (kernel->plan[r].to[to] && set->member[to] && to != set->head) {
                    set->member[to] = false;
                    changed = true;
                }
    }
}

/* Whether vectors of the slot's values have no gaps. */
bool emission_is_vector_element(const fuse_slot *slot)
{
    switch (LLVMGetTypeKind(slot->type)) {
    case LLVMIntegerTypeKind: {
        unsigned bits = LLVMGetIntTypeWidth(slot->type);
        return bits == 1 ? slot->size == 1 : bits == 8 * slot->size && bits <= 64;
    }
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return slot->size == 2;
    case LLVMFloatTypeKind: return slot->size == 4;
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind: return slot->size == 8;
    default: return false;
    }
}

/* Whether the slot is read or written in several of the regions, or updated in one. Otherwise it only stays in the
 * context meanwhile, and threads that go the same way run faster in rows, which are split where conditions change. */
static bool is_handed_on(const fuse_kernel *kernel, const strips *set, const fuse_slot *slot)
{
    int count = 0;
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r])
            count += (slot->used[r] || slot->written[r]) + (slot->live_in[r] && slot->written[r]);
    return count > 1;
}

/* Whether threads keep a value or a local array, or exchange a value, between the regions; or a region reads and writes
 * so many that they should be vectors. */
static bool pays(const fuse_kernel *kernel, strips *set)
{
    int own = 0;
    for (int s = 0; s < kernel->slots; s++)
        own += kernel->slot[s].live_in[set->head] && kernel->slot[s].used[set->head] && is_kept(&kernel->slot[s]);
    bool keeps = own >= MANY;
    /* a tile's vectors hold the sums of many threads; arrays of a strip lie element by element */
    for (int s = 0; s < kernel->slots && !keeps; s++)
        for (int r = 0; r < kernel->regions && !keeps; r++) {
            const fuse_slot *slot = &kernel->slot[s];
            keeps = (slot->tile || (slot->memory && slot->live_across)) && set->member[r] && slot->used[r];
        }
    for (int r = 0; r < kernel->regions; r++)
        for (int to = 0; set->member[r] && to < kernel->regions; to++) {
            if (!kernel->plan[r].to[to] || !emission_stays_in_strip(kernel, set, to))
                continue;
            keeps = keeps || kernel->block[kernel->region[to]].sync.kind == EMU_FUSED_COLLECTIVE;
            for (int s = 0; s < kernel->slots && !keeps; s++)
                keeps = kernel->slot[s].live_in[to] && is_kept(&kernel->slot[s]) &&
                        is_handed_on(kernel, set, &kernel->slot[s]);
        }
    for (int s = 0; s < kernel->slots; s++)
        for (int r = 0; r < kernel->regions; r++)
            if (set->member[r] && kernel->slot[s].used[r] && kernel->slot[s].live_across && is_kept(&kernel->slot[s]) &&
                !emission_is_vector_element(&kernel->slot[s]))
                return false;
    return keeps;
}

static bool is_small(const fuse_kernel *kernel, const strips *set)
{
    int count = 0;
    bool *has = fuse_allocate((size_t)kernel->blocks, sizeof *has);
    for (int r = 0; r < kernel->regions; r++) {
        memset(has, false, (size_t)kernel->blocks);
        if (set->member[r])
            fuse_region_blocks(kernel, kernel->region[r], has);
        for (int i = 0; i < kernel->blocks; i++)
            for (LLVMValueRef at = has[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
                 at = LLVMGetNextInstruction(at))
                count++;
    }
    free(has);
    return count <= MOST_INSTRUCTIONS;
}

static bool has_collective(const fuse_kernel *kernel, const strips *set)
{
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r] && r != set->head && kernel->block[kernel->region[r]].sync.kind == EMU_FUSED_COLLECTIVE)
            return true;
    return false;
}

/* The largest number of values that each thread keeps at the start of a member. */
static int most_kept(const fuse_kernel *kernel, const strips *set)
{
    int most = 0;
    for (int r = 0; r < kernel->regions; r++) {
        int sum = 0;
        for (int s = 0; set->member[r] && s < kernel->slots; s++)
            sum += kernel->slot[s].live_in[r] && is_kept(&kernel->slot[s]);
        most = sum > most ? sum : most;
    }
    return most;
}

/* [from * kernel->regions + to]: whether threads go from one region to another; `set`: within its strips. Later
 * regions come first: most edges lead forward, so their targets are complete then. */
static bool *find_reached(const fuse_kernel *kernel, const strips *set)
{
    size_t n = (size_t)kernel->regions;
    bool *reached = fuse_allocate(n * n, sizeof *reached);
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = kernel->regions - 1; r >= 0; r--)
            for (int to = 0; (!set || set->member[r]) && to < kernel->regions; to++) {
                if (!kernel->plan[r].to[to] || (set && !emission_stays_in_strip(kernel, set, to)))
                    continue;
                bool *mine = reached + (size_t)r * n;
                const bool *theirs = reached + (size_t)to * n;
                for (int a = 0; a < kernel->regions; a++)
                    if ((a == to || theirs[a]) && !mine[a])
                        mine[a] = changed = true;
            }
    }
    return reached;
}

static bool has_loop(const fuse_kernel *kernel, const strips *set)
{
    bool *reached = find_reached(kernel, set), found = false;
    for (int r = 0; r < kernel->regions; r++)
        found = found || reached[(size_t)r * (size_t)kernel->regions + (size_t)r];
    free(reached);
    return found;
}

bool emission_try_width(const fuse_kernel *kernel, strips *set, unsigned width)
{
    set->width = width;
    set->rows = fuse_rows_of_strip(kernel->shape, width);
    return set->rows > 0;
}

/* Whether in some of its loops each thread goes along a row of its own. */
static bool has_own_rows(const fuse_kernel *kernel, const strips *set)
{
    for (int r = 0; r < kernel->regions; r++) {
        const fuse_block *block = &kernel->block[kernel->region[r]];
        if (set->member[r] && block->loop != FUSE_NONE && kernel->loop[block->loop].own_rows)
            return true;
    }
    return false;
}

/* If threads keep little, several vectors of them run side by side, since each vector waits for its own results. If
 * each thread has rows of its own, a strip has no more threads than a cache typically has ways: lines at a distance of
 * a power of two compete for these. */
static bool find_width(const fuse_kernel *kernel, strips *set)
{
    enum { LITTLE = 2, WAYS = 8 };
    if (has_collective(kernel, set))
        return emission_try_width(kernel, set, WARP);
    if (has_own_rows(kernel, set) && emission_try_width(kernel, set, WAYS))
        return true;
    if (kernel->shape[0] && most_kept(kernel, set) <= LITTLE && emission_try_width(kernel, set, MOST_WIDTH))
        return true;
    return emission_try_width(kernel, set, USUAL_WIDTH) || emission_try_width(kernel, set, USUAL_WIDTH / 2);
}

static bool find_set(const fuse_kernel *kernel, int head, bool may_agree, strips *set)
{
    *set = (strips){
        .head = head, .may_agree = may_agree, .member = fuse_allocate((size_t)kernel->regions, sizeof *set->member)};
    if (leaves_as_strip(kernel, set, head)) {
        find_members(kernel, set);
        for (int r = 0; r < kernel->regions; r++)
            set->may_diverge = set->may_diverge || (set->member[r] && !leaves_together(kernel, r));
        set->exceeds_registers = most_kept(kernel, set) > REGISTERS;
        set->in_place = set->exceeds_registers && !has_loop(kernel, set);
        if (find_width(kernel, set) && pays(kernel, set) && is_small(kernel, set) &&
            (!may_agree || has_collective(kernel, set)))
            return true;
    }
    free(set->member);
    return false;
}

/* At a branch to collectives that some warps take, as in `if (threadIdx.x / 32 == 0)`, all threads of a strip mostly
 * go the same way. */
static bool find_set_at(const fuse_kernel *kernel, int head, strips *set)
{
    return (kernel->has_collectives && find_set(kernel, head, true, set)) || find_set(kernel, head, false, set);
}

/* ---- the block as a strip ---- */
/* Finds a loop that all threads run together, with plain barriers as its only waits, from its head on. */
static bool find_barrier_loop(const fuse_kernel *kernel, strips *set)
{
    size_t n = (size_t)kernel->regions, head = (size_t)set->head;
    bool *reached = find_reached(kernel, NULL), barrier = false, fits = true;
    for (size_t r = 0; r < n; r++)
        set->member[r] = reached[head * n + r] && reached[r * n + head];
    free(reached);
    for (size_t r = 0; r < n; r++) {
        const fuse_sync_point *wait = &kernel->block[kernel->region[r]].sync;
        for (size_t to = 0; to < n && !set->member[r]; to++)
            fits = fits && !(set->member[to] && to != head && kernel->plan[r].to[to]);
        if (!set->member[r])
            continue;
        barrier = barrier || wait->kind == EMU_FUSED_BARRIER;
        fits = fits && leaves_together(kernel, (int)r) && wait->kind != EMU_FUSED_COLLECTIVE &&
               wait->kind != EMU_FUSED_GRID && !(wait->kind == EMU_FUSED_BARRIER && wait->operation) &&
               !(wait->kind != EMU_FUSED_NOTHING && r == head);
    }
    return barrier && fits;
}

bool emission_fits_registers(const fuse_kernel *kernel, unsigned threads, unsigned bytes)
{
    return threads * bytes <= register_bytes[kernel->level] / 2;
}

/* Whether only strips use the values that threads keep around the loop, and those of all threads fit. */
static bool fits_registers(const fuse_kernel *kernel, const strips *set)
{
    bool *in_strips = fuse_allocate((size_t)kernel->regions, sizeof *in_strips), fits = true;
    unsigned most = 0;
    for (int r = 0; r < kernel->regions; r++) {
        strips part;
        if (!set->member[r] || !find_set_at(kernel, r, &part))
            continue;
        for (int i = 0; i < kernel->regions; i++)
            in_strips[i] = in_strips[i] || (part.member[i] && !part.in_place);
        free(part.member);
    }
    for (int r = 0; r < kernel->regions && fits; r++) {
        unsigned bytes = 0;
        for (int s = 0; s < kernel->slots && set->member[r]; s++) {
            const fuse_slot *slot = &kernel->slot[s];
            if (!is_kept(slot) || !slot->live_across)
                continue;
            bytes += slot->live_in[r] ? slot->size : 0;
            fits = fits && !(slot->used[r] && !in_strips[r]);
        }
        most = bytes > most ? bytes : most;
    }
    free(in_strips);
    return fits && most > 0 && emission_fits_registers(kernel, set->width, most);
}

static bool find_whole(const fuse_kernel *kernel, int head, strips *set)
{
    *set =
        (strips){.head = head, .is_block = true, .member = fuse_allocate((size_t)kernel->regions, sizeof *set->member)};
    unsigned threads = kernel->shape[0] * kernel->shape[1];
    if (threads >= USUAL_WIDTH && threads <= MOST_STRIP && (threads & (threads - 1)) == 0 && kernel->shape[2] == 1 &&
        find_barrier_loop(kernel, set) && emission_try_width(kernel, set, threads) && fits_registers(kernel, set) &&
        is_small(kernel, set))
        return true;
    free(set->member);
    return false;
}

bool emission_find_strips(const fuse_kernel *kernel, int head, strips *set)
{
    return find_whole(kernel, head, set) || find_set_at(kernel, head, set);
}

bool emission_has_array(const fuse_kernel *kernel, const strips *set, int s)
{
    const fuse_slot *slot = &kernel->slot[s];
    bool used = false;
    for (int r = 0; r < kernel->regions; r++)
        used = used || (set->member[r] && slot->used[r]);
    return used && !set->in_place && !slot->tile && is_kept(slot) && slot->live_across;
}

/* If the strip is the block, a region that uses none of its values is faster in rows and pieces. */
bool emission_member_in_rows(const fuse_kernel *kernel, const strips *set, int region)
{
    for (int s = 0; s < kernel->slots; s++)
        if (kernel->slot[s].used[region] && emission_has_array(kernel, set, s))
            return false;
    return set->is_block;
}
