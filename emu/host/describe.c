/* An address of device memory in words, for reports of kernels' faults. */
#include <stdio.h>
#include <string.h>

#include "../machine/emu.h"
#include "memory_inside.h"
#include "multicast.h"

/* emu_describe_address() has no parameter for the memory: it describes addresses in those created last. */
static pthread_mutex_t described_lock = PTHREAD_MUTEX_INITIALIZER;
static emu_memory *described[EMU_MOST_DEVICES];
static unsigned described_count;

static void describe(emu_memory *memory, uintptr_t address, bool multicast, char *phrase, size_t size)
{
    size_t index = emu_memory_blocks_up_to(memory, address);
    const struct emu_block *below = index ? &memory->blocks[index - 1] : NULL;
    const struct emu_block *above = index < memory->count ? &memory->blocks[index] : NULL;
    if (below && below->reserved && address - below->pointer < below->size) {
        snprintf(phrase, size, "%#zx, which is byte %zu of the %zu addresses reserved at %#zx%s", (size_t)address,
                 (size_t)(address - below->pointer), below->size, (size_t)below->pointer,
                 multicast ? ", a multicast address: only lw_multimem_...() may access it"
                 : emu_memory_is_open(memory, address, 1) ? ""
                                                          : ", where no memory is mapped that may be accessed");
        return;
    }
    if (below && address >= below->pointer && address - below->pointer < below->size) {
        snprintf(phrase, size, "%#zx, which is byte %zu of the %zu-byte allocation at %#zx", (size_t)address,
                 (size_t)(address - below->pointer), below->size, (size_t)below->pointer);
        return;
    }
    uint64_t oldest = memory->frees < EMU_REMEMBERED ? 0 : memory->frees - EMU_REMEMBERED;
    for (uint64_t i = memory->frees; i-- > oldest;) {
        uintptr_t pointer = memory->freed[i % EMU_REMEMBERED].pointer;
        size_t freed = memory->freed[i % EMU_REMEMBERED].size;
        if (address >= pointer && address - pointer < freed) {
            snprintf(phrase, size, "%#zx, which was byte %zu of the %zu-byte allocation at %#zx, now freed",
                     (size_t)address, (size_t)(address - pointer), freed, (size_t)pointer);
            return;
        }
    }
    /* The nearer neighbour. `below` may begin above the address, in the unused start of its first page. */
    const char *side = "after";
    const struct emu_block *near = below;
    uintptr_t distance = below ? address - (below->pointer + below->size) : UINTPTR_MAX;
    if (below && address < below->pointer)
        above = below;
    if (above && above->pointer - address < distance) {
        side = "before";
        near = above;
        distance = above->pointer - address;
    }
    if (near)
        snprintf(phrase, size, "%#zx, which is %zu bytes %s the %zu-byte allocation at %#zx", (size_t)address,
                 (size_t)distance, side, near->size, (size_t)near->pointer);
    else
        snprintf(phrase, size, "%#zx, which is in no allocation of device memory", (size_t)address);
}

static emu_memory *find(const void *pointer)
{
    for (unsigned i = 0; i < described_count; i++)
        if (emu_memory_contains(described[i], pointer))
            return described[i];
    return NULL;
}

static void describe_address(const void *pointer, char *phrase, size_t size)
{
    uintptr_t address = (uintptr_t)pointer;
    pthread_mutex_lock(&described_lock);
    emu_memory *memory = find(pointer);
    bool multicast = emu_multicast_is_mapped(address); /* whose lock comes first */
    if (memory) {
        pthread_mutex_lock(&memory->lock);
        describe(memory, address, multicast, phrase, size);
        pthread_mutex_unlock(&memory->lock);
        size_t length = strlen(phrase);
        for (unsigned i = 0; i < described_count && described_count > 1; i++)
            if (described[i] == memory)
                snprintf(phrase + length, size - length, ", in memory of device cpu:%u", i);
    } else {
        snprintf(phrase, size, "%#zx, which is not device memory", (size_t)address);
    }
    pthread_mutex_unlock(&described_lock);
}

void emu_memory_start_describing(emu_memory *const *memories, unsigned count)
{
    pthread_mutex_lock(&described_lock);
    for (unsigned i = 0; i < count; i++)
        described[i] = memories[i];
    described_count = count;
    emu_describe_address = describe_address;
    pthread_mutex_unlock(&described_lock);
}

void emu_memory_stop_describing(void)
{
    pthread_mutex_lock(&described_lock);
    described_count = 0;
    pthread_mutex_unlock(&described_lock);
}
