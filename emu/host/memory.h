/* Device memory: allocations from one reserved range of addresses, so that an address alone tells its space.
 *
 * Bookkeeping lives outside the range, where no stray kernel write reaches it. Large allocations have unmapped pages
 * behind them, and freed whole pages become inaccessible.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/host.h>

typedef struct emu_memory emu_memory;

/* At most `limit` bytes live at a time. */
lw_status emu_memory_create(emu_memory **memory, size_t limit);
void emu_memory_destroy(emu_memory *memory);
/* From now on there is room behind each allocation. The addresses that it may lie at go to base and end. */
void emu_memory_check(emu_memory *memory, uintptr_t *base, uintptr_t *end);

/* `size` > 0 bytes aligned to 256; LW_ERROR_OUT_OF_MEMORY. Thread-safe, as all below. */
lw_status emu_memory_allocate(emu_memory *memory, void **pointer, size_t size);
/* The allocation at `pointer`, if there is one, is about to be freed: emu_memory_covers() no longer counts it. */
void emu_memory_retire(emu_memory *memory, void *pointer);
/* False where `pointer` is not the start of a live allocation. */
bool emu_memory_free(emu_memory *memory, void *pointer);
bool emu_memory_contains(const emu_memory *memory, const void *address); /* in the reserved range */
size_t emu_memory_live(emu_memory *memory);                              /* bytes allocated */
/* Whether one live allocation, which is not about to be freed, holds all `size` bytes from `address` on. */
bool emu_memory_covers(emu_memory *memory, const void *address, size_t size);

#endif
