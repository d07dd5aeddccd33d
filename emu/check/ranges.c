/* Accesses of many bytes at once: copies of structures, and the C library's functions that compilers call. */
#include <string.h>

#include "../count/count.h"
#include "inside.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

/* For the profile a range is one access: it is counted and, then, not checked. */
static bool counts(uintptr_t address, size_t size, bool write, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    if (!worker || !worker->count)
        return false;
    emu_count_access(worker, address, size, write ? EMU_COUNT_STORE : EMU_COUNT_LOAD, pc);
    return true;
}

/* Checks the range in pieces of 8 bytes, without the alignment. A range of that size is one access. */
static bool touch_pieces(uintptr_t address, size_t size, bool write, unsigned bits, uintptr_t pc)
{
    bool allowed = true, one = size <= 8;
    if (counts(address, size, write, pc))
        return true;
    emu_check_step(pc);
    emu_check_begin_whole();
    while (size > 0 && allowed) {
        unsigned piece = 8 - (unsigned)(address % 8);
        if (piece > size || one)
            piece = (unsigned)size;
        allowed = emu_check_touch(address, piece, write, bits | EMU_TOUCH_UNALIGNED | EMU_TOUCH_PIECE, pc);
        address += piece;
        size -= piece;
    }
    return allowed;
}

/* Also checks that some byte of the range has been written. This is not checked for each piece: a piece may be padding
 * of a structure, or another member of a union. */
static bool touch_read(uintptr_t address, size_t size, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    if (counts(address, size, false, pc))
        return true;
    if (emu_check_passes_fast(address, size, pc))
        return true;
    bool allowed = touch_pieces(address, size, false, 0, pc);
    if (!allowed && worker && worker->check)
        emu_check_set_reported(address, size, false, false);
    if (!allowed || !worker || !worker->check || !size || !emu_check_wanted.initialised)
        return allowed;
    const char *foreign;
    const emu_touch all = {worker, address, pc, (unsigned)size, false, 0, emu_region_of(worker, address, &foreign),
                           false};
    emu_check_initialised(&all, false);
    return true;
}

bool emu_check_touch_range(uintptr_t address, size_t size, bool write, uintptr_t pc)
{
    return write ? touch_pieces(address, size, true, 0, pc) : touch_read(address, size, pc);
}

EXPORTED void emu_access_read_range(const void *address, size_t size);
void emu_access_read_range(const void *address, size_t size)
{
    touch_read((uintptr_t)address, size, CALLER);
}

/* lanewise-cc inserts this call before a structure is copied from there, or passed. The copy may be reported elsewhere, where functions are
 * inlined: it is not reported again. */
EXPORTED void emu_access_structure_read(const void *address, size_t size);
void emu_access_structure_read(const void *address, size_t size)
{
    emu_worker *worker = emu_self;
    bool allowed = touch_read((uintptr_t)address, size, CALLER);
    if (!worker || !worker->check || !size)
        return;
    const char *foreign;
    const emu_region *region = emu_region_of(worker, (uintptr_t)address, &foreign);
    if (!allowed || (region && emu_check_wanted.initialised &&
                     emu_check_written(region, (uintptr_t)address, size) == EMU_UNWRITTEN))
        emu_check_set_reported((uintptr_t)address, size, false, true);
}

EXPORTED void emu_access_write_range(const void *address, size_t size);
void emu_access_write_range(const void *address, size_t size)
{
    if (touch_pieces((uintptr_t)address, size, true, 0, CALLER))
        emu_values_note_range((uintptr_t)address, size);
}

/* The kernel's arguments are passed on, even null pointers: these were reported, and fault. */
#define UNCHECKED __attribute__((no_sanitize("undefined")))
#define UNSANITISED EXPORTED UNCHECKED

enum { STRUCTURE = 256 }; /* with the schedule lockstep copies up to this size read all bytes before they write one */

/* Bytes of the target count as written if the source's do. In lockstep the warp's lanes read between the two checks, and write after
 * the second: a lane's structure is read before another lane overwrites it. */
UNCHECKED static void *copy(void *to, const void *from, size_t size, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    char read[STRUCTURE];
    bool reads = touch_read((uintptr_t)from, size, pc);
    bool keeps = reads && worker && worker->lockstep && size <= sizeof read;
    if (keeps)
        memcpy(read, from, size);
    const char *foreign;
    const emu_region *source =
        reads && size && worker && worker->check ? emu_region_of(worker, (uintptr_t)from, &foreign) : 0;
    bool carries = source && emu_check_written(source, (uintptr_t)from, size) != EMU_WRITTEN;
    if (touch_pieces((uintptr_t)to, size, true, carries ? EMU_TOUCH_CARRIED : 0, pc) && carries)
        emu_check_copy_written(emu_region_of(worker, (uintptr_t)to, &foreign), source, (uintptr_t)to, (uintptr_t)from,
                               size, size);
    return memmove(to, keeps ? read : from, size);
}

UNSANITISED void *emu_access_memcpy(void *to, const void *from, size_t size);
void *emu_access_memcpy(void *to, const void *from, size_t size)
{
    return copy(to, from, size, CALLER);
}

UNSANITISED void *emu_access_memmove(void *to, const void *from, size_t size);
void *emu_access_memmove(void *to, const void *from, size_t size)
{
    return copy(to, from, size, CALLER);
}

UNSANITISED void *emu_access_memset(void *to, int value, size_t size);
void *emu_access_memset(void *to, int value, size_t size)
{
    touch_pieces((uintptr_t)to, size, true, 0, CALLER);
    return memset(to, value, size);
}

UNSANITISED int emu_access_memcmp(const void *one, const void *other, size_t size);
int emu_access_memcmp(const void *one, const void *other, size_t size)
{
    touch_read((uintptr_t)one, size, CALLER);
    touch_read((uintptr_t)other, size, CALLER);
    return memcmp(one, other, size);
}

/* clang's names for the same functions, and the language's (device_checked.h); objcopy gives a name only once. */
#define ALIAS(type, name, prefix, ...)                                                                                 \
    EXPORTED type emu_##prefix##_##name(__VA_ARGS__) __attribute__((alias("emu_access_" #name)));
ALIAS(void *, memcpy, access_tsan, void *to, const void *from, size_t size)
ALIAS(void *, memmove, access_tsan, void *to, const void *from, size_t size)
ALIAS(void *, memset, access_tsan, void *to, int value, size_t size)
ALIAS(void *, memcpy, checked, void *to, const void *from, size_t size)
ALIAS(void *, memmove, checked, void *to, const void *from, size_t size)
ALIAS(void *, memset, checked, void *to, int value, size_t size)
ALIAS(int, memcmp, checked, const void *one, const void *other, size_t size)
