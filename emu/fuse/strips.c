/* Which regions a block runs strip by strip: some neighbours in x go through all of them before the next ones begin. What
 * these lanes keep from region to region is a few vectors then, and what the lanes of a warp exchange is a shuffle of
 * them. It is right because nothing in such regions waits for lanes of other strips.
 *
 * A set of regions is entered at its head alone, and a strip leaves each of them as a whole: because all lanes of the
 * block do, or for the side of the split's condition that it is on. A loop that lanes leave one after the other is no
 * part of one: it is better to go through memory with all lanes at once. */
#include "emission.h"

#include "../fused.h"

#include <stdlib.h>
#include <string.h>

enum { WARP = 32, USUAL_WIDTH = 16, MOST_WIDTH = 64, MOST_INSTRUCTIONS = 4000, MANY = 8, REGISTERS = 24 };

static bool left_by_turns(const fuse_kernel *kernel, int region)
{
    for (int l = kernel->block[kernel->region[region]].loop; l != FUSE_NONE; l = kernel->loop[l].outer)
        if (!kernel->loop[l].waits)
            return true;
    return false;
}

static bool leaves_whole(const fuse_kernel *kernel, int region)
{
    const fuse_outcome *outcome = &kernel->outcome[region];
    return outcome->known && !(outcome->by_split && left_by_turns(kernel, region));
}

/* Whether a strip may come to the region from another one without having waited for anyone else. */
static bool may_follow(const fuse_kernel *kernel, int region)
{
    const fuse_wait *wait = &kernel->block[kernel->region[region]].wait;
    exchange found;
    return leaves_whole(kernel, region) &&
           (wait->kind == EMU_FUSED_NOTHING || (wait->kind == EMU_FUSED_MEETING && emission_find_exchange(kernel, region, &found)));
}

bool emission_stays(const fuse_kernel *kernel, const strips *set, int region)
{
    return set->member[region] &&
           (region != set->head || kernel->block[kernel->region[region]].wait.kind == EMU_FUSED_NOTHING);
}

/* All that follow the head; then without those that are reached from elsewhere, too. */
static void find_members(const fuse_kernel *kernel, strips *set)
{
    set->member[set->head] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < kernel->regions; r++)
            for (int to = 0; set->member[r] && to < kernel->regions; to++)
                if (kernel->outcome[r].to[to] && !set->member[to] && may_follow(kernel, to))
                    set->member[to] = changed = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < kernel->regions; r++)
            for (int to = 0; !set->member[r] && to < kernel->regions; to++)
                if (kernel->outcome[r].to[to] && set->member[to] && to != set->head) {
                    set->member[to] = false;
                    changed = true;
                }
    }
}

/* The vectors that hold a slot's values have nothing between them. */
bool emission_packs(const fuse_slot *slot)
{
    switch (LLVMGetTypeKind(slot->type)) {
    case LLVMIntegerTypeKind: {
        unsigned bits = LLVMGetIntTypeWidth(slot->type);
        return bits == 1 ? slot->size == 1 : bits == 8 * slot->size && bits <= 64;
    }
    case LLVMHalfTypeKind: case LLVMBFloatTypeKind:
        return slot->size == 2;
    case LLVMFloatTypeKind:
        return slot->size == 4;
    case LLVMDoubleTypeKind: case LLVMPointerTypeKind:
        return slot->size == 8;
    default:
        return false;
    }
}

/* Lanes keep something from one of the regions to another, or exchange it; or a region reads and writes so much of it
 * that it is to be seen as vectors. */
