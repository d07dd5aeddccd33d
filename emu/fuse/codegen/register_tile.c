/* Which sums of a strip's threads form a register tile. In a matrix product a thread has several sums, such as 4 x 4
 * neighbours. Then the elements that neighbouring threads read for one of the sums are not neighbours in memory, and
 * a vector of them needs a shuffle. But some sums of all threads of a strip form a part of the matrix, whose rows
 * read neighbours of one factor and a single element of the other. So the strip's sums are kept in the order of what
 * they read, which is found here. They are shuffled only when something other than such a step needs a thread's own
 * sums.
 *
 * Invariant: an element of a tile lies at fuse_tile.place, in every function of the kernel. */
#include "register_tile.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/graph.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "access_group.h"
#include "must_execute.h"
#include "reaching_store.h"
#include "region_blocks.h"
#include "strip.h"
#include "strip_mining.h"

enum { WIDTH = 16, LEAST_SUMS = 4, MOST_ELEMENTS = TILE_SUMS * WIDTH, MOST_STORES = 256 };

/* ---- an order ---- */
typedef struct element {
    int64_t first, second; /* what it reads by two of the loads */
    uint16_t number;
} element;

static int by_places(const void *a, const void *b)
{
    const element *one = a, *other = b;
    int first = (one->first > other->first) - (one->first < other->first);
    int second = (one->second > other->second) - (one->second < other->second);
    return first ? first : second ? second : one->number - other->number;
}

static unsigned elements_of(const tile_plan *plan)
{
    return plan->sums * plan->e->strips->width;
}

static void order_by(const tile_plan *plan, const tile_node *first, const tile_node *second, uint16_t *order)
{
    element all[MOST_ELEMENTS];
    unsigned width = plan->e->strips->width, count = elements_of(plan);
    for (unsigned i = 0; i < count; i++)
        all[i] =
            (element){first->at[i / width]->offset[i % width], second->at[i / width]->offset[i % width], (uint16_t)i};
    qsort(all, count, sizeof *all, by_places);
    for (unsigned i = 0; i < count; i++)
        order[i] = all[i].number;
}

/* Finds the order with the fewest reads. False: in thread order sums read vectors as well, or no order gives
 * vectors. */
static bool find_order(const tile_plan *plan, uint16_t *best)
{
    uint16_t order[MOST_ELEMENTS];
    unsigned least = 0;
    for (unsigned i = 0; i < elements_of(plan); i++)
        order[i] = (uint16_t)i;
    if (tile_count_loads(plan, order))
        return false;
    const tile_node *first = NULL, *second = NULL;
    for (const tile_node *node = plan->node; node < plan->node + plan->nodes && !second; node++)
        if (node->kind == TILE_LOAD)
            *(first ? &second : &first) = node;
    for (int way = 0; way < 2 && second; way++) {
        order_by(plan, way ? second : first, way ? first : second, order);
        unsigned loads = tile_count_loads(plan, order);
        if (!loads || (least && loads >= least))
            continue;
        least = loads;
        memcpy(best, order, sizeof order);
    }
    return least > 0;
}

/* ---- the sums of a region ---- */
static fuse_slot *slot_of(const fuse_kernel *kernel, LLVMValueRef store)
{
    for (int s = 0; s < kernel->slots; s++)
        if (kernel->slot[s].alloca == LLVMGetOperand(store, 1))
            return &kernel->slot[s];
    return NULL;
}

static void keep(fuse_kernel *kernel, const tile_plan *plan, const uint16_t *order)
{
    fuse_tile *tile = fuse_allocate(1, sizeof *tile),
              **more = realloc(kernel->tile, (kernel->tiles + 1) * sizeof *more);
    if (!more)
        abort();
    kernel->tile = more;
    kernel->tile[kernel->tiles++] = tile;
    unsigned count = elements_of(plan);
    *tile = (fuse_tile){.sums = plan->sums,
                        .width = WIDTH,
                        .size = plan->size,
                        .slot = fuse_allocate(plan->sums, sizeof *tile->slot),
                        .place = fuse_allocate(count, sizeof *tile->place)};
    for (unsigned s = 0; s < plan->sums; s++) {
        tile->slot[s] = slot_of(kernel, plan->store[s]);
        tile->slot[s]->tile = tile;
        tile->slot[s]->number = s;
    }
    for (unsigned i = 0; i < count; i++)
        tile->place[order[i]] = (uint16_t)i;
}

