#include "overflow.h"

#include <string.h>

#include "inside.h"

/* The latest overflow for each thread and place in code; a hash table without collision lists. */
enum { SLOTS = 4096 };
static emu_overflow noted[SLOTS];
static bool any_noted;

const char *emu_decimal(emu_wide number, char text[EMU_DECIMAL_SIZE])
{
    char *at = text + EMU_DECIMAL_SIZE - 1;
    *at = 0;
    bool negative = number < 0;
    do {
        int digit = (int)(number % 10);
        *--at = (char)('0' + (digit < 0 ? -digit : digit));
    } while (number /= 10);
    if (negative)
        *--at = '-';
    return memmove(text, at, (size_t)(text + EMU_DECIMAL_SIZE - at));
}

emu_wide emu_low_bits(emu_wide number, unsigned bits, bool is_signed)
{
    if (bits >= 128)
        return number;
    emu_wide high = (emu_wide)1 << bits, low = number & (high - 1);
    return is_signed && low >= high / 2 ? low - high : low;
}

emu_wide emu_overflow_exact(const emu_overflow *overflow)
{
    emu_wide left = overflow->left, right = overflow->right;
    return overflow->operation == '+' ? left + right : overflow->operation == '-' ? left - right : left * right;
}

emu_wide emu_overflow_wrapped(const emu_overflow *overflow)
{
    return emu_low_bits(emu_overflow_exact(overflow), overflow->bits, true);
}

void emu_overflow_note(const emu_worker *worker, const emu_overflow *overflow)
{
    unsigned rank = emu_here.thread->rank;
    emu_overflow *slot = &noted[((overflow->pc ^ overflow->pc >> 12) * 31 + rank * 5) % SLOTS];
    *slot = *overflow;
    slot->block = worker->check->clock.block;
    slot->rank = rank;
    any_noted = true;
}

void emu_overflows_forget(void)
{
    if (any_noted)
        memset(noted, 0, sizeof noted);
    any_noted = false;
}

static bool is_own(const emu_overflow *overflow, const emu_worker *worker)
{
    return overflow->pc && overflow->block == worker->check->clock.block && overflow->rank == emu_here.thread->rank;
}

/* Whether the address is in memory that a kernel may index. */
static bool is_memory(emu_worker *worker, uintptr_t address)
{
    const char *foreign;
    const emu_region *region = emu_region_of(worker, address, &foreign);
    if (!region)
        return false;
    if (region->kind == EMU_REGION_SHARED)
        return emu_shared_place_at(region->owner, address) != NULL;
    if (region->kind != EMU_REGION_DEVICE && region->kind != EMU_REGION_HEAP)
        return true;
    const emu_allocation *at =
        region->kind == EMU_REGION_DEVICE ? emu_allocation_at(address) : emu_heap_allocation_at(address);
    return at && address - at->pointer < at->size && !at->freed;
}

/* Whether the address is some memory plus the wrapped number of elements; that is rarely so by chance. An element has
 * the size of the access, a small multiple of it, or one byte. */
static bool explains(emu_worker *worker, uintptr_t address, unsigned size, const emu_overflow *overflow)
{
    enum { MAX_FACTOR = 8 };
    uintptr_t count = (uintptr_t)emu_overflow_wrapped(overflow);
    for (unsigned factor = 1; factor <= MAX_FACTOR; factor++)
        if (is_memory(worker, address - count * size * factor))
            return true;
    return is_memory(worker, address - count);
}

void emu_overflow_explain(emu_worker *worker, uintptr_t address, unsigned size, emu_overflow *overflow)
{
    for (unsigned i = 0; any_noted && i < SLOTS; i++)
        if (is_own(&noted[i], worker) && explains(worker, address, size, &noted[i])) {
            *overflow = noted[i];
            return;
        }
}

void emu_overflow_explain_index(const emu_worker *worker, emu_wide index, emu_overflow *overflow)
{
    for (unsigned i = 0; any_noted && i < SLOTS; i++)
        if (is_own(&noted[i], worker) && emu_overflow_wrapped(&noted[i]) == index) {
            *overflow = noted[i];
            return;
        }
}