static bool worth_it(const fuse_kernel *kernel, strips *set)
{
    int own = 0;
    for (int s = 0; s < kernel->slots; s++)
        own += kernel->slot[s].alive[set->head] && kernel->slot[s].used[set->head] && !kernel->slot[s].uniform &&
               !kernel->slot[s].memory;
    bool keeps = own >= MANY;
    for (int r = 0; r < kernel->regions; r++)
        for (int to = 0; set->member[r] && to < kernel->regions; to++) {
            if (!kernel->outcome[r].to[to] || !emission_stays(kernel, set, to))
                continue;
            keeps = keeps || kernel->block[kernel->region[to]].wait.kind == EMU_FUSED_MEETING;
            for (int s = 0; s < kernel->slots && !keeps; s++)
                keeps = kernel->slot[s].alive[to] && !kernel->slot[s].uniform && !kernel->slot[s].memory;
        }
    for (int s = 0; s < kernel->slots; s++)
        for (int r = 0; r < kernel->regions; r++)
            if (set->member[r] && kernel->slot[s].used[r] && kernel->slot[s].crosses && !kernel->slot[s].uniform &&
                !kernel->slot[s].memory && !emission_packs(&kernel->slot[s]))
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

static bool meets(const fuse_kernel *kernel, const strips *set)
{
    for (int r = 0; r < kernel->regions; r++)
        if (set->member[r] && r != set->head && kernel->block[kernel->region[r]].wait.kind == EMU_FUSED_MEETING)
            return true;
    return false;
}

/* How many values each lane keeps at the start of a member, at most. */
static int most_kept(const fuse_kernel *kernel, const strips *set)
{
    int most = 0;
    for (int r = 0; r < kernel->regions; r++) {
        int sum = 0;
        for (int s = 0; set->member[r] && s < kernel->slots; s++)
            sum += kernel->slot[s].alive[r] && !kernel->slot[s].uniform && !kernel->slot[s].memory;
        most = sum > most ? sum : most;
    }
    return most;
}

static bool has_loop(const fuse_kernel *kernel, const strips *set)
{
    size_t n = (size_t)kernel->regions;
    bool *reached = fuse_allocate(n * n, sizeof *reached), found = false; /* [from * n + to] */
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < kernel->regions; r++)
            for (int to = 0; set->member[r] && to < kernel->regions; to++) {
                if (!kernel->outcome[r].to[to] || !emission_stays(kernel, set, to))
                    continue;
                bool *mine = reached + (size_t)r * n;
                const bool *theirs = reached + (size_t)to * n;
                for (int a = 0; a < kernel->regions; a++)
                    if ((a == to || theirs[a]) && !mine[a])
                        mine[a] = changed = true;
            }
    }
    for (int r = 0; r < kernel->regions; r++)
        found = found || reached[(size_t)r * n + (size_t)r];
    free(reached);
    return found;
}

/* Whether the kernel's blocks have strips of so many lanes: part of a row, or some whole rows. */
static bool try_width(const fuse_kernel *kernel, strips *set, unsigned width)
{
    unsigned x = kernel->shape[0], rows = x && x < width ? width / x : 1;
    set->width = width;
    set->rows = rows;
    return rows == 1 ? x % width == 0 : x * rows == width && (x & (x - 1)) == 0 && kernel->shape[1] % rows == 0;
}

/* Lanes that keep little go side by side in several vectors, since each waits for its own results. */
static bool find_width(const fuse_kernel *kernel, strips *set)
{
    enum { LITTLE = 2 };
    if (meets(kernel, set))
        return try_width(kernel, set, WARP);
    if (kernel->shape[0] && most_kept(kernel, set) <= LITTLE && try_width(kernel, set, MOST_WIDTH))
        return true;
    return try_width(kernel, set, USUAL_WIDTH) || try_width(kernel, set, USUAL_WIDTH / 2);
}

bool emission_find_strips(const fuse_kernel *kernel, int head, strips *set)
{
    *set = (strips){.head = head, .member = fuse_allocate((size_t)kernel->regions, sizeof *set->member)};
    if (leaves_whole(kernel, head)) {
        find_members(kernel, set);
        for (int r = 0; r < kernel->regions; r++)
            set->parts = set->parts || (set->member[r] && kernel->outcome[r].by_split);
        set->in_place = most_kept(kernel, set) > REGISTERS && !has_loop(kernel, set);
        if (find_width(kernel, set) && worth_it(kernel, set) && is_small(kernel, set))
            return true;
    }
    free(set->member);
    return false;
}
