/* The memory that the latest access of each place in code touched. The next access of a place mostly touches the same
 * allocation or variable, so its bounds and cells need no search. Emptied before each run of blocks: between runs
 * memory is freed and kernels change. */
#ifndef EMU_CHECK_MEMO_H
#define EMU_CHECK_MEMO_H

#include <stddef.h>
#include <stdint.h>

#include "readers.h"
#include "region.h"

typedef struct emu_memo {
    _Alignas(64) uintptr_t pc;
    uintptr_t begin;
    size_t span;     /* bytes from `begin` on that may be accessed */
    uintptr_t cells; /* where the cell of address 0 would be; an integer, because a pointer must not leave its array */
    const emu_region *region;
    emu_readers *readers; /* of the region */
    uint16_t site;
} emu_memo;

enum { EMU_MEMOS = 256 };
extern emu_memo emu_memos[EMU_MEMOS];

static inline emu_memo *emu_memo_of(uintptr_t pc)
{
    return &emu_memos[(pc ^ pc >> 8) % EMU_MEMOS];
}

static inline emu_shadow_cell *emu_memo_cell(const emu_memo *memo, uintptr_t word)
{
    return (emu_shadow_cell *)(memo->cells + word / 4 * sizeof(emu_shadow_cell));
}

static inline __attribute__((always_inline)) bool emu_memo_holds(const emu_memo *memo, uintptr_t address, size_t size,
                                                                 uintptr_t pc)
{
    size_t offset = address - memo->begin;
    return memo->pc == pc && offset < memo->span && size <= memo->span - offset;
}

void emu_memos_clear(void);

#endif
