/* A register tile's sums by thread: single ones by their places; for a strip's loop over threads, vectors by sum,
 * shuffled. */
#include "register_tile_threads.h"

#include <stdlib.h>

#include "../support/map.h"
#include "../support/memory.h"
#include "emission.h"
#include "frame.h"
#include "launch_arguments.h"
#include "strip.h"

enum { LINE = 64 };

static uint64_t bytes_of(const fuse_tile *tile)
{
    return (uint64_t)tile->sums * tile->width * tile->size;
}

/* The address of a block's tiles. */
static LLVMValueRef first_of(emission *e, const fuse_tile *tile)
{
    uint64_t at = (uint64_t)tile->slot[0]->offset * e->kernel->stride;
    return emission_at_offset(e, emission_get_field(e, CONTEXT), emission_number(e, e->i64, at));
}

LLVMValueRef emission_in_tile(emission *e, const fuse_slot *slot, LLVMValueRef linear_id)
{
    const fuse_tile *tile = slot->tile;
    LLVMValueRef width = emission_number(e, e->i64, tile->width);
    LLVMValueRef strip = LLVMBuildUDiv(e->builder, linear_id, width, ""),
                 thread = LLVMBuildURem(e->builder, linear_id, width, "");
    LLVMValueRef number =
        LLVMBuildNUWAdd(e->builder, thread, emission_number(e, e->i64, slot->number * tile->width), "");
    LLVMValueRef from = LLVMBuildInBoundsGEP2(e->builder, e->i16, tile->places, &number, 1, "");
    LLVMValueRef place = LLVMBuildLoad2(e->builder, e->i16, from, "");
    emission_mark_invariant(e, emission_mark(e, place));
    LLVMValueRef by = LLVMBuildMul(e->builder, strip, emission_number(e, e->i64, bytes_of(tile)), "");
    by = LLVMBuildAdd(e->builder, by, LLVMBuildZExt(e->builder, place, e->i64, ""), "");
    return emission_at_offset(e, first_of(e, tile), by);
}

LLVMValueRef emission_tile_of_strip(emission *e, const fuse_tile *tile)
{
    LLVMValueRef linear_id = LLVMBuildAdd(e->builder, e->strips->row, e->strips->x, "");
    LLVMValueRef by = LLVMBuildMul(e->builder, linear_id, emission_number(e, e->i64, bytes_of(tile) / tile->width), "");
    return emission_at_offset(e, first_of(e, tile), by);
}

LLVMValueRef emission_tile_values(const emission *e, int s)
{
    return e->strips && e->tiles.values ? e->tiles.values[s] : NULL;
}

/* ---- a strip's, by sum ---- */
/* Whether the region accesses the tile by thread, in strips of the tile's width. */
static bool is_used(const emission *e, const fuse_tile *tile, bool written)
{
    bool used = false;
    for (unsigned s = 0; s < tile->sums; s++) {
        const fuse_slot *slot = tile->slot[s];
        used = used || (!map_get(&e->tiles.made, slot->alloca) && (written ? slot->written : slot->used)[e->region]);
    }
    return used && tile->width == e->strips->width;
}

static LLVMValueRef *own_of(emission *e, const fuse_tile *tile, unsigned sum)
{
    return &e->tiles.values[tile->slot[sum] - e->kernel->slot];
}

static LLVMTypeRef vector_of(const emission *e, const fuse_tile *tile)
{
    return LLVMVectorType(tile->slot[0]->type, e->strips->width);
}

/* Shuffles all of the strip's elements: from the tile's order to the order by sum, or back (`out`). */
static void shuffle(emission *e, const fuse_tile *tile, LLVMValueRef *part, bool out)
{
    unsigned count = tile->sums, width = tile->width;
    LLVMValueRef *number = fuse_allocate((size_t)count * width, sizeof *number);
    for (unsigned i = 0; i < count * width; i++) /* by element: where it goes, or comes from */
        number[out ? tile->place[i] : i] = emission_number(e, e->i32, out ? i : tile->place[i]);
    LLVMValueRef *joined = fuse_allocate(count, sizeof *joined);
    for (unsigned s = 0; s < count; s++)
        joined[s] = part[s];
    LLVMValueRef all = emission_join(e, joined, count);
    for (unsigned s = 0; s < count; s++)
        part[s] = LLVMBuildShuffleVector(e->builder, all, LLVMGetPoison(LLVMTypeOf(all)),
                                         LLVMConstVector(number + (size_t)s * width, width), "");
    free(joined);
    free(number);
}

static LLVMValueRef at_part(emission *e, const fuse_tile *tile, unsigned part)
{
    uint64_t by = (uint64_t)part * tile->width * tile->size;
    return emission_at_offset(e, emission_tile_of_strip(e, tile), emission_number(e, e->i64, by));
}

static void bring(emission *e, const fuse_tile *tile)
{
    LLVMValueRef *part = fuse_allocate(tile->sums, sizeof *part);
    for (unsigned s = 0; s < tile->sums; s++) {
        part[s] = LLVMBuildLoad2(e->builder, vector_of(e, tile), at_part(e, tile, s), "");
        LLVMSetAlignment(part[s], tile->size);
    }
    shuffle(e, tile, part, false);
    for (unsigned s = 0; s < tile->sums; s++)
        LLVMSetAlignment(LLVMBuildStore(e->builder, part[s], *own_of(e, tile, s)), LINE);
    free(part);
}

static void put(emission *e, const fuse_tile *tile)
{
    LLVMValueRef *part = fuse_allocate(tile->sums, sizeof *part);
    for (unsigned s = 0; s < tile->sums; s++) {
        part[s] = LLVMBuildLoad2(e->builder, vector_of(e, tile), *own_of(e, tile, s), "");
        LLVMSetAlignment(part[s], LINE);
    }
    shuffle(e, tile, part, true);
    for (unsigned s = 0; s < tile->sums; s++)
        LLVMSetAlignment(LLVMBuildStore(e->builder, part[s], at_part(e, tile, s)), tile->size);
    free(part);
}

/* Whether some sums are live, or not all are written: then the others must go back unchanged. */
static bool is_loaded(const emission *e, const fuse_tile *tile)
{
    bool live = false, all = true;
    for (unsigned s = 0; s < tile->sums; s++) {
        live = live || tile->slot[s]->live_in[e->region];
        all = all && tile->slot[s]->written[e->region];
    }
    return live || !all;
}

void emission_load_tile_by_thread(emission *e)
{
    for (unsigned t = 0; t < e->kernel->tiles; t++) {
        const fuse_tile *tile = e->kernel->tile[t];
        if (!is_used(e, tile, false))
            continue;
        if (!e->tiles.values)
            e->tiles.values = fuse_allocate((size_t)e->kernel->slots, sizeof *e->tiles.values);
        LLVMTypeRef array = LLVMArrayType2(tile->slot[0]->type, tile->width);
        for (unsigned s = 0; s < tile->sums; s++)
            if (!*own_of(e, tile, s)) /* one for both parts of a split loop */
                *own_of(e, tile, s) = emission_in_entry_alloca(e, array, LINE);
        if (is_loaded(e, tile))
            bring(e, tile);
    }
}

void emission_store_tile_by_thread(emission *e)
{
    for (unsigned t = 0; t < e->kernel->tiles; t++)
        if (is_used(e, e->kernel->tile[t], true))
            put(e, e->kernel->tile[t]);
}