/* Collects the stores to sums that all threads execute once; each is its slot's only store in the region. */
static unsigned collect(emission *e, LLVMValueRef *store)
{
    const fuse_kernel *kernel = e->kernel;
    unsigned count = 0;
    for (int k = 0; k < kernel->blocks; k++) {
        int i = kernel->ordered[k];
        for (LLVMValueRef at = e->unconditional[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            const fuse_slot *slot = LLVMIsAStoreInst(at) ? slot_of(kernel, at) : NULL;
            if (slot && !slot->tile && !slot->uniform && !slot->memory && slot->live_in[e->region] &&
                emission_is_vector_element(slot) && emission_only_store(e, slot) == at && count < MOST_STORES)
                store[count++] = at;
        }
    }
    return count;
}

/* As many as half of the registers hold: the others are for the operands. */
static unsigned most_sums(const emission *e, unsigned size)
{
    unsigned registers = e->kernel->level == 2 ? 32 : 16;
    return registers / 2 * tile_vector(e, size) / WIDTH;
}

/* If a block's sums stay in registers anyhow (strip_mining.c), thread order is best. */
static bool stays_in_registers(const fuse_kernel *kernel, unsigned bytes)
{
    unsigned threads = kernel->shape[0] * kernel->shape[1] * kernel->shape[2];
    return threads && emission_fits_registers(kernel, threads, bytes);
}

static void find_tiles(emission *e)
{
    LLVMValueRef store[MOST_STORES];
    uint16_t order[MOST_ELEMENTS];
    unsigned count = collect(e, store), sums;
    for (unsigned i = 0; i < count; i += sums) {
        unsigned size = emission_simple_size(e, LLVMTypeOf(LLVMGetOperand(store[i], 0)));
        unsigned most = size >= 4 ? most_sums(e, size) : 0;
        most = most > TILE_SUMS ? TILE_SUMS : most;
        for (sums = 1; sums < most && i + sums < count; sums++)
            if (LLVMTypeOf(LLVMGetOperand(store[i + sums], 0)) != LLVMTypeOf(LLVMGetOperand(store[i], 0)))
                break;
        tile_plan plan;
        if (sums < LEAST_SUMS || stays_in_registers(e->kernel, sums * size) ||
            !tile_plan_make(e, store + i, sums, &plan))
            continue;
        if (find_order(&plan, order))
            keep(e->kernel, &plan, order);
        tile_plan_free(&plan);
    }
}

static void plan_region(fuse_kernel *kernel, int region)
{
    strips set = {.head = region};
    emission e = {.kernel = kernel, .region = region, .extent = ROWS, .strips = &set};
    if (kernel->block[kernel->region[region]].loop == FUSE_NONE || !emission_try_width(kernel, &set, WIDTH))
        return; /* elsewhere there is one step */
    emission_set_types(&e);
    e.contains = fuse_allocate((size_t)kernel->blocks, sizeof *e.contains);
    fuse_region_blocks(kernel, kernel->region[region], e.contains);
    emission_find_unconditional(&e);
    if (!tile_writes_memory(&e))
        find_tiles(&e);
    map_free(&e.hoisted.possible);
    emission_free_access_groups(&e);
    free(e.contains);
    free(e.unconditional);
}

/* Writes the elements' places as a constant of the module: bytes from the strip's first one. */
static void write_places(fuse_kernel *kernel, fuse_tile *tile)
{
    LLVMTypeRef i16 = LLVMInt16TypeInContext(kernel->context);
    LLVMValueRef number[MOST_ELEMENTS];
    unsigned count = tile->sums * tile->width;
    for (unsigned i = 0; i < count; i++)
        number[i] = LLVMConstInt(i16, tile->place[i] * tile->size, false);
    tile->places = LLVMAddGlobal(kernel->module, LLVMArrayType2(i16, count), "places");
    LLVMSetInitializer(tile->places, LLVMConstArray2(i16, number, count));
    LLVMSetLinkage(tile->places, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(tile->places, true);
}

void fuse_plan_register_tiles(fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions; r++)
        plan_region(kernel, r);
    if (!kernel->tiles)
        return;
    kernel->context_size = 0;
    for (int s = 0; s < kernel->slots; s++)
        if (kernel->slot[s].live_across && !kernel->slot[s].uniform && !kernel->slot[s].tile)
            fuse_place_slot(kernel, &kernel->slot[s]);
    for (unsigned t = 0; t < kernel->tiles; t++) {
        for (unsigned s = 0; s < kernel->tile[t]->sums; s++)
            fuse_place_slot(kernel, kernel->tile[t]->slot[s]);
        write_places(kernel, kernel->tile[t]);
    }
}

void fuse_free_register_tiles(fuse_kernel *kernel)
{
    for (unsigned t = 0; t < kernel->tiles; t++) {
        free(kernel->tile[t]->slot);
        free(kernel->tile[t]->place);
        free(kernel->tile[t]);
    }
    free(kernel->tile);
}
