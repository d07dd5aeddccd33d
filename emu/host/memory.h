/* Device memory: allocations from one reserved range of addresses, so an address alone shows that it is device memory.
 *
 * The tables lie outside the range, where a kernel's stray write does not reach them. An inaccessible page follows a
 * large allocation, and freed whole pages become inaccessible.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/host.h>

typedef struct emu_memory emu_memory;

/* Creates the memories of `count` devices, one after another in one range. `limit`: the most bytes that each has allocated
 * at a time. */
lw_status emu_memory_create(emu_memory **memories, unsigned count, size_t limit);
void emu_memory_destroy(emu_memory **memories, unsigned count);
/* From now on a red zone follows each allocation. `base` and `end` get the range of addresses that allocations may
 * have, of all memories. */
void emu_memory_check(emu_memory **memories, unsigned count, uintptr_t *base, uintptr_t *end);

/* `size` > 0 bytes, aligned to 256. LW_ERROR_OUT_OF_MEMORY. Thread-safe, as are all functions below. */
lw_status emu_memory_allocate(emu_memory *memory, void **pointer, size_t size);
/* The allocation at `pointer`, if there is one, is about to be freed: emu_memory_covers() no longer counts it. */
void emu_memory_retire(emu_memory *memory, void *pointer);
/* False: `pointer` is not the start of a live allocation. */
bool emu_memory_free(emu_memory *memory, void *pointer);
/* The retired allocation at `pointer` becomes a live one of `size` bytes, at most what was asked for at first. */
void emu_memory_reuse(emu_memory *memory, void *pointer, size_t size);
/* The allocation no longer counts as live memory; it stays. */
void emu_memory_discount(emu_memory *memory, void *pointer);
/* What the owner of the memory keeps of the live or retired allocation at `pointer`; null: nothing, or no allocation. */
void emu_memory_set_note(emu_memory *memory, const void *pointer, void *note);
void *emu_memory_note(emu_memory *memory, const void *pointer);
/* Likewise of the allocation that holds `address`; `reserved`: whether it is in reserved addresses, which are none. */
void *emu_memory_note_at(emu_memory *memory, const void *address, bool *reserved);
bool emu_memory_contains(const emu_memory *memory, const void *address); /* whether it is in the reserved range */
size_t emu_memory_live(emu_memory *memory);                              /* bytes allocated now */
/* Whether one live allocation that is not about to be freed holds all `size` bytes from `address` on. Of reserved
 * addresses: whether memory is mapped at all of them, and is accessible. */
bool emu_memory_covers(emu_memory *memory, const void *address, size_t size);

/* ---- addresses without memory, and memory of files in them (memory_map.c) ---- */
/* Reserves `size` addresses, whole pages, at a multiple of `alignment`, a power of two; at `wanted`, if not null, where that
 * is possible. emu_memory_free() frees them. LW_ERROR_OUT_OF_MEMORY. */
lw_status emu_memory_reserve(emu_memory *memory, void **pointer, size_t size, size_t alignment, const void *wanted);
/* Maps the first `size` bytes of the file in reserved addresses, where nothing is mapped; inaccessible at first.
 * LW_ERROR_OUT_OF_MEMORY. */
lw_status emu_memory_map(emu_memory *memory, void *pointer, size_t size, int file);
void emu_memory_unmap(emu_memory *memory, const void *pointer); /* `pointer`: where a mapping begins; likewise below */
/* Makes a mapping accessible, or inaccessible. False: the system refuses. */
bool emu_memory_open(emu_memory *memory, const void *pointer, bool open);
/* Which devices may access a mapping, a bit each; the emulator's kernels reach every accessible one. */
void emu_memory_allow(emu_memory *memory, const void *pointer, unsigned device, bool access);
void emu_memory_forget(emu_memory *memory, unsigned device);          /* the device may access no mapping */
unsigned emu_memory_allowed(emu_memory *memory, const void *address); /* any address; 0: nothing is mapped there, too */
/* Of reserved addresses only these count as an allocation. */
void emu_memory_place(emu_memory *memory, const void *reserved, size_t offset, size_t size);
/* emu_memory_covers() no longer counts the mapping. */
void emu_memory_discount_mapping(emu_memory *memory, const void *pointer);
/* Maps `size` bytes of the file, from `from` on, at addresses that the program does not know, accessible: a window. The second
 * function unmaps them. LW_ERROR_OUT_OF_MEMORY. */
lw_status emu_memory_window_open(emu_memory *memory, void **window, size_t size, int file, size_t from);
void emu_memory_window_close(emu_memory *memory, void *window);
/* The first address of an accessible mapping of the same byte of the file; without one the address itself. */
void *emu_memory_known_address(emu_memory *memory, void *in_window);
/* Moves the pages of the allocation at `pointer` into files, once; no thread may write to them meanwhile. `files`: of all its pages
 * or, of an allocation smaller than a page, of its first and, or -1, its second page. They stay the memory's, until the allocation
 * is freed. `offset`: of the allocation in the first page. LW_ERROR_OUT_OF_MEMORY: no memory or files. (memory_share.c) */
lw_status emu_memory_share(emu_memory *memory, const void *pointer, int files[2], size_t *offset);
size_t emu_memory_page(const emu_memory *memory); /* bytes */
/* Counts memory of a file as allocated. False: too much is allocated. */
bool emu_memory_charge(emu_memory *memory, size_t size);
void emu_memory_uncharge(emu_memory *memory, size_t size);

#endif
