#include "history.h"

#include <sys/mman.h>

/* A ring. Accesses of a launch that are further back are lost. */
enum { KEPT = 1 << 19, WORD = 4 };

emu_history_access *emu_history;
static uint64_t noted;

bool emu_history_open(void)
{
    void *ring = mmap(NULL, KEPT * sizeof *emu_history, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ring == MAP_FAILED)
        return false;
    emu_history = ring;
    noted = 0;
    return true;
}

void emu_history_close(void)
{
    if (emu_history)
        munmap(emu_history, KEPT * sizeof *emu_history);
    emu_history = NULL;
}

void emu_history_note(const emu_touch *touch)
{
    emu_history[noted++ % KEPT] = (emu_history_access){.address = touch->address,
                                                       .pc = touch->pc,
                                                       .block = touch->worker->block,
                                                       .grid = touch->worker->grid->check_number,
                                                       .barrier = touch->worker->check->clock.barrier,
                                                       .rank = (uint16_t)emu_here.thread->rank,
                                                       .size = (uint16_t)touch->size,
                                                       .write = touch->write,
                                                       .atomic = touch->bits & EMU_ACCESS_ATOMIC,
                                                       .is_volatile = touch->bits & EMU_ACCESS_VOLATILE};
}

uint64_t emu_history_now(void)
{
    return noted;
}

/* Whether the access touches a word that the range touches: races are found by words. */
static bool shares_word(const emu_history_access *access, uintptr_t begin, uintptr_t end)
{
    return access->address / WORD < (end + WORD - 1) / WORD &&
           (access->address + access->size - 1) / WORD >= begin / WORD;
}

unsigned emu_history_of(const emu_finding *finding, emu_history_access *accesses, unsigned most)
{
    const emu_finding_access *last = &finding->access[finding->access[1].pc ? 1 : 0];
    uint64_t oldest = noted > KEPT ? noted - KEPT : 0, end = finding->noted_at < noted ? finding->noted_at : noted;
    unsigned count = 0;
    if (!emu_history || !last->size)
        return 0;
    for (uint64_t i = end; i > oldest && count < most; i--) {
        const emu_history_access *access = &emu_history[(i - 1) % KEPT];
        if (!shares_word(access, finding->address, finding->address + last->size))
            continue;
        /* Another block's shared memory may have had the address. */
        if (last->base && count && (access->grid != accesses[0].grid || access->block != accesses[0].block))
            break;
        accesses[count++] = *access;
    }
    for (unsigned i = 0; i < count / 2; i++) {
        emu_history_access swapped = accesses[i];
        accesses[i] = accesses[count - 1 - i];
        accesses[count - 1 - i] = swapped;
    }
    return count;
}
