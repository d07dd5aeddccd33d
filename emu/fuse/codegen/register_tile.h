/* Register tiles: some sums of a strip's threads, kept in the order in which their operands lie in memory. */
#ifndef FUSE_CODEGEN_REGISTER_TILE_H
#define FUSE_CODEGEN_REGISTER_TILE_H

#include "thread_stride.h"

enum { TILE_SUMS = 16, TILE_OPERANDS = 3 };

/* One value of each sum, all made by the same operation. */
typedef struct tile_node {
    enum { TILE_SHARED, TILE_SUM, TILE_LOAD, TILE_OPERATION } kind;
    LLVMValueRef value[TILE_SUMS];
    const stride *at[TILE_SUMS]; /* of loads: each thread's address */
    int operand[TILE_OPERANDS];  /* of an operation */
} tile_node;

/* The expressions stored to the sums of a tile, operands before users; the last one is the sums themselves. */
typedef struct tile_plan {
    emission *e;
    unsigned sums, size; /* bytes of an element */
    LLVMValueRef store[TILE_SUMS];
    tile_node *node;
    int nodes;
} tile_plan;

/* ---- register_tile_plan.c ---- */
/* `store`: stores of a region, each the only one to its slot. False: they are not made alike from their own slots
 * and from memory at known addresses; then nothing is to be freed. */
bool tile_plan_make(emission *e, const LLVMValueRef *store, unsigned sums, tile_plan *plan);
void tile_plan_free(tile_plan *plan);
/* Whether the region writes memory: other threads of the strip may still have to read what one thread writes. */
bool tile_writes_memory(const emission *e);
unsigned tile_vector(const emission *e, unsigned size); /* elements of a register */
/* How many vectors the loads read, if each reads one element or neighbours for every vector in that order ([place]:
 * sum * width + thread). 0: some load does neither. */
unsigned tile_count_loads(const tile_plan *plan, const uint16_t *order);

void fuse_plan_register_tiles(fuse_kernel *kernel);
void fuse_free_register_tiles(fuse_kernel *kernel);

#endif
