/* No thread may write memory that __ldg() reads while the kernel runs, ordered or not: a GPU may read it from a cache that
 * does not see writes. The words that the running grid has read are in a hash table. Textures and surfaces may not read
 * what the kernel has written. */
#include <stdlib.h>

#include "../device/device_checked.h"
#include "../host/allocate.h"
#include "inside.h"

typedef struct ldg_read {
    uintptr_t word, pc;
    uint32_t grid;
    unsigned bytes; /* bytes read, a bit each */
    struct ldg_read *next;
} ldg_read;

enum { SLOTS = 1 << 14 };
static ldg_read *table[SLOTS];
uint32_t emu_check_ldg_grid;

static ldg_read **slot_of(uintptr_t word)
{
    return &table[(word >> 2) * 0x9e3779b97f4a7c15ull >> 50];
}

static ldg_read *find(uintptr_t word)
{
    ldg_read *at = *slot_of(word);
    while (at && at->word != word)
        at = at->next;
    return at;
}

static unsigned bytes_of(uintptr_t address, uintptr_t end, uintptr_t word)
{
    unsigned bytes = 0;
    for (unsigned i = 0; i < 4; i++)
        bytes |= (word + i >= address && word + i < end) << i;
    return bytes;
}

static bool written_by(uint32_t grid, emu_access write)
{
    return write && emu_clock_block(emu_clock_block_of(emu_access_epoch(write)))->grid == grid;
}

static bool was_written(const emu_region *region, uintptr_t word, unsigned bytes, uint32_t grid)
{
    emu_shadow_cell *cell = emu_shadow_cell_of(region, word);
    if (!cell->split)
        return cell->bytes & bytes && written_by(grid, cell->write);
    const emu_shadow_cell *single = emu_check_split(region, word, cell);
    bool written = false;
    for (unsigned i = 0; single && i < 4; i++)
        written = written || (bytes >> i & 1 && written_by(grid, single[i].write));
    return written;
}

static void note(uintptr_t word, unsigned bytes, uint32_t grid, uintptr_t pc)
{
    ldg_read *at = find(word);
    if (!at) {
        at = emu_allocate(sizeof *at);
        if (!at) {
            emu_check_record_lost(false);
            return;
        }
        at->word = word;
        at->next = *slot_of(word);
        *slot_of(word) = at;
    }
    if (at->grid != grid)
        at->bytes = 0;
    at->grid = grid;
    at->bytes |= bytes;
    at->pc = pc;
}

static const char *const read_of_written[] = {
    [EMU_CACHED_LDG] = "__ldg() of memory that the same kernel has written: a GPU may return the old value",
    [EMU_CACHED_TEXTURE] =
        "a texture's fetch of memory that the same kernel has written: a GPU may return the old value",
    [EMU_CACHED_SURFACE] =
        "a surface's read of memory that the same kernel has written: a GPU may return the old value",
};
static void read_cached(const emu_touch *touch, emu_cached how)
{
    uint32_t grid = touch->worker->grid->check_number;
    uintptr_t address = touch->address, end = address + touch->size;
    if (how == EMU_CACHED_LDG)
        emu_check_ldg_grid = grid;
    for (uintptr_t word = address & ~(uintptr_t)3; word < end; word += 4) {
        unsigned bytes = bytes_of(address, end, word);
        if (was_written(touch->region, word, bytes, grid))
            emu_check_found(touch, EMU_FOUND_READ_ONLY, read_of_written[how]);
        /* A surface may be written where it was read: only the other order is undefined. */
        if (how == EMU_CACHED_LDG)
            note(word, bytes, grid, touch->pc);
    }
}

/* False: the memory is not all in one known region. */
static bool find_touch(emu_touch *touch, const void *pointer, size_t size, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    uintptr_t address = (uintptr_t)pointer;
    const char *foreign;
    const emu_region *region = worker && worker->check ? emu_region_of(worker, address, &foreign) : 0;
    *touch = (emu_touch){.worker = worker, .address = address, .pc = pc, .size = (unsigned)size, .region = region};
    return region && size <= region->end - address;
}

__attribute__((visibility("default"))) void emu_checked_ldg(const void *pointer, size_t size)
{
    emu_touch touch;
    if (!find_touch(&touch, pointer, size, (uintptr_t)__builtin_return_address(0) - 1))
        return;
    if (touch.region->kind == EMU_REGION_SHARED)
        emu_check_found(&touch, EMU_FOUND_FOREIGN, "__ldg() of shared memory: it reads only global memory");
    else
        read_cached(&touch, EMU_CACHED_LDG);
}

bool emu_check_cached_read(const void *memory, size_t bytes, emu_cached how, uintptr_t pc)
{
    emu_touch touch;
    if (!emu_check_touch((uintptr_t)memory, (unsigned)bytes, false, 0, pc))
        return false;
    if (find_touch(&touch, memory, bytes, pc))
        read_cached(&touch, how);
    return true;
}

bool emu_check_surface_write(void *memory, size_t bytes, uintptr_t pc)
{
    return emu_check_touch((uintptr_t)memory, (unsigned)bytes, true, 0, pc);
}

void emu_check_ldg_conflict(const emu_touch *touch)
{
    uintptr_t end = touch->address + touch->size;
    for (uintptr_t word = touch->address & ~(uintptr_t)3; word < end; word += 4) {
        const ldg_read *at = find(word);
        if (at && at->grid == touch->worker->grid->check_number && at->bytes & bytes_of(touch->address, end, word)) {
            emu_check_found(touch, EMU_FOUND_READ_ONLY,
                            "the same kernel reads it with __ldg(): a GPU may go on returning the old value");
            return;
        }
    }
}

void emu_check_ldg_close(void)
{
    for (unsigned i = 0; i < SLOTS; i++)
        while (table[i]) {
            ldg_read *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    emu_check_ldg_grid = 0;
}
